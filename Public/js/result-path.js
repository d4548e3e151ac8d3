/**
 * The value at a path such as `series[full].peak`, as lessons write it: `.name` steps, `[3]` an index, `[key]` the
 * element whose first text equals the key, `.count` an array's length.
 * @returns Undefined if nothing is there.
 */
export function valueAt(path, result) {
  let value = result;
  for (const [, name, key] of path.matchAll(/([^.[\]]+)|\[([^\]]+)\]/g)) {
    if (value === null || value === undefined) return undefined;
    if (name !== undefined) value = Array.isArray(value) && name === "count" ? value.length : value[name];
    else if (Array.isArray(value)) value = element(value, key);
    else value = value[key];
  }
  return value;
}

function element(list, key) {
  if (/^-?\d+$/.test(key) && list.at(Number(key)) !== undefined) return list.at(Number(key));
  return list.find((item) => Object.values(item ?? {}).find((member) => typeof member === "string") === key);
}
