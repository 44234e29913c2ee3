/* A board with made-up spots, and its reports of touches, keys, swipes and zoom. */

import { Board } from "./board.js";

const PLACES = { a1: [20, 20], b1: [60, 20], c1: [100, 20], a2: [20, 60], b2: [64, 60], c2: [100, 60] };
const picture = (name) => `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='120' height='80'><title>${name}</title></svg>`;

/** Run a script with a board that shows six spots; return the board's reports and the script's result. */
export async function play(script) {
  const told = [];
  document.querySelector("#room").ariaBusy = "false";
  const board = new Board({
    touched: (names) => told.push(["touched", names.join()]),
    swiped: (step) => told.push(["swiped", step]),
    zoomed: (zoomed) => told.push(["zoomed", zoomed]),
  });
  await board.show(picture("first"), "words", 120, 80);
  const points = (names) => names.map((name) => ({ name, x: PLACES[name][0], y: PLACES[name][1], across: 12, down: 12, round: false }));
  const lay = (key, names) => board.lay(points(names), key);
  const mark = (marks) => board.mark(({ names }) => ({ mark: marks[names[0]] ?? "", open: names[0] in marks, label: names[0] }));
  const spots = () => [...document.querySelectorAll(".point")];
  const names = () => spots().map((spot) => spot.dataset.names);
  const spot = (name) => spots().find((one) => one.dataset.names.split(" ").includes(name));
  const focused = () => document.activeElement.dataset.names ?? null;
  const press = (key, more = {}) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
    document.activeElement.dispatchEvent(event);
    return [focused(), event.defaultPrevented];
  };
  const place = (x, y) => {
    const box = document.querySelector("#board").getBoundingClientRect();
    return { clientX: box.left + (x * box.width) / 120, clientY: box.top + (y * box.width) / 120, bubbles: true };
  };
  const pointer = (name, x, y, more = {}) => document.querySelector("#board").dispatchEvent(new PointerEvent(name, { ...place(x, y), pointerId: 1, pointerType: "touch", ...more }));
  const click = (x, y) => document.querySelector("#board").dispatchEvent(new MouseEvent("click", { ...place(x, y), detail: 1 }));
  const tap = (x, y, pointerType = "touch") => {
    pointer("pointerdown", x, y, { pointerType });
    const pressed = [...document.querySelectorAll(".pressed")].map((one) => one.dataset.names);
    pointer("pointerup", x, y, { pointerType });
    click(x, y);
    return pressed;
  };
  const swipe = (from, to, more = {}) => {
    pointer("pointerdown", ...from, more);
    pointer("pointermove", ...to, more);
    pointer("pointerup", ...to, more);
  };
  const tools = { board, told, lay, mark, names, spots, spot, focused, press, pointer, click, tap, swipe, picture };
  try {
    const returned = await new Function(...Object.keys(tools), `return (async () => { ${script} })()`)(...Object.values(tools));
    return { told, returned };
  } finally {
    board.stop();
    document.querySelector("#points").replaceChildren();
  }
}
