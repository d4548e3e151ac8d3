// How far an exercise's form is filled in.
import { counted } from "../format.js";

/** Says how many questions have no answer yet; empty if all have one. */
export function stillOpen(form) {
  const values = form.json;
  const names = new Set([...form.element.elements].map((field) => field.name).filter(Boolean));
  const open = [...names].filter((name) => values[name] === undefined).length;
  return open > 0 ? `${counted(open, "question")} still open.` : "";
}

/** Takes every answer away; the settings of a policy go back to what the form came with. */
export function emptyForm(form, member) {
  for (const field of form.elements) {
    if (field.type === "radio" || (field.type === "checkbox" && member === "answers")) field.checked = member === "policy" && field.defaultChecked;
    else if (field.type === "checkbox") field.checked = field.defaultChecked;
    else if (field.name && field.type !== "hidden") field.value = member === "policy" ? field.defaultValue : "";
    if (field.type === "number") field.dispatchEvent(new Event("input"));
  }
}
