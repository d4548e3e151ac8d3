// What this device keeps of the reader, as a file that another device can take, and a way to forget it.
import { el, uniqueId } from "../dom.js";
import { Own } from "../exercises/own.js";
import { keep, load } from "../store.js";
import { showProgress } from "./progress.js";
import { keepReadingPlace } from "./reading-place.js";
import { textOf } from "./text-file.js";

const FORMAT = "course-progress";
const VERSION = 1;
/** What is exported, and what it must look like to be taken in. */
const KEPT = { progress: isRecord, predictions: isRecord, drafts: isRecord, place: (value) => value === null || isRecord(value) };

export function offerKeeping() {
  const chapters = document.querySelector(".chapters");
  if (!chapters) return;
  const said = el("p", { role: "status" });
  const id = uniqueId("import");
  const file = el("input", { type: "file", id, accept: "application/json,.json", class: "visually-hidden" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen) await saying(async () => take(await textOf(chosen).catch(() => null)))();
    file.value = "";
  });
  const saying = (action) => async () => (said.textContent = await action().catch(() => "The server could not be reached, which knows whose answers these are. Nothing was done."));
  const button = (text, action) => el("button", { class: "button", type: "button", onclick: saying(action) }, text);
  chapters.parentElement.append(
    el(
      "section",
      { class: "keeping", "aria-labelledby": `${id}-title` },
      el("h2", { id: `${id}-title` }, "Your reading"),
      el("p", {}, "What you have read, your predictions, your place and answers that you have not submitted are kept in this browser alone."),
      el("div", { class: "row" }, button("Export", give), el("button", { class: "button", type: "button", onclick: () => file.click() }, "Import"), button("Forget", forget), el("label", { for: id, class: "visually-hidden" }, "File to import"), file),
      said,
    ),
  );
}

async function give() {
  const kept = Object.fromEntries(Object.keys(KEPT).map((name) => [name, load(name)]));
  kept.drafts = (await Own.load()).drafts;
  const text = JSON.stringify({ format: FORMAT, version: VERSION, ...kept }, null, 2);
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { href: url, download: "course-progress.json" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return "";
}

/** Takes a file's text in, beside what is here already. Returns what to tell the reader. */
async function take(text) {
  if (text === null) return "This file is not UTF-8 or could not be read, so nothing was imported.";
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return "This file is not JSON, so it was not exported here.";
  }
  if (file?.format !== FORMAT || file.version !== VERSION) return "This file was not exported by this course.";
  for (const [name, isRight] of Object.entries(KEPT)) {
    if (file[name] !== undefined && file[name] !== null && !isRight(file[name])) return `This file is damaged: ${name} is not what it should be.`;
  }
  if (Object.keys(file.drafts ?? {}).length > 0) (await Own.load()).addDrafts(file.drafts);
  keep("progress", { ...load("progress", {}), ...file.progress });
  keep("predictions", { ...load("predictions", {}), ...file.predictions });
  if (file.place) keep("place", file.place);
  showKept();
  return "Imported.";
}

async function forget() {
  if (!confirm("Forget what you have read, your predictions, your place and answers that you filled in?")) return "";
  const own = await Own.load();
  own.forgetDrafts();
  for (const name of Object.keys(KEPT).filter((name) => name !== "drafts")) keep(name, null);
  showKept();
  return "Forgotten.";
}

/** The index, after what is kept has changed. */
function showKept() {
  showProgress();
  keepReadingPlace();
}

function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
