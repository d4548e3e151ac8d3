// Comforts of the pages around an account, and of a class list's. All of them work without.
import { copy } from "../clipboard.js";
import { forgetDrafts } from "../exercises/draft.js";

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

/** A file's text goes into the field, where it is seen before it is imported. */
function fillRoster() {
  const file = document.getElementById("roster-file");
  if (!file) return;
  const text = document.getElementById("roster");
  file.addEventListener("change", async () => {
    if (file.files.length > 0) text.value = await file.files[0].text();
  });
}

function forgetAtSignOut() {
  const box = document.querySelector(".forget-drafts");
  box?.form.addEventListener("submit", () => box.checked && forgetDrafts());
}
