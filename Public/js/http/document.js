import { LONGEST_WAIT, retryAfter, TRANSIENT } from "./waits.js";

/**
 * The document at an address. Only this kind of request parses one without making markup of a string.
 * @throws An Error with `status`, 0 where no answer came; `asked`, which is its Retry-After in milliseconds or null; and
 *   `isTransient`, true where asking again can help and the wait that the server asks for is no longer than anybody waits.
 */
export function fetchDocument(path) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (status, asked = null) => {
      const isTransient = (status === 0 || TRANSIENT.has(status)) && (asked ?? 0) <= LONGEST_WAIT;
      reject(Object.assign(new Error(status ? `status ${status}` : "no answer"), { status, asked, isTransient }));
    };
    request.responseType = "document";
    request.timeout = 10_000;
    request.onload = () => (request.status === 200 && request.response ? resolve(request.response) : fail(request.status, retryAfter(request.getResponseHeader("Retry-After"))));
    request.onerror = request.ontimeout = () => fail(0);
    request.open("GET", path);
    request.send();
  });
}
