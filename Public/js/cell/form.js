// A cell's form: its values for the address, for a body, and its faults beside the fields.
import { pairSlider } from "./slider.js";

/** Fields that belong to the page, not to the experiment. */
const PAGE = new Set(["cell", "lesson"]);

export class CellForm {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.element = form;
    for (const slider of form.querySelectorAll(".slider")) pairSlider(slider);
  }

  /** Names and values: lists joined by commas, an empty optional number left out, a flag once. */
  get values() {
    return this.#read((field) => field);
  }

  /** The values that the page came with, as text to compare by. Another seed draws again and asks nothing else. */
  get asked() {
    return text(this.#read((field) => ({ value: field.defaultValue, checked: field.defaultChecked })));
  }

  /** The values that stand there now, as such text. */
  get asking() {
    return text(this.values);
  }

  #read(state) {
    const values = new Map();
    for (const field of this.element.elements) {
      if (!field.name || PAGE.has(field.name) || field.disabled) continue;
      const { value, checked } = state(field);
      const ticked = field.type !== "checkbox" && field.type !== "radio" ? true : checked;
      if (this.#kind(field) === "flag") {
        if (ticked) values.set(field.name, value);
      } else if (this.#kind(field) === "integers") {
        if (value !== "") values.set(field.name, value);
      } else if (this.#kind(field) === "list") {
        const list = values.get(field.name) ?? "";
        if (ticked) values.set(field.name, list && value ? `${list},${value}` : list || value);
      } else if (ticked && !(value === "" && /^(number|radio|select-one)$/.test(field.type))) {
        values.set(field.name, value);
      }
    }
    return values;
  }

  get query() {
    return new URLSearchParams([...this.values]);
  }

  /** The same as a JSON object, each value in its type. */
  get json() {
    const kinds = new Map();
    for (const field of this.element.elements) if (field.name) kinds.set(field.name, this.#kind(field));
    return Object.fromEntries([...this.values].map(([name, text]) => [name, typed(text, kinds.get(name))]));
  }

  /** Shows in empty fields what holds there: a preset's value, most of all. */
  showEffective(parameters) {
    for (const field of this.element.querySelectorAll("input[type=number][placeholder]")) {
      field.placeholder = parameters[field.name] ?? "none";
      if (field.value === "") field.dispatchEvent(new Event("effective"));
    }
  }

  /** Shows each fault at its field. Returns those that have none here. */
  showFaults(faults) {
    this.clearFaults();
    const { values } = this;
    const stray = [];
    for (const { parameter, pointer, detail } of faults) {
      const name = parameter ?? pointer?.replace(/^\//, "");
      const note = this.element.querySelector(`.fault[data-parameter="${CSS.escape(name ?? "")}"]`);
      if (!note) {
        stray.push(name ? `${name}: ${detail}` : detail);
        continue;
      }
      note.textContent = (!values.get(name) && note.dataset.missing) || sentence(detail);
      for (const field of this.element.querySelectorAll(`[name="${CSS.escape(name)}"]`)) (field.closest("[role=radiogroup]") ?? field).setAttribute("aria-invalid", "true");
    }
    return stray;
  }

  clearFaults() {
    for (const note of this.element.querySelectorAll(".fault")) {
      if (note.dataset.parameter) note.textContent = "";
      else note.remove();
    }
    for (const field of this.element.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  }

  focusFirstFault() {
    const first = this.element.querySelector("[aria-invalid]:not([type=hidden])");
    (first?.matches("[role=radiogroup]") ? first.querySelector("input") : first)?.focus();
  }

  #kind(field) {
    return field.dataset.kind ?? field.closest("[data-kind]")?.dataset.kind ?? "text";
  }
}

function text(values) {
  return String(new URLSearchParams([...values].filter(([name]) => name !== "seed")));
}

/** Messages are told without their parameter's name, which the field has. */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

function typed(text, kind) {
  if (kind === "number") return Number.isFinite(Number(text)) && text !== "" ? Number(text) : text;
  if (kind === "flag") return text === "true";
  if (kind === "list") return text === "" ? [] : text.split(",");
  return text;
}
