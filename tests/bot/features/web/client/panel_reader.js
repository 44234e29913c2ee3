/* A panel over a table that only records its calls; the page and the effect of each button as text. */

import { Panel } from "./panel.js";

const ASKED = ["to", "step", "back", "flip", "play", "plan", "write", "choose", "complete", "begin", "tryOut", "explore", "leaveVariation", "leave", "notify", "dress"];

/** The visible elements of a subtree as lines, with their attributes and texts. */
export function read(element, indent = "") {
  if (element.hidden || element.tagName === "svg") return [];
  const facts = [
    element.tagName.toLowerCase(),
    element.id && `#${element.id}`,
    ...[...element.classList].map((name) => `.${name}`),
    element.ariaLabel && `“${element.ariaLabel}”`,
    element.href && `href=${element.href} target=${element.target}`,
    element.ariaPressed && `pressed=${element.ariaPressed}`,
    element.ariaDisabled && "disabled",
    element.ariaCurrent && "current",
    element.checked && "checked",
    ...[...element.querySelectorAll(":scope > svg path")].map((path) => `icon=${path.getAttribute("d")}`),
    ...Object.entries(element.dataset).map(([name, value]) => `${name}=${value}`),
  ];
  const line = indent + facts.filter(Boolean).join(" ");
  const inner = [...element.childNodes].flatMap((child) =>
    child.nodeType === Node.TEXT_NODE ? [`${indent}  ${child.textContent.trim()}`].filter((text) => text.trim()) : read(child, `${indent}  `),
  );
  const alone = element.childNodes.length === 1 && element.firstChild.nodeType === Node.TEXT_NODE;
  return alone ? [`${line}: ${element.textContent}`] : [line, ...inner];
}

/** Take the calls since the last time, as text. */
function taken(calls) {
  return calls.splice(0).map(([name, args]) => `${name}(${args.map((value) => JSON.stringify(value) ?? "undefined").join(", ")})`);
}

export function panelOf(state) {
  const calls = [];
  const table = { ...state, t: (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key), board: { zoom: state.zoom ?? 1, toggleZoom: () => calls.push(["zoom", []]) } };
  table.points = { said: new Map(state.said ?? []) };
  table.wire = { get: async (path) => ({ said: [`of ${path}`] }) };
  for (const name of ASKED) table[name] = (...args) => calls.push([name, args.map((value) => (value === Infinity || value === -Infinity ? String(value) : value))]);
  table.outside = state.framed ? (address) => calls.push(["outside", [address]]) : undefined;
  return { panel: new Panel(table), table, calls };
}

/** Parts of the page in a state, followed by the effect of each button and link in them. */
export async function story(state, parts) {
  const { panel, calls } = panelOf(state);
  panel.render();
  const shown = parts.map((part) => document.querySelector(part));
  const lines = [document.title, ...shown.flatMap((part) => read(part)), ""];
  const dialog = document.querySelector("#dialog");
  for (const button of shown.flatMap((part) => [...part.querySelectorAll("a:not([hidden]), button")])) {
    const before = button.ariaPressed;
    let follows = false;
    const stay = (event) => {
      follows = Boolean(button.href) && !event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener("click", stay, { once: true });
    button.click();
    await new Promise((resolve) => setTimeout(resolve));
    const effect = [...(follows ? ["follows the link"] : []), ...taken(calls)];
    if (button.ariaPressed !== before) effect.push(`pressed=${button.ariaPressed}`);
    if (dialog.open) {
      effect.push(...read(dialog), `focus: ${document.activeElement.textContent}`);
      for (const option of dialog.querySelectorAll("input:not(:checked)")) option.click();
      dialog.querySelector(".danger")?.click();
      effect.push(...taken(calls), dialog.open ? "stays open" : "closes");
      dialog.close();
    }
    lines.push(`${button.id}: ${effect.join("\n  ")}`);
  }
  panel.stop();
  return [...lines, ""].join("\n");
}

/** The effects of keys: the calls to the table, and whether the key was taken. */
export function keys(state, pressed) {
  const { panel, calls } = panelOf(state);
  panel.render();
  const effects = pressed.map(([within, key, more]) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
    document.querySelector(within).dispatchEvent(event);
    return `${within} ${key} ${Object.keys(more ?? {})}: ${taken(calls)}${event.defaultPrevented ? ", taken" : ""}`;
  });
  panel.stop();
  return effects;
}

/** The announcements of successive lines, and the sign of a connection that is down, then up again. */
export function news(state, lines) {
  const { panel } = panelOf(state);
  panel.announce(lines.slice(0, 2));
  panel.announce(lines.slice(2));
  const signs = [false, true].map((up) => {
    panel.line(up);
    return read(document.querySelector("#line"));
  });
  panel.stop();
  return [read(document.querySelector("#told")), signs];
}

/** The focused element after each change: the same as before, or else the reachable point of the board. */
export function focusKept(state) {
  const { panel, table } = panelOf(state);
  const point = document.createElement("button");
  Object.assign(point, { id: "point", tabIndex: 0 });
  document.querySelector("#points").replaceChildren(point);
  panel.render();
  const focused = [];
  document.querySelector("#act-pass").focus();
  panel.render();
  focused.push(document.activeElement.id);
  table.choosing = false;
  panel.bar();
  focused.push(document.activeElement.id);
  panel.bar(true);
  focused.push(document.activeElement.id);
  table.choosing = true;
  panel.bar(true);
  focused.push(document.activeElement.id);
  document.querySelector("#flip").focus();
  panel.bar(true);
  focused.push(document.activeElement.id);
  point.remove();
  panel.stop();
  return focused;
}

/** The moves seen in a low list of moves at each shown ply. */
export function movesSeen(state, plies) {
  const { panel, table } = panelOf(state);
  const seen = plies.map((ply) => {
    table.shown = { ...table.shown, ply };
    panel.render();
    const { list } = panel;
    Object.assign(list.style, { height: "90px", overflow: "auto", position: "relative" });
    panel.render();
    const box = list.getBoundingClientRect();
    const inside = (entry) => entry.getBoundingClientRect().top >= box.top && entry.getBoundingClientRect().bottom <= box.bottom;
    return [...list.querySelectorAll("button")].filter(inside).map((entry) => entry.id);
  });
  panel.stop();
  return seen;
}

/** Whether a click on a part of an opened dialog, or beside it, leaves it open; and the calls to the table. */
export function dialogLeft(state, clicks) {
  const { panel, calls } = panelOf(state);
  panel.render();
  const dialog = document.querySelector("#dialog");
  const left = clicks.map(([opener, part]) => {
    document.querySelector(opener).click();
    (part ? dialog.querySelector(part) : dialog).click();
    const { open } = dialog;
    dialog.close();
    return [open, taken(calls)];
  });
  panel.stop();
  return left;
}
