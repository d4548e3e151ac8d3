// Lines over a common x, in one panel or several below one another.
//
// model: { title, summary, x: { title, values, isTime }, panels: [{ title, short?, series: [{ label, style, values }], isCount }],
//          x.near: the end of the near view, if there is one; x.opensNear: that is what is shown first
//          bands: [{ from, to, label }], marks,
//          drawn?: { points: [{ x, y }] } }           the line that the reader drew, in the first panel
import { svg } from "../dom.js";
import { number } from "../format.js";
import { drawBands, drawGuess, drawMarks, drawnMarks, roof, textWidth, timeUnit, xAxis, yAxis, yRoom } from "./axes.js";
import { Plot } from "./plot.js";

const renderer = {
  kind: "lines",
  legend: ({ panels }) => {
    const seen = new Map(panels.flatMap(({ series }) => series).map((series) => [series.label, series]));
    return [...seen.values()];
  },
  options: ({ x }) => [...(x.near ? [{ name: "near", label: "Near view", isOn: x.opensNear }] : []), { name: "log", label: "Log scale" }],
  draw,
};

export function make(model) {
  return new Plot(renderer, model);
}

function draw(layer, { width, height, type }, model, options) {
  const near = options.has("near") ? model.x.near : null;
  const values = near ? model.x.values.filter((value) => value <= near) : model.x.values;
  const last = values.at(-1) ?? 1;
  const time = model.x.isTime ? timeUnit(last) : { unit: null, text: undefined };
  const whole = model.x.values.at(-1) ?? last;
  const plain = time.unit ? `${model.x.title}, ${time.unit}` : model.x.title;
  const cut = `${plain} (${(time.text ?? number)(last)} of ${(time.text ?? number)(whole)} shown)`;
  const title = last === whole ? plain : textWidth(cut, type) < width ? cut : `${plain} (cut)`;
  const axes = model.panels.map(({ title, series }, place) => {
    const highest = Math.max(0, ...series.map((line) => highestOf(line.values, values.length)));
    const isLog = options.has("log");
    return { title, high: roof(highest, place === 0 ? [...model.marks, ...drawnMarks(model.drawn)] : [], "y") * (isLog ? 1.4 : 1), isLog, floor: isLog ? floorOf(series) : undefined };
  });
  const left = Math.max(...axes.map((y) => yRoom(y, type)));
  const below = type * 3.2;
  const each = (height - below) / model.panels.length;
  const first = values[0] ?? 0;
  const x = { title, low: model.x.isTime ? Math.min(0, first) : first, high: last, text: time.text };

  const panels = model.panels.map((panel, index) => {
    const box = { left, right: width - 6, top: index * each + type * 2.2, bottom: (index + 1) * each - (index < model.panels.length - 1 ? type * 0.6 : 0) };
    const y = yAxis(layer, box, axes[index], type);
    const isLast = index === model.panels.length - 1;
    const xScale = xAxis(layer, box, x, type, isLast);
    drawBands(layer, box, (model.bands ?? []).map((band) => (isLast ? band : { ...band, label: null })), xScale, type);
    for (const series of panel.series) {
      layer.append(svg("path", { class: `line series-${series.style}`, d: line(values, series.values, xScale, y, box, panel.isCount) }));
      if (values.length <= 24) {
        series.values.forEach((value, place) => value !== null && layer.append(svg("circle", { class: `dot series-${series.style}`, cx: xScale(values[place]), cy: y(value), r: 3.5 })));
      }
    }
    return { box, y, xScale, panel };
  });
  drawMarks(layer, panels[0].box, model.marks, panels[0].xScale, panels[0].y, type);
  if (model.drawn) drawGuess(layer, panels[0].box, model.drawn, panels[0].xScale, panels[0].y);

  const { xScale, box } = panels[0];
  return {
    count: values.length,
    jump: Math.max(1, Math.round(values.length / 20)),
    top: box.top,
    bottom: panels.at(-1).box.bottom,
    x: (index) => xScale(values[index]),
    nearest: (position) => nearest(values, xScale.invert(position)),
    dots: (index) =>
      panels.flatMap(({ panel, y }) => panel.series.filter((series) => series.values[index] !== null && series.values[index] !== undefined).map((series) => ({ x: xScale(values[index]), y: y(series.values[index]), style: series.style }))),
    text: (index) => ({
      at: model.x.isTime ? `At ${time.text(values[index])} ${time.unit}` : `${model.x.title} ${number(values[index])}`,
      values: panels.flatMap(({ panel }) => panel.series.map((series) => [panel.short ? `${series.label} (${panel.short})` : series.label, number(series.values[index])])),
    }),
  };
}

/**
 * The path; where values are many more than pixels, each pixel shows their lowest and highest. Counts that fall to
 * nothing leave the floor to whoever comes next.
 */
function line(xs, values, x, y, box, isCount) {
  const step = Math.max(1, Math.floor(xs.length / Math.max(1, (box.right - box.left) * 1.5)));
  let path = "";
  let isDown = false;
  for (let from = 0; from < xs.length; from += step) {
    let low = Infinity;
    let high = -Infinity;
    for (let index = from; index < Math.min(from + step, xs.length); index += 1) {
      const value = values[index];
      if (value === null || value === undefined) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const at = round(x(xs[from]));
    if (high === -Infinity) {
      isDown = false;
    } else if (!isCount) {
      path += `${isDown ? "L" : "M"}${at} ${round(y(high))}`;
      if (low !== high) path += `L${at} ${round(y(low))}`;
      isDown = true;
    } else if (high === 0) {
      if (isDown) path += `H${at}V${round(y(0))}`;
      isDown = false;
    } else {
      path += isDown ? `H${at}V${round(y(high))}` : `M${at} ${round(y(0))}V${round(y(high))}`;
      if (low !== high) path += `V${round(y(low))}`;
      isDown = true;
    }
  }
  return path;
}

function highestOf(values, length) {
  let highest = 0;
  for (let index = 0; index < Math.min(length, values.length); index += 1) if (values[index] > highest) highest = values[index];
  return highest;
}

/** A power of ten below the least value that is not zero, three decades down at most. */
function floorOf(series) {
  let least = Infinity;
  let highest = 1;
  for (const { values } of series) {
    for (const value of values) {
      if (value > 0 && value < least) least = value;
      if (value > highest) highest = value;
    }
  }
  return Math.max(10 ** Math.floor(Math.log10(Number.isFinite(least) ? least : 1)), highest / 1e6) * 0.8;
}

function nearest(values, wanted) {
  let low = 0;
  let high = values.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle] < wanted) low = middle;
    else high = middle;
  }
  return Math.abs(values[low] - wanted) <= Math.abs(values[high] - wanted) ? low : high;
}

const round = (value) => Math.round(value * 10) / 10;
