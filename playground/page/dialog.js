/** Dialogs and pop-ups above the page: they take the focus, keep it, and give it back. */

import { h } from "/page/dom.js";

const FOCUSABLE =
  "a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex='-1'])";

/**
 * Prepare a modal dialog; fill its `element`, then `show` it.
 * @param {{
 *   kind: string,
 *   label?: string,
 *   labelledBy?: string,
 *   testid: string,
 *   closeOnBackdrop?: boolean,
 *   onClose?: () => void,
 * }} options
 */
export function openDialog({ kind, label, labelledBy, testid, closeOnBackdrop = false, onClose }) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const element = h("dialog", {
    class: `dialog ${kind}`,
    "aria-label": label,
    "aria-labelledby": labelledBy,
    "aria-modal": "true",
    data: { testid },
  });
  const close = () => element.open && element.close();
  element.addEventListener("close", () => {
    element.remove();
    if (before?.isConnected) before.focus();
    onClose?.();
  });
  element.addEventListener(
    "keydown",
    (/** @type {KeyboardEvent} */ event) => event.key === "Tab" && wrapFocus(element, event),
  );
  if (closeOnBackdrop)
    element.addEventListener(
      "click",
      (/** @type {MouseEvent} */ event) => event.target === element && close(),
    );
  const show = () => {
    document.body.appendChild(element);
    element.showModal();
  };
  return { element, show, close };
}

/** Keep Tab inside an element. @param {HTMLElement} root @param {KeyboardEvent} event */
function wrapFocus(root, event) {
  const stops = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(FOCUSABLE)]).filter(
    (stop) => stop.offsetParent !== null,
  );
  if (!stops.length) return;
  const edge = event.shiftKey ? stops[0] : stops[stops.length - 1];
  if (document.activeElement !== edge && root.contains(document.activeElement)) return;
  event.preventDefault();
  (event.shiftKey ? stops[stops.length - 1] : stops[0]).focus();
}

/**
 * Show a pop-up next to an anchor, above everything, until a press outside, Escape or `close`.
 * @param {HTMLElement} anchor
 * @param {HTMLElement} element
 * @param {{onClose?: () => void, matchWidth?: boolean}} [options]
 */
export function openPopup(anchor, element, { onClose, matchWidth = false } = {}) {
  element.setAttribute("popover", "manual");
  // Inside a modal dialog everything outside it is inert, so the pop-up must live in the dialog.
  (anchor.closest("dialog") ?? document.body).appendChild(element);
  element.showPopover();
  const place = () => placeBeside(anchor, element, matchWidth);
  let open = true;
  const close = () => {
    if (!open) return;
    open = false;
    removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", place);
    document.removeEventListener("scroll", place, true);
    element.remove();
    onClose?.();
  };
  /** @param {Event} event */
  const outside = (event) => {
    const target = /** @type {Node} */ (event.target);
    if (!element.contains(target) && !anchor.contains(target)) close();
  };
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
    anchor.focus();
  });
  addEventListener("pointerdown", outside, true);
  addEventListener("resize", place);
  document.addEventListener("scroll", place, true);
  place();
  return { close, place };
}

/** @param {HTMLElement} anchor @param {HTMLElement} element @param {boolean} matchWidth */
function placeBeside(anchor, element, matchWidth) {
  const gap = 6;
  const box = anchor.getBoundingClientRect();
  element.style.maxHeight = "";
  if (matchWidth) element.style.width = `${Math.max(box.width, Math.min(240, innerWidth - 16))}px`;
  const below = innerHeight - box.bottom - gap - 8;
  const above = box.top - gap - 8;
  const height = element.offsetHeight;
  const under = height <= below || below >= above;
  element.style.maxHeight = `${Math.max(120, under ? below : above)}px`;
  const used = element.offsetHeight;
  element.style.left = `${Math.max(8, Math.min(box.left, innerWidth - element.offsetWidth - 8))}px`;
  element.style.top = `${under ? box.bottom + gap : Math.max(8, box.top - gap - used)}px`;
}
