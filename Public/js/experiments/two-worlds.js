import { variant } from "./exchange.js";

export function model({ result }) {
  return {
    kind: "flow",
    title: "Two worlds, step by step",
    variants: result.worlds.map(({ world, label, steps, observation, ledger }) =>
      variant(world, label, steps, `The client sees: ${observation}. The server's ledger: ${ledger.join(", ") || "nothing"}.`),
    ),
    axisOf: () => null,
  };
}
