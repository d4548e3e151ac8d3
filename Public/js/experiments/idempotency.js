import { counted } from "../format.js";
import { variant } from "./exchange.js";

export function model({ result }, view) {
  if (view === "bars") {
    return {
      kind: "bars",
      title: "Payments at the server",
      unit: "",
      bars: result.variants.map(({ label, payments }) => ({ label, value: payments, style: payments > 1 ? 1 : 2 })),
      axisOf: (path) => (/payments$/.test(path) ? "x" : null),
    };
  }
  return {
    kind: "flow",
    title: "The exchange, step by step",
    variants: result.variants.map((one) => {
      const payments = counted(one.payments, "payment");
      return variant(one.variant, `${one.label}: ${payments}`, one.steps, `${payments} at the server.`);
    }),
    axisOf: () => null,
  };
}
