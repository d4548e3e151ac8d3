import { retryAfter } from "./waits.js";

/**
 * The document at an address. Only this kind of request parses one without making markup of a string.
 * @throws An Error; `asked` is what its Retry-After asks for, in milliseconds, or null.
 */
export function fetchDocument(path) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (reason, asked = null) => reject(Object.assign(new Error(reason), { asked }));
    request.responseType = "document";
    request.timeout = 10_000;
    request.onload = () => (request.status === 200 && request.response ? resolve(request.response) : fail(`status ${request.status}`, retryAfter(request.getResponseHeader("Retry-After"))));
    request.onerror = request.ontimeout = () => fail("no answer");
    request.open("GET", path);
    request.send();
  });
}
