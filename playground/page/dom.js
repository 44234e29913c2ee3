/** Build elements without ever parsing markup: all text becomes text nodes. */

const SVG = "http://www.w3.org/2000/svg";

/** Line drawings of 24 x 24 units, made for this page. */
const ICONS = {
  channel: "M9 4 7 20M17 4l-2 16M4 9h17M3 15h17",
  thread: "M5 5h14v9h-8l-4 4v-4H5zM9 9h6",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  people:
    "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3 19c0-3.3 2.7-5 6-5s6 1.7 6 5M16 5.5a3 3 0 0 1 0 5.4M17 14.3c2.4.5 4 2.1 4 4.7",
  send: "M4 12 20 4l-5 16-3.5-6.5zM11.500 13.500 20 4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z",
  eye: "M2 12s3.600-6 10-6 10 6 10 6-3.600 6-10 6-10-6-10-6zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  down: "M6 9l6 6 6-6",
  right: "M9 6l6 6-6 6",
  check: "M5 12.500l4.500 4.500L19 7.500",
  chat: "M4 5h16v11H11l-5 4v-4H4z",
  slash: "M15 4 9 20M4 4h16v16H4z",
  open: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  globe:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 3.500 6 3.500 9s-.5 6-3.500 9c-3-3-3.500-6-3.500-9S9 6 12 3",
  reply: "M5 18v-5a4 4 0 0 1 4-4h10",
};

/**
 * Create an element. Properties: `class`, `data` (dataset), `on` (listeners), `style` (an object); anything else
 * is an attribute: `true` sets it empty, `false`, `null` and `undefined` omit it.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node | string | number | null | undefined | false | any[])} children
 * @returns {any}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "style")
      for (const [key, part] of Object.entries(value)) element.style.setProperty(key, part);
    else if (name === "on")
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

/** @param {Node} parent @param {any[]} children */
export function append(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (child instanceof Node) parent.appendChild(child);
    else if (child !== null && child !== undefined && child !== false)
      parent.appendChild(document.createTextNode(String(child)));
  }
}

/** Replace an element's children. @param {Element} element @param {...any} children */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/**
 * Replace an element's children unless the markup is the same: unchanged children keep the focus, and presses
 * that began on them. Only for parts whose listeners depend only on the markup.
 * @param {Element} element
 * @param {...any} children
 */
export function renew(element, ...children) {
  const fresh = /** @type {Element} */ (element.cloneNode(false));
  append(fresh, children);
  if (!fresh.isEqualNode(element)) element.replaceChildren(...fresh.childNodes);
}

/**
 * Draw one of the page's own icons; it is decorative, as its button has the label.
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("focusable", "false");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  drawing.appendChild(path);
  return drawing;
}

/** A button that does not submit. @param {Record<string, any>} props @param {...any} children */
export function button(props, ...children) {
  return h("button", { type: "button", ...props }, ...children);
}

/**
 * Announce a sentence to screen readers without showing it.
 * @param {string} text
 * @param {"polite" | "assertive"} [urgency]
 */
export function announce(text, urgency = "polite") {
  const region = document.getElementById(urgency);
  if (!region) return;
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Make an id unique within this page. @param {string} stem */
export function uniqueId(stem) {
  counter += 1;
  return `${stem}-${counter}`;
}
let counter = 0;
