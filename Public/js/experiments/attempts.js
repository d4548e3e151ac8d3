// What became of one request, as a timeline: shared by the policy in virtual time and on real sockets.
import { counted, duration, number } from "../format.js";
import { isTime } from "./strategies.js";

const RULES = { "retry-after": "the server said so", connectivity: "for the network", backoff: "backoff" };

const STOPS = {
  succeeded: "done",
  "not-retryable": "gives up: not worth retrying",
  "not-repeatable": "gives up: not safe to repeat",
  "body-not-replayable": "gives up: the body is spent",
  "attempts-spent": "gives up: attempts spent",
  "retry-after-too-long": "gives up: asked to wait too long",
  deadline: "gives up: deadline",
  "budget-spent": "gives up: budget spent",
  "not-connected": "gives up: offline",
  cancelled: "cancelled by the user",
  horizon: "watched no longer",
};

export function timeline({ result }) {
  const attempts = result.attempts.map((attempt) => ({
    ...attempt,
    outcome: /^2\d\d$/.test(attempt.outcome) ? "ok" : attempt.answered ? "failed" : "lost",
    label: attempt.outcome,
    detail: detail(attempt),
  }));
  const waits = result.waits.map(({ ms, rule, startMs, endMs }) => ({
    startMs,
    endMs,
    isTold: rule === "retry-after",
    label: `${duration(Math.round(ms))}, ${RULES[rule] ?? rule}`,
    detail: RULES[rule] ?? rule,
  }));
  return {
    kind: "timeline",
    title: `Timeline of ${counted(attempts.length, "attempt")} and ${counted(waits.length, "wait")}`,
    summary: "Point at the chart, or move along it with the arrow keys, to read its values.",
    attempts,
    waits,
    stop: { atMs: result.stoppedAtMs ?? attempts.at(-1)?.endMs ?? 0, label: STOPS[result.stopped] ?? result.stopped },
    axisOf: (path) => (isTime(path) && !/^waits/.test(path) ? "x" : null),
  };
}

function detail({ outcome, arrived, answered, retryAfter, retryAfterRefused }) {
  const asked = retryAfter === undefined ? "" : ` with Retry-After ${retryAfter}`;
  const refused = retryAfterRefused === undefined ? "" : `, which is refused: ${retryAfterRefused}`;
  const lost = !arrived ? ", the request did not arrive" : answered ? "" : ", the request arrived but no answer came";
  return `${outcome}${asked}${refused}${lost}`;
}

/** How many requests the server saw, where that is more than the app sent. */
export function serverCount({ serverAttempts, attempts }) {
  const seen = Array.isArray(serverAttempts) ? serverAttempts.length : serverAttempts;
  return seen === undefined || seen === attempts.length ? null : `${number(seen)} requests at the server`;
}
