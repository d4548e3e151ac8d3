import { counted } from "../format.js";
import { isTime, strategy } from "./strategies.js";

/** With fewer than this many times the outage on the axis, the near view shows nothing new. */
const FAR = 5;

export function model({ result, parameters, reading }, view) {
  const { bucketMs, recoverAtMs, capacity } = parameters;
  const series = result.series.map((one) => ({ ...one, ...strategy(one.strategy) }));
  if (view === "bars") {
    return {
      kind: "bars",
      title: "Time until 99% of the clients have succeeded",
      summary: reading,
      unit: "ms",
      bars: series.map(({ label, style, t99Ms }) => ({ label, style, value: t99Ms })),
      axisOf: (path) => (path.endsWith("t99Ms") ? "x" : null),
    };
  }
  const length = Math.max(...series.map(({ arrivals, served }) => Math.max(arrivals.length, served.length)));
  const near = recoverAtMs * FAR;
  return {
    kind: "lines",
    title: `Requests over time, ${counted(series.length, "strategy", "strategies")}: those that arrive, and below those that are served`,
    summary: "Point at the chart, or move along it with the arrow keys, to read its values.",
    x: { title: "time after the failure", isTime: true, values: Array.from({ length }, (_, index) => index * bucketMs), near: length * bucketMs > near ? near : null, opensNear: series.length > 1 },
    panels: [
      { title: `requests arriving per ${bucketMs} ms`, series: series.map(({ label, style, arrivals }) => ({ label, style, values: arrivals })), isCount: true },
      { title: `served, at most ${capacity}`, short: "served", series: series.map(({ label, style, served }) => ({ label, style, values: served })), isCount: true },
    ],
    bands: [{ from: 0, to: recoverAtMs, label: "outage" }],
    axisOf: (path) => (isTime(path) || /t\d+Ms$/.test(path) ? "x" : /peak$/.test(path) ? "y" : null),
  };
}
