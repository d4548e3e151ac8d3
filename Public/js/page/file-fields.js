// Fields that can be filled from a file, and such as can be saved as one.
import { el } from "../dom.js";
import { textOf } from "./text-file.js";

/** The text of a chosen file in CSV goes into a field, where it is seen before it is sent. */
export function fillFromFile(input, field) {
  const fault = el("span", { class: "fault", id: `${input.id}-fault`, role: "alert" });
  input.after(fault);
  // So that the same file can be chosen again once it has been mended.
  input.addEventListener("click", () => (input.value = ""));
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    const text = await textOf(file).catch(() => undefined);
    const wrong = text === undefined ? "could not be read" : text === null ? "is not UTF-8; save the file as CSV in UTF-8" : "";
    fault.textContent = wrong && `${file.name} ${wrong}.`;
    if (wrong) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", fault.id);
    } else {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
      field.value = text;
    }
  });
}

/** A picker for a field that the page has none for. */
export function offerFile(field) {
  const id = `${field.id}-file`;
  const input = el("input", { id, type: "file", accept: ".csv,text/csv" });
  field.closest("p").before(el("p", { class: "file-row" }, el("label", { for: id }, "From a file"), " ", input));
  fillFromFile(input, field);
  return input;
}

/** A button behind a field that saves what stands there as a file in CSV. */
export function offerDownload(field, name) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([field.value], { type: "text/csv" }));
    el("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  field.closest("p").after(el("p", {}, el("button", { class: "button", type: "button", onclick: save }, "Download")));
}
