// A scale for moments that lie far apart and close together at once: no two are nearer than a least distance, and the
// rest of the room is shared by length. It keeps the order, not the proportions.

/** The share of the room that every stretch between two moments gets, long or short. */
const EVEN = 0.5;

/** @param {number[]} moments In any order, repeats allowed. */
export function stretched(moments, from, to) {
  const stops = [...new Set([0, ...moments])].sort((a, b) => a - b);
  const total = stops.at(-1) || 1;
  const count = Math.max(1, stops.length - 1);
  const places = [from];
  for (let index = 1; index < stops.length; index += 1) {
    const share = EVEN / count + ((1 - EVEN) * (stops[index] - stops[index - 1])) / total;
    places.push(places[index - 1] + share * (to - from));
  }
  const scale = (value) => between(value, stops, places);
  scale.invert = (position) => between(position, places, stops);
  scale.domain = [0, total];
  scale.ticks = () => stops;
  return scale;
}

/** Linear between the neighbours, and constant beyond the ends. */
function between(value, keys, values) {
  let index = keys.findIndex((key) => key >= value);
  if (index === 0 || keys.length < 2) return values[0];
  if (index < 0) return values.at(-1);
  const share = (value - keys[index - 1]) / (keys[index] - keys[index - 1] || 1);
  return values[index - 1] + share * (values[index] - values[index - 1]);
}
