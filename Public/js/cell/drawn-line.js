// A drawn guess beside what was measured: the line's points, and how well it fits, in words.
import { duration, number } from "../format.js";
import { valueAt } from "../result-path.js";

/** What a lesson asks to be drawn, as the server wrote it into the page; null where nothing is. */
export function drawingOf(source) {
  const paper = source.querySelector(".draw");
  if (!paper) return null;
  const { value, at, highest } = paper.dataset;
  return { ask: paper.textContent, path: value, at: at.split(",").map(Number), highest: Number(highest) };
}

/** The line's points, as charts take them. */
export function pointsOf({ at }, line) {
  return at.map((x, index) => ({ x, y: line[index] ?? 0 }));
}

/** How the line compares with the measured numbers: where each is highest, and how much of their areas they share. */
export function compared(drawing, line, { result, parameters }) {
  const measured = valueAt(drawing.path, result);
  if (!Array.isArray(measured) || measured.length === 0) return "";
  const bucket = result.bucketMs ?? parameters.bucketMs ?? 1;
  const at = (index) => result.atMs?.[index] ?? index * bucket;
  const points = pointsOf(drawing, line);
  const within = measured.map((value, index) => ({ x: at(index), y: value ?? 0 })).filter(({ x }) => x >= points[0].x && x <= points.at(-1).x);
  const own = within.map(({ x }) => heightAt(points, x));
  const shared = within.reduce((sum, { y }, index) => sum + Math.min(y, own[index]), 0);
  const either = within.reduce((sum, { y }, index) => sum + Math.max(y, own[index]), 0);
  const top = highest(points);
  const found = highest(within);
  const overlap = either > 0 ? ` The areas under the two overlap by ${number(Math.round((100 * shared) / either))}%.` : "";
  return `Your line is highest at ${duration(top.x)}, with ${number(top.y)}; measured at ${duration(found.x)}, with ${number(found.y)}.${overlap}`;
}

function highest(points) {
  return points.reduce((best, point) => (point.y > best.y ? point : best));
}

/** Straight between the points. */
function heightAt(points, x) {
  const right = Math.max(1, points.findIndex((point) => point.x >= x));
  const [a, b] = [points[right - 1], points[right]];
  return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
}
