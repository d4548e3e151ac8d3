// From values to positions, and the values worth a tick.

/** @returns A function of a value, with `invert`, `ticks(count)` and its `domain`. */
export function linear(low, high, from, to) {
  const span = high - low || 1;
  const scale = (value) => from + ((value - low) / span) * (to - from);
  scale.invert = (position) => low + ((position - from) / (to - from)) * span;
  scale.domain = [low, high];
  scale.ticks = (count) => linearTicks(low, high, count);
  return scale;
}

/** Powers of ten. Whatever lies below the floor stands on it. */
export function logarithmic(floor, high, from, to) {
  const low = Math.log10(floor);
  const span = Math.log10(Math.max(high, floor * 10)) - low;
  const scale = (value) => from + ((Math.log10(Math.max(value, floor)) - low) / span) * (to - from);
  scale.invert = (position) => 10 ** (low + ((position - from) / (to - from)) * span);
  scale.domain = [floor, high];
  scale.ticks = (count) => {
    const ticks = [];
    for (let power = Math.ceil(low - 1e-9); power <= low + span + 1e-9; power += 1) ticks.push(10 ** power);
    const every = Math.ceil(ticks.length / Math.max(2, count));
    return ticks.filter((_, index) => index % every === 0);
  };
  return scale;
}

/** Multiples of 1, 2 or 5 times a power of ten. */
function linearTicks(low, high, count) {
  if (!(high > low)) return [low];
  const raw = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= raw * 0.999);
  const ticks = [];
  for (let index = Math.ceil(low / step - 1e-9); index * step <= high * (1 + 1e-9); index += 1) {
    ticks.push(Number((index * step).toPrecision(12)));
  }
  return ticks;
}
