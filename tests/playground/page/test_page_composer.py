"""The composer on its own, called in the browser and told as a text to approve."""

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

COMMANDS: list[dict[str, Any]] = [
    {
        "id": "81",
        "name": "move",
        "description": "Move",
        "options": [
            {
                "type": 3,
                "name": "move",
                "name_localizations": {"de": "zug"},
                "description": "m",
                "required": True,
                "autocomplete": True,
            },
            {"type": 4, "name": "game", "description": "g"},
            {"type": 3, "name": "reply", "description": "r", "autocomplete": True},
        ],
    },
    {"id": "82", "name": "mood", "description": "Mood"},
]

COMPOSE = """async ([state, story]) => {
  const { Store } = await import("/page/store.js");
  const { Composer } = await import("/page/composer.js");
  const { setTimeout, clearTimeout } = globalThis;
  const store = new Store();
  store.load(state);
  store.current = "21";
  const steps = [], timers = [];
  let choices = [];
  const acts = {
    post: (channel, text) => steps.push(`  post in ${channel}: ${text}`),
    run: (channel, data, text) => steps.push(`  run in ${channel}: ${JSON.stringify(data.options)} ${text}`),
    complete: async (channel, { options }) => {
      steps.push(`  ask in ${channel}: ${JSON.stringify(options)}`);
      return choices;
    },
  };
  const main = document.createElement("main");
  const composer = new Composer(store, acts);
  const other = document.createElement("button");
  main.append(composer.element, other);
  document.body.append(main);
  const { field, list } = composer;
  const polite = document.getElementById("polite");
  const on = {
    write: (text) => {
      field.focus();
      const caret = text.includes("|") ? text.indexOf("|") : text.length;
      field.value = text.replace("|", "");
      field.setSelectionRange(caret, caret);
      field.dispatchEvent(new Event("input"));
    },
    key: (key, more) =>
      document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more })),
    late: (text) => (field.value = text),
    leave: () => other.focus(),
    move: (before, after) => ((store.current = after), composer.move(before, after)),
    forget: () => composer.forget(),
    update: () => composer.update(),
    answer: (given) => (choices = given),
    chip: (at) => composer.chips.element.querySelectorAll("button")[at].click(),
    elapse: async (wait) => {
      for (const [at, timer] of timers.entries()) {
        if (!(timer?.wait <= wait)) continue;
        delete timers[at];
        await timer.run();
      }
    },
  };
  globalThis.setTimeout = (run, wait) => timers.push({ run, wait });
  globalThis.clearTimeout = (id) => delete timers[id - 1];
  try {
    composer.update();
    for (const [act, ...values] of story) {
      steps.push(`${act} ${JSON.stringify(values).slice(1, -1)}`);
      polite.textContent = "";
      await on[act](...values);
      await null;
      const rows = list.isOpen() ? [list.head, ...list.rows.children].map((row) =>
        `${row.textContent}${row.ariaSelected === "true" ? "<" : ""}`) : ["closed"];
      const text = `${field.value.slice(0, field.selectionStart)}|${field.value.slice(field.selectionStart)}`;
      const trouble = `${composer.trouble.textContent} ${field.getAttribute("aria-invalid")}`;
      const at = document.activeElement === field ? "" : " elsewhere";
      steps.push(`  ${text}${at}; ${rows.join(", ")}; ${trouble}; ${polite.textContent}`);
    }
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    main.remove();
  }
  return steps.join("\\n");
}"""

E2 = {"name": "e1 e2", "name_localizations": {"de": "e1 nach e2"}, "value": "12"}
ASKED: list[tuple[Any, ...]] = [
    ("answer", [E2]),
    ("write", "/move move:e"),
    ("leave",),
    ("elapse", 200),
    ("write", "/move move:e"),
    ("move", "21", "22"),
    ("write", "/move move:e"),
    ("elapse", 200),
    ("key", "Tab", {"shiftKey": True}),
    ("key", "Enter", {"isComposing": True}),
    ("key", "Enter", {"shiftKey": True}),
    ("key", "Tab"),
    ("key", "Enter"),
    ("answer", []),
    ("write", "/move move:x"),
    ("elapse", 200),
    ("elapse", 3000),
    ("answer", [E2]),
    ("write", "/move move:x"),
    ("elapse", 200),
    ("write", "/move move:a reply:x"),
    ("update",),
    ("write", "/move move:x"),
    ("write", "/move move:y"),
    ("key", "Escape"),
    ("elapse", 200),
    ("write", "/move move:z"),
    ("late", "/move move:zz"),
    ("elapse", 200),
    ("write", "/move move:q"),
    ("late", "/move reply:q"),
    ("elapse", 200),
    ("write", "/move move:a reply:"),
    ("elapse", 200),
    ("key", "Enter"),
    ("key", "Enter"),
    ("forget",),
    ("write", "/move move:e1 nach e2 "),
    ("key", "Escape"),
    ("key", "Enter"),
]
TYPED: list[tuple[Any, ...]] = [
    ("leave",),
    ("key", " "),
    ("key", "c", {"ctrlKey": True}),
    ("key", "v", {"metaKey": True}),
    ("key", "x", {"altKey": True}),
    ("key", "F5"),
    ("key", "h"),
    ("write", "/m"),
    ("key", "ArrowDown"),
    ("key", "Enter"),
    ("write", "hi @be|   there"),
    ("key", "Tab"),
    ("write", "/mo|   game:3"),
    ("key", "Enter"),
    ("write", "/move move:a |   game:3"),
    ("key", "ArrowDown"),
    ("key", "Enter"),
    ("write", "/move move:a game:"),
    ("key", "Escape"),
    ("key", "Enter"),
    ("write", "/move game:3   "),
    ("key", "Escape"),
    ("key", "Enter"),
    ("write", "/move move:a game:x"),
    ("key", "Escape"),
    ("key", "Enter"),
    ("write", "/move move:abc game:3 "),
    ("chip", 0),
    ("chip", 2),
    ("write", "/mo"),
    ("key", "Escape"),
    ("key", "Enter"),
    ("move", "21", "22"),
    ("write", "there"),
    ("move", "22", "21"),
    ("forget",),
    ("move", "21", "22"),
    ("move", "22", None),
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(chrome: Browser) -> AsyncIterator[Page]:
    async with Playground.start() as playground:
        page = await chrome.new_page()
        await page.goto(playground.url)
        yield page
        await page.close()


@pytest.mark.parametrize(
    ("locale", "story"),
    [("de", ASKED), ("en-US", TYPED), ("de", TYPED[19:])],
    ids=["asked", "typed", "other"],
)
async def test_the_composer_suggests_completes_and_sends(
    page: Page, locale: str, story: list[tuple[Any, ...]], snapshot: SnapshotAssertion
) -> None:
    given = state(locale) | {"commands": COMMANDS}
    assert await page.evaluate(COMPOSE, [given, story]) == snapshot
