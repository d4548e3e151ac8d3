export function model({ tables }) {
  return fromTable(tables[0]);
}

/** The decisions, from the kindest to the sternest, each with a colour; the first word of each says which it is. */
const STYLES = [
  [/^never/i, 1],
  [/^rarely/i, 5],
  [/^wait/i, 4],
  [/^retry/i, 2],
];

function fromTable({ caption, columns, rows }) {
  const classes = new Map();
  const decision = Math.max(1, columns.findIndex((name) => /decision/i.test(name)));
  for (const row of rows) {
    const style = STYLES.find(([pattern]) => pattern.test(row[decision]))?.[1];
    if (style) classes.set(row[decision], style);
  }
  return { kind: "table", title: caption, columns, rows, classes, axisOf: () => null };
}
