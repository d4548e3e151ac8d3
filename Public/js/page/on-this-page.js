// Marks in "On this page" the heading under which the reader is.

export function followHeadings() {
  const toc = document.getElementById("toc");
  if (!toc) return;
  const links = new Map();
  for (const link of toc.querySelectorAll("a[href^='#']")) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
    link.addEventListener("click", () => toc.matches(":popover-open") && toc.hidePopover());
  }
  const headings = [...links.keys()];
  if (headings.length === 0) return;

  let scheduled = false;
  const mark = () => {
    scheduled = false;
    const line = innerHeight * 0.25;
    let current = null;
    for (const heading of headings) {
      if (heading.getBoundingClientRect().top > line) break;
      current = heading;
    }
    for (const [heading, link] of links) {
      if (heading === current) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  };
  addEventListener(
    "scroll",
    () => {
      if (scheduled) return;
      scheduled = true;
      requestAnimationFrame(mark);
    },
    { passive: true },
  );
  mark();
}
