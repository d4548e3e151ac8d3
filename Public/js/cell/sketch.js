// Paper on which the reader draws a line before the run: a point at each of a few places, moved by pointer, touch or keys.
// To a screen reader each point is a slider.
import { el, svg } from "../dom.js";
import { compact, number } from "../format.js";
import { linear } from "../charts/scale.js";
import { textWidth, timeUnit, xAxis, yAxis } from "../charts/axes.js";

/** Steps from the floor to the top by arrow keys. */
const STEPS = 40;

export class Sketch {
  /** The points' heights, from the left. */
  #heights;
  #isTouched = false;

  /**
   * @param {{ask: string, at: number[], highest: number}} drawing `at` in milliseconds.
   * @param {HTMLElement} place Where the paper is put.
   */
  constructor({ ask, at, highest }, place) {
    Object.assign(this, { at, highest });
    this.#heights = at.map(() => 0);
    this.canvas = svg("svg", { "aria-hidden": "true" });
    this.paper = el("div", { class: "plot sketch-paper" }, this.canvas);
    this.time = timeUnit(at.at(-1));
    this.handles = at.map((place, index) =>
      el("span", {
        class: "handle",
        role: "slider",
        tabindex: 0,
        "aria-orientation": "vertical",
        "aria-valuemin": 0,
        "aria-valuemax": highest,
        "aria-label": `At ${this.time.text(place)} ${this.time.unit}`,
        onkeydown: (event) => this.#key(event, index),
      }),
    );
    this.paper.append(...this.handles);
    place.setAttribute("role", "group");
    place.setAttribute("aria-label", ask);
    place.append(el("p", { class: "sketch-ask" }, ask), this.paper);
    this.paper.addEventListener("pointerdown", (event) => this.#begin(event));
    this.paper.addEventListener("pointermove", (event) => this.paper.hasPointerCapture(event.pointerId) && this.#point(event));
    new ResizeObserver(() => this.#draw()).observe(this.paper);
  }

  /** The heights, or null while nothing was drawn. */
  get line() {
    return this.#isTouched ? [...this.#heights] : null;
  }

  #begin(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.paper.setPointerCapture(event.pointerId);
    this.handles[this.#point(event)]?.focus({ preventScroll: true });
  }

  /** Moves the point nearest to the pointer to its height. */
  #point(event) {
    if (!this.x) return undefined;
    const { left, top } = this.paper.getBoundingClientRect();
    const place = this.x.invert(event.clientX - left);
    let nearest = 0;
    this.at.forEach((at, index) => {
      if (Math.abs(at - place) < Math.abs(this.at[nearest] - place)) nearest = index;
    });
    this.#set(nearest, this.y.invert(event.clientY - top));
    return nearest;
  }

  #key(event, index) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = this.highest / STEPS;
    const now = this.#heights[index];
    const next = { ArrowUp: now + step, ArrowRight: now + step, ArrowDown: now - step, ArrowLeft: now - step, PageUp: now + step * 5, PageDown: now - step * 5, Home: 0, End: this.highest }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.#set(index, next);
  }

  #set(index, value) {
    const digits = this.highest >= 20 ? 0 : 2;
    this.#heights[index] = Number(Math.max(0, Math.min(this.highest, value)).toFixed(digits));
    this.#isTouched = true;
    this.#draw();
  }

  #draw() {
    const { clientWidth: width, clientHeight: height } = this.paper;
    if (!width || !height) return;
    const type = parseFloat(getComputedStyle(this.paper).fontSize);
    const box = { left: textWidth(compact(this.highest), type) + 14, right: width - 14, top: type, bottom: height - type * 2.1 };
    this.canvas.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.canvas.setAttribute("height", height);
    this.canvas.replaceChildren();
    this.y = yAxis(this.canvas, box, { title: "", high: this.highest }, type);
    const along = { title: "", low: this.at[0], high: this.at.at(-1), text: (ms) => `${this.time.text(ms)} ${this.time.unit}` };
    this.x = xAxis(this.canvas, box, along, type, true, Object.assign(linear(this.at[0], this.at.at(-1), box.left + 4, box.right - 4)));
    const line = this.at.map((at, index) => `${index === 0 ? "M" : "L"}${this.x(at)} ${this.y(this.#heights[index])}`).join("");
    this.canvas.append(svg("path", { class: `drawn-guess${this.#isTouched ? "" : " untouched"}`, d: line }));
    this.handles.forEach((handle, index) => {
      handle.style.left = `${this.x(this.at[index])}px`;
      handle.style.top = `${this.y(this.#heights[index])}px`;
      handle.setAttribute("aria-valuenow", this.#heights[index]);
      handle.setAttribute("aria-valuetext", number(this.#heights[index]));
    });
  }
}
