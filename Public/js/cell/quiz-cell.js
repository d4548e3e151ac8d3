// <quiz-cell>: a question whose answer is folded below it; with script, choices that can be checked.
import { el } from "../dom.js";

class QuizCell extends HTMLElement {
  connectedCallback() {
    if (this.button) return;
    this.button = this.querySelector(".run-row .primary");
    this.state = this.querySelector(".state");
    this.state.setAttribute("role", "status");
    this.choices = [...this.querySelectorAll(".choice")];
    this.answers = [...this.querySelectorAll(".answer")];
    this.button.addEventListener("click", () => this.#check());
    this.addEventListener("change", () => this.#clear());
  }

  #check() {
    const chosen = this.choices.filter((choice) => choice.querySelector("input").checked);
    if (chosen.length === 0) {
      this.state.textContent = "Choose an answer first.";
      return;
    }
    this.#clear();
    const isRight = this.choices.every((choice) => choice.querySelector("input").checked === (choice.dataset.right === "true"));
    for (const choice of chosen) this.#mark(choice);
    this.state.textContent = isRight ? "Right." : chosen.every((choice) => choice.dataset.right === "true") ? "Right so far, but not all of it." : "Not quite: think again, or open the answer.";
    if (isRight) this.querySelector(".answer-key").open = true;
  }

  #mark(choice) {
    const isRight = choice.dataset.right === "true";
    choice.dataset.verdict = isRight ? "right" : "wrong";
    choice.querySelector("label").prepend(el("span", { class: "verdict-mark" }, isRight ? "✓" : "✗", el("span", { class: "visually-hidden" }, isRight ? " right: " : " wrong: ")));
    const why = this.answers[this.choices.indexOf(choice)]?.querySelector(".why");
    if (why) choice.append(el("p", { class: "why" }, ...[...why.cloneNode(true).childNodes]));
  }

  #clear() {
    this.state.textContent = "";
    for (const choice of this.choices) {
      delete choice.dataset.verdict;
      choice.querySelector(".verdict-mark")?.remove();
      choice.querySelector(".why")?.remove();
    }
  }
}

customElements.define("quiz-cell", QuizCell);
