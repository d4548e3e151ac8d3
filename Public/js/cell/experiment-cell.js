// <experiment-cell>: a form and a result that the server has rendered, with runs in place, a chart, and a prediction.
import { chartFor } from "../charts/charts.js";
import { el } from "../dom.js";
import { counted, duration } from "../format.js";
import { whenNear } from "../near.js";
import { Actions } from "./actions.js";
import { CellForm } from "./form.js";
import { Prediction } from "./prediction.js";
import { Room } from "./room.js";
import { Runner } from "./runner.js";
import { parameterList, tables } from "./tables.js";

/** How long values are gathered before the newest are sent, in milliseconds: a moving hand is followed at this pace. */
const PACE = 40;
/** After a run that took longer than this, the next is asked for with its progress, as one is whenever Run is pressed. */
const LONG = 250;

class ExperimentCell extends HTMLElement {
  #timer = 0;
  #speech = 0;
  #lastTook = 0;
  #answer = null;
  /** False until the reader has moved or pressed something: of the run with which a page begins there is nothing to say. */
  #isAsked = false;
  /** The values that the answer is for. */
  #values = "";

  connectedCallback() {
    if (this.form) return;
    const { experiment, view, engine, page, live } = this.dataset;
    Object.assign(this, { experiment, view, engine, page, isLive: live !== undefined });
    this.form = new CellForm(this.querySelector(".cell-form"));
    this.parts = {
      state: this.querySelector(".state"),
      progress: this.querySelector("progress"),
      cancel: this.querySelector(".cancel"),
      run: this.querySelector(".run-row .primary"),
      slot: this.querySelector(".chart-slot"),
      reading: this.querySelector(".reading"),
      data: this.querySelector(".data"),
      parameters: this.querySelector(".parameters"),
      result: this.querySelector(".result"),
      speech: el("p", { class: "visually-hidden", role: "status" }),
    };
    this.append(this.parts.speech);
    this.#unfold();
    this.room = new Room(this);
    this.actions = new Actions(this.querySelector(".actions"), this);
    this.runner = new Runner(this);
    this.parts.data.open = false;
    this.parts.data.classList.add("ready");

    this.form.element.addEventListener("input", () => this.#changed());
    this.form.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#isAsked = true;
      this.#run(false, true);
    });
    this.parts.cancel.addEventListener("click", () => this.runner.cancel());

    const question = this.querySelector(".prediction");
    if (question) {
      this.prediction = new Prediction(question, `${location.pathname}#${this.id}`, this.form.asked);
      this.verdict = this.#makeVerdict();
      if (this.prediction.isAnswered) this.dataset.revealed = "";
      else this.#ask();
    }
    if (this.isLive && this.parts.data.hidden) this.#showEmpty();
    if (!this.isLive && !this.parts.result.classList.contains("result-refused")) whenNear(this, () => this.#run(true));
  }

  disconnectedCallback() {
    this.runner?.cancel();
  }

  /** Without script a folded part hides the answer to a prediction; with script the panel before it does. */
  #unfold() {
    const fold = this.parts.result.querySelector(".fold");
    if (!fold) return;
    fold.querySelector("summary").remove();
    fold.replaceWith(...fold.childNodes);
  }

  /** A live experiment that nobody has run yet says so where its chart will be. */
  #showEmpty() {
    const { slot, reading, result, data, parameters } = this.parts;
    result.classList.add("unrun");
    data.hidden = this.view === "table";
    parameters.hidden = false;
    slot.append(el("div", { class: "empty" }, el("p", {}, reading.textContent), el("p", {}, "Press Run.")));
    reading.textContent = "";
    this.room.hold();
  }

  // MARK: Predicting

  #ask() {
    delete this.dataset.revealed;
    const panel = this.prediction.panel(() => {
      panel.remove();
      this.dataset.revealed = "";
      this.#isAsked ||= !this.#answer;
      if (this.#answer) this.#show(this.#answer);
      else this.#run(false);
      // The panel had the focus and is gone; the chart may be still to come.
      this.verdict.parentElement.focus({ preventScroll: true });
      if (this.#answer) this.#say(this.parts.reading.textContent, 0);
    });
    this.parts.result.append(panel);
  }

  get #isHidden() {
    return this.prediction !== undefined && !this.prediction.isAnswered;
  }

  // MARK: Running

  #changed() {
    this.#isAsked = true;
    if (this.isLive) {
      if (this.#answer) this.#state("The values have changed: run again to see what they do.");
      return;
    }
    this.#timer ||= setTimeout(() => this.#run(true), PACE);
  }

  /**
   * @param {boolean} moving True if the reader has not asked, but moved a value.
   * @param {boolean} streams True to be told of the progress, in an answer that is not compressed.
   */
  #run(moving, streams = this.#lastTook > LONG) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const api = `/api/v1/experiments/${this.experiment}`;
    if (this.isLive) {
      this.runner.run({ url: `${api}/runs`, method: "POST", body: JSON.stringify(this.form.json), streams: false, moving, values: this.form.asking });
      return;
    }
    const query = this.form.query;
    query.set("engine", this.engine);
    this.runner.run({ url: `${api}?${query}`, method: "GET", streams, moving, values: this.form.asking });
  }

  // MARK: What the runner tells

  started({ moving }) {
    this.dataset.running = "";
    this.parts.cancel.disabled = false;
    this.parts.progress.removeAttribute("value");
    this.#state(moving ? "" : "Running…");
    if (!moving) this.#say("Running.", 0);
    clearTimeout(this.staleTimer);
    this.staleTimer = setTimeout(() => this.classList.add("stale"), 400);
  }

  progress(share) {
    this.parts.progress.value = share;
    this.#state(`Running: ${Math.floor(share * 100)}%`);
  }

  waiting({ ms, attempt, reason, hurry }) {
    const why = { offline: "This device is offline", "server busy": "The server is busy", "too many requests": "Too many requests for now" }[reason] ?? "No answer came";
    if (ms === Infinity) {
      this.#state(`${why}: going on when the network is back. No attempt is spent.`, "waiting");
      this.#say(this.parts.state.textContent, 0);
      return;
    }
    const until = performance.now() + ms;
    const button = el("button", { class: "plain", type: "button", onclick: () => hurry() }, "Try now");
    const text = el("span");
    const tick = () => {
      const left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      text.textContent = `${why} (attempt ${attempt} of 4). Trying again in ${left} s. `;
      if (left > 0 && text.isConnected) setTimeout(tick, 250);
    };
    this.#state("", "waiting");
    this.parts.state.append(text, button);
    tick();
    if (ms > 1500) this.#say(text.textContent, 0);
  }

  finished(answer, { moving, values }, took) {
    this.#ended();
    this.#lastTook = took;
    this.form.clearFaults();
    this.form.showEffective(answer.parameters);
    this.#answer = answer;
    this.#values = values;
    this.#state(this.#isAsked ? `Done in ${duration(Math.max(1, Math.round(took)))}.` : "");
    this.parts.result.classList.remove("result-refused");
    if (this.#isHidden) return;
    this.#show(answer);
    this.#say(`Done. ${answer.reading}`, moving ? 900 : 0);
  }

  refused(faults, { moving }) {
    this.#ended();
    const stray = this.form.showFaults(faults);
    this.#state(stray.length ? stray.join(" ") : `Not run: ${counted(faults.length, "value is", "values are")} not allowed.`, "error");
    this.#say(this.parts.state.textContent, 0);
    if (!moving) this.form.focusFirstFault();
  }

  failed(sentence) {
    this.#ended();
    this.#state(sentence, "error");
    this.#say(sentence, 0);
  }

  cancelled() {
    this.#ended();
    this.#state(this.#answer ? "Cancelled. The result below is of the run before." : "Cancelled.");
    this.#say("Cancelled.", 0);
  }

  #ended() {
    const hadFocus = document.activeElement === this.parts.cancel;
    delete this.dataset.running;
    clearTimeout(this.staleTimer);
    this.classList.remove("stale");
    this.parts.cancel.disabled = true;
    if (hadFocus) this.parts.run.focus({ preventScroll: true });
  }

  // MARK: Showing

  async #show(answer) {
    const { reading, data, parameters, slot } = this.parts;
    this.room.hold();
    reading.textContent = answer.reading;
    this.room.settle();
    const below = this.view === "table" ? answer.tables.slice(1) : answer.tables;
    data.hidden = below.length === 0;
    data.replaceChildren(data.firstElementChild, ...tables(below));
    parameters.hidden = false;
    parameters.replaceChildren(parameters.firstElementChild, parameterList(answer.parameters));
    this.actions.show(answer);
    this.parts.result.classList.remove("unrun");
    if (this.prediction) this.verdict.textContent = this.prediction.verdict(answer, this.#values);

    const { model, experiment } = await chartFor(this.experiment, this.view, answer, this.#marks(answer), this.#drawn);
    if (this.#answer !== answer) return;
    if (this.chart?.kind !== model.kind) {
      this.chart = experiment.make(model);
      slot.replaceChildren(this.chart.element);
    } else {
      this.chart.update(model);
    }
  }

  #marks(answer) {
    const guess = this.prediction?.guess ?? null;
    const measured = this.prediction?.measured(answer.result) ?? null;
    if (guess === null || measured === null || !this.prediction.isAbout(this.#values)) return [];
    return [
      { kind: "guess", value: guess, label: "your prediction", path: this.prediction.path },
      { kind: "measured", value: measured, label: "measured", path: this.prediction.path },
    ];
  }

  /** The reader's line, for the values that it was drawn for. */
  get #drawn() {
    return this.prediction?.isAbout(this.#values) ? this.prediction.drawn : null;
  }

  /** Stands there from the start, so that its coming moves nothing. */
  #makeVerdict() {
    const text = el("span");
    const again = el("button", { class: "plain", type: "button" }, "Predict again");
    again.addEventListener("click", () => {
      this.prediction.forget();
      this.#ask();
      this.parts.result.querySelector(".predict-panel :is(.handle, input)").focus();
    });
    this.parts.reading.before(el("p", { class: "verdict", tabindex: -1 }, text, " ", again));
    return text;
  }

  #state(text, kind) {
    this.parts.state.textContent = text;
    if (kind) this.parts.state.dataset.kind = kind;
    else delete this.parts.state.dataset.kind;
  }

  /** Tells those who cannot see, once the values have come to rest. */
  #say(text, delay) {
    clearTimeout(this.#speech);
    this.#speech = setTimeout(() => (this.parts.speech.textContent = text), delay);
  }
}

customElements.define("experiment-cell", ExperimentCell);
