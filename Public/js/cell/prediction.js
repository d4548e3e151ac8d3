// The reader's guess: asked before the result is seen, kept on the device, then shown beside what was measured.
import { el, uniqueId } from "../dom.js";
import { number, withUnit } from "../format.js";
import { valueAt } from "../result-path.js";
import { keep, load } from "../store.js";
import { compared, drawingOf, pointsOf } from "./drawn-line.js";

export class Prediction {
  /**
   * @param {HTMLElement} source The element that holds the question, for readers without script.
   * @param {string} key What it is kept under.
   * @param {string} asked The form's values that the question is about.
   */
  constructor(source, key, asked) {
    this.ask = source.querySelector(".ask");
    this.drawing = drawingOf(source);
    this.path = source.dataset.value;
    this.unit = source.dataset.unit;
    this.key = key;
    this.asked = asked;
    this.kept = load("predictions", {})[key] ?? null;
  }

  /** True once the reader has guessed or asked to be shown. */
  get isAnswered() {
    return this.kept !== null;
  }

  /** The guess, or null if the reader did not make one. */
  get guess() {
    return this.kept?.guess ?? null;
  }

  /** The line that the reader drew, as a chart takes it, or null. */
  get drawn() {
    const { line } = this.kept ?? {};
    return this.drawing && Array.isArray(line) ? { points: pointsOf(this.drawing, line) } : null;
  }

  measured(result) {
    const value = valueAt(this.path, result);
    return typeof value === "number" ? value : null;
  }

  /** The panel that stands where the chart will be. */
  panel(onAnswer) {
    const id = uniqueId("guess");
    // What draws is fetched only where something is to be drawn.
    let sketch = null;
    const paper = this.drawing && el("div", { class: "sketch" });
    if (paper) import("./sketch.js").then(({ Sketch }) => (sketch = new Sketch(this.drawing, paper)));
    const input = el("input", { id, type: "number", step: "any", inputmode: "decimal", required: !paper, "aria-describedby": `${id}-fault` });
    const fault = el("p", { class: "fault", id: `${id}-fault` });
    const answer = (guess, line = null) => {
      this.#keep({ guess, asked: this.asked, ...(line ? { line } : {}) });
      onAnswer();
    };
    const form = el(
      "form",
      {
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          const guess = input.value.trim() === "" ? null : Number(input.value);
          const line = sketch?.line ?? null;
          if (Number.isFinite(guess) || (guess === null && line)) return answer(guess, line);
          fault.textContent = paper ? "Write a number or draw a line, however rough." : "Write a number, however rough.";
          input.setAttribute("aria-invalid", "true");
          input.focus();
        },
      },
      el("label", { class: "visually-hidden", for: id }, "Your prediction"),
      input,
      this.unit && el("span", { class: "unit" }, this.unit),
      el("button", { class: "button primary", type: "submit" }, "Predict"),
      el("button", { class: "button", type: "button", onclick: () => answer(null) }, "Show me"),
      fault,
    );
    return el("div", { class: `predict-panel${paper ? " predict-drawing" : ""}` }, this.ask.cloneNode(true), paper, form);
  }

  forget() {
    this.#keep(null);
  }

  /** True if a result for these values answers the question that the reader was asked. */
  isAbout(values) {
    return (this.kept?.asked ?? this.asked) === values;
  }

  /** What is said under the chart: a judgement only of what was asked. `answer` is the API's, whole. */
  verdict(answer, values) {
    const { line } = this.kept ?? {};
    if (!this.drawn || !this.isAbout(values)) return this.#ofNumber(answer.result, values);
    const ofLine = compared(this.drawing, line, answer);
    return this.guess === null ? ofLine : `${this.#ofNumber(answer.result, values)} ${ofLine}`;
  }

  #ofNumber(result, values) {
    const measured = this.measured(result);
    if (this.guess === null && this.drawn) return "You drew a line, for the values in the question. They have changed since.";
    if (this.guess === null) return measured === null ? "You asked to be shown." : `You asked to be shown: ${withUnit(measured, this.unit)}.`;
    if (!this.isAbout(values)) return `You predicted ${withUnit(this.guess, this.unit)}, for the values in the question. They have changed since.`;
    if (measured === null) return `You predicted ${withUnit(this.guess, this.unit)}; with these values there is nothing to compare it to.`;
    return `You predicted ${withUnit(this.guess, this.unit)}; measured ${withUnit(measured, this.unit)}: ${distance(this.guess, measured, this.unit)}.`;
  }

  #keep(answer) {
    this.kept = answer;
    const all = load("predictions", {});
    if (answer === null) delete all[this.key];
    else all[this.key] = answer;
    keep("predictions", all);
  }
}

/** How far off the guess is: up to twofold as a share of what was measured, beyond that as a factor. */
function distance(guess, measured, unit) {
  const off = guess - measured;
  if (off === 0) return "exactly right";
  const direction = off > 0 ? "too high" : "too low";
  if (guess <= 0 || measured <= 0) return `${withUnit(Number(Math.abs(off).toPrecision(3)), unit)} ${direction}`;
  const share = Math.abs(off / measured);
  if (share < 0.005) return "right to within half a percent";
  const factor = Math.max(guess / measured, measured / guess);
  return factor < 2 ? `${number(rounded(share * 100))}% ${direction}` : `${direction} by a factor of ${number(rounded(factor))}`;
}

/** To two digits that say something. */
function rounded(value) {
  return Number(value.toPrecision(2));
}
