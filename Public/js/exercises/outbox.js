// Answers that were handed in and have no outcome yet. Each is kept with its key until it has one, so that a lost
// answer, a reload or a server that starts again leads to one submission, not to none and not to two.
import { NoAnswer, send } from "../http/send.js";
import { fullJitter, retryAfter, wait } from "../http/waits.js";
import { keep, load } from "../store.js";

const NAME = "outbox";
/** The most times that an answer is sent by itself: enough for a server that is started again. */
export const ATTEMPTS = 8;
/** For how long a grade is asked for, in milliseconds. */
const GRADING = 120_000;

/**
 * @typedef {{exercise: string, key: string, body: string, person: number, at?: number, filled?: Object, location?: string}} Waiting
 * The key is made when the reader acts, `at` so many milliseconds since 1970, of what the form held as a draft holds it.
 * `location` is where the grade will be, once the server has the answer.
 */

/** All that waits. */
export function allWaiting() {
  // Each is kept under its key; before, it was under its exercise.
  const kept = Object.entries(load(NAME, {})).map(([name, entry]) => ({ exercise: name, ...entry }));
  return kept.filter((entry) => typeof entry.body === "string");
}

/** What waits for an exercise, if anything does: of one person, who may have several numbers, or of anybody. */
export function waiting(exercise, persons) {
  return allWaiting().find((entry) => entry.exercise === exercise && (persons === undefined || persons.includes(entry.person))) ?? null;
}

/** Keeps an answer before anything is sent: under a new key, unless the same waits already. */
export function put(exercise, body, person, filled) {
  const before = waiting(exercise, [person]);
  if (before?.body === body) return before;
  if (before) drop(before);
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const entry = { exercise, key: [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(""), body, person, at: Date.now(), filled };
  store(entry);
  return entry;
}

export function drop({ key }) {
  keep(NAME, Object.fromEntries(Object.entries(load(NAME, {})).filter(([, entry]) => entry?.key !== key)));
}

function store(entry) {
  drop(entry);
  keep(NAME, { ...load(NAME, {}), [entry.key]: entry });
}

/** When an answer was submitted, as part of a sentence. */
export function submittedAt({ at }) {
  return typeof at === "number" ? `, submitted on ${new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })},` : "";
}

/**
 * Does something while no other tab delivers the same answer, where the browser can tell; else the key alone sees to it
 * that it counts once. Who does not wait for the other tab goes ahead, since a tab out of sight may be slow.
 */
export function apart({ key }, waits, action) {
  return navigator.locks ? navigator.locks.request(`course.outbox.${key}`, { ifAvailable: !waits }, action) : action();
}

/**
 * Sends an answer until the server has said what came of it. It says whose answer it is, since the cookie is that of
 * whoever has signed in last, in whichever tab.
 * @param {Waiting} entry
 * @param {{signal: AbortSignal, onAttempt: Function, onWait: Function, onGrading: Function}} told
 * @returns {Promise<{status: number, body: Object}>}
 * @throws NoAnswer once every attempt is spent: the entry stays, and may be sent again with its key.
 */
export async function deliver(entry, { signal, onAttempt, onWait, onGrading }) {
  const read = async (response) => ({ status: response.status, headers: response.headers, body: await json(response) });
  const headers = { Accept: "application/json", "Course-Person": String(entry.person) };
  if (!entry.location) {
    const answer = await send(`/api/v1/exercises/${entry.exercise}/submissions`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json", "Idempotency-Key": entry.key },
      body: entry.body,
      isRepeatable: true,
      attempts: ATTEMPTS,
      signal,
      onAttempt,
      onWait,
      read,
    });
    if (answer.status !== 202) return answer;
    const place = new URL(answer.headers.get("Location"), location.origin);
    entry.location = place.pathname;
    store(entry);
    onGrading();
    await wait((retryAfter(answer.headers.get("Retry-After")) ?? 1000) + fullJitter(0), signal);
  }
  const until = performance.now() + GRADING;
  for (let round = 0; ; round += 1) {
    onGrading();
    const answer = await send(entry.location, { headers, signal, onWait, read });
    if (answer.status !== 200 || answer.body.status !== "pending") return answer;
    if (performance.now() > until) throw new NoAnswer(false);
    await wait((retryAfter(answer.headers.get("Retry-After")) ?? 1000) + fullJitter(round), signal);
  }
}

async function json(response) {
  try {
    return await response.json();
  } catch (error) {
    // A gateway's own page. A body that broke off is another thing: that answer is lost.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
