// What is kept on this device: the theme, predictions, progress, the reading place. Never leaves it by itself.

const PREFIX = "course.";

/** The value kept under a name, or the fallback; whatever is unreadable is as good as missing. */
export function load(name, fallback = null) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return (text === null ? null : JSON.parse(text)) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Keeps a value that JSON can hold. Without storage the page works on and forgets. */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or refused.
  }
}
