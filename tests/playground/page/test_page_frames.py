"""An Activity's frame, spoken to as by the app's SDK, and told as a text to approve."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page
from syrupy.assertion import SnapshotAssertion

from playground.server import Playground
from tests.playground.page.drawn import state
from tests.playground.page.page_stage import IN_CHROMIUM

pytestmark = IN_CHROMIUM

FRAME = """async ([state, other]) => {
  const { Store } = await import("/page/store.js");
  const { Activities } = await import("/page/activity.js");
  const { ApiError } = await import("/page/api.js");
  const store = new Store();
  store.load(state);
  store.current = "21";
  const steps = [], told = (...parts) => steps.push(`  ${parts.join(" ")}`);
  const shown = { instance_id: "i-1", frame_id: "f-1", client_id: "9", origin: location.origin,
    src: "/page/icon.svg" };
  let refusal = null, answers = {};
  const answer = (value) => (refusal ? Promise.reject(refusal) : Promise.resolve(value));
  const api = {
    openActivity: (...wish) => (told("open", JSON.stringify(wish)), answer(shown)),
    forActivity: (what, body) => (told(what, JSON.stringify(body)), answer(answers[what] ?? {})),
  };
  window.open = (...wish) => told("window", wish);
  const activities = new Activities(api, store);
  const rest = () => new Promise((done) => setTimeout(done));
  const one = (selector) => document.querySelector(selector);
  const dialog = () => one("[data-testid=activity]");
  let before = "";
  const look = () => {
    const consent = one("[data-testid=activity-consent]");
    const names = [dialog()?.ariaLabel, one("iframe")?.title, one("iframe")?.referrerPolicy,
      dialog()?.querySelector("h2").textContent];
    const asked = consent?.hidden ? "" : consent?.textContent;
    const now = [...names, asked, one("#assertive").textContent].join(" | ");
    if (now !== before) told("shows", now);
    before = now;
  };
  const step = async (name, act) => {
    steps.push(name);
    await act?.();
    for (let pause = 0; pause < 3; pause += 1) await rest();
    while (dialog() && !dialog().open) await rest();
    look();
  };
  const begin = async (name, ...wish) => {
    await step(name, () => activities.launch(...wish));
    const frame = one("[data-testid=activity-frame]");
    if (!frame) return undefined;
    frame.contentWindow.postMessage = (data, origin) =>
      told("to frame", JSON.stringify(data), origin === location.origin);
    return frame.contentWindow;
  };
  let source = await begin("launched", "22", "12");
  const say = (data, more = {}) => window.dispatchEvent(
    new MessageEvent("message", { source, origin: location.origin, data, ...more }));
  const command = (cmd, args, nonce = cmd) =>
    step(`${cmd} ${JSON.stringify(args)}`, () => say([1, { cmd, args, nonce }]));
  const hello = { client_id: "9", v: 1, encoding: "json", frame_id: "f-1" };
  for (const wrong of [{ client_id: "8" }, { v: 2 }, { encoding: "etf" }, { frame_id: "f-2" }])
    await step(`hello ${JSON.stringify(wrong)}`, () => say([0, { ...hello, ...wrong }]));
  await command("AUTHENTICATE", { access_token: "early" });
  await step("hello", () => say([0, hello]));
  await step("from elsewhere", () => say([1, { cmd: "X" }], { origin: "https://example.org" }));
  await step("from another frame", () => say([1, { cmd: "X" }], { source: window }));
  await step("no list", () => say("hello"));
  answers = { authorize: { consent: true } };
  const asked = { client_id: "9", scope: ["identify", "guilds"] };
  await command("AUTHORIZE", asked);
  await step("cancelled", () => one("[data-testid=activity-cancel]").click());
  await command("AUTHORIZE", asked, "n-2");
  answers = { authorize: { code: "abc" } };
  await step("agreed", () => one("[data-testid=activity-authorize]").click());
  await command("AUTHORIZE", asked, "n-3");
  answers = { authenticate: { user: { id: "1" } } };
  await command("AUTHENTICATE", { access_token: "t" });
  refusal = new ApiError(400, "Invalid token");
  await command("AUTHENTICATE", { access_token: "u" });
  refusal = null;
  await command("OPEN_EXTERNAL_LINK", { url: "https://example.org" });
  await command("FLY", undefined);
  await step("closed by the app", () => say([2, {}]));
  await step("after the end", () => say([0, hello]));
  source = await begin("launched again", "21");
  store.load(other);
  await step("hello as somebody else", () => say([0, hello]));
  await command("AUTHENTICATE", { access_token: "v" });
  await step("closed by the person", () => dialog().querySelector("header button").click());
  refusal = new ApiError(400, "No Activity");
  await begin("refused", "21");
  refusal = null;
  for (const address of ["8?custom_id=1", "9?custom_id=7&x=1", "9", "99"]) {
    const link = document.createElement("a");
    link.href = `https://discord.com/activities/${address}`;
    link.append(document.createElement("b"));
    document.body.append(link);
    link.addEventListener("click", (event) => {
      told("followed by the browser", !event.defaultPrevented);
      event.preventDefault();
    });
    await step(`click ${address}`, () => link.firstChild.click());
    link.remove();
    await step("closed", () => dialog()?.close());
  }
  return steps.join("\\n").replaceAll(location.host, "here");
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(chrome: Browser) -> AsyncIterator[Page]:
    async with Playground.start() as playground:
        page = await chrome.new_page()
        await page.goto(playground.url)
        yield page
        await page.close()


async def test_activity_frame_answers_match_snapshot(page: Page, snapshot: SnapshotAssertion) -> None:
    ben = state("en-US")
    ben["me"] = ben["users"][1]
    assert await page.evaluate(FRAME, [state("en-US"), ben]) == snapshot
