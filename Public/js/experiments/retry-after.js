export { model } from "./any.js";
