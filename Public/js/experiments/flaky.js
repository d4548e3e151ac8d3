// The same timeline as a policy's in virtual time, with each request that the server counted: a transport may send more
// of them than the app knows of.
import { timeline } from "./attempts.js";

export function model(answer, view) {
  const { server } = answer.result;
  const chart = timeline(answer, view);
  const attempts = chart.attempts.map((attempt, index) => {
    const end = chart.attempts[index + 1]?.startMs ?? Infinity;
    return { ...attempt, requests: server.filter(({ startMs }) => startMs >= attempt.startMs && startMs < end) };
  });
  return { ...chart, attempts };
}
