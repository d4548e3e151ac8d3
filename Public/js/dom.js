// Elements from names, attributes and children. Text is always text: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an HTML element.
 * @param {string} name
 * @param {Object<string, string|number|boolean|Function|null|undefined>} attributes `onclick` and the like take a
 *   function; true is an empty attribute; null, undefined and false are left out.
 * @param {...(Node|string|number|null|undefined|false)} children
 */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Makes an SVG element, like `el`. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

let count = 0;

/** An id that no other element of the page has. */
export function uniqueId(stem) {
  count += 1;
  return `${stem}-${count}`;
}
