/* A table over a fake server: its requests, and what the person sees and hears after each step. */

import { Table } from "./table.js";

const NOON = "2026-11-20T12:00:00Z";
const PLACES = { a1: [20, 20], b1: [60, 20], c1: [100, 20], d1: [20, 60] };

export const pictureOf = (name) => `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='120' height='80'><title>${name}</title></svg>`;

/** A view after a number of plies, as the server sends it. */
export function viewOf(plies, more = {}) {
  const { ply = plies, taken_back: takenBack = 0, since = 0, may = {}, explored = [] } = more;
  const none = { move: true, undo: null, take_back: false, again: false, rematch: false, claim: false, explore: true, plan: true, draw_with_move: false, offers: [], dice: false, resign: false };
  const numbers = Array.from({ length: plies }, (_, at) => at + 1).slice(since);
  return {
    match: 7,
    title: "Morris #7",
    status: `after ${plies}`,
    question: "",
    chat: "",
    theme: "light",
    revision: `r${plies}-${takenBack}`,
    now: NOON,
    seat: 0,
    side: 0,
    players: ["Anna", "Ben"].map((name, seat) => ({ seat, name, role: name, you: !seat, turn: !seat, seconds: null, due: null })),
    calls: [],
    offers: [],
    lines: [],
    moves: [{ text: "pass", path: [], meanings: [], action: "pass", name: "Pass", does: "" }],
    ways: [["", "a1", "b1"], ["", "a1", "c1"], ["", "d1", "b1"]],
    history_from: since,
    history: numbers.map((number) => ({ number, said: `ply ${number}` })),
    running: true,
    hidden: false,
    result: [],
    confirm: true,
    board: {
      key: "k",
      points: Object.entries(PLACES).map(([name, [x, y]]) => ({ name, said: name.toUpperCase(), x, y, across: 16, down: 16, round: true })),
      width: 120,
      height: 80,
    },
    picture: { url: pictureOf(`${ply} ${takenBack} ${explored}`), words: `board after ${ply} ${explored}` },
    ...more,
    plies,
    ply,
    taken_back: takenBack,
    explored,
    may: { ...none, ...may },
  };
}

/** Run a script of steps; return the log of requests and of everything seen and heard. */
export async function play(script) {
  const log = [];
  const answers = [];
  const answer = async (entry) => {
    log.push(`  ask ${entry.map((part) => JSON.stringify(part)).join(" ")}`);
    const [next] = answers.splice(0, 1);
    const value = typeof next === "function" ? await next() : next;
    if (value instanceof Error) throw value;
    if (!value) throw Object.assign(new Error("not foreseen"), { code: "test" });
    return value;
  };
  const wire = {
    bearer: "b1",
    get: (path, query) => answer(["get", path, query]),
    post: (path, body) => answer(["post", path, body]),
    write: (path, query, body) => answer(["write", path, query, body]),
    picture: async (url) => url,
  };
  const themes = [];
  const begin = async (view) => {
    const opened = { view, texts: { "point.closed": "closed %point%" }, themes: ["light", "dark"] };
    const table = new Table(wire, opened, { keepTheme: (theme) => themes.push(theme), leave: () => {}, outside: null });
    await table.draw();
    return table;
  };
  const table = await begin(viewOf(0, globalThis.firstView ?? {}));
  const problem = (code, text = "") => Object.assign(new Error(text), { code });
  const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent).filter(Boolean);
  const marks = () => {
    const points = [...document.querySelectorAll(".point")];
    return points.map((point) => `${point.dataset.names}${point.ariaDisabled ? "" : "!"} ${point.ariaLabel}`).join(", ");
  };
  const told = document.querySelector("#told");
  told.replaceChildren();
  const step = async (name, run) => {
    log.push(`> ${name}`);
    await run();
    await new Promise((resolve) => setTimeout(resolve, 5));
    log.push(`  bar ${texts("#bar p, #bar button").join(" | ")}`, `  points ${marks()}`);
    log.push(`  count ${texts(".count")} history ${texts("#moves li").length} picture ${document.querySelector("#picture").alt}`);
    if (told.childElementCount) log.push(`  heard ${texts("#told p").join(" | ")}`);
    told.replaceChildren();
  };
  const names = ["table", "answers", "step", "viewOf", "problem", "log", "themes", "wire"];
  try {
    await new Function(...names, `return (async () => { ${script} })()`)(table, answers, step, viewOf, problem, log, themes, wire);
  } finally {
    table.stop();
    document.querySelector("#points").replaceChildren();
  }
  return [...log, answers.length ? `${answers.length} answers unused` : "", ""].join("\n").replaceAll(/data:image[^"]*/g, "…");
}
