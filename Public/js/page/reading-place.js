// Where the reader was: the last lesson and heading, kept on the device and offered on the index.
import { el } from "../dom.js";
import { keep, load } from "../store.js";

const NAME = "place";

export function keepReadingPlace() {
  const lesson = document.querySelector(".lesson");
  if (lesson) return follow(lesson);
  document.querySelector(".resume")?.remove();
  const chapters = document.querySelector(".chapters");
  const place = load(NAME);
  if (!chapters || typeof place?.path !== "string" || !place.path.startsWith("/lessons/")) return;
  const where = place.heading ? `${place.title}: ${place.heading}` : place.title;
  chapters.before(el("p", { class: "resume" }, "Go on where you were: ", el("a", { href: place.path }, where)));
}

function follow(lesson) {
  const title = lesson.querySelector("h1").textContent;
  const headings = [...lesson.querySelectorAll("h2[id], h3[id]")];
  let timer = 0;
  const note = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 2).at(-1);
    keep(NAME, { path: location.pathname + (passed ? `#${passed.id}` : ""), title, heading: passed?.textContent ?? null });
  };
  addEventListener(
    "scroll",
    () => {
      clearTimeout(timer);
      timer = setTimeout(note, 500);
    },
    { passive: true },
  );
  note();
}
