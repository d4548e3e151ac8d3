// The parts that charts with two axes share: room, grid, ticks, titles, marks.
import { svg } from "../dom.js";
import { compact, number } from "../format.js";
import { linear, logarithmic } from "./scale.js";

/** Roughly how wide a text is, in pixels, for a size of type. Only to leave room. */
export function textWidth(text, size) {
  return String(text).length * size * 0.62;
}

/**
 * Milliseconds as the axis writes them: in seconds where they are many.
 * @returns {{unit: string, text: (ms: number) => string}}
 */
export function timeUnit(longest) {
  return longest >= 10_000 ? { unit: "s", text: (ms) => number(ms / 1000) } : { unit: "ms", text: (ms) => number(ms) };
}

/**
 * @param {SVGElement} layer
 * @param {{left: number, right: number, top: number, bottom: number}} box In pixels.
 * @param {{title: string, low?: number, high: number, isLog?: boolean, floor?: number, text?: Function}} y
 */
export function yAxis(layer, box, y, type) {
  const scale = y.isLog
    ? logarithmic(y.floor ?? 0.8, y.high, box.bottom, box.top)
    : linear(y.low ?? 0, y.high, box.bottom, box.top);
  const ticks = scale.ticks(Math.max(2, Math.floor((box.bottom - box.top) / (type * 3.2))));
  for (const tick of ticks) {
    const at = Math.round(scale(tick)) + 0.5;
    layer.append(
      svg("g", { class: "grid" }, svg("line", { x1: box.left, x2: box.right, y1: at, y2: at })),
      svg("text", { x: box.left - 8, y: at, dy: "0.32em", "text-anchor": "end" }, (y.text ?? compact)(tick)),
    );
  }
  layer.append(svg("text", { x: 0, y: box.top - type * 0.95 }, y.title));
  return scale;
}

/** @param {{title: string, low: number, high: number, text?: Function}} x */
export function xAxis(layer, box, x, type, showsText = true, scale = linear(x.low, x.high, box.left, box.right)) {
  const text = x.text ?? compact;
  const widest = Math.max(textWidth(text(x.high), type), type * 3);
  const ticks = scale.ticks(Math.max(2, Math.floor((box.right - box.left) / (widest * 1.9))));
  const axis = svg("g", { class: "axis" }, svg("line", { x1: box.left, x2: box.right, y1: box.bottom + 0.5, y2: box.bottom + 0.5 }));
  layer.append(axis);
  let free = -Infinity;
  for (const tick of ticks) {
    const at = Math.round(scale(tick)) + 0.5;
    const half = textWidth(text(tick), type) / 2;
    if (at - half < free) continue;
    free = at + half + type * 0.5;
    axis.append(svg("line", { x1: at, x2: at, y1: box.bottom, y2: box.bottom + 5 }));
    if (!showsText) continue;
    const label = text(tick);
    const isAtEnd = at + textWidth(label, type) / 2 > box.right + 4;
    layer.append(svg("text", { x: isAtEnd ? box.right + 2 : at, y: box.bottom + type * 1.5, "text-anchor": isAtEnd ? "end" : "middle" }, label));
  }
  if (showsText) layer.append(svg("text", { x: box.right, y: box.bottom + type * 2.8, "text-anchor": "end" }, x.title));
  return scale;
}

/** How much room the ticks of a y axis take at the left. */
export function yRoom(y, type) {
  const text = y.text ?? compact;
  const longest = Math.max(...linear(y.low ?? 0, y.high, 0, 1).ticks(5).map((tick) => textWidth(text(tick), type)), textWidth(text(y.high), type) * (y.isLog ? 1 : 0));
  return Math.ceil(longest) + 14;
}

/** Highest value plus a little air, no less than the reader's guess where that is anywhere near. */
export function roof(highest, marks, axis) {
  const wanted = Math.max(highest, ...marks.filter((mark) => mark.axis === axis && mark.value <= highest * 4).map((mark) => mark.value));
  return wanted > 0 ? wanted * 1.06 : 1;
}

/** The reader's line as marks, for `roof`. */
export function drawnMarks(drawn) {
  return (drawn?.points ?? []).map(({ y }) => ({ axis: "y", value: y }));
}

/** The line that the reader drew before the run. */
export function drawGuess(layer, box, { points }, x, y) {
  const inside = (value) => Math.max(box.top, Math.min(box.bottom, value));
  const path = points.filter((point) => point.x <= x.domain[1]).map((point, index) => `${index === 0 ? "M" : "L"}${x(point.x)} ${inside(y(point.y))}`);
  layer.append(svg("path", { class: "drawn-guess", d: path.join("") }));
}

/**
 * Lines for the guess and the measured value, their labels apart.
 * @returns {{labels: {x: number, y: number, width: number}[], heights: number[]}} What other texts keep clear of.
 */
export function drawMarks(layer, box, marks, x, y, type) {
  const labels = [];
  const heights = [];
  const across = marks.filter((mark) => mark.axis === "y").sort((a, b) => b.value - a.value);
  let last = -Infinity;
  for (const mark of across) {
    const isAbove = mark.value > y.domain[1];
    const at = isAbove ? box.top : y(mark.value);
    let text = at - 6;
    if (text - last < type * 1.25) text = last + type * 1.25;
    last = text;
    const label = `${mark.label} ${number(mark.value)}${isAbove ? ", above this chart" : ""}`;
    const width = textWidth(label, type);
    labels.push({ x: box.right - 4 - width, y: text, width });
    heights.push(at);
    layer.append(
      svg("g", { class: `mark mark-${mark.kind}` }, svg("line", { x1: box.left, x2: box.right, y1: at, y2: at }), svg("text", { class: "halo", x: box.right - 4, y: text, "text-anchor": "end" }, label)),
    );
  }
  const along = marks.filter((mark) => mark.axis === "x").sort((a, b) => a.value - b.value);
  along.forEach((mark, index) => {
    const isBeyond = mark.value > x.domain[1];
    const at = isBeyond ? box.right : x(mark.value);
    const isRight = at > (box.left + box.right) / 2;
    const label = `${mark.label} ${number(mark.value)}${isBeyond ? ", beyond this chart" : ""}`;
    const width = textWidth(label, type);
    labels.push({ x: isRight ? at - 6 - width : at + 6, y: box.top + type * (1 + index * 1.3), width });
    layer.append(
      svg("g", { class: `mark mark-${mark.kind}` }, svg("line", { x1: at, x2: at, y1: box.top, y2: box.bottom }), svg("text", { class: "halo", x: at + (isRight ? -6 : 6), y: box.top + type * (1 + index * 1.3), "text-anchor": isRight ? "end" : "start" }, label)),
    );
  });
  return { labels, heights };
}

/** Stretches of time with a name: the outage, the trigger. */
export function drawBands(layer, box, bands, x, type) {
  for (const { from, to, label } of bands) {
    const left = Math.max(box.left, x(from));
    const right = Math.min(box.right, x(to));
    if (right <= left) continue;
    layer.append(svg("rect", { class: "band", x: left, y: box.top, width: right - left, height: box.bottom - box.top }));
    if (label && right - left > textWidth(label, type) + 8) layer.append(svg("text", { class: "band-label", x: left + 5, y: box.top + type * 1.1 }, label));
  }
}
