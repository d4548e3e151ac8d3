// A result that is best read as a table, its classes marked by colour and by name.
//
// model: { title, summary, columns: [string], rows: [[string | number | null]], classes: Map<string, number> }
import { el } from "../dom.js";
import { number } from "../format.js";

export function make(model) {
  return new ClassTable(model);
}

class ClassTable {
  kind = "table";

  constructor(model) {
    this.element = el("div", { class: "chart classes" });
    this.update(model);
  }

  update({ title, columns, rows, classes }) {
    const cell = (value, index) => {
      if (index === 0) return el("th", { scope: "row" }, value);
      const style = classes?.get(value);
      if (style) return el("td", { class: `series-${style}`, "data-class": true }, value);
      return typeof value === "number" ? el("td", { class: "figure" }, number(value)) : el("td", {}, value ?? "—");
    };
    this.element.replaceChildren(
      el(
        "div",
        { class: "table-scroll", tabindex: 0, role: "group", "aria-label": title },
        el(
          "table",
          {},
          el("caption", {}, title),
          el("thead", {}, el("tr", {}, columns.map((name) => el("th", { scope: "col" }, name)))),
          el("tbody", {}, rows.map((row) => el("tr", {}, row.map(cell)))),
        ),
      ),
    );
  }
}
