// All that is filled in on this device and not handed in, by whose it is and by exercise. What was filled in while nobody
// was signed in belongs to whoever signs in next; what is somebody's own is shown to nobody else.
import { keep, load } from "../store.js";

const NAME = "drafts";

function placeOf(person) {
  return person === null ? NAME : `${NAME}.${person}`;
}

/** @param {?number} person Null for what nobody in particular filled in. */
export function draftsOf(person) {
  return load(placeOf(person), {});
}

export function keepDrafts(person, drafts) {
  keep(placeOf(person), drafts);
}

/** Makes what is nobody's, and what is under former numbers, a person's own: what is nobody's is the latest. */
export function adoptDrafts([person, ...former]) {
  if (person === undefined) return;
  const found = [...former, null].filter((other) => Object.keys(draftsOf(other)).length > 0);
  if (found.length === 0) return;
  const all = Object.assign({}, ...former.map(draftsOf), draftsOf(person), draftsOf(null));
  keepDrafts(person, all);
  // Where there is no room, all stays where it is.
  if (JSON.stringify(draftsOf(person)) === JSON.stringify(all)) for (const other of found) keepDrafts(other, {});
}

/** Keeps what an answer held that was not taken, unless something is kept already: that is later work. */
export function keepRefused({ exercise, filled }, person) {
  const kept = draftsOf(person);
  if (filled && !kept[exercise]) keepDrafts(person, { ...kept, [exercise]: filled });
}

/** Forgets what has been handed in, unless it was changed after that. */
export function forgetHandedIn({ exercise, filled }, person) {
  const { [exercise]: draft, ...others } = draftsOf(person);
  if (JSON.stringify(draft) === JSON.stringify(filled)) keepDrafts(person, others);
}

/** Forgets what a reader filled in, by all their numbers, and what nobody in particular did. */
export function forgetDrafts(persons) {
  for (const person of [null, ...persons]) keepDrafts(person, {});
}
