// A report's tables and parameters, as the server renders them on a page without script.
import { el } from "../dom.js";
import { number } from "../format.js";

/** @param {{caption: string, columns: string[], rows: (string|number|null)[][]}[]} tables */
export function tables(tables) {
  return tables.map(({ caption, columns, rows }) =>
    el(
      "div",
      { class: "table-scroll", tabindex: 0, role: "group", "aria-label": caption },
      el(
        "table",
        {},
        el("caption", {}, caption),
        el("thead", {}, el("tr", {}, columns.map((name, index) => el("th", { scope: "col", class: isFigures(rows, index) && index > 0 ? "figure" : null }, name)))),
        el("tbody", {}, rows.map(row)),
      ),
    ),
  );
}

function row(cells) {
  return el(
    "tr",
    {},
    cells.map((cell, index) => {
      const text = typeof cell === "number" ? number(cell) : (cell ?? "—");
      if (index === 0) return el("th", { scope: "row" }, text);
      return el("td", { class: typeof cell === "number" ? "figure" : lengthOf(text) }, text);
    }),
  );
}

/** The class of a text that needs a column wide enough for several words, as on the server. */
export function lengthOf(text) {
  return text.length > 40 ? "long" : null;
}

function isFigures(rows, index) {
  return rows.length > 0 && rows.every((row) => row[index] === null || typeof row[index] === "number");
}

/** Every effective parameter, in the order of the answer. */
export function parameterList(parameters) {
  return el(
    "dl",
    {},
    Object.entries(parameters).map(([name, value]) =>
      el("div", {}, el("dt", {}, el("code", {}, name)), el("dd", {}, value === null ? "none" : Array.isArray(value) ? value.join(", ") : String(value))),
    ),
  );
}
