// Comforts of the pages around an account, and of a class list's. All of them work without.
import { copy } from "../clipboard.js";
import { el } from "../dom.js";
import { counted } from "../format.js";
import { fillFromFile, offerDownload, offerFile } from "./file-fields.js";

export function installAccount() {
  copyToken();
  fillRoster();
  fillExport();
  forgetAtSignOut();
}

function copyToken() {
  const button = document.querySelector(".copy-token");
  if (!button) return;
  const field = document.getElementById("token");
  const said = document.querySelector(".copied");
  button.addEventListener("click", async () => {
    field.select();
    said.textContent = (await copy(field.value)) ? "Copied." : "Press the copy keys.";
  });
}

function fillRoster() {
  const file = document.getElementById("roster-file");
  if (file) fillFromFile(file, document.getElementById("roster"));
  const tokens = document.getElementById("token-file");
  if (tokens) offerDownload(tokens, "tokens.csv");
}

/** Canvas's export comes from a file and goes back into one of the same name, also where a page lies between. */
function fillExport() {
  const field = document.getElementById("export");
  if (!field) return;
  const NAME = "course.export";
  const input = offerFile(field);
  field.form.addEventListener("submit", () => sessionStorage.setItem(NAME, input.files[0]?.name ?? ""));
  const filled = document.getElementById("filled");
  if (filled) offerDownload(filled, sessionStorage.getItem(NAME) || "gradebook.csv");
}

/** Beside the box stands what else would be lost. Whoever was too quick for the answer to who they are waits for it. */
function forgetAtSignOut() {
  const box = document.querySelector(".forget-drafts");
  if (!box) return;
  const said = el("p", { class: "small", id: "also-forgotten", "aria-live": "polite" });
  box.closest("p").after(said);
  box.setAttribute("aria-describedby", said.id);
  let own = null;
  const ask = () => import("../exercises/own.js").then(({ Own }) => Own.load()).then((answer) => (own = answer));
  const asked = ask();
  const tell = () => {
    const count = own?.waiting.length ?? 0;
    said.textContent = count === 0 ? "" : box.checked ? `${counted(count, "answer")} that you submitted here and that ${count === 1 ? "is" : "are"} not handed in yet would be forgotten too.` : `${counted(count, "answer")} that you submitted here ${count === 1 ? "is" : "are"} not handed in yet. Kept here, ${count === 1 ? "it goes" : "they go"} on once you have signed in again.`;
  };
  asked.then(tell, () => {});
  box.addEventListener("change", tell);
  box.form.addEventListener("submit", (event) => {
    if (!box.checked) return;
    if (own) return forget(own);
    event.preventDefault();
    asked.catch(ask).then(forget).then(
      () => box.form.submit(),
      () => (said.textContent = "The server could not be reached, so nothing is forgotten, and you are still signed in."),
    );
  });
}

function forget(own) {
  own.forgetDrafts();
  own.forgetWaiting();
}
