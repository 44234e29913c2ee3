/* The start of the page over a fake server, in a browser or in Discord's frame: its requests and what it shows. */

import { viewOf } from "./table_player.js";

const PATIENCE = 10_000;
const TEXTS = { chat: "To the chat", games: "Your games", "games.none": "No games", opened: "Open the new game" };
const view = (match, may = {}) => viewOf(0, { match, title: `Morris #${match}`, chat: `https://discord.com/${match}`, may });
const opened = (match, more = {}) => ({ view: view(match, { rematch: true }), language: "de", texts: TEXTS, themes: ["light", "dark"], ...more });

/** The made-up views, also for the answers of a story. */
export const made = { opened, view };

async function until(condition) {
  const end = performance.now() + PATIENCE;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Play Discord as the page's parent: it answers each command at once. */
function frame(log) {
  const { port1: parent } = new MessageChannel();
  parent.postMessage = ([opcode, payload]) => {
    log.push(`  Discord hears ${payload.args?.url ?? payload.cmd ?? opcode}`);
    const data = opcode ? [1, { nonce: payload.nonce, data: { code: "c0de" } }] : [1, { cmd: "DISPATCH", evt: "READY" }];
    setTimeout(() => dispatchEvent(new MessageEvent("message", { source: parent, origin: "https://discord.com", data })));
  };
  window.parent = parent;
}

/** Run a script after the start; return the log of requests and of the page after each step.
 *
 * A step ends with the awaited line of the log, else with a new apology of the page.
 */
export async function play(answers, script) {
  const log = [];
  const fetched = fetch;
  localStorage.clear();
  globalThis.fetch = async (path, { method = "GET", headers = {}, body } = {}) => {
    if (path.startsWith("data:")) return fetched(path);
    const { request, ...sent } = body ? JSON.parse(body) : {};
    log.push(`  ${[method, path, headers.Authorization, body && JSON.stringify(sent)].filter(Boolean).join(" ")}`);
    const answer = answers[path.split("?")[0]];
    if (answer) return new Response(JSON.stringify(answer), { status: 200 });
    return new Response(JSON.stringify({ error: { code: "unknown", text: answer ?? "No such thing" } }), { status: 404 });
  };
  globalThis.WebSocket = class {
    constructor(address) {
      this.address = new URL(address).pathname;
      globalThis.lastSocket = this;
      log.push(`  live ${this.address}`);
    }
    send(text) {
      log.push(`  greeted with ${text}`);
    }
    close() {
      log.push(`  closed ${this.address}`);
    }
  };
  if (location.search) frame(log);
  const apology = () => document.querySelector(".sorry");
  const step = async (name, run, awaited = null) => {
    const before = apology();
    const begun = log.push(`> ${name}`);
    await run();
    const heard = () => log.slice(begun).some((line) => line.startsWith(`  ${awaited}`));
    await until(awaited ? heard : () => apology() && apology() !== before);
    const room = document.querySelector("#room");
    const sorry = apology();
    log.push(`  at ${location.pathname}${location.search.slice(0, 9)}${location.hash} in ${document.documentElement.lang}`);
    log.push(`  room ${room.hidden ? "hidden" : document.title} picture ${document.querySelector("#picture").src.length > 0}`);
    for (const note of document.querySelectorAll("#bar .note, #line:not([hidden])")) log.push(`  note ${note.textContent}`);
    if (sorry) log.push(`  ${sorry.role ?? "section"} ${[...sorry.querySelectorAll("h2, p, button")].map((part) => part.textContent).join(" | ")}`);
  };
  const click = async (selector) => {
    await until(() => document.querySelector(selector));
    document.querySelector(selector).click();
  };
  await step("start", () => import("./main.js"), answers.first);
  const tools = { step, click, answers, ...made };
  await new Function(...Object.keys(tools), `return (async () => { ${script} })()`)(...Object.values(tools));
  return [...log, ""].join("\n");
}
