// What is filled into a form and not handed in: kept on this device, and put back when the form is seen again.
import { adoptDrafts, draftsOf, keepDrafts } from "./drafts.js";

/** How long the hand must rest before a draft is kept, in milliseconds. */
const REST = 250;

export class Draft {
  /** Whose it is: null while nobody is known to be signed in. Who was known first keeps it. */
  #person = null;
  #isKnown = false;
  #isFollowed = false;
  #timer = 0;
  /** True while something stands there that is not kept yet. */
  #isChanged = false;
  /** The names of what was filled in since the page came. */
  #touched = new Set();

  /** @param {HTMLFormElement} form */
  constructor(exercise, form) {
    this.exercise = exercise;
    this.form = form;
  }

  /** Keeps the form from now on, whenever it changes; until it is known who reads, only when the page is left. */
  follow() {
    this.#isFollowed = true;
    const soon = ({ target }) => {
      this.#touched.add(target.name);
      this.#isChanged = true;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#isKnown && this.keep(), REST);
    };
    this.form.addEventListener("input", soon);
    this.form.addEventListener("change", soon);
    addEventListener("pagehide", () => this.#isChanged && this.keep());
  }

  /** Says who reads, by all their numbers. What nobody in particular filled in is theirs from now on. */
  give(persons) {
    if (this.#isKnown && this.#isChanged) this.keep();
    this.#isKnown = true;
    if (this.#person === null && persons.length > 0) {
      adoptDrafts(persons);
      this.#person = persons[0];
      if (this.#isFollowed) this.restore();
    }
    if (this.#isChanged) this.keep();
  }

  keep() {
    this.#settle();
    keepDrafts(this.#person, { ...draftsOf(this.#person), [this.exercise]: this.values });
  }

  /** Puts what is kept back, but for what was filled in meanwhile. */
  restore() {
    const kept = draftsOf(this.#person)[this.exercise];
    if (typeof kept !== "object" || kept === null) return;
    for (const field of this.#fields()) {
      const values = kept[field.name];
      if (!Array.isArray(values) || this.#touched.has(field.name)) continue;
      if (isBox(field)) field.checked = values.includes(field.value);
      else if (typeof values[0] === "string") field.value = values[0];
      // A slider goes along; nobody else is told.
      if (field.type === "number") field.dispatchEvent(new Event("input"));
    }
  }

  forget() {
    this.#settle();
    const { [this.exercise]: _, ...others } = draftsOf(this.#person);
    keepDrafts(this.#person, others);
  }

  #settle() {
    clearTimeout(this.#timer);
    this.#isChanged = false;
  }

  /** By name, the values that are chosen; a box that is not ticked leaves an empty list. */
  get values() {
    const values = {};
    for (const field of this.#fields()) {
      values[field.name] ??= [];
      if (!isBox(field) || field.checked) values[field.name].push(field.value);
    }
    return values;
  }

  #fields() {
    return [...this.form.elements].filter((field) => field.name && field.type !== "hidden");
  }
}

function isBox(field) {
  return field.type === "radio" || field.type === "checkbox";
}
