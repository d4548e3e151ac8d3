// Whether a request is sent again, and after how long: what the course teaches, kept by the course itself.

/** What is answered with one of these may be answered otherwise a little later. */
export const TRANSIENT = new Set([408, 429, 502, 503, 504]);
/** A longer Retry-After is told to the reader instead of waited for, in milliseconds. */
export const LONGEST_WAIT = 30_000;

/** The first ceiling, and the highest, in milliseconds. */
export const BASE = 250;
export const CAP = 8_000;

/**
 * Reads Retry-After: whole seconds or an HTTP date (RFC 9110 §10.2.3).
 * @param {?string} value
 * @param {number} now In milliseconds since 1970.
 * @returns {?number} Milliseconds, 0 for a date that has passed, or null if there is none that can be read.
 */
export function retryAfter(value, now = Date.now()) {
  if (value === null) return null;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/**
 * Full jitter: anywhere from nothing to a ceiling that doubles, so that clients which failed together do not come back
 * together.
 * @param {number} retry 0 before the first retry.
 */
export function fullJitter(retry, random = Math.random) {
  return random() * Math.min(CAP, BASE * 2 ** Math.min(retry, 30));
}

/** What the server asked for is the least; the jitter comes on top, never off. */
export function nextWait(retry, asked, random = Math.random) {
  const jitter = fullJitter(retry, random);
  return asked === null ? jitter : asked + Math.min(jitter, 1000);
}

/** Resolves after so many milliseconds, or when `hurry` resolves; rejects at once when the signal says so. */
export function wait(ms, signal, hurry) {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", stop, { once: true });
    hurry?.then(done);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal.reason);
    }
  });
}
