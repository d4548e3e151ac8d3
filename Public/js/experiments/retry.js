export { timeline as model } from "./attempts.js";
