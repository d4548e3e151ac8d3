import { counted } from "../format.js";

export function model({ result }) {
  return {
    kind: "flow",
    title: "The exchange, step by step",
    variants: result.variants.map(({ variant, label, payments, steps }) => ({
      name: variant,
      label: `${label ?? variant}: ${counted(payments, "payment")}`,
      lanes: lanes(steps),
      steps: steps.map(({ from, to, what, lost }) => ({ from, to, text: what, lost })),
      outcome: `${counted(payments, "payment")} at the server.`,
    })),
    axisOf: () => null,
  };
}

/** In the order in which they appear, the server last but for the first client. */
function lanes(steps) {
  const names = [...new Set(steps.flatMap(({ from, to }) => [from, to]))];
  return names.length === 3 && names.includes("server") ? [names[0], "server", names.find((name) => name !== names[0] && name !== "server")] : names;
}
