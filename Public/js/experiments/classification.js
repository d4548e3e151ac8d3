/** The decisions, each with a colour; its words say which it is. */
const STYLES = [
  [/^never/i, 1],
  [/^rarely/i, 5],
  [/^wait/i, 4],
  [/^check/i, 3],
  [/^retry/i, 2],
];

export function model({ tables }) {
  const { caption, columns, rows } = tables[0];
  const classes = new Map();
  for (const cell of rows.flat()) {
    const style = STYLES.find(([pattern]) => typeof cell === "string" && cell.length < 40 && pattern.test(cell))?.[1];
    if (style) classes.set(cell, style);
  }
  return { kind: "table", title: caption, columns, rows, classes, axisOf: () => null };
}
