// Steps between parties, as the flow chart takes them: shared by all experiments that tell an exchange.

/** @param {{from: string, to: string, what: string, lost: boolean}[]} steps */
export function variant(name, label, steps, outcome) {
  return { name, label, lanes: lanes(steps), steps: steps.map(({ from, to, what, lost }) => ({ from, to, text: what, lost })), outcome };
}

/** In the order in which they appear; of three, the server stands between its clients. */
function lanes(steps) {
  const names = [...new Set(steps.flatMap(({ from, to }) => [from, to]))];
  if (names.length !== 3 || !names.includes("server")) return names;
  const clients = names.filter((name) => name !== "server");
  return [clients[0], "server", clients[1]];
}
