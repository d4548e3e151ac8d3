// A table of choices by keyboard: a digit chooses and goes on to the next row.
import { el } from "../dom.js";

export function quicken(form) {
  for (const table of form.querySelectorAll(".choice-table")) {
    const rows = [...table.querySelectorAll(".choice-row")];
    const most = rows[0].querySelectorAll("input").length;
    if (rows.length > 2) table.before(el("p", { class: "keys" }, `By keyboard: 1 to ${most} chooses in a row and goes on to the next.`));
    table.addEventListener("keydown", (event) => {
      if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      const row = event.target.closest(".choice-row");
      const chosen = row?.querySelectorAll("input")[Number(event.key) - 1];
      if (!chosen) return;
      event.preventDefault();
      if (!chosen.checked) chosen.click();
      chosen.focus();
      const next = rows[rows.indexOf(row) + 1];
      (next?.querySelector("input:checked") ?? next?.querySelector("input"))?.focus();
    });
  }
}
