import { isTime } from "./strategies.js";

export function model({ result, parameters }) {
  const panels = [
    {
      title: "requests a second",
      series: [
        { label: "first tries", style: 6, values: result.offered },
        { label: "sent, with retries", style: 1, values: result.sent },
        { label: "answered in time", style: 2, values: result.goodput },
      ],
    },
    { title: "waiting in the queue", series: [{ label: "queue", style: 4, values: result.queue }] },
  ];
  if (result.tokens?.some((value) => value !== null)) {
    panels.push({ title: "tokens in the budget", series: [{ label: "tokens", style: 3, values: result.tokens }] });
  }
  const { triggerStartMs, triggerEndMs } = parameters;
  return {
    kind: "lines",
    title: "Requests, queue and tokens over time",
    summary: "Point at the chart, or move along it with the arrow keys, to read its values.",
    x: { title: "time", isTime: true, values: result.atMs },
    panels,
    bands: triggerEndMs > triggerStartMs ? [{ from: triggerStartMs, to: triggerEndMs, label: "trigger" }] : [],
    axisOf: (path) => (isTime(path) ? "x" : /^(goodput|sent|offered)/.test(path) ? "y" : null),
  };
}
