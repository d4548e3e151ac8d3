// <exercise-card>: an exercise's form that the server has rendered, with drafts, checks in place, and handing in so that
// a lost answer, a reload or a second click never makes a second submission.
import { CellForm } from "../cell/form.js";
import { el } from "../dom.js";
import { counted } from "../format.js";
import { NoAnswer, send } from "../http/send.js";
import { whenNear } from "../near.js";
import { load } from "../store.js";
import { Draft } from "./draft.js";
import { forgetHandedIn, keepRefused } from "./drafts.js";
import { emptyForm, stillOpen } from "./filling.js";
import { Standing } from "./standing.js";

let parts = null;

/**
 * What checks and submissions need: fetched when a reader begins to answer, so that it is there even if the server is
 * not when they submit. Many who read a lesson never answer.
 */
async function sending() {
  try {
    parts ??= Promise.all([import("./outbox.js"), import("./outcome.js")]).then(([outbox, outcome]) => ({ ...outbox, ...outcome }));
    return await parts;
  } catch {
    parts = null;
    throw new NoAnswer(false);
  }
}

class ExerciseCard extends HTMLElement {
  #busy = null;

  connectedCallback() {
    if (this.form) return;
    const { exercise, member } = this.dataset;
    Object.assign(this, { exercise, member, isAlone: this.dataset.alone !== undefined });
    const form = this.querySelector(".exercise-form");
    this.parts = { state: form.querySelector(".state"), outcome: this.querySelector(".outcome"), row: form.querySelector(".run-row") };
    [this.parts.check, this.parts.submit] = form.querySelectorAll(".run-row button[type=submit]");
    // The key is made when the reader acts; the page's own is for those without script.
    for (const field of form.querySelectorAll("input[name=key], input[name=person]")) field.remove();
    this.draft = new Draft(exercise, form);
    this.standing = new Standing(this);
    // What a browser itself puts back was perhaps another reader's; a draft is known to be somebody's. What this reader
    // has filled in before this script came stays.
    if (performance.getEntriesByType("navigation")[0]?.type !== "navigate" && !navigator.userActivation?.hasBeenActive) form.reset();
    if (this.dataset.sent !== undefined) this.draft.keep();
    else this.draft.restore();
    this.form = new CellForm(form);
    form.addEventListener("focusin", () => sending().catch(() => {}), { once: true });
    this.draft.follow();
    form.addEventListener("input", (event) => this.#changed(event));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (event.submitter === this.parts.submit) this.#submit();
      else this.#check();
    });
    const clear = this.parts.row.querySelector(".clear");
    clear.disabled = false;
    clear.addEventListener("click", () => this.#clear());
    this.parts.state.setAttribute("role", "status");
    addEventListener("pageshow", ({ persisted }) => persisted && this.#seenAgain());
    if (Object.keys(load("outbox", {})).length > 0) this.#resume();
    else if (!this.isAlone) whenNear(this, () => this.standing.load());
  }

  /** A page that comes back as it was left may have another reader now, for whom what stands in the form is not. */
  async #seenAgain() {
    const { person } = this.standing;
    await this.standing.load();
    if (person === null || this.standing.persons.includes(person)) return;
    this.form.element.reset();
    location.reload();
  }

  // MARK: The form

  #changed(event) {
    const row = event.target.closest?.(".choice-row, .menu-row");
    if (row?.dataset.verdict) sending().then(({ clearMarks }) => clearMarks(row));
    if (!this.#busy) this.#state(this.member === "answers" ? stillOpen(this.form) : "");
  }

  #clear() {
    if (!confirm("Clear what you filled in here?")) return;
    const form = this.form.element;
    emptyForm(form, this.member);
    this.form.clearFaults();
    if (form.querySelector("[data-verdict]")) sending().then(({ clearMarks }) => clearMarks(form));
    this.parts.outcome.hidden = true;
    this.draft.forget();
    this.#state("");
    form.elements[0].focus();
  }

  get #body() {
    return JSON.stringify({ [this.member]: this.form.json });
  }

  // MARK: Checking

  async #check() {
    if (this.#busy) return;
    const controller = this.#begin("Checking…");
    try {
      const { status, body } = await send(`/api/v1/exercises/${this.exercise}/checks`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: this.#body,
        isRepeatable: true,
        signal: controller.signal,
        onWait: (pause) => this.#waiting(pause, 4),
        read: async (response) => ({ status: response.status, body: await response.json() }),
      });
      const { markFields, showOutcome } = await sending();
      this.#end();
      if (status === 200) this.#show(body, "Checked. Nothing is handed in yet.", markFields, showOutcome);
      else this.#refused(status, body);
    } catch (error) {
      this.#end();
      if (!(error instanceof NoAnswer)) throw error;
      this.#state("The server could not be reached, after several tries. What you filled in is kept here.", "error");
    }
  }

  // MARK: Handing in

  async #submit() {
    if (this.#busy) return;
    this.#begin("Sending…");
    await this.standing.known();
    this.draft.keep();
    try {
      const { put } = await sending();
      const person = this.standing.person ?? (await this.#whoSubmits());
      if (person === null) return;
      this.draft.give([person]);
      this.#deliver(put(this.exercise, this.#body, person, this.draft.values));
    } catch (error) {
      this.#end();
      if (!(error instanceof NoAnswer)) throw error;
      this.#state("The server could not be reached, so nothing is sent yet. What you filled in is kept here.", "error");
    }
  }

  /** Who is signed in by now, where the card was made for nobody. Null if nobody is, or if they have to look first. */
  async #whoSubmits() {
    const { status, body } = await send("/api/v1/me", {
      headers: { Accept: "application/json" },
      signal: this.#busy.signal,
      onWait: (pause) => this.#waiting(pause, 4),
      read: async (response) => ({ status: response.status, body: await response.json() }),
    });
    if (status === 200 && !this.querySelector("[data-given]")) return Number(body.person.id);
    if (status === 200) await this.standing.load();
    this.#end();
    if (status === 200) this.#state("You have signed in since this page was made. What you are asked is your own: look at it, then submit.", "error");
    else this.#refused(status, body);
    return null;
  }

  /** Goes on with what was handed in before the page was loaded. Somebody else's answer waits until they are back. */
  async #resume() {
    const { waiting } = await sending().catch(() => ({}));
    if (this.#busy) return;
    if (!waiting?.(this.exercise)) return this.isAlone || whenNear(this, () => this.standing.load());
    this.#begin("Going on with what you submitted…");
    await this.standing.load();
    const { isKnown, person, persons } = this.standing;
    const entry = waiting(this.exercise, isKnown && person !== null ? persons : undefined);
    if (entry && isKnown && person !== null) return this.#deliver(entry, true);
    this.#end();
    if (!entry) this.#state("");
    else if (isKnown) this.#held("Nobody is signed in");
    else this.#undelivered(entry);
  }

  /** @param {boolean} isOld True if it was submitted before the page was loaded. */
  async #deliver(entry, isOld = false) {
    const controller = this.#busy ?? this.#begin("Sending…");
    const { ATTEMPTS, apart, deliver, drop, markFields, showOutcome, submittedAt } = await sending();
    try {
      const told = {
        signal: controller.signal,
        onAttempt: (attempt) => this.#state(attempt === 1 ? "Sending…" : `Sending again… (attempt ${attempt})`, attempt > 1 ? "waiting" : undefined),
        onWait: (pause) => this.#waiting(pause, ATTEMPTS),
        onGrading: () => this.#state("Received, and being graded…"),
      };
      const { status, body } = await apart(entry, false, () => deliver(entry, told));
      this.#end();
      if (status === 200 || status === 201) {
        drop(entry);
        if (body.status === "graded") {
          forgetHandedIn(entry, this.standing.person);
          this.#show(body, "Submitted and graded.", markFields, showOutcome);
        } else this.#state("A fault of ours kept it from being graded. It costs no attempt: please submit it again.", "error");
        this.standing.load();
      } else if (status >= 500 || status === 429 || status === 408) {
        this.#undelivered(entry, body.detail);
      } else if (body.type === "/problems/other-person") {
        this.#held("This browser is signed in as somebody else now");
      } else {
        // Whoever has to sign in again goes on with the same key.
        if (status !== 401) drop(entry);
        if (status === 403) this.standing.load();
        if (isOld && status !== 401) {
          keepRefused(entry, this.standing.person);
          this.draft.restore();
        }
        this.#refused(status, body, isOld ? `Your answer${submittedAt(entry)} was not taken: ` : "");
      }
    } catch (error) {
      this.#end();
      if (!(error instanceof NoAnswer)) throw error;
      this.#undelivered(entry);
    }
  }

  /** The answer stays with its key, so that sending it again can do no harm. */
  #undelivered(entry, detail) {
    this.#state("", "error");
    const again = el("button", { class: "plain", type: "button", onclick: () => this.#deliver(entry) }, "Send it again");
    this.parts.state.append(detail ? `${detail} ` : "No answer came, so it is not known whether it arrived. ", "It is kept here; sent again, it counts once. ", again);
  }

  /** The answer is another's than of whoever is signed in. */
  #held(why) {
    this.#state(`${why}. The answer that was submitted here is kept for whoever gave it, and goes on once they have signed in: `, "waiting");
    this.parts.state.append(el("a", { href: `/sign-in${this.#next}` }, "sign in"), ".");
  }

  // MARK: What came of it

  #show(answer, words, markFields, showOutcome) {
    this.form.clearFaults();
    markFields(this.form.element, answer.checks);
    showOutcome(this.parts.outcome, answer);
    this.#state(words);
    this.parts.outcome.focus({ preventScroll: true });
    this.parts.outcome.scrollIntoView({ block: "nearest" });
  }

  #refused(status, body, before = "") {
    if (status === 401) return this.#askWho();
    if (body.errors?.length) {
      const stray = this.form.showFaults(body.errors.map((error) => ({ ...error, pointer: error.pointer?.replace(/^\/[^/]+(?=\/)/, "") })));
      this.#state(stray.length ? stray.join(" ") : `Not taken: ${counted(body.errors.length, "answer is", "answers are")} missing or not allowed.`, "error");
      this.form.focusFirstFault();
      return;
    }
    this.#state(before + (body.detail || body.title || `The server answered with status ${status}.`) + (before && " What you filled in is kept here."), "error");
  }

  #askWho() {
    const next = this.#next;
    this.#state("", "waiting");
    this.parts.state.append("To hand this in, ", el("a", { href: `/join${next}` }, "join"), " or ", el("a", { href: `/sign-in${next}` }, "sign in"), ". What you filled in is kept on this device.");
    this.parts.state.querySelector("a").focus();
  }

  get #next() {
    return `?next=${encodeURIComponent(`${location.pathname}#${this.id}`)}`;
  }

  // MARK: States

  #begin(words) {
    this.#busy = new AbortController();
    this.dataset.sending = "";
    this.parts.check.setAttribute("aria-disabled", "true");
    this.parts.submit.setAttribute("aria-disabled", "true");
    this.#state(words);
    return this.#busy;
  }

  #end() {
    this.#busy = null;
    delete this.dataset.sending;
    this.parts.check.removeAttribute("aria-disabled");
    this.parts.submit.removeAttribute("aria-disabled");
  }

  #waiting({ ms, attempt, reason, hurry }, most) {
    const why = { offline: "This device is offline", "server busy": "The server is busy", "too many requests": "Too many requests for now" }[reason] ?? "No answer came";
    if (ms === Infinity) return this.#state(`${why}: going on when the network is back. No attempt is spent.`, "waiting");
    const seconds = Math.max(1, Math.ceil(ms / 1000));
    this.#state(`${why} (attempt ${attempt} of ${most}). Sending again in ${seconds} s. `, "waiting");
    this.parts.state.append(el("button", { class: "plain", type: "button", onclick: () => hurry() }, "Try now"));
  }

  #state(text, kind) {
    this.parts.state.textContent = text;
    if (kind) this.parts.state.dataset.kind = kind;
    else delete this.parts.state.dataset.kind;
  }
}

customElements.define("exercise-card", ExerciseCard);
