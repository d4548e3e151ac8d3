// What is a reader's own on this device, of all exercises: drafts, and answers that are not handed in yet.
import { fetchDocument } from "../http/document.js";
import { load } from "../store.js";
import { adoptDrafts, draftsOf, forgetDrafts, keepDrafts } from "./drafts.js";
import { allWaiting, drop } from "./outbox.js";
import { numbersOf } from "./standing.js";

/** A reader, by all their numbers; somebody who is not signed in has none. */
export class Own {
  #persons;

  constructor(persons) {
    this.#persons = persons;
  }

  /**
   * Asks the server who reads, which is needless where nothing is kept. What nobody in particular filled in is theirs.
   * @throws If the server cannot be reached.
   */
  static async load() {
    const names = Object.keys(localStorage).filter((name) => /^course\.drafts(\.\d+)?$/.test(name));
    const drafts = names.flatMap((name) => Object.keys(load(name.slice("course.".length), {})));
    let failure = null;
    for (const exercise of new Set([...allWaiting().map((entry) => entry.exercise), ...drafts])) {
      try {
        const answer = await fetchDocument(`/exercises/${encodeURIComponent(exercise)}/standing`);
        const persons = numbersOf(answer.querySelector(".standing")?.dataset ?? {});
        adoptDrafts(persons);
        return new Own(persons);
      } catch (error) {
        // An exercise that the course has no more is no reason to give up.
        if (error.status !== 404) failure = error;
      }
    }
    if (failure) throw failure;
    return new Own([]);
  }

  get drafts() {
    return { ...draftsOf(null), ...draftsOf(this.#person) };
  }

  /** Adds drafts from elsewhere, in place of those of the same exercises. */
  addDrafts(drafts) {
    keepDrafts(this.#person, { ...draftsOf(this.#person), ...drafts });
  }

  forgetDrafts() {
    forgetDrafts(this.#persons);
  }

  /** Answers that were submitted and are not handed in yet. */
  get waiting() {
    return allWaiting().filter(({ person }) => this.#persons.includes(person));
  }

  forgetWaiting() {
    for (const entry of this.waiting) drop(entry);
  }

  get #person() {
    return this.#persons[0] ?? null;
  }
}
