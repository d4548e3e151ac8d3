// Goes on with answers that were submitted on another page and have no outcome yet, and says what becomes of them.
import { el } from "../dom.js";
import { number } from "../format.js";
import { fetchDocument } from "../http/document.js";
import { NoAnswer } from "../http/send.js";
import { nextWait, wait } from "../http/waits.js";
import { adoptDrafts, forgetHandedIn, keepRefused } from "./drafts.js";
import { allWaiting, apart, ATTEMPTS, deliver, drop, submittedAt } from "./outbox.js";
import { numbersOf } from "./standing.js";

/** What this page has begun with, by key. */
const begun = new Set();
/** Where this tab keeps that it has told of other people's answers. */
const TOLD = "course.told-of-others";

/** Begins with whatever waits. What has its own card on the page is left to that. */
export function goOn() {
  for (const entry of allWaiting()) {
    if (begun.has(entry.key) || document.querySelector(`exercise-card[data-exercise="${CSS.escape(entry.exercise)}"]`)) continue;
    begun.add(entry.key);
    new Errand(entry).run();
  }
}

class Errand {
  #line = new Line();
  #signal = new AbortController().signal;

  constructor(entry) {
    this.entry = entry;
    this.link = el("a", { href: `/exercises/${entry.exercise}` }, entry.exercise);
  }

  async run() {
    const answer = await this.#standing();
    if (!answer) return;
    // A page that answers for a reader's own says who that is, and what the exercise is called.
    this.link.textContent = answer.title;
    const persons = numbersOf(answer.querySelector(".standing")?.dataset ?? {});
    if (persons.length === 0) this.#signedOut();
    else if (!persons.includes(this.entry.person)) this.#others();
    else {
      this.person = persons[0];
      adoptDrafts(persons);
      await this.#deliver();
    }
  }

  /** Who reads, from the server. Null, which the line tells of, once asking again does not help or every attempt is spent. */
  async #standing() {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await fetchDocument(`/exercises/${this.entry.exercise}/standing`);
      } catch ({ status, asked, isTransient }) {
        if (!isTransient || attempt === ATTEMPTS) {
          this.#undelivered(reason(status));
          return null;
        }
        this.#line.say("waiting", "An answer is not handed in yet. The server could not be reached; trying again…");
        await wait(nextWait(attempt - 1, asked), this.#signal);
      }
    }
  }

  async #deliver() {
    const { entry } = this;
    this.#going("Sending…");
    const told = {
      signal: this.#signal,
      onAttempt: (attempt) => this.#going(attempt === 1 ? "Sending…" : `Sending again… (attempt ${attempt} of ${ATTEMPTS})`),
      onWait: ({ ms }) => ms === Infinity && this.#going("This device is offline; it goes on when the network is back."),
      onGrading: () => this.#going("It was received, and is being graded…"),
    };
    try {
      // What another tab has had an outcome of meanwhile was told there.
      const answer = await apart(entry, true, () => (allWaiting().some(({ key }) => key === entry.key) ? deliver(entry, told) : null));
      if (answer) this.#answered(answer);
      else this.#line.remove();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.#undelivered();
    }
  }

  #answered({ status, body }) {
    const { entry, link } = this;
    if (status === 200 || status === 201) {
      drop(entry);
      if (body.status === "graded") {
        forgetHandedIn(entry, this.person);
        this.#line.say("done", "Handed in: ", el("a", { href: `/submissions/${body.id}` }, `your answer to ${link.textContent}`), `, ${number(body.score)} of ${number(body.maxScore)} points.`);
      } else {
        keepRefused(entry, this.person);
        this.#line.say("error", "A fault of ours kept your answer to ", link, " from being graded. It costs no attempt: please submit it again.");
      }
    } else if (status === 401) {
      this.#signedOut();
    } else if (body.type === "/problems/other-person") {
      this.#others();
    } else if (status >= 500 || status === 429 || status === 408) {
      this.#undelivered(body.detail);
    } else {
      drop(entry);
      keepRefused(entry, this.person);
      this.#line.say("error", "Your answer to ", link, `${submittedAt(entry)} was not taken: ${body.detail || body.title || `status ${status}.`} What you filled in is kept there.`);
    }
  }

  #going(words) {
    this.#line.say("waiting", "An answer to ", this.link, ` is not handed in yet. ${words}`);
  }

  #undelivered(detail = "No answer came.") {
    const again = el("button", { class: "plain", type: "button", onclick: () => this.run() }, "Send it again");
    const which = this.link.textContent === this.entry.exercise ? ["An answer"] : ["An answer to ", this.link];
    this.#line.say("error", ...which, ` is not handed in yet. ${detail} It is kept here; sent again, it counts once. `, again);
  }

  #signedOut() {
    const next = encodeURIComponent(location.pathname + location.search);
    this.#line.say("waiting", "An answer to ", this.link, " is not handed in yet, and nobody is signed in. It goes on once whoever gave it has ", el("a", { href: `/sign-in?next=${next}` }, "signed in"), ".");
  }

  /** Says no more than that there is something, and once in a tab. */
  #others() {
    if (sessionStorage.getItem(TOLD)) return this.#line.remove();
    sessionStorage.setItem(TOLD, "1");
    this.#line.say("waiting", "An answer of somebody else who uses this browser is not handed in yet. It is kept, and goes on once they have signed in.");
  }
}

/** Why the server did not say who reads; undefined where no answer came. */
function reason(status) {
  if (status === 404) return "The course does not have its exercise any more.";
  return status === 0 ? undefined : `The server answered with status ${status}.`;
}

/** A line at the lower edge of the screen. It stands behind everything else, so that nothing moves for it. */
class Line {
  #said = el("span", { role: "status" });
  #element = el("p", {}, this.#said, el("button", { class: "plain", type: "button", onclick: () => this.remove() }, "Close"));

  say(kind, ...parts) {
    const text = parts.map((part) => part.textContent ?? part).join("");
    if (this.#element.isConnected && this.#said.textContent === text) return;
    if (!this.#element.isConnected) place().append(this.#element);
    this.#element.dataset.kind = kind;
    // A region that is new is only announced once something changes in it.
    requestAnimationFrame(() => this.#said.replaceChildren(...parts));
  }

  remove() {
    const section = this.#element.parentElement;
    this.#element.remove();
    if (section?.children.length === 0) section.remove();
  }
}

function place() {
  const found = document.querySelector(".courier");
  if (found) return found;
  const style = new URL("../../css/courier.css", import.meta.url).href;
  if (!document.querySelector(`link[href="${style}"]`)) document.head.append(el("link", { rel: "stylesheet", href: style }));
  const section = el("section", { class: "courier", "aria-label": "Answers on their way" });
  document.body.append(section);
  return section;
}
