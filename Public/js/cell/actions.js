// What can be taken away from a result: its address, the command that asks for it, and the data.
import { copy } from "../clipboard.js";
import { el } from "../dom.js";

/** Fills the row below a result. `answer` is the API's, whole. */
export class Actions {
  constructor(row, cell) {
    this.row = row;
    this.cell = cell;
    this.said = el("span", { class: "done", role: "status" });
    this.link = el("a", { class: "plain" }, "Permalink");
    row.append(
      this.link,
      this.#button("Copy link", () => this.#copy(new URL(this.link.href).href)),
      this.#button("Copy as curl", () => this.#copy(this.curl)),
      this.#button("JSON", () => this.#download("json", "application/json", JSON.stringify(this.answer, null, 2)), "Download JSON"),
      this.#button("CSV", () => this.#download("csv", "text/csv", csv(this.answer.tables)), "Download CSV"),
      this.said,
    );
  }

  show(answer) {
    this.answer = answer;
    this.link.href = this.permalink;
    this.#carry();
  }

  /** The page with every effective parameter, so that nothing depends on a default. */
  get permalink() {
    const { lesson } = this.cell.dataset;
    const query = new URLSearchParams({ cell: this.cell.id, ...(lesson ? { lesson } : {}), ...flat(this.answer.parameters) });
    return `${this.cell.page}?${query}#${this.cell.id}`;
  }

  get curl() {
    const { origin } = location;
    const api = `${origin}/api/v1/experiments/${this.cell.experiment}`;
    if (!this.cell.isLive) return `curl ${quoted(`${api}?${new URLSearchParams(flat(this.answer.parameters))}`)}`;
    const body = JSON.stringify(this.answer.parameters);
    return `curl -X POST ${quoted(`${api}/runs`)} -H 'Content-Type: application/json' -d ${quoted(body)}`;
  }

  /** Links to other pages of the same experiment take the parameters along: to the presenting page, and back. */
  #carry() {
    for (const link of document.querySelectorAll(`a[data-carries="${CSS.escape(this.cell.id)}"]`)) {
      const url = new URL(link.href);
      const place = ["cell", "lesson"].filter((name) => url.searchParams.has(name)).map((name) => [name, url.searchParams.get(name)]);
      url.search = new URLSearchParams([...place, ...Object.entries(flat(this.answer.parameters))]);
      link.href = url.href;
    }
  }

  async #copy(text) {
    this.row.querySelector("input")?.remove();
    if (await copy(text)) return this.#say("Copied.");
    const field = el("input", { type: "text", readonly: true, value: text, "aria-label": "To copy" });
    this.row.append(field);
    field.select();
    this.#say("Press the copy keys.");
  }

  #download(extension, type, text) {
    const url = URL.createObjectURL(new Blob([text], { type }));
    el("a", { href: url, download: `${this.cell.experiment}.${extension}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  #say(text) {
    this.said.textContent = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.said.textContent = ""), 3000);
  }

  #button(text, onclick, label) {
    return el("button", { class: "plain", type: "button", onclick, "aria-label": label }, text);
  }
}

/** Parameters as a query writes them. */
function flat(parameters) {
  return Object.fromEntries(
    Object.entries(parameters)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)]),
  );
}

/** For a POSIX shell. */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The tables as RFC 4180 has it; what a spreadsheet would take for a formula is defused. */
export function csv(tables) {
  const field = (value) => {
    if (value === null) return "";
    if (typeof value === "number") return String(value);
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const line = (values) => `${values.map(field).join(",")}\r\n`;
  return tables
    .map(({ caption, columns, rows }) => (tables.length > 1 ? line([caption]) : "") + line(columns) + rows.map(line).join(""))
    .join("\r\n");
}
