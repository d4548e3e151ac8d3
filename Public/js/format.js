// Numbers and times as a reader sees them. The page is in English wherever its reader is.

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const twoDigits = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** `1,000`, `71.5`, `0.043`. */
export function number(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "—";
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 1000) return grouped.format(value);
  if (size >= 100) return oneDigit.format(value);
  if (size >= 1) return twoDigits.format(value);
  return String(Number(value.toPrecision(2)));
}

/** Short, for an axis: `500`, `2,500`, `20k`, `1.5M`. */
export function compact(value) {
  const size = Math.abs(value);
  if (size >= 1e9) return `${oneDigit.format(value / 1e9)}G`;
  if (size >= 1e6) return `${oneDigit.format(value / 1e6)}M`;
  if (size >= 1e4) return `${oneDigit.format(value / 1e3)}k`;
  return number(value);
}

/** `87 ms`, `1,500 ms`, `33.1 s`. */
export function duration(ms) {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return "—";
  return ms >= 10_000 ? `${number(Math.round(ms / 100) / 10)} s` : `${number(Math.round(ms * 100) / 100)} ms`;
}

/** A number with its unit, if it has one; the unit is given as a plural. */
export function withUnit(value, unit) {
  return unit ? `${number(value)} ${value === 1 ? singular(unit) : unit}` : number(value);
}

/** `1 request`, `2 requests`. */
export function counted(value, singular, plural = `${singular}s`) {
  return `${number(value)} ${value === 1 ? singular : plural}`;
}

/** `requests` as `request`, `answers a second` as `answer a second`; `ms` stays. */
function singular(unit) {
  return unit.replace(/^(\w{2,})ies\b/, "$1y").replace(/^(\w{2,}[^s\W])s\b/, "$1");
}
