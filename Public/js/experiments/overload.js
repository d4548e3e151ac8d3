export function model({ result }) {
  const [admission, none] = [true, false].map((kind) => result.series.find((one) => one.admission === kind));
  return {
    kind: "lines",
    title: "Answers in time over the load, with and without admission control",
    summary: "Point at the chart, or move along it with the arrow keys, to read its values.",
    x: { title: "load in percent of the capacity", isTime: false, values: result.loadPercent },
    panels: [
      {
        title: "requests a second",
        series: [
          { label: "sent", style: 6, values: admission.offered },
          { label: "answered in time, with admission control", style: 2, values: admission.goodput },
          { label: "refused at once", style: 4, values: admission.refused },
          { label: "answered in time, without", style: 1, values: none.goodput },
        ],
      },
      {
        title: "wait of those answered in time, 95th percentile, ms",
        series: [
          { label: "with admission control", style: 2, values: admission.waitP95Ms },
          { label: "without", style: 1, values: none.waitP95Ms },
        ],
      },
    ],
    axisOf: (path) => (/goodput|refused|offered/.test(path) ? "y" : null),
  };
}
