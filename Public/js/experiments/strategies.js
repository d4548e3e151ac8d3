// Each strategy keeps its name, colour and dash in every chart. The names are those of `Strategy.words` on the server.

const STRATEGIES = {
  immediate: ["immediate", 6],
  constant: ["constant", 5],
  exponential: ["exponential", 1],
  none: ["exponential", 1],
  full: ["full jitter", 2],
  equal: ["equal jitter", 3],
  decorrelated: ["decorrelated jitter", 4],
};

/** @returns {{label: string, style: number}} */
export function strategy(name) {
  const [label, style] = STRATEGIES[name] ?? [name, 6];
  return { label, style };
}

/** Whether a path into a result ends in a time, and so belongs on a time axis. */
export function isTime(path) {
  return /(Ms|At)$/.test(path);
}
