// Server-sent events from a response's body, as the HTML standard reads them. EventSource is of no use here: it takes no
// headers, cannot be aborted with its work, and starts again by itself.

/**
 * Yields each event with data. A stream that ends in the middle of an event yields nothing for it.
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<{name: string, data: string}>}
 */
export async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let name = "";
  let data = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += value;
      // A CR at the very end may be half of a CRLF.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop();
      for (const line of lines) {
        if (line === "") {
          if (data.length > 0) yield { name: name || "message", data: data.join("\n") };
          name = "";
          data = [];
          continue;
        }
        if (line.startsWith(":")) continue;
        const colon = line.indexOf(":");
        const field = colon < 0 ? line : line.slice(0, colon);
        const text = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        if (field === "event") name = text;
        else if (field === "data") data.push(text);
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
