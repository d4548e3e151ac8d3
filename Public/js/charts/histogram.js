// Overlaid histograms: counts per bucket of time, one outline a series.
//
// model: { title, summary, bucketMs, series: [{ label, style, counts }], y, marks }
import { svg } from "../dom.js";
import { number } from "../format.js";
import { drawGuess, drawMarks, drawnMarks, roof, textWidth, timeUnit, xAxis, yAxis, yRoom } from "./axes.js";
import { Plot } from "./plot.js";

/** With more series the names would lie over the chart; then the legend alone tells them apart. */
const MOST_NAMES = 4;

const renderer = {
  kind: "histogram",
  legend: ({ series }) => series,
  options: () => [{ name: "log", label: "Log scale" }],
  draw,
};

export function make(model) {
  return new Plot(renderer, model);
}

function draw(layer, { width, height, type }, model, options) {
  const isLog = options.has("log");
  const columns = columnsOf(model, width);
  const highest = Math.max(1, ...columns.map((column) => Math.max(...column.counts)));
  const longest = Math.max(columns.length * columns.step * model.bucketMs, model.drawn?.points.at(-1).x ?? 0);
  const time = timeUnit(longest);
  const top = roof(highest, [...model.marks, ...drawnMarks(model.drawn)], "y");
  const y = { title: model.y, high: isLog ? top * 1.4 : top, isLog };
  const box = { left: yRoom(y, type), right: width - 6, top: type * 2.2, bottom: height - type * 3.2 };
  const yScale = yAxis(layer, box, y, type);
  const xScale = xAxis(layer, box, { title: `time after the failure, ${time.unit}`, low: 0, high: longest, text: time.text }, type);

  const stride = columns.step * model.bucketMs;
  model.series.forEach((series, index) => {
    const outline = stepped(columns, index, stride, xScale, yScale, box.bottom);
    layer.append(
      svg("path", { class: `area series-${series.style}`, d: outline }),
      svg("path", { class: `line series-${series.style}`, d: outline }),
    );
  });
  const marks = drawMarks(layer, box, model.marks, xScale, yScale, type);
  if (model.drawn) drawGuess(layer, box, model.drawn, xScale, yScale);
  if (model.series.length <= MOST_NAMES) drawNames(layer, box, marks, model.series, columns, stride, xScale, yScale, type);

  // Only where something is: a herd in step has long nothing between its peaks.
  const places = columns.map((_, place) => place).filter((place) => columns[place].counts.some((count) => count > 0));
  return {
    count: places.length,
    top: box.top,
    bottom: box.bottom,
    x: (index) => xScale((places[index] + 0.5) * stride),
    nearest: (x) => nearest(places, xScale.invert(x) / stride - 0.5),
    dots: (index) => model.series.map(({ style }, which) => ({ x: xScale((places[index] + 0.5) * stride), y: yScale(columns[places[index]].counts[which]), style })).filter((_, which) => columns[places[index]].counts[which] > 0),
    text: (index) => ({
      at: `${time.text(places[index] * stride)}–${time.text((places[index] + 1) * stride)} ${time.unit}${columns.step > 1 ? `, highest of ${columns.step} buckets` : ""}`,
      values: model.series.map(({ label }, which) => [label, number(columns[places[index]].counts[which])]),
    }),
  };
}

/** Each series' name at its highest place, where there is room: read without colour. */
function drawNames(layer, box, marks, series, columns, stride, x, y, type) {
  const taken = [...marks.labels];
  series
    .map((one, index) => ({ ...one, place: columns.reduce((best, { counts }, place) => (counts[index] > columns[best].counts[index] ? place : best), 0), index }))
    .sort((a, b) => columns[b.place].counts[b.index] - columns[a.place].counts[a.index])
    .forEach(({ label, style, place, index }) => {
      const at = { x: x((place + 0.5) * stride) + 7, y: Math.max(box.top + type, y(columns[place].counts[index]) + type * 0.4) };
      const width = textWidth(label, type);
      for (const line of marks.heights) if (Math.abs(line - (at.y - type * 0.35)) < type * 0.8) at.y = line + type * 1.25;
      while (taken.some((other) => Math.abs(other.y - at.y) < type * 1.15 && at.x < other.x + other.width && other.x < at.x + width)) at.x += type;
      if (at.x + width > box.right) return;
      taken.push({ ...at, width });
      layer.append(svg("text", { class: `name halo series-${style}`, ...at }, label));
    });
}

/** The buckets, or where they are more than pixels, groups of them that each show their highest. */
function columnsOf({ series }, width) {
  const length = Math.max(1, ...series.map(({ counts }) => lastUsed(counts) + 2));
  const step = Math.max(1, Math.ceil(length / Math.max(1, width - 60)));
  const columns = [];
  for (let from = 0; from < length; from += step) {
    columns.push({ counts: series.map(({ counts }) => highestOf(counts, from, Math.min(from + step, counts.length))) });
  }
  columns.step = step;
  return columns;
}

function lastUsed(counts) {
  let last = counts.length - 1;
  while (last > 0 && counts[last] === 0) last -= 1;
  return last;
}

function highestOf(counts, from, to) {
  let highest = 0;
  for (let index = from; index < to; index += 1) if (counts[index] > highest) highest = counts[index];
  return highest;
}

/** The outline, without the floor between its hills, where every series lies. */
function stepped(columns, index, stride, x, y, floor) {
  let path = "";
  let last = 0;
  columns.forEach(({ counts }, place) => {
    const count = counts[index];
    if (count === last) return;
    const at = round(x(place * stride));
    path += last === 0 ? `M${at} ${floor}` : `H${at}`;
    path += `V${count === 0 ? floor : round(y(count))}`;
    last = count;
  });
  return last === 0 ? path : `${path}H${round(x(columns.length * stride))}V${floor}`;
}

function nearest(places, wanted) {
  let low = 0;
  let high = places.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (places[middle] < wanted) low = middle;
    else high = middle;
  }
  return Math.abs(places[low] - wanted) <= Math.abs(places[high] - wanted) ? low : high;
}

const round = (value) => Math.round(value * 10) / 10;
