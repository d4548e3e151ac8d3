// The reader's guess: asked before the result is seen, kept on the device, then shown beside what was measured.
import { el, uniqueId } from "../dom.js";
import { number, withUnit } from "../format.js";
import { valueAt } from "../result-path.js";
import { keep, load } from "../store.js";

export class Prediction {
  /**
   * @param {HTMLElement} source The element that holds the question, for readers without script.
   * @param {string} key What it is kept under.
   */
  constructor(source, key) {
    this.ask = source.querySelector(".ask");
    this.path = source.dataset.value;
    this.unit = source.dataset.unit;
    this.key = key;
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

  measured(result) {
    const value = valueAt(this.path, result);
    return typeof value === "number" ? value : null;
  }

  /** The panel that stands where the chart will be. */
  panel(onAnswer) {
    const id = uniqueId("guess");
    const input = el("input", { id, type: "number", step: "any", inputmode: "decimal", required: true, "aria-describedby": `${id}-fault` });
    const fault = el("p", { class: "fault", id: `${id}-fault` });
    const answer = (guess) => {
      this.#keep({ guess });
      onAnswer();
    };
    const form = el(
      "form",
      {
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          const guess = Number(input.value);
          if (input.value.trim() !== "" && Number.isFinite(guess)) return answer(guess);
          fault.textContent = "Write a number, however rough.";
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
    return el("div", { class: "predict-panel" }, this.ask.cloneNode(true), form);
  }

  forget() {
    this.#keep(null);
  }

  /** What is said under the chart. */
  verdict(result) {
    const measured = this.measured(result);
    if (this.guess === null) return measured === null ? "You asked to be shown." : `You asked to be shown: ${withUnit(measured, this.unit)}.`;
    if (measured === null) return `You predicted ${withUnit(this.guess, this.unit)}; with these values there is nothing to compare it to.`;
    return `You predicted ${withUnit(this.guess, this.unit)}; measured ${withUnit(measured, this.unit)}: ${distance(this.guess, measured)}.`;
  }

  #keep(answer) {
    this.kept = answer;
    const all = load("predictions", {});
    if (answer === null) delete all[this.key];
    else all[this.key] = answer;
    keep("predictions", all);
  }
}

function distance(guess, measured) {
  const off = guess - measured;
  if (off === 0) return "exactly right";
  const direction = off > 0 ? "too high" : "too low";
  const share = measured === 0 ? Infinity : Math.abs(off / measured);
  if (share < 0.005) return `right to within half a percent`;
  if (share <= 0.6) return `${number(Math.round(share * 1000) / 10)}% ${direction}`;
  const ratio = off > 0 ? guess / measured : measured / guess;
  return Number.isFinite(ratio) && ratio > 0 ? `${number(Math.round(ratio * 10) / 10)} times ${direction}` : `${number(Math.abs(off))} ${direction}`;
}
