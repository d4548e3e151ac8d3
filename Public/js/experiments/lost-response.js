import { counted } from "../format.js";
import { variant } from "./exchange.js";

export function model({ result }) {
  const { attempts, records, steps } = result;
  const left = records.length === 0 ? "no record" : `${counted(records.length, "record")}: ${records.join(", ")}`;
  return {
    kind: "flow",
    title: "The order, step by step",
    variants: [variant("order", "The order", steps, `${counted(attempts, "attempt")}; the server has ${left}.`)],
    axisOf: () => null,
  };
}
