const BUDGETS = {
  none: ["no budget", 1],
  ratio: ["ratio", 2],
  "ratio-per-success": ["ratio of successes", 7],
  grpc: ["gRPC", 3],
  finagle: ["Finagle", 4],
  aws: ["AWS SDK", 5],
  envoy: ["Envoy", 6],
};

export function model({ result, tables }, view) {
  const series = result.series.map((one, index) => {
    const [label, style] = BUDGETS[one.budget] ?? [tables[0].rows[index]?.[0] ?? one.budget, 6];
    return { ...one, label, style };
  });
  const counted = series.filter(({ tokens }) => tokens.length > 0);
  if (view === "bars" || counted.length === 0) {
    return {
      kind: "bars",
      title: "Requests sent under each budget",
      unit: "sent",
      bars: series.map(({ label, style, sent, denied }) => ({ label, style, value: sent, note: denied > 0 ? `${denied.toLocaleString("en")} retries denied` : null })),
      axisOf: (path) => (/sent$/.test(path) ? "x" : null),
    };
  }
  return {
    kind: "lines",
    title: "Tokens left in each budget",
    summary: "Point at the chart, or move along it with the arrow keys, to read its values.",
    x: { title: "requests so far", isTime: false, values: result.atRequest },
    panels: [{ title: "tokens left", series: counted.map(({ label, style, tokens }) => ({ label, style, values: tokens })) }],
    axisOf: () => null,
  };
}
