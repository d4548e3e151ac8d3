// Progress ticks: a lesson counts as read once its end has been on the screen.
import { svg } from "../dom.js";
import { keep, load } from "../store.js";

const NAME = "progress";

export function showProgress() {
  const read = load(NAME, {});
  for (const item of document.querySelectorAll("li[data-slug]")) {
    if (read[item.dataset.slug]) tick(item);
    else item.querySelector(".tick")?.remove();
  }
  const lesson = document.querySelector(".lesson");
  const end = document.querySelector(".pager");
  if (!lesson || !end) return;
  const slug = lesson.dataset.slug;
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    const progress = load(NAME, {});
    if (progress[slug]) return;
    keep(NAME, { ...progress, [slug]: new Date().toISOString() });
    for (const item of document.querySelectorAll(`li[data-slug="${CSS.escape(slug)}"]`)) tick(item);
  });
  observer.observe(end);
}

function tick(item) {
  const link = item.querySelector("a");
  if (item.querySelector(".tick")) return;
  const mark = svg(
    "svg",
    { class: "tick", viewBox: "0 0 12 12", role: "img", "aria-label": "read" },
    svg("path", { d: "M2 6.5 5 9.5 10.5 2.5", fill: "none", "stroke-width": 1.75 }),
  );
  if (item.closest(".chapters")) item.append(mark);
  else link.append(mark);
}
