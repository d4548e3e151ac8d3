export function model({ result }) {
  return {
    kind: "bars",
    title: "Requests at the backend for each request of the user",
    summary: "",
    unit: "per request",
    bars: result.variants.map(({ label, amplification, denied }, index) => ({
      label,
      value: amplification,
      style: [1, 2, 3, 4][index] ?? 6,
      note: denied > 0 ? `${denied.toLocaleString("en")} retries denied` : null,
    })),
    axisOf: (path) => (/counted$|formula$|amplification$/.test(path) ? "x" : null),
  };
}
