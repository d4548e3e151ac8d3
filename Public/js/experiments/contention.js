import { strategy } from "./strategies.js";

export function model({ result }) {
  const series = result.series.map((one) => ({ ...one, ...strategy(one.strategy) }));
  return {
    kind: "lines",
    title: "Calls and time until every client has written once",
    summary: "Point at the chart, or move along it with the arrow keys, to read its values.",
    x: { title: "clients", isTime: false, values: series[0].clients },
    panels: [
      { title: "calls", series: series.map(({ label, style, calls }) => ({ label, style, values: calls })) },
      { title: "time, ms", short: "ms", series: series.map(({ label, style, timeMs }) => ({ label, style, values: timeMs })) },
    ],
    axisOf: (path) => (/calls/.test(path) ? "y" : null),
  };
}
