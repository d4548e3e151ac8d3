/** The first table of an answer, for experiments whose result needs no chart. */
export function model({ tables }) {
  const { caption, columns, rows } = tables[0];
  return { kind: "table", title: caption, columns, rows, axisOf: () => null };
}
