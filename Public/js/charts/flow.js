// An exchange step by step: a lane for each party, an arrow for each message, broken where it never arrived, and what was
// done in between. Several variants of the same exchange can be looked at in turn.
//
// model: { title, summary, variants: [{ name, label, lanes: [string],
//   steps: [{ from, to, text, lost }],               from = to: something done
//   outcome: string, isGood: boolean }] }
import { el, svg, uniqueId } from "../dom.js";
import { textWidth } from "./axes.js";

export function make(model) {
  return new Flow(model);
}

class Flow {
  kind = "flow";
  #variant = 0;
  #step = Infinity;

  constructor(model) {
    this.variants = el("div", { class: "toggles" });
    this.choice = el("fieldset", { class: "field flow-variants" }, el("legend", { class: "visually-hidden" }, "Variant"), this.variants);
    this.canvas = svg("svg", { "aria-hidden": "true" });
    this.frame = el("div", { class: "plot flow-plot", tabindex: model.isStill ? null : 0, role: "group", "aria-label": "The exchange as a picture; its steps follow as a list" }, this.canvas);
    this.list = el("ol", { class: "visually-hidden" });
    this.text = el("p", { class: "flow-step", role: "status" });
    this.place = el("span", { class: "place" });
    this.buttons = {
      first: this.#button("From the start", () => this.#go(0)),
      back: this.#button("Back", () => this.#go(this.#shown - 1)),
      next: this.#button("Next", () => this.#go(this.#shown + 1)),
      all: this.#button("All", () => this.#go(Infinity)),
    };
    this.element = el("div", { class: "chart flow" }, this.choice, this.frame, this.list, el("div", { class: "flow-controls" }, Object.values(this.buttons), this.place), this.text);
    new ResizeObserver(() => this.#draw()).observe(this.frame);
    this.update(model);
  }

  update(model) {
    const name = this.model?.variants[this.#variant]?.name;
    this.model = model;
    this.#variant = Math.max(0, model.variants.findIndex((variant) => variant.name === name));
    this.#step = Infinity;
    const group = uniqueId("variant");
    this.variants.replaceChildren(
      ...model.variants.map((variant, index) => {
        const id = `${group}-${index}`;
        const radio = el("input", { type: "radio", id, name: group, checked: index === this.#variant });
        radio.addEventListener("input", (event) => {
          event.stopPropagation();
          this.#variant = index;
          this.#step = Infinity;
          this.#draw();
        });
        return el("span", { class: "toggle" }, radio, el("label", { for: id }, variant.label));
      }),
    );
    this.choice.hidden = model.variants.length < 2;
    this.#draw();
  }

  get #current() {
    return this.model.variants[this.#variant];
  }

  /** The step that is shown last, from 0. */
  get #shown() {
    return Math.min(this.#step, this.#current.steps.length - 1);
  }

  #go(step) {
    this.#step = step === Infinity ? step : Math.max(0, step);
    if (this.#step >= this.#current.steps.length - 1 && step !== Infinity) this.#step = this.#current.steps.length - 1;
    this.#draw();
  }

  #button(text, onclick) {
    return el("button", { class: "button", type: "button", onclick }, text);
  }

  #draw() {
    const variant = this.#current;
    const width = this.frame.clientWidth;
    if (!width || !variant) return;
    const type = parseFloat(getComputedStyle(this.frame).fontSize);
    const lanes = variant.lanes;
    const each = type * 3;
    const height = type * 2.6 + variant.steps.length * each + type;
    const x = (name) => laneAt(lanes.indexOf(name), lanes.length, width);
    const isAll = this.#step === Infinity;

    this.canvas.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.canvas.setAttribute("height", height);
    this.canvas.replaceChildren();
    lanes.forEach((name) => {
      this.canvas.append(
        svg("g", { class: "lane" }, svg("line", { x1: x(name), x2: x(name), y1: type * 2, y2: height - type * 0.5 })),
        svg("text", { class: "lane-name", x: x(name), y: type * 1.2, "text-anchor": "middle" }, name),
      );
    });
    variant.steps.forEach((step, index) => {
      if (index > this.#shown) return;
      const y = type * 2.6 + (index + 0.62) * each;
      const group = svg("g", { class: !isAll && index === this.#shown ? "current" : "past" });
      const settle = step.from === step.to ? note(group, x(step.from), y, step.text, type, width) : arrow(group, x(step.from), x(step.to), y, step, type, width);
      this.canvas.append(group);
      settle?.();
    });

    this.list.replaceChildren(...variant.steps.map((step) => el("li", {}, sentence(step))));
    const last = variant.steps.length - 1;
    this.buttons.back.disabled = this.#shown <= 0;
    this.buttons.next.disabled = isAll || this.#shown >= last;
    this.place.textContent = isAll ? `All ${variant.steps.length} steps` : `Step ${this.#shown + 1} of ${variant.steps.length}`;
    this.text.replaceChildren(isAll ? el("b", {}, variant.outcome) : sentence(variant.steps[this.#shown]));
  }
}

function laneAt(index, count, width) {
  const edge = Math.min(width * 0.16, 90);
  return count === 1 ? width / 2 : edge + (index * (width - 2 * edge)) / (count - 1);
}

function sentence({ from, to, text, lost }) {
  if (from === to) return `${from}: ${text}`;
  return lost ? `${from} to ${to}: ${text}. It never arrives.` : `${from} to ${to}: ${text}`;
}

function arrow(group, from, to, y, { text, lost }, type, width) {
  const right = to > from ? 1 : -1;
  const room = Math.min(Math.abs(to - from), width) - type;
  const end = lost ? from + (to - from) * 0.72 : to;
  group.append(svg("path", { class: `arrow${lost ? " arrow-lost" : ""}`, d: `M${from} ${y}L${end - right * (lost ? 0 : 6)} ${y}` }));
  if (lost) {
    const arm = type * 0.4;
    group.append(svg("path", { class: "cross", d: `M${end - arm} ${y - arm}l${arm * 2} ${arm * 2}m0 ${-arm * 2}l${-arm * 2} ${arm * 2}` }));
  } else {
    group.append(svg("path", { class: "arrow-head", d: `M${to} ${y}l${-7 * right} -4v8Z` }));
  }
  // Above the arrow and, where it broke, above the cross.
  group.append(svg("text", { class: "halo", x: (from + to) / 2, y: y - type * (lost ? 0.75 : 0.5), "text-anchor": "middle" }, fitted(text, room, type)));
}

/** A note on a lane. Its box is made to the text's true width, once the text is in the page. */
function note(group, x, y, text, type, width) {
  const shown = fitted(text, width - 3 * type, type);
  const label = svg("text", { y, "text-anchor": "middle" }, shown);
  const box = svg("rect", { class: "note-box", y: y - type * 1.35, height: type * 1.9, rx: 3 });
  group.append(box, label);
  return () => {
    const wide = Math.min(width - 2, label.getComputedTextLength() + type * 1.4);
    const left = Math.max(1, Math.min(x - wide / 2, width - wide - 1));
    box.setAttribute("x", left);
    box.setAttribute("width", wide);
    label.setAttribute("x", left + wide / 2);
  };
}

/** The text as far as there is room; all of it stands below the picture. */
function fitted(text, room, type) {
  if (textWidth(text, type) <= room) return text;
  return `${text.slice(0, Math.max(4, Math.floor(room / (type * 0.6)) - 1)).trimEnd()}…`;
}
