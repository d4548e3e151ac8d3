// Horizontal bars with their values, for comparing a few totals.
//
// model: { title, summary, unit, bars: [{ label, value, style, note? }], marks }
import { svg } from "../dom.js";
import { number } from "../format.js";
import { textWidth } from "./axes.js";
import { Plot } from "./plot.js";
import { linear, logarithmic } from "./scale.js";

/** The height of a mark's label, in heights of type. */
const ROW = 1.3;

const renderer = {
  kind: "bars",
  legend: () => [],
  options: ({ bars }) => {
    const values = bars.map(({ value }) => value).filter((value) => value > 0);
    return Math.max(...values) > 50 * Math.min(...values) ? [{ name: "log", label: "Log scale" }] : [];
  },
  draw,
};

export function make(model) {
  return new Plot(renderer, model);
}

function draw(layer, { width, height, type }, model, options) {
  const { bars, unit, marks } = model;
  const highest = Math.max(1e-9, ...bars.map(({ value }) => value), ...marks.map(({ value }) => value).filter((value) => value <= 4 * Math.max(...bars.map((bar) => bar.value))));
  const beside = Math.max(...bars.map(({ value, note }) => textWidth(valueText(value, unit, note), type))) + 12;
  const right = Math.max(width * 0.4, width - beside);
  const positive = bars.map(({ value }) => value).filter((value) => value > 0);
  const scale = options.has("log") ? logarithmic(Math.min(...positive, highest) / 2, highest, 0, right) : linear(0, highest, 0, right);
  const top = room(marks, type);
  const each = Math.max(type * 2.9, Math.min(type * 3.6, (height - top - type * 0.4) / bars.length));
  const thick = each - type * 2.25;

  const floor = top + bars.length * each;
  layer.append(svg("g", { class: "axis" }, svg("line", { x1: 0.5, x2: 0.5, y1: top + type * 1.2, y2: floor })));
  const lengths = bars.map(({ value }) => (value > 0 ? Math.max(2, scale(value)) : 0));
  bars.forEach(({ style }, index) => {
    layer.append(svg("rect", { class: `bar series-${style}`, x: 0.75, y: top + index * each + type * 1.45, width: lengths[index], height: thick, rx: 1.5 }));
  });
  const within = marks.filter(({ value }) => value <= highest);
  within.forEach((mark, index) => {
    const x = Math.round(scale(mark.value)) + 0.5;
    const isRight = x > right / 2;
    const y = type * (1 + index * ROW);
    layer.append(
      svg("g", { class: `mark mark-${mark.kind}` }, svg("line", { x1: x, x2: x, y1: y + type * 0.4, y2: floor }), svg("text", { class: "halo", x: isRight ? x + 2 : x, y, "text-anchor": isRight ? "end" : "start" }, `${mark.label} ${number(mark.value)}`)),
    );
  });
  // Over the marks' lines, so that these leave the words legible.
  bars.forEach(({ label, value, note }, index) => {
    const y = top + index * each;
    layer.append(
      svg("text", { class: "halo", x: 0, y: y + type * 1.05 }, label),
      svg("text", { class: "strong halo", x: lengths[index] + 8, y: y + type * 1.8 + thick / 2 }, valueText(value, unit, note)),
    );
  });
  return {
    count: bars.length,
    jump: 1,
    outline: (index) => ({ x: 0.75, y: top + index * each + type * 1.45, width: Math.max(2, scale(bars[index].value)), height: thick }),
    nearest: (_, y) => Math.max(0, Math.min(bars.length - 1, Math.floor((y - top) / each))),
    text: (index) => ({ at: bars[index].label, values: [["", valueText(bars[index].value, unit, bars[index].note)]] }),
  };
}

/** A row above the bars for each mark's label. */
function room(marks, type) {
  return marks.length ? type * (0.6 + marks.length * ROW) : 0;
}

function valueText(value, unit, note) {
  return `${number(value)}${unit ? ` ${unit}` : ""}${note ? ` (${note})` : ""}`;
}
