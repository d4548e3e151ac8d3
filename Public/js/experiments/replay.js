/** Each class of operation keeps its colour. */
const CLASSES = new Map([
  ["robust", 2],
  ["repeat-sensitive", 1],
  ["order-sensitive", 5],
  ["doubly-sensitive", 4],
]);

export function model({ tables }) {
  const { caption, columns, rows } = tables[0];
  return { kind: "table", title: caption, columns, rows, classes: CLASSES, axisOf: () => null };
}
