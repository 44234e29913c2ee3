"""Pages of messages and live events that meet at awkward times, told as texts to approve."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page
from syrupy.assertion import SnapshotAssertion

from playground.server import Playground
from tests.playground.page.drawn import state
from tests.playground.page.page_stage import IN_CHROMIUM

pytestmark = IN_CHROMIUM

SHELVES = """async () => {
  const { Shelf } = await import("/page/shelf.js");
  let changes = 0;
  const shelf = new Shelf(() => (changes += 1));
  const steps = [], waiting = [];
  const page = (before) => {
    steps.push(`  asked before ${before}`);
    return new Promise((done, fail) => waiting.push({ done, fail }));
  };
  const said = (id, text = "fetched") => ({ id, channel_id: "c", text });
  const answer = (...ids) => waiting.shift().done({ messages: ids.map((id) => said(id)) });
  const turn = () => new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(null);
  });
  const step = async (name) => {
    await turn();
    const { whole, loaded, fetching, missed } = shelf.row("c");
    const rows = shelf.messages("c").map(({ id, text }) => `${id} ${text}`);
    steps.push(`${name}: ${rows}, whole ${whole}, loaded ${loaded}, fetching ${Boolean(fetching)}, ` +
      `${missed.length} missed, ${changes} changes, ${waiting.length} waiting`);
  };
  const failed = (error) => steps.push(`  failed ${error.message}`);
  shelf.add(said("1000", "early"));
  await step("one came before any page");
  void shelf.fetch("c", page);
  void shelf.fetch("c", page);
  await step("asked twice");
  answer("1000", "99", "101");
  await step("answered");
  void shelf.fetch("c", page);
  await step("asked for older ones");
  void shelf.fetch("c", page, true);
  shelf.remove("c", "101");
  await step("asked afresh meanwhile");
  answer("98");
  await step("older ones answered");
  shelf.add(said("1001", "between"));
  answer("1000");
  await step("answered afresh");
  shelf.fetch("c", page).catch(failed);
  shelf.fetch("c", page, true).catch(failed);
  await turn();
  waiting.shift().fail(new Error("Down"));
  await step("older ones failed");
  waiting.shift().fail(new Error("Down, too"));
  await step("failed afresh");
  void shelf.fetch("c", page);
  answer("1002");
  await step("answered at last");
  shelf.putDraft({ id: "d" });
  shelf.clear();
  steps.push(`${shelf.drafts.length} drafts, ${shelf.rows.size} rows`);
  const key = "fernpartie.dismissed";
  const kept = sessionStorage.getItem(key);
  for (let id = 0; id < 502; id += 1) shelf.dismiss(`d${id}`);
  const { dismissed } = new Shelf(() => {});
  if (kept === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, kept);
  const ends = ["d0", "d501"].map((id) => dismissed.has(id));
  steps.push(`${dismissed.size} dismissed, the first and the last: ${ends}`);
  return steps.join("\\n");
}"""

STORE = """async ([state]) => {
  const { Store, isThread, nameOf } = await import("/page/store.js");
  const store = new Store();
  store.apply("CHANNEL_CREATE", { id: "1", type: 0, name: "before any state" });
  const steps = [`${store.channels.size} channels`];
  store.load(state);
  const put = (id, more) => store.apply("CHANNEL_CREATE", { id, ...more });
  const kinds = [0, 1, 2, 10, 11, 12, 13].map((type) => `${type} ${isThread({ type })}`);
  steps.push(`threads: ${kinds}, none ${isThread(null)}`);
  for (const [id, type] of [["900", 10], ["1000", 12], ["950", 11]])
    put(id, { type, name: `t${id}`, parent_id: "21" });
  put("1200", { type: 0, name: "c1200", guild_id: "20" });
  put("300", { type: 0, name: "c300", guild_id: "20" });
  const placed = ({ name, guild_id }) => `${name} of ${guild_id}`;
  const threads = () => steps.push(`threads ${store.threadsOf("21").map(placed)}`);
  threads();
  const message = (id, more) => ({ id, channel_id: "900", author: { id: "2" }, content: "", ...more });
  store.apply("MESSAGE_CREATE", message("1100"));
  store.apply("MESSAGE_CREATE", message("1101", { ephemeral_for: "1" }));
  threads();
  const channel = () => store.channels.get("900");
  const unread = (name) => {
    const marks = [store.isUnread(channel()), store.mentions(channel())];
    steps.push(`${name}: ${channel().last_message_id} ${marks}`);
  };
  unread("one came");
  store.apply("MESSAGE_CREATE", message("1102", { mentions: ["1"] }));
  store.apply("MESSAGE_CREATE", message("1103", { mentions: [{ id: "1" }], author: { id: "1" } }));
  store.apply("MESSAGE_CREATE", message("999", { mention_everyone: true }));
  unread("more came");
  steps.push(`read ${["1102", "1102", "5"].map((id) => store.setRead("900", id))}`);
  unread("read");
  store.apply("READ", { channel_id: "900", message_id: "1103" });
  unread("all read");
  steps.push(`channels ${store.channelsOf("20").map(({ id }) => id)}`);
  const talk = (name) => store.channelTitle({ id: "9", type: 1, name });
  steps.push(`titles ${[talk("Own name"), talk(null)]}`);
  for (const user of [{ global_name: "G", username: "u" }, { username: "u", name: "n" }, { name: "n" }, null])
    steps.push(`named ${nameOf(user)}`);
  return steps.join("\\n");
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(chrome: Browser) -> AsyncIterator[Page]:
    async with Playground.start() as playground:
        page = await chrome.new_page()
        await page.goto(playground.url)
        yield page
        await page.close()


async def test_concurrent_page_requests_run_in_sequence(page: Page, snapshot: SnapshotAssertion) -> None:
    assert await page.evaluate(SHELVES) == snapshot


async def test_threads_and_unread_messages_are_sorted_and_counted(
    page: Page, snapshot: SnapshotAssertion
) -> None:
    assert await page.evaluate(STORE, [state("en-US")]) == snapshot
