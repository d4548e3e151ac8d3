// Comforts of the pages around an account, and of a class list's. All of them work without.
import { copy } from "../clipboard.js";
import { forgetDrafts } from "../exercises/draft.js";
import { fillFromFile } from "./file-fields.js";

export function installAccount() {
  copyToken();
  fillRoster();
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
}

function forgetAtSignOut() {
  const box = document.querySelector(".forget-drafts");
  box?.form.addEventListener("submit", () => box.checked && forgetDrafts());
}
