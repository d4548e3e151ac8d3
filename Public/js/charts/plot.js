// A chart that is drawn to the room it has: legend, plot, a cursor that keyboard, pointer and touch move, and a readout.
// To a screen reader the plot is a slider whose value is what stands at the cursor.
import { el, svg, uniqueId } from "../dom.js";

/**
 * @typedef {Object} Renderer
 * @property {string} kind
 * @property {(model: Object) => {label: string, style: number}[]} legend
 * @property {(model: Object) => {name: string, label: string}[]} [options] Switches, such as a log scale.
 * @property {(layer: SVGElement, size: {width: number, height: number, type: number}, model: Object, options: Set<string>)
 *   => Cursor} draw
 *
 * @typedef {Object} Cursor The places where the cursor can stand.
 * @property {number} count
 * @property {number} [jump] How far Page Up and Page Down go.
 * @property {(x: number, y: number) => number} nearest
 * @property {(index: number) => {at: string, values: [string, string][]}} text
 * @property {(index: number) => number} [x] A line there from `top` to `bottom`;
 * @property {(index: number) => Object} [outline] or a rectangle around the thing.
 * @property {(index: number) => {x: number, y: number, style: number}[]} [dots]
 */

export class Plot {
  #chosen = new Set();
  #cursor = null;
  #index = null;

  /** @param {Renderer} renderer */
  constructor(renderer, model) {
    this.kind = renderer.kind;
    this.renderer = renderer;
    this.legend = el("ul", { class: "legend" });
    this.options = el("div", { class: "chart-options" });
    this.canvas = svg("svg", { "aria-hidden": "true" });
    this.layer = svg("g");
    this.pointer = svg("g", { class: "cursor" });
    this.canvas.append(this.layer, this.pointer);
    const reads = model.isStill ? { role: "img" } : { tabindex: 0, role: "slider", "aria-orientation": "horizontal", "aria-valuemin": 0 };
    this.plot = el("div", { class: "plot", ...reads }, this.canvas);
    this.readout = el("p", { class: "readout" });
    this.element = el("div", { class: "chart" }, el("div", { class: "chart-head" }, this.legend, this.options), this.plot, this.readout);

    if (!model.isStill) this.#listen();
    this.#makeOptions(model);
    this.observer = new ResizeObserver(() => this.#draw());
    this.observer.observe(this.plot);
    this.update(model);
  }

  #listen() {
    this.plot.addEventListener("keydown", (event) => this.#key(event));
    this.plot.addEventListener("pointermove", (event) => this.#point(event));
    this.plot.addEventListener("pointerdown", (event) => this.#point(event));
    this.plot.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && document.activeElement !== this.plot && this.#move(null));
    this.plot.addEventListener("focus", () => this.#index ?? this.#move(this.#cursor?.start ?? 0));
    this.plot.addEventListener("blur", () => this.#move(null));
  }

  update(model) {
    this.model = model;
    const drawn = model.drawn ? [el("li", {}, stroke("drawn-guess"), "your line")] : [];
    this.legend.replaceChildren(...this.renderer.legend(model).map(({ label, style }) => el("li", {}, swatch(style), label)), ...drawn);
    this.plot.setAttribute("aria-label", model.isStill ? model.title : `${model.title}. ${model.hint ?? "Arrow keys read its values."}`);
    this.#draw();
  }

  #makeOptions(model) {
    for (const { name, label, isOn } of this.renderer.options?.(model) ?? []) {
      const id = uniqueId("option");
      if (isOn) this.#chosen.add(name);
      const box = el("input", { type: "checkbox", id, checked: isOn });
      box.addEventListener("change", () => {
        if (box.checked) this.#chosen.add(name);
        else this.#chosen.delete(name);
        this.#draw();
      });
      // Not a field of the cell's form: its changes run nothing.
      for (const type of ["input", "change"]) box.addEventListener(type, (event) => event.stopPropagation());
      this.options.append(el("span", { class: "toggle" }, box, el("label", { for: id }, label)));
    }
  }

  #draw() {
    const { clientWidth: width, clientHeight: height } = this.plot;
    if (!width || !height || !this.model) return;
    const type = parseFloat(getComputedStyle(this.plot).fontSize);
    if (this.canvas.getAttribute("viewBox") !== `0 0 ${width} ${height}`) {
      this.canvas.setAttribute("viewBox", `0 0 ${width} ${height}`);
      this.canvas.setAttribute("height", height);
    }
    this.layer.replaceChildren();
    this.#cursor = this.renderer.draw(this.layer, { width, height, type }, this.model, this.#chosen);
    if (this.model.isStill) return;
    this.plot.setAttribute("aria-valuemax", Math.max(0, this.#cursor.count - 1));
    this.#move(this.#index === null ? null : Math.min(this.#index, this.#cursor.count - 1));
  }

  // MARK: Cursor

  #key(event) {
    const { count, jump = 10 } = this.#cursor ?? { count: 0 };
    if (count === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = this.#index ?? 0;
    const next = {
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      PageUp: index + jump,
      PageDown: index - jump,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.#move(Math.max(0, Math.min(count - 1, next)));
  }

  #point(event) {
    if (!this.#cursor?.count) return;
    const { left, top } = this.plot.getBoundingClientRect();
    this.#move(this.#cursor.nearest(event.clientX - left, event.clientY - top));
  }

  #move(index) {
    this.#index = index;
    const cursor = this.#cursor;
    this.pointer.replaceChildren();
    if (index === null || !cursor?.count) {
      this.#tell(this.model?.summary ?? "", []);
      this.plot.setAttribute("aria-valuenow", 0);
      this.plot.setAttribute("aria-valuetext", this.model?.summary ?? "");
      return;
    }
    if (cursor.outline) {
      this.pointer.append(svg("rect", { class: "outline", rx: 2, ...cursor.outline(index) }));
    } else {
      const x = cursor.x(index);
      this.pointer.append(svg("line", { x1: x, x2: x, y1: cursor.top, y2: cursor.bottom }));
    }
    for (const { x: cx, y: cy, style } of cursor.dots?.(index) ?? []) {
      this.pointer.append(svg("circle", { class: `dot series-${style}`, cx, cy, r: 4.5 }));
    }
    const { at, values } = cursor.text(index);
    this.#tell(at, values);
    this.plot.setAttribute("aria-valuenow", index);
    this.plot.setAttribute("aria-valuetext", `${at}: ${values.map(([name, value]) => `${name} ${value}`).join(", ")}`);
  }

  #tell(at, values) {
    this.readout.replaceChildren(at, ...values.flatMap(([name, value], index) => [index === 0 ? ": " : " · ", `${name} `, el("b", {}, value)]));
  }
}

/** A short piece of a series' line, as the legend shows it. */
export function swatch(style) {
  return stroke(`line series-${style}`);
}

function stroke(look) {
  return svg("svg", { viewBox: "0 0 30 14", "aria-hidden": "true" }, svg("line", { class: look, x1: 0, x2: 30, y1: 7, y2: 7 }));
}
