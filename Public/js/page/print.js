// The whole course on paper: draws the charts once, where until then their tables stand, and offers the print dialogue.
import { chartFor } from "../charts/charts.js";

/** How many charts are asked for at once. */
const AT_ONCE = 4;
/** The height of a bar with its name, in pixels. */
const BAR = 35;

export async function installPrint() {
  document.querySelector(".print-now")?.addEventListener("click", () => print());
  const figures = [...document.querySelectorAll(".print-figure")];
  if (figures.length === 0) return;
  const state = document.querySelector(".print-state");
  let done = 0;
  const work = async () => {
    while (figures.length > 0) {
      await draw(figures.shift());
      done += 1;
      state.textContent = figures.length > 0 ? `${done} charts drawn, ${figures.length} to come.` : "";
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // Each chart is drawn when its size is known, in the frame after it came.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  document.documentElement.dataset.drawn = "";
}

/** A chart that cannot be had leaves its table. */
async function draw(figure) {
  const { experiment, view, from, engine } = figure.dataset;
  const url = new URL(from, location.href);
  url.searchParams.set("engine", engine);
  const response = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!response?.ok) return;
  const { model, experiment: chart } = await chartFor(experiment, view, await response.json(), []);
  // An exchange in several variants has a picture for each.
  model.isStill = true;
  const models = model.kind === "flow" ? model.variants.map((variant) => ({ ...model, variants: [variant] })) : [model];
  if (model.kind === "bars") figure.style.height = `${model.bars.length * BAR + 12}px`;
  figure.append(...models.map((one) => chart.make(one).element));
  figure.parentElement.querySelector(".table-scroll")?.remove();
}
