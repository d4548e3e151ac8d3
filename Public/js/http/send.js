// One request, sent again where that can help and is safe: a bounded number of times, with growing, jittered waits.
import { LONGEST_WAIT, nextWait, retryAfter, TRANSIENT, wait } from "./waits.js";

/** The most times that one request is sent. */
export const ATTEMPTS = 4;

/** With these the server says that it has not begun, so even a POST may be sent again. */
const REFUSED_UNDONE = new Set([429, 503]);

/** The answer never came. For what may have an effect nobody knows then whether the server acted. */
export class NoAnswer extends Error {
  constructor(isUncertain) {
    super("no answer");
    this.isUncertain = isUncertain;
  }
}

/**
 * @param {string} url
 * @param {{signal: AbortSignal, method?: string, headers?: Object, body?: string, isRepeatable?: boolean,
 *   attempts?: number, onAttempt?: (attempt: number) => void,
 *   onWait: (wait: {ms: number, attempt: number, reason: string, hurry: () => void}) => void,
 *   read: (response: Response) => Promise<any>}} options `read` takes the whole answer; if that fails, the answer
 *   counts as lost. `isRepeatable` is for a request that has one effect however often it is sent: it carries a key, or
 *   has no effect. Of such a one, 409 with Retry-After says that the first is still being carried out.
 * @returns What `read` returns, for the last answer whatever its status.
 * @throws NoAnswer, or the signal's reason.
 */
export async function send(url, { signal, method = "GET", headers = {}, body, isRepeatable = method === "GET", attempts = ATTEMPTS, onAttempt, onWait, read }) {
  for (let attempt = 1; ; attempt += 1) {
    let asked = null;
    let reason = "no answer";
    onAttempt?.(attempt);
    try {
      const response = await fetch(url, { method, headers, body, signal });
      const after = retryAfter(response.headers.get("Retry-After"));
      const again = (isRepeatable ? TRANSIENT : REFUSED_UNDONE).has(response.status) || (isRepeatable && response.status === 409 && after !== null);
      asked = again ? after : null;
      if (!again || attempt === attempts || (asked !== null && asked > LONGEST_WAIT)) return await read(response);
      reason = response.status === 429 ? "too many requests" : response.status === 503 ? "server busy" : "no answer";
      await response.body?.cancel();
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof TypeError) && !(error instanceof NoAnswer)) throw error;
      if (!isRepeatable || attempt === attempts) throw new NoAnswer(method !== "GET");
    }
    const { promise, resolve } = Promise.withResolvers();
    if (navigator.onLine === false) {
      // Nothing left this device, so no attempt is spent: the network's return is the signal, not a timer.
      attempt -= 1;
      onWait({ ms: Infinity, attempt, reason: "offline", hurry: resolve });
      addEventListener("online", resolve, { once: true });
      await wait(2 ** 30, signal, promise);
    } else {
      const ms = nextWait(attempt - 1, asked);
      onWait({ ms, attempt, reason, hurry: resolve });
      await wait(ms, signal, promise);
    }
  }
}
