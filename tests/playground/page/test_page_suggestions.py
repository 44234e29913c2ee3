"""Suggestions at the caret and their list, called in the browser and told as texts to approve."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page
from syrupy.assertion import SnapshotAssertion

from playground.server import Playground
from tests.playground.page.page_scripts import SUGGEST
from tests.playground.page.page_stage import IN_CHROMIUM

pytestmark = IN_CHROMIUM

BOARDS = [
    {"name": "Small", "name_localizations": {"de": "Klein"}, "value": "7"},
    {"name": "Small Tablut", "value": "tablut-9"},
    {"name": "brandub", "value": "Brandub"},
]
COMMANDS: list[dict[str, Any]] = [
    {
        "id": "1",
        "name": "play",
        "description": "Start a game",
        "options": [
            {"type": 3, "name": "board", "description": "b", "choices": BOARDS},
            {"type": 5, "name": "rated", "description": "r"},
            {"type": 7, "name": "place", "description": "p"},
            {"type": 6, "name": "opponent", "description": "o"},
            {"type": 3, "name": "note", "name_localizations": {"de": "hinweis"}, "description": "n"},
        ],
    },
    {"id": "2", "name": "plan", "description": "Plan a game"},
    {
        "id": "3",
        "name": "show",
        "description": "Show",
        "options": [{"type": 1, "name": "board", "description": "The board"}],
    },
]
TEXTS = (
    *("/play| board:Small", "/pl|ay ", "/play |board:sm note:x", "/play board:|7 note:x", "/show   bo"),
    *("/how ", "/play board: ", "/play board:Sma ", "/play board:Small", "/play board:small ", "/play n"),
    *("/play opponent:@Ben n", "/play board:Small Tablut", "/play board:Small Tablut r", "/play board:7"),
    *("/play place:#lo ", "/play place:#lobby n", "/play rated:maybe ", "/play rated:true no"),
    *("/play board:ut-9", "/play board:BRANDUB", "/play opponent:ee", "/play place:obb", "hi @ee", "hi @ben"),
    *(
        "/play note:hello ",
        "/play note:hello b",
        "/play x",
        "/play board:Small  note:",
        "/play rated:true |note:",
    ),
)

LIST = """async () => {
  const { SuggestionList } = await import("/page/suggestion-list.js");
  const steps = [];
  const take = ({ text, from, to }) => steps.push(`  took ${text} from ${from} to ${to}`);
  const list = new SuggestionList(take);
  document.body.append(list.element);
  const step = (name) => {
    const rows = [...list.rows.children].map((row) =>
      `${row.textContent}${row.querySelector(".icon") ? "/" : ""}${row.ariaSelected === "true" ? "<" : ""}`);
    steps.push(`${name}: ${list.isOpen()} ${list.head.textContent}, ${list.foot.textContent}, ` +
      `${list.rows.ariaLabel}, ${list.activeId()}, ${list.moved}, ${rows.join(" ")}`);
  };
  const item = (label, more) => ({ kind: "value", label, text: label, from: 3, to: 4, ...more });
  const items = [item("e2"), item("e3", { required: true, description: " up" }),
    item("Ben", { kind: "person", user: { id: "1", username: "ben" } }), item("move", { kind: "command" })];
  const words = { empty: "none", keys: "keys", label: "Suggestions", required: "!" };
  const show = (name, found, marked = true, said = words) => {
    list.show({ title: "Move", items, ...found }, said, marked);
    step(name);
  };
  const by = (steps) => (list.step(steps), step(steps));
  show("marked");
  by(1);
  show("the same");
  show("further to the right", { items: items.map((one) => ({ ...one, from: 5, to: 6 })) });
  list.accept();
  show("up to there", { items: items.map((one) => ({ ...one, from: 5, to: 7 })) });
  list.accept();
  show("with another text", { items: items.map((one) => ({ ...one, from: 5, to: 7, text: "x" })) });
  list.accept();
  by(-1);
  show("with another title", { title: "Moves", detail: "where to" });
  show("in other words", { title: "Moves" }, true, { ...words, keys: "Tasten" });
  by(2);
  show("as before", {});
  show("unmarked", {}, false);
  list.accept();
  by(-1);
  by(1);
  list.hide();
  step("hidden");
  list.accept();
  show("shown again", {}, false);
  by(1);
  list.rows.children[2].click();
  show("nothing", { items: [] });
  list.accept();
  const press = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
  list.head.dispatchEvent(press);
  list.element.remove();
  return [...steps, `press kept from moving the focus ${press.defaultPrevented}`].join("\\n");
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(chrome: Browser) -> AsyncIterator[Page]:
    async with Playground.start() as playground:
        page = await chrome.new_page()
        await page.goto(playground.url)
        yield page
        await page.close()


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_suggestions_follow_the_caret(page: Page, locale: str, snapshot: SnapshotAssertion) -> None:
    assert await page.evaluate(SUGGEST, [COMMANDS, locale, TEXTS]) == snapshot


async def test_bot_without_commands_shows_a_notice(page: Page) -> None:
    assert (
        await page.evaluate(SUGGEST, [[], "en-US", ["/"]])
        == "/ : The bot has not registered any commands yet. ()"
    )


async def test_list_highlights_and_accepts_a_suggestion(page: Page, snapshot: SnapshotAssertion) -> None:
    assert await page.evaluate(LIST) == snapshot
