// Horizontal bars with their values, for comparing a few totals.
//
// model: { title, summary, unit, bars: [{ label, value, style, note? }], marks }
import { svg } from "../dom.js";
import { number } from "../format.js";
import { textWidth } from "./axes.js";
import { Plot } from "./plot.js";
import { linear, logarithmic } from "./scale.js";

const renderer = {
  kind: "bars",
  legend: () => [],
  options: ({ bars }) => {
    const values = bars.map(({ value }) => value).filter((value) => value > 0);
    return Math.max(...values) > 50 * Math.min(...values) ? [{ name: "log", label: "Log scale" }] : [];
  },
  height: (_, { bars, marks }, type) => bars.length * type * 3.6 + type * (marks.length ? 3 : 1),
  draw,
};

export function make(model) {
  return new Plot(renderer, model);
}

function draw(layer, { width, type }, model, options) {
  const { bars, unit, marks } = model;
  const highest = Math.max(1e-9, ...bars.map(({ value }) => value), ...marks.map(({ value }) => value).filter((value) => value <= 4 * Math.max(...bars.map((bar) => bar.value))));
  const room = Math.max(...bars.map(({ value, note }) => textWidth(valueText(value, unit, note), type))) + 12;
  const right = Math.max(width * 0.4, width - room);
  const positive = bars.map(({ value }) => value).filter((value) => value > 0);
  const scale = options.has("log") ? logarithmic(Math.min(...positive, highest) / 2, highest, 0, right) : linear(0, highest, 0, right);
  const top = marks.length ? type * 2 : 0;
  const each = type * 3.6;

  bars.forEach(({ label, value, style, note }, index) => {
    const y = top + index * each;
    const length = value > 0 ? Math.max(2, scale(value)) : 0;
    layer.append(
      svg("text", { x: 0, y: y + type * 1.05 }, label),
      svg("rect", { class: `bar series-${style}`, x: 0.75, y: y + type * 1.45, width: length, height: type * 1.35, rx: 1.5 }),
      svg("text", { class: "strong", x: length + 8, y: y + type * 2.5 }, valueText(value, unit, note)),
    );
  });
  const floor = top + bars.length * each;
  layer.append(svg("g", { class: "axis" }, svg("line", { x1: 0.5, x2: 0.5, y1: top + type * 1.2, y2: floor })));
  for (const mark of marks) {
    if (mark.value > highest) continue;
    const x = Math.round(scale(mark.value)) + 0.5;
    const isRight = x > right / 2;
    layer.append(svg("g", { class: `mark mark-${mark.kind}` }, svg("line", { x1: x, x2: x, y1: type * 1.4, y2: floor }), svg("text", { x: isRight ? x + 2 : x, y: type, "text-anchor": isRight ? "end" : "start" }, mark.kind === "guess" ? `${mark.label} ${number(mark.value)}` : "")));
  }
  return {
    count: bars.length,
    jump: 1,
    outline: (index) => ({ x: 0.75, y: top + index * each + type * 1.45, width: Math.max(2, scale(bars[index].value)), height: type * 1.35 }),
    nearest: (_, y) => Math.max(0, Math.min(bars.length - 1, Math.floor((y - top) / each))),
    text: (index) => ({ at: bars[index].label, values: [["", valueText(bars[index].value, unit, bars[index].note)]] }),
  };
}

function valueText(value, unit, note) {
  return `${number(value)}${unit ? ` ${unit}` : ""}${note ? ` (${note})` : ""}`;
}
