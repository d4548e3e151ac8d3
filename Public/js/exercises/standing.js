// What is a reader's own on an exercise: what they were given, the attempts and the deadline, a model solution after it,
// and what they handed in. It comes from the server as a piece of a page, and takes the place of what the card has.
import { fetchDocument } from "../http/document.js";

const PARTS = [".given", ".terms", ".solution", ".history"];

export class Standing {
  /** Whose it is: a number, or null for somebody who is not signed in. */
  person = null;
  /** That number, and those of whoever was merged into them. */
  persons = [];
  /** False until the server has said who reads. */
  isKnown = false;
  #loading = null;

  /** @param {HTMLElement} card */
  constructor(card) {
    this.card = card;
    if (card.isAlone) this.#read(card);
  }

  /** Asks the server anew. */
  load() {
    this.#loading = fetchDocument(`/exercises/${this.card.exercise}/standing`).then(
      (answer) => this.#show(answer.querySelector(".standing")),
      () => {
        // The card stays as it is; whoever hands in is told of a server that is away.
      },
    );
    return this.#loading;
  }

  /** Resolves once it has been asked. */
  known() {
    return this.isKnown ? Promise.resolve() : (this.#loading ?? this.load());
  }

  #show(standing) {
    if (!standing) return;
    this.#read(standing);
    for (const name of PARTS) {
      const [here, there] = [this.card, standing].map((place) => place.querySelector(name));
      if (!here || !there) continue;
      there.open = here.open;
      here.replaceWith(document.adoptNode(there));
    }
    this.card.parts.submit.disabled = this.card.querySelector(".terms[data-closed]") !== null;
  }

  #read({ dataset }) {
    this.persons = numbersOf(dataset);
    this.person = this.persons[0] ?? null;
    this.isKnown = true;
    this.card.draft.give(this.persons);
  }
}

/** A reader's number and those of whoever was merged into them; none of somebody who is not signed in. */
export function numbersOf({ person, former = "" }) {
  return person === undefined ? [] : [person, ...former.split(" ").filter(Boolean)].map(Number);
}
