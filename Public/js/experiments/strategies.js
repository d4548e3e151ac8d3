// Each strategy keeps its colour and dash in every chart.

const STRATEGIES = {
  immediate: ["immediate", 6],
  constant: ["constant", 5],
  exponential: ["exponential", 1],
  none: ["no jitter", 1],
  full: ["full", 2],
  equal: ["equal", 3],
  decorrelated: ["decorrelated", 4],
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
