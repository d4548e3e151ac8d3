import { counted } from "../format.js";
import { isTime, strategy } from "./strategies.js";

export function model({ result, reading }, view) {
  const series = result.series.map((one) => ({ ...strategy(one.strategy), counts: one.counts, peak: one.peak }));
  if (view === "bars") {
    return {
      kind: "bars",
      title: `Requests in the busiest ${result.bucketMs} ms`,
      summary: reading,
      unit: "requests",
      bars: series.map(({ label, style, peak }) => ({ label, style, value: peak })),
      axisOf: (path) => (path.endsWith("peak") ? "x" : null),
    };
  }
  return {
    kind: "histogram",
    title: `Histogram of requests per ${result.bucketMs} ms, ${counted(series.length, "strategy", "strategies")}`,
    summary: "Point at the chart, or move along it with the arrow keys, to read its values.",
    y: `requests per ${result.bucketMs} ms`,
    bucketMs: result.bucketMs,
    series,
    axisOf: (path) => (isTime(path) ? "x" : /peak$|counts/.test(path) ? "y" : null),
  };
}
