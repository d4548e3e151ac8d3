// What came of an answer, as the server's own pages show it.
import { el } from "../dom.js";
import { number } from "../format.js";

/** Up to so many reasons are shown at once; more are folded away. */
const FEW = 12;

/** @param {{score?: number, maxScore?: number, visible: Object, hidden: Object, checks: Object[]}} answer */
export function showOutcome(place, answer) {
  const { score, maxScore, hidden, checks } = answer;
  place.replaceChildren(
    ...[
      typeof score === "number" && el("p", { class: "score" }, el("strong", {}, number(score)), ` of ${number(maxScore)} points`),
      el("p", { class: "summary" }, summary(answer)),
      hidden.of > 0 && hidden.passed !== undefined && el("p", { class: "small" }, `Of the ${hidden.of} hidden checks you learn how many passed, and not which.`),
      el("details", { class: "reasons", open: checks.length <= FEW }, el("summary", {}, "The visible checks, with reasons"), el("ul", { class: "checks" }, ...checks.map(({ passed, message }) => el("li", {}, mark(passed), " ", message)))),
    ].filter(Boolean),
  );
  place.hidden = false;
}

/** One sentence that never says "all" while something is hidden. */
export function summary({ visible, hidden }) {
  const shown = `Visible checks: ${visible.passed} of ${visible.of}`;
  if (hidden.of === 0) return `${shown}.`;
  if (hidden.passed === undefined) return `${shown}. ${hidden.of} more are hidden and run when you submit.`;
  return `${shown}; hidden: ${hidden.passed} of ${hidden.of}.`;
}

/** Marks each question that a check is named after. */
export function markFields(form, checks) {
  clearMarks(form);
  for (const { name, passed } of checks) {
    const field = form.querySelector(`[name="${CSS.escape(name)}"]`);
    const row = field?.closest(".choice-row, .menu-row");
    if (!row) continue;
    row.dataset.verdict = passed ? "right" : "wrong";
    row.querySelector("legend, label").prepend(mark(passed), " ");
  }
}

/** Takes the marks away, of a form or of one row: what stands there now has not been checked. */
export function clearMarks(place) {
  for (const marked of place.querySelectorAll("legend > .verdict-mark, .menu-row > label > .verdict-mark")) {
    marked.nextSibling?.nodeType === Node.TEXT_NODE && marked.nextSibling.textContent === " " && marked.nextSibling.remove();
    delete marked.closest("[data-verdict]")?.dataset.verdict;
    marked.remove();
  }
}

function mark(passed) {
  return el("span", { class: `verdict-mark verdict-${passed ? "right" : "wrong"}` }, passed ? "✓" : "✗", el("span", { class: "visually-hidden" }, passed ? " right: " : " not yet: "));
}
