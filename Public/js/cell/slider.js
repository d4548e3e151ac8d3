// A slider beside a number field. The number is the value; the slider is another way to change it, over the part of the
// range that the lesson is about, by equal ratios where that spans decades.
import { number } from "../format.js";

const STEPS = 1000;
const DIRECTIONS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** @param {HTMLInputElement} slider Its `data-for` names the number field. */
export function pairSlider(slider) {
  const field = document.getElementById(slider.dataset.for);
  const low = Number(slider.min);
  const high = Number(slider.max);
  const step = Number(slider.step) || 1;
  const scale = slider.dataset.scale === "log" ? logarithmic(low, high, step) : linear(low, high, step);

  if (slider.dataset.scale === "log") {
    slider.min = 0;
    slider.max = STEPS;
    slider.step = 1;
    slider.addEventListener("keydown", (event) => arrow(event));
  }

  // An empty field has the value that its placeholder shows.
  const effective = () => Number(field.value || field.placeholder);
  const follow = () => {
    if (Number.isFinite(effective())) slider.value = scale.position(effective());
    describe();
  };
  const describe = () => slider.setAttribute("aria-valuetext", Number.isFinite(effective()) ? number(effective()) : "none");

  const choose = (value) => {
    field.value = value;
    describe();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  // Several positions share a value where values are coarse, so that a key goes by values: to the next one.
  const arrow = (event) => {
    const direction = DIRECTIONS[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const now = effective();
    let position = scale.position(now);
    let value = scale.value(position);
    while ((value - now) * direction <= 0) {
      position += direction;
      if (position < 0 || position > STEPS) return;
      value = scale.value(position);
    }
    choose(value);
  };

  slider.addEventListener("input", (event) => {
    event.stopPropagation();
    choose(scale.value(Number(slider.value)));
  });
  field.addEventListener("input", follow);
  field.addEventListener("effective", follow);
  follow();
}

function linear(low, high, step) {
  const digits = decimals(step);
  return {
    position: (value) => Math.min(high, Math.max(low, value)),
    value: (position) => Number(position.toFixed(digits)),
  };
}

/** Positions 0…STEPS; a range from 0 has its 0 at the very start. Values have two digits that say something. */
function logarithmic(low, high, step) {
  const first = Math.max(low, 1);
  const ratio = Math.log(high / first);
  return {
    position: (value) => {
      if (value < first) return 0;
      return Math.round(1 + ((STEPS - 1) * Math.log(Math.min(value, high) / first)) / ratio);
    },
    value: (position) => {
      if (position <= 0) return low;
      const raw = first * Math.exp((ratio * (position - 1)) / (STEPS - 1));
      const unit = Math.max(step, 10 ** Math.max(0, Math.floor(Math.log10(raw)) - 1));
      return Math.min(high, Math.max(low, Math.round(raw / unit) * unit));
    },
  };
}

function decimals(step) {
  const text = String(step);
  return text.includes(".") ? text.length - text.indexOf(".") - 1 : 0;
}
