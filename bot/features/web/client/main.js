/* The start: find the game and the session. */

import { Activity } from "./activity.js";
import { $, h } from "./dom.js";
import { Table } from "./table.js";
import { Problem, Wire } from "./wire.js";

const START_PROBLEM = "The board cannot be opened now. · Das Brett lässt sich gerade nicht öffnen.";
const NO_GAME = "Open the board from the chat. · Öffne das Brett aus dem Chat.";

/** The board theme stored in this browser; a frame may have no storage. */
const storage = {
  get theme() {
    try {
      return localStorage.getItem("theme") ?? "";
    } catch {
      return "";
    }
  },
  set theme(theme) {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      /* Applies to this page only. */
    }
  },
};

let table = null;

function fragment() {
  return new URLSearchParams(location.hash.slice(1));
}

/** Open the game of a link, whose token is first removed from the address, or a game with an existing session. */
async function open(wire) {
  const { theme } = storage;
  const token = fragment().get("t");
  if (token) {
    history.replaceState(null, "", location.pathname + location.search);
    const opened = await wire.post("api/session", { token, frame: window !== top, theme });
    wire.bearer = opened.bearer ?? wire.bearer;
    return opened;
  }
  const game = fragment().get("game");
  if (game === null || !/^\d+$/.test(game)) throw new Problem({ code: "unknown", text: NO_GAME });
  return wire.get(`api/games/${game}`, { theme });
}

async function sit(wire, opened, activity = null) {
  table?.stop();
  const { view, language } = opened;
  document.documentElement.lang = language;
  if (!activity) history.replaceState(null, "", `${location.pathname}${location.search}#game=${view.match}`);
  table = new Table(wire, opened, {
    look: { theme: storage.theme, side: null },
    keepTheme: (theme) => {
      storage.theme = theme;
    },
    leave: ({ game, bearer }) => enter(new Wire(bearer), game, activity).catch(failed),
    outside: activity && ((address) => activity.open(address)),
  });
  $("#room").hidden = false;
  await table.start();
}

async function enter(wire, game, activity) {
  await sit(wire, await wire.get(`api/games/${game}`, { theme: storage.theme }), activity);
}

function failed(problem) {
  table?.stop();
  $("#room").hidden = true;
  $(".sorry")?.remove();
  $("#main").append(h("section", { className: "sorry", role: "alert" }, h("p", { textContent: problem.message || START_PROBLEM })));
}

/** In the Activity: the game of a deep link, of the latest link or of the channel, else a list of the person's games. */
async function sitInActivity(activity) {
  const opened = await activity.start();
  const wire = new Wire(opened.bearer);
  document.documentElement.lang = opened.language;
  if (opened.match !== null) return enter(wire, opened.match, activity);
  const t = (key) => opened.texts[key] ?? key;
  $("#room").hidden = true;
  const games = opened.games.map(({ match, title, turn }) => {
    const label = turn ? `● ${title}` : title;
    const button = h("button", { type: "button", textContent: label });
    button.addEventListener("click", () => {
      $(".sorry").remove();
      enter(wire, match, activity).catch(failed);
    });
    return h("li", {}, button);
  });
  const content = games.length ? [h("h2", { textContent: t("games") }), h("ul", {}, games)] : [h("p", { textContent: t("games.none") })];
  $("#main").append(h("section", { className: "sorry" }, content));
  return undefined;
}

async function start() {
  const activity = Activity.found(location, window);
  try {
    if (activity) await sitInActivity(activity);
    else {
      const wire = new Wire();
      await sit(wire, await open(wire));
    }
  } catch (problem) {
    failed(problem);
  }
}

addEventListener("hashchange", () => {
  if (fragment().has("t") || fragment().has("game")) {
    $(".sorry")?.remove();
    start();
  }
});
start();
