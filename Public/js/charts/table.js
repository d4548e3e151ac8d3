// A result that is best read as a table, its classes marked by colour and by name.
//
// On the presenting page buttons turn its rows over, a screenful at a time.
//
// model: { title, summary, columns: [string], rows: [[string | number | null]], classes: Map<string, number> }
import { el } from "../dom.js";
import { lengthOf } from "../cell/tables.js";
import { number } from "../format.js";

export function make(model) {
  return new ClassTable(model);
}

class ClassTable {
  kind = "table";

  constructor(model) {
    this.place = el("span", { class: "small", role: "status" });
    this.pages = el("div", { class: "row-pages", hidden: true }, this.#button("Earlier rows", -1), this.#button("Later rows", 1), this.place);
    this.element = el("div", { class: "chart classes" });
    new ResizeObserver(() => this.#count()).observe(this.element);
    this.update(model);
  }

  #button(text, direction) {
    return el("button", { class: "button", type: "button", onclick: () => this.#turn(direction) }, text);
  }

  get #room() {
    return this.scroller.clientHeight - this.head.offsetHeight;
  }

  /** So far that the first row which did not fit whole stands below the headings. */
  #turn(direction) {
    const { scroller, rows } = this;
    const seen = this.#seen();
    const first = direction > 0 ? rows[seen.at(-1) + 1] : rows[seen[0]];
    if (!first) return;
    const top = first.offsetTop - this.head.offsetHeight;
    scroller.scrollTop = direction > 0 ? top : Math.max(0, top - this.#room);
    this.#count();
  }

  /** The indices of the rows that are seen whole. */
  #seen() {
    const { scroller, head, rows } = this;
    const top = scroller.getBoundingClientRect().top + head.offsetHeight - 2;
    const bottom = scroller.getBoundingClientRect().bottom + 2;
    const seen = [...rows.keys()].filter((index) => {
      const box = rows[index].getBoundingClientRect();
      return box.top >= top && box.bottom <= bottom;
    });
    return seen.length > 0 ? seen : [0];
  }

  #count() {
    if (!this.scroller?.isConnected) return;
    // Its row of buttons takes room, so this comes first.
    this.pages.hidden = this.scroller.scrollHeight <= this.scroller.clientHeight + 1;
    const seen = this.#seen();
    this.place.textContent = `Rows ${seen[0] + 1} to ${seen.at(-1) + 1} of ${this.rows.length}`;
  }

  update({ title, columns, rows, classes }) {
    const cell = (value, index) => {
      if (index === 0) return el("th", { scope: "row" }, value);
      const style = classes?.get(value);
      if (style) return el("td", { class: `series-${style} ${lengthOf(value) ?? ""}`, "data-class": true }, value);
      return typeof value === "number" ? el("td", { class: "figure" }, number(value)) : el("td", { class: lengthOf(value ?? "") }, value ?? "—");
    };
    this.scroller = el(
      "div",
      { class: "table-scroll", tabindex: 0, role: "group", "aria-label": title, onscroll: () => this.#count() },
      el(
        "table",
        {},
        el("caption", {}, title),
        el("thead", {}, el("tr", {}, columns.map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, rows.map((row) => el("tr", {}, row.map(cell)))),
      ),
    );
    this.head = this.scroller.querySelector("thead");
    this.rows = [...this.scroller.querySelectorAll("tbody tr")];
    this.element.replaceChildren(this.scroller, this.pages);
    this.#count();
  }
}
