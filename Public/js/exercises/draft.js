// What was filled in and not handed in: kept on this device, by exercise, and put back when the form is seen again.
import { keep, load } from "../store.js";

const NAME = "drafts";
/** How long the hand must rest before a draft is kept, in milliseconds. */
const REST = 250;

export class Draft {
  #timer = 0;

  /** @param {HTMLFormElement} form */
  constructor(exercise, form) {
    this.exercise = exercise;
    this.form = form;
  }

  /** Keeps the form from now on, whenever it changes. */
  follow() {
    const soon = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.keep(), REST);
    };
    this.form.addEventListener("input", soon);
    this.form.addEventListener("change", soon);
    addEventListener("pagehide", () => this.#timer && this.keep());
  }

  keep() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    keep(NAME, { ...load(NAME, {}), [this.exercise]: this.values });
  }

  /** Puts what is kept back. False if nothing is. */
  restore() {
    const kept = load(NAME, {})[this.exercise];
    if (typeof kept !== "object" || kept === null) return false;
    for (const field of this.#fields()) {
      const values = kept[field.name];
      if (!Array.isArray(values)) continue;
      if (isBox(field)) field.checked = values.includes(field.value);
      else if (typeof values[0] === "string") field.value = values[0];
    }
    return true;
  }

  forget() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { [this.exercise]: _, ...others } = load(NAME, {});
    keep(NAME, others);
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

/** Keeps what an answer held that was not taken, unless something is kept already: that is later work. */
export function keepRefused({ exercise, filled }) {
  const kept = load(NAME, {});
  if (filled && !kept[exercise]) keep(NAME, { ...kept, [exercise]: filled });
}

/** Forgets what has been handed in, unless it was changed after that. */
export function forgetHandedIn({ exercise, filled }) {
  const { [exercise]: draft, ...others } = load(NAME, {});
  if (JSON.stringify(draft) === JSON.stringify(filled)) keep(NAME, others);
}

export function forgetDrafts() {
  keep(NAME, {});
}

function isBox(field) {
  return field.type === "radio" || field.type === "checkbox";
}
