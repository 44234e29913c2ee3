"""Menus, interactions and reconnects of the page, called in the browser and told as texts to approve."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page
from syrupy.assertion import SnapshotAssertion

from playground.server import Playground
from tests.playground.page.drawn import state
from tests.playground.page.page_stage import IN_CHROMIUM

pytestmark = IN_CHROMIUM

MENU = """async ([values, min, max, keys, setup]) => {
  const { selectMenu } = await import("/page/selects.js");
  const { Labels } = await import("/page/labels.js");
  const options = ["Ask", "Bid", "Call", "Bluff"].map((label) => ({ value: label[0] + label.length, label }));
  const steps = [];
  const onChange = (next) => steps.push(`  sent ${next}`);
  const given = { options, values, min, max, onChange, placeholder: "Pick", customId: "menu", ...setup };
  const control = selectMenu({ ...given, labels: new Labels("en-US") });
  document.body.append(control);
  control.focus();
  const said = document.getElementById("assertive");
  const shown = () => {
    const list = document.querySelector("[data-testid=select-list] [role=listbox]");
    const active = document.getElementById(document.activeElement.getAttribute("aria-activedescendant"));
    const rows = [...(list?.children ?? [])].map((row) =>
      `${row.ariaSelected === "true" ? "*" : ""}${row.querySelector(".ticked") ? "+" : ""}` +
      `${row.textContent}${row === active ? "<" : ""}`);
    const foot = document.querySelector(".select-foot")?.textContent ?? "";
    const { role, tagName } = document.activeElement;
    const around = [list?.ariaLabel, list?.ariaMultiSelectable, foot, role ?? tagName, said.textContent];
    return `${control.ariaLabel} | ${control.ariaExpanded} | ${rows.join(" ")} | ${around.join(" ")}`;
  };
  for (const key of keys) {
    const [act, text] = key.split(":");
    said.textContent = "";
    if (key === "click") control.click();
    else if (act === "done") document.querySelector(".select-foot button").click();
    else if (act === "pick") document.querySelectorAll("[data-testid=select-option]")[text].click();
    else if (act === "write") {
      document.activeElement.value = text.replace("_", " ");
      document.activeElement.dispatchEvent(new Event("input"));
    } else document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    steps.push(`${key}: ${shown()}`);
  }
  control.remove();
  return steps.join("\\n");
}"""

ASKING = """async ([state, other]) => {
  const { Store } = await import("/page/store.js");
  const { Interactions } = await import("/page/interactions.js");
  const { ApiError } = await import("/page/api.js");
  const { AttachedFiles } = await import("/page/attached.js");
  const store = new Store();
  store.load(state);
  const steps = [];
  let answer = {};
  const interact = async (body) => {
    steps.push(`  asked ${JSON.stringify(body)}`);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  let submit;
  const showModal = (modal, send) => (steps.push(`  form ${modal.title}`), (submit = send));
  const launch = (channel) => steps.push(`  launch in ${channel}`);
  const acts = new Interactions({ interact }, store, showModal, launch);
  const message = { id: "109", channel_id: "21", edited_timestamp: null };
  const edited = { ...message, edited_timestamp: "2026-03-01T10:00:00+00:00" };
  const row = (name, shown) => steps.push(`${name}: chosen ${acts.chosen(shown, "menu")}, pending ` +
    `${acts.pendingOn("109")}, failure ${store.shelf.failures.get("109")}`);
  const press = async (name, values, given, type = 3) => {
    answer = given;
    const pressed = acts.press(message, { custom_id: name, type }, values);
    row(`${name} pressed`, message);
    void acts.press(message, { custom_id: name, type }, values);
    await pressed;
    row(`${name} answered`, message);
  };
  await press("menu", ["b"], {});
  row("another message", { ...message, id: "110" });
  row("edited", edited);
  store.load(other);
  row("as another person", message);
  store.load(state);
  await press("failing", undefined, { status: "failed" }, 2);
  await press("refused", undefined, new ApiError(400, "Too late"), 2);
  await press("broken", undefined, new ApiError(500, "Down"), 2);
  await press("form", undefined, { callback_type: 9, modal: { title: "Your move" } }, 2);
  const late = acts.press(message, { custom_id: "form", type: 2 });
  store.load(other);
  await late;
  store.load(state);
  answer = {};
  steps.push(`submitted: ${await submit({ custom_id: "f" })}`);
  await press("launch", undefined, { callback_type: 12 }, 2);
  answer = { status: "failed" };
  await acts.command("22", { name: "move" }, "/move");
  steps.push(JSON.stringify(store.shelf.drafts.map(({ id, ...draft }) => draft)));
  answer = { choices: [{ name: "e4" }] };
  steps.push(JSON.stringify(await acts.autocomplete("22", { name: "move" })));
  answer = new ApiError(500, "Down");
  steps.push(JSON.stringify(await acts.autocomplete("22", { name: "move" })));
  const attached = new AttachedFiles((_, name) => steps.push(`chosen ${name}`));
  for (const name of ["a.txt", "b.txt", "c.txt"]) attached.files.set(name, new File([name], name));
  const taken = (value, type = 11) => ({ name: value[0], type, value });
  const under = { name: "under", type: 1, options: [taken("b.txt"), taken("a.txt", 3), taken("d.txt")] };
  for (const options of [[taken("c.txt"), under], [taken("c.txt", 3)]])
    steps.push(JSON.stringify(await attached.packed({ name: "send", options })));
  const picked = new DataTransfer();
  picked.items.add(new File(["a"], "a.txt"));
  attached.input.files = picked.files;
  attached.input.click = () => steps.push(`pick with ${attached.input.files.length} chosen`);
  attached.choose({ raw: { type: 11 } });
  const renamed = new DataTransfer();
  renamed.items.add(new File(["a"], "1:2.txt"));
  attached.input.files = renamed.files;
  attached.input.dispatchEvent(new Event("change"));
  const large = new Uint8Array(100_000).map((_, at) => at % 251);
  attached.files.set("large", new File([large], "large"));
  const sent = (await attached.packed({ options: [taken("large")] })).attachments[0].content;
  const received = Uint8Array.from(atob(sent), (sign) => sign.codePointAt(0));
  steps.push(`received as sent: ${received.join() === large.join()}`);
  return steps.join("\\n");
}"""

LOSSES = """async () => {
  const { Live } = await import("/page/live.js");
  const { WebSocket, setTimeout } = globalThis;
  const { random } = Math;
  const steps = [], sockets = [];
  let later;
  globalThis.WebSocket = class extends EventTarget {
    constructor(url) {
      super();
      sockets.push(this);
      steps.push(`connect ${url.split("?")[1]}`);
    }
    close() {
      steps.push("close");
      this.dispatchEvent(new Event("close"));
    }
  };
  globalThis.setTimeout = (run, wait) => (steps.push(`wait ${wait}`), (later = run), 1);
  Math.random = () => 0.5;
  const frame = (data) => new MessageEvent("message", { data: JSON.stringify(data) });
  try {
    const onEvent = (name, data) => steps.push(`event ${name} ${data}`);
    const live = new Live({ onEvent, onOpen: () => steps.push("open"), onLost: () => steps.push("lost") });
    const happens = (event, socket = sockets.at(-1)) => socket.dispatchEvent(event);
    live.connect("1");
    happens(new Event("open"));
    happens(frame({ t: "READ", d: "x" }));
    for (let loss = 0; loss < 7; loss += 1) {
      happens(new Event("close"));
      later();
    }
    happens(new Event("open"));
    happens(new Event("close"));
    dispatchEvent(new Event("online"));
    dispatchEvent(new Event("online"));
    live.connect("2 3");
    for (const event of [new Event("open"), frame({ t: "LATE", d: "y" })]) happens(event, sockets.at(-2));
    return steps.join("\\n");
  } finally {
    Object.assign(globalThis, { WebSocket, setTimeout });
    Math.random = random;
  }
}"""


PEOPLE = """async ([state]) => {
  const { Store } = await import("/page/store.js");
  const { UserPanel, MemberList } = await import("/page/people.js");
  const { offerAppMenus } = await import("/page/app-menu.js");
  const { messageView } = await import("/page/message.js");
  const { readAddress, fragmentOf } = await import("/page/address.js");
  const store = new Store();
  store.load(state);
  store.current = "21";
  const steps = [];
  const actAs = (id) => steps.push(`  act as ${id}`);
  const address = () => ({ as: "1", channel: "21", theme: "light" });
  const panel = new UserPanel(store, { address, actAs });
  const members = new MemberList(store);
  const root = document.createElement("main");
  const context = { store, interactions: {}, reading: { labels: store.labels, me: "1" } };
  const said = { channel_id: "21", author: state.users[1], content: "", timestamp: "2026-03-01T09:05:00Z" };
  for (const part of [panel, members]) part.update();
  root.append(
    panel.element,
    members.element,
    messageView({ ...said, id: "7" }, false, context),
    messageView({ ...said, id: "8", ephemeral_for: "1" }, false, context),
  );
  document.body.append(root);
  const run = (channel, data, text) => steps.push(`  ${channel} ${JSON.stringify(data)} ${text}`);
  offerAppMenus(root, store, run);
  const key = (name) =>
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  const entries = () => [...document.querySelectorAll("[data-testid=act-as-option]")];
  panel.switch.click();
  steps.push(...entries().map((entry) => `${entry.textContent} | ${entry.ariaChecked} | ` +
    entry.nextSibling.getAttribute("href")));
  for (const name of ["ArrowDown", "ArrowDown", "ArrowUp", "Home", "End"])
    key(name), steps.push(`${name}: ${document.activeElement.dataset.userId}`);
  document.activeElement.click();
  steps.push(`open ${entries().length > 0}`);
  for (const press of ["first", "second"]) {
    panel.switch.click();
    steps.push(`${press} press: ${entries().length} people, expanded ${panel.switch.ariaExpanded}`);
  }
  for (const place of [
    "[data-message-id='7'] .author", "[data-message-id='7'] .message-body",
    "[data-message-id='8'] .message-body", "[data-testid=member][data-user-id='2']", "[data-testid=act-as]",
  ]) {
    const click = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
    root.querySelector(place).dispatchEvent(click);
    const offered = [...document.querySelectorAll("[data-testid=app-menu-entry]")];
    steps.push(`${place}: ${offered.map((entry) => entry.textContent)}`);
    offered.at(-1)?.click();
  }
  root.remove();
  for (const fragment of ["", "#as=2&channel=21&theme=light&lang=de&x=y", "#theme=blue"])
    steps.push(`${fragment} -> ${fragmentOf(readAddress(fragment))}`);
  return steps.join("\\n");
}"""


PERSON = {"id": "1", "username": "dan"}


def _games(count: int) -> list[dict[str, str]]:
    """Make options described as boards of three kinds."""
    kinds = (" Hex", " go", " tic")
    return [
        {"value": f"g{at}", "label": f"G{at}", "description": kinds[at % 3]} for at in range(1, count + 1)
    ]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(chrome: Browser) -> AsyncIterator[Page]:
    async with Playground.start() as playground:
        page = await chrome.new_page()
        await page.goto(playground.url)
        yield page
        await page.close()


@pytest.mark.parametrize(
    ("values", "least", "most", "keys", "setup"),
    [
        (["B3"], 1, 2, "click End Enter ArrowDown Enter ArrowUp PageUp PageDown ArrowUp b Tab", {}),
        (["B3"], 1, 1, "ArrowDown c Enter click Home Enter click Enter click b B B Space Escape", {}),
        ([], 2, 3, "click Enter Tab", {}),
        (["C4"], 0, 1, "click Enter", {"label": "Bets"}),
        ([], 0, 2, "ArrowDown Enter Escape ArrowUp Enter End Enter Escape", {}),
        (["A3", "B3"], 2, 3, "click End Space Home Enter done click pick:1 Tab", {"label": "Bets"}),
        (["A3", "B3"], 2, 3, "click Enter pick:1 pick:2 pick:3 done click pick:2 Escape", {}),
        (["B3"], 1, 1, "click ArrowDown ArrowUp", {"pending": True}),
        ([], 1, 1, "click ArrowDown Escape", {"options": _games(10)}),
        ([], 1, 1, "click End G Space PageDown PageDown PageUp PageUp Escape", {"options": _games(20)}),
        (
            ["g3"],
            1,
            2,
            "click ArrowDown write:_11 write:hEx ArrowDown write:_ End write:zz ArrowDown Enter Escape",
            {"options": _games(11)},
        ),
        ([], 1, 1, "click write:dan Enter", {"options": [{"value": "1", "label": "Dan", "user": PERSON}]}),
    ],
)
async def test_menu_works_by_keyboard(
    page: Page,
    values: list[str],
    least: int,
    most: int,
    keys: str,
    setup: dict[str, Any],
    snapshot: SnapshotAssertion,
) -> None:
    pressed = [key.replace("Space", " ") for key in keys.split()]
    assert await page.evaluate(MENU, [values, least, most, pressed, setup]) == snapshot


async def test_presses_modals_and_commands_show_their_outcome(
    page: Page, snapshot: SnapshotAssertion
) -> None:
    ben = state("en-US")
    ben["me"] = {**ben["users"][1], "locale": "en-US"}
    assert await page.evaluate(ASKING, [state("en-US"), ben]) == snapshot


async def test_reconnect_delay_grows_up_to_five_seconds(page: Page, snapshot: SnapshotAssertion) -> None:
    assert await page.evaluate(LOSSES) == snapshot


async def test_context_menus_name_their_target(page: Page, snapshot: SnapshotAssertion) -> None:
    anna = state("de")
    names = ("Profile", 2), ("Show board", 3), ("Take back", 3), ("move", 1)
    anna["commands"] = [{"id": f"8{at}", "name": name, "type": kind} for at, (name, kind) in enumerate(names)]
    assert await page.evaluate(PEOPLE, [anna]) == snapshot
