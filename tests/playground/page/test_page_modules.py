"""Modules of the page, called in the browser: command texts, markdown, and rendering from values."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page
from syrupy.assertion import SnapshotAssertion

from playground.server import Playground
from tests.playground.page.drawn import EVENTS, FILLED, MESSAGES, MODAL, TALK, UNREAD, state
from tests.playground.page.page_scripts import (
    ASK,
    DRAW,
    FORM,
    LIVE,
    MEDIA,
    NAMES,
    SHELF,
    SUGGEST,
    TAKEN,
    TIMELINE,
)
from tests.playground.page.page_stage import IN_CHROMIUM

pytestmark = IN_CHROMIUM

COMMANDS = [
    {
        "id": "1",
        "type": 1,
        "name": "move",
        "name_localizations": {"de": "zug"},
        "description": "Move",
        "options": [
            {
                "type": 3,
                "name": "move",
                "name_localizations": {"de": "zug"},
                "description": "m",
                "required": True,
            },
            {"type": 4, "name": "game", "description": "g", "min_value": 1},
            {"type": 5, "name": "quiet", "description": "q"},
        ],
    },
    {
        "id": "2",
        "type": 1,
        "name": "challenge",
        "description": "Challenge",
        "options": [
            {
                "type": 1,
                "name": "conhex",
                "description": "ConHex",
                "options": [
                    {"type": 6, "name": "opponent", "description": "o"},
                    {
                        "type": 3,
                        "name": "size",
                        "description": "s",
                        "choices": [
                            {"name": "Small one", "name_localizations": {"de": "Klein"}, "value": "5"}
                        ],
                    },
                ],
            }
        ],
    },
]

RESOLVE = """async ([commands, locale, text]) => {
  const { leavesOf, parseDraft, resolve } = await import("/page/command-text.js");
  const draft = parseDraft(text, leavesOf(commands, locale));
  if (draft.kind !== "command") return draft.kind;
  const users = [{ id: "7", name: "Ben" }, { id: "8", name: "Ann Lee" }];
  const none = { file: () => null, recall: () => undefined };
  const world = { users, channels: [], yes: ["true"], no: ["false"], ...none };
  const { data, problem } = resolve(draft, world);
  return problem ? [problem.kind, problem.option?.raw.name ?? problem.value] : data.options;
}"""

TIME = """async (source) => {
  const { parse } = await import("/page/markdown.js");
  const start = performance.now();
  parse(source);
  return performance.now() - start;
}"""

PARSE = """async (source) => {
  const { parse } = await import("/page/markdown.js");
  const flat = (node) => {
    const inner = [...(node.children ?? []), ...(node.items ?? []).flat()].map(flat);
    const text = node.text ?? node.url ?? node.id ?? "";
    return inner.length ? [node.kind, ...inner] : [node.kind, text];
  };
  return parse(source).map(flat);
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(chrome: Browser) -> AsyncIterator[Page]:
    async with Playground.start() as playground:
        page = await chrome.new_page(timezone_id="Europe/Berlin")
        await page.goto(playground.url)
        yield page
        await page.close()


def move(**options: Any) -> list[dict[str, Any]]:
    types = {"move": 3, "game": 4, "quiet": 5}
    return [{"name": name, "type": types[name], "value": value} for name, value in options.items()]


@pytest.mark.parametrize(
    ("text", "locale", "answer"),
    [
        ("hello /move", "en-US", "text"),
        ("/mov", "en-US", "prefix"),
        ("/moves e4", "en-US", "prefix"),
        ("/move move:e1-e4", "en-US", move(move="e1-e4")),
        ("/zug zug:e1-e4", "de", move(move="e1-e4")),
        ("/move move:e1-e4", "de", move(move="e1-e4")),
        ("/move e1-e4", "en-US", move(move="e1-e4")),
        ("/MOVE  Move:e1 - e4   game:3 quiet:true", "en-US", move(move="e1 - e4", game=3, quiet=True)),
        ("/move game:3 move:a:b", "en-US", move(game=3, move="a:b")),
        ("/move", "en-US", ["missing", "move"]),
        ("/move move:", "en-US", ["missing", "move"]),
        ("/move move:e4 game:", "en-US", move(move="e4")),
        ("/move move:e4 game:0", "en-US", ["invalid", "game"]),
        ("/move move:e4 game:1.5", "en-US", ["invalid", "game"]),
        ("/move move:e4 quiet:maybe", "en-US", ["invalid", "quiet"]),
        ("/challenge", "en-US", "prefix"),
        ("/challenge conhex size:9", "en-US", ["invalid", "size"]),
        ("/challenge conhex Ben extra", "en-US", ["invalid", "opponent"]),
    ],
)
async def test_command_text_is_parsed(page: Page, text: str, locale: str, answer: Any) -> None:
    assert await page.evaluate(RESOLVE, [COMMANDS, locale, text]) == answer


SAY = {
    "id": "5",
    "type": 1,
    "name": "say",
    "description": "Say",
    "options": [
        {"type": 3, "name": "text", "description": "t", "min_length": 2, "max_length": 4},
        {"type": 10, "name": "share", "description": "s", "min_value": 0, "max_value": 1.5},
        {"type": 9, "name": "whom", "description": "w"},
    ],
}


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("/say text:a", ["invalid", "text"]),
        ("/say text:ab", [{"name": "text", "type": 3, "value": "ab"}]),
        ("/say text:🎲🎲🎲🎲", [{"name": "text", "type": 3, "value": "🎲🎲🎲🎲"}]),
        ("/say text:abcde", ["invalid", "text"]),
        ("/say share:-0.1", ["invalid", "share"]),
        ("/say share:0", [{"name": "share", "type": 10, "value": 0}]),
        ("/say share:1.5", [{"name": "share", "type": 10, "value": 1.5}]),
        ("/say share:1.6", ["invalid", "share"]),
        ("/say whom:@Ben", [{"name": "whom", "type": 9, "value": "7"}]),
        ("/Show board", "prefix"),
    ],
)
async def test_option_values_are_checked_against_limits(page: Page, text: str, answer: Any) -> None:
    commands = [SAY, {"id": "6", "type": 3, "name": "Show board"}]
    assert await page.evaluate(RESOLVE, [commands, "en-US", text]) == answer


async def test_autocomplete_asks_for_the_focused_option(page: Page) -> None:
    text = "/challenge conhex size:5 opponent:@Ben"
    rows = [
        {"name": "opponent", "type": 6, "value": "7"},
        {"name": "size", "type": 3, "value": "5x", "focused": True},
    ]
    asked = [{"name": "conhex", "type": 1, "options": rows}]
    assert await page.evaluate(ASK, [COMMANDS, text, "size", "5x"]) == asked


async def test_newest_and_longest_accepted_suggestion_is_sent(page: Page) -> None:
    taken = [("e4 game:1", "old"), ("e4 game:1", "new"), ("e4", "short")]
    sent = await page.evaluate(TAKEN, [COMMANDS, "/move move:e4 game:1 game:3", taken])
    assert sent == move(move="new", game=3)


async def test_pictures_come_from_this_server_or_the_web(page: Page) -> None:
    files = [{"filename": "a.png", "url": "http://127.0.0.1:1/cdn/a.png?x=1"}]
    urls = {
        "http://localhost:9/cdn/b.png?y=2": "/cdn/b.png?y=2",
        "https://example.org/cdn/c.png": "https://example.org/cdn/c.png",
        "http://127.0.0.1/other.png": "http://127.0.0.1/other.png",
        "ftp://example.org/d.png": None,
        "javascript:alert(1)": None,
        "attachment://a.png": "/cdn/a.png?x=1",
        "attachment://b.png": None,
        "": None,
    }
    assert await page.evaluate(MEDIA, [list(urls), files]) == list(urls.values())


@pytest.mark.parametrize("opponent", ["@Ben", "ben", "<@7>", "<@!7>", "7"])
@pytest.mark.parametrize("size", ["5", "Small one", "klein"])
async def test_people_and_choices_resolve_by_any_name(page: Page, opponent: str, size: str) -> None:
    text = f"/challenge conhex opponent:{opponent} size:{size}"
    rows = [{"name": "opponent", "type": 6, "value": "7"}, {"name": "size", "type": 3, "value": "5"}]
    options_sent = [{"name": "conhex", "type": 1, "options": rows}]
    assert await page.evaluate(RESOLVE, [COMMANDS, "de", text]) == options_sent


@pytest.mark.parametrize(
    ("source", "nodes"),
    [
        ("a*b", [["paragraph", ["text", "a*b"]]]),
        ("* * *", [["group", ["list", ["text", "* *"]]]]),
        ("snake_case_name", [["paragraph", ["text", "snake_case_name"]]]),
        (
            "**a *b* c**",
            [["paragraph", ["strong", ["text", "a "], ["emphasis", ["text", "b"]], ["text", " c"]]]],
        ),
        ("**`**`**", [["paragraph", ["strong", ["code", "**"]]]]),
        ("\\<@1> \\*", [["paragraph", ["text", "<@1> *"]]]),
        ("<@!12>", [["paragraph", ["user", "12"]]]),
        ("[x](ftp://a)", [["paragraph", ["text", "[x](ftp://a)"]]]),
        (
            "(https://a.org/b).",
            [["paragraph", ["text", "("], ["link", ["text", "https://a.org/b"]], ["text", ")."]]],
        ),
        ("####", [["paragraph", ["text", "####"]]]),
        ("#no", [["paragraph", ["text", "#no"]]]),
        ("> a\nb", [["quote", ["paragraph", ["text", "a"]]], ["paragraph", ["text", "b"]]]),
        ("```\n# a\n```", [["code-block", "# a"]]),
        ("``` open", [["paragraph", ["text", "``` open"]]]),
        ("- a\n1. b", [["group", ["list", ["text", "a"]], ["list", ["text", "b"]]]]),
    ],
)
async def test_markdown_is_parsed(page: Page, source: str, nodes: Any) -> None:
    assert await page.evaluate(PARSE, source) == nodes


@pytest.mark.parametrize(
    "piece", ["*", "**a ", "_a*", "||", "`", "[", "> ", "- ", "<@", "***a**", "\\", "```", "~~*__"]
)
async def test_hostile_markdown_parses_quickly(page: Page, piece: str) -> None:
    assert await page.evaluate(TIME, piece * (4000 // len(piece))) < 500


@pytest.mark.parametrize(
    ("locale", "seconds", "text"),
    [
        ("de", 10 * 86400, "in 10 Tagen"),
        ("en-US", 10 * 86400, "in 10 days"),
        ("en-US", 86400, "in 1 day"),
        ("en-US", -2 * 3600, "2 hours ago"),
        ("en-US", -2 * 86400 + 1, "1 day ago"),
        ("en-US", 3599, "in 59 minutes"),
        ("en-US", 3600, "in 1 hour"),
        ("en-US", 59, "in 59 seconds"),
        ("en-US", 30 * 86400, "in 1 month"),
        ("en-US", 365 * 86400, "in 1 year"),
        ("en-US", 0, "in 0 seconds"),
    ],
)
async def test_relative_times_count_days_like_discord(
    page: Page, locale: str, seconds: int, text: str
) -> None:
    query = "async ([locale, ms]) => (await import('/page/time.js')).relative(new Date(ms), locale, 0)"
    assert await page.evaluate(query, [locale, seconds * 1000]) == text


@pytest.mark.parametrize(
    ("now", "hours", "text"),
    [
        ("10:30", 0, "11:30 AM"),
        ("10:30", 11, "12:30 AM"),
        ("10:30", 12, "yesterday 11:30 PM"),
        ("10:30", 35, "yesterday 12:30 AM"),
        ("10:30", 36, "2/28/26 11:30 PM"),
        ("06:30", 8, "yesterday 11:30 PM"),
        ("22:30", 22, "1:30 AM"),
    ],
)
async def test_message_shows_a_date_unless_it_is_from_today(
    page: Page, now: str, hours: int, text: str
) -> None:
    query = """async ([time, hours]) => {
      const now = Date.parse(`2026-03-02T${time}:00Z`);
      return (await import("/page/time.js")).written(new Date(now - hours * 3600000), "en-US", now);
    }"""
    assert (await page.evaluate(query, [now, hours])).replace("\u202f", " ") == text


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_messages_match_snapshot(page: Page, locale: str, snapshot: SnapshotAssertion) -> None:
    assert await page.evaluate(DRAW, [state(locale), MESSAGES, None]) == snapshot


@pytest.mark.parametrize(("locale", "current"), [("en-US", "21"), ("de", "24")])
async def test_sidebar_lists_match_snapshot(
    page: Page, locale: str, current: str, snapshot: SnapshotAssertion
) -> None:
    assert await page.evaluate(DRAW, [state(locale), UNREAD, current]) == snapshot


async def test_modal_matches_snapshot(page: Page, snapshot: SnapshotAssertion) -> None:
    assert await page.evaluate(FORM, [state("en-US"), MODAL, FILLED]) == snapshot


@pytest.mark.parametrize(
    ("whole", "read"), [(True, "0"), (True, "101"), (False, "103"), (True, "104"), (True, "109")]
)
async def test_timeline_separators_match_snapshot(
    page: Page, whole: bool, read: str, snapshot: SnapshotAssertion
) -> None:
    assert await page.evaluate(TIMELINE, [state("en-US"), TALK, whole, read]) == snapshot


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_suggestions_match_snapshot(page: Page, locale: str, snapshot: SnapshotAssertion) -> None:
    commands = [
        *COMMANDS,
        {
            "id": "3",
            "type": 1,
            "name": "watch",
            "description": "Watch somebody move",
            "options": [
                {"type": 7, "name": "place", "description": "p"},
                {"type": 3, "name": "game", "description": "g", "autocomplete": True, "required": True},
            ],
        },
        {"id": "4", "type": 1, "name": "help", "description": "Help"},
    ]
    texts = (
        *("/", "/mo", "/chal", "/challenge c", "/omebod", "/x"),
        *("/help", "/help ", "/move", "/move ", "/zug "),
        *("/move g", "/move move:e4 ", "/move move:e4 q", "/move quiet:", "/move move:e4 quiet:t"),
        *("/challenge conhex ", "/challenge conhex opponent:", "/challenge conhex opponent:@an"),
        *(
            "/challenge conhex opponent:@Ben ",
            "/challenge conhex opponent:@Ben si",
            "/challenge conhex size:s",
        ),
        *("/challenge conhex size:klein", "/watch ", "/watch game:e1", "/watch place:", "/watch place:#lo"),
        *("/challenge conhex |opponent:@Ben size:5", "/challenge conhex o|pponent:@Ben size:5"),
        *("/challenge conhex opponent:@B|en size:5", "/cha|llenge conhex opponent:@Ben", "hello @an| there"),
        *("hello @", "hello @an", "hello @ben", "mail@an", ""),
    )
    assert await page.evaluate(SUGGEST, [commands, locale, texts]) == snapshot


async def test_paging_and_live_events_match_snapshot(page: Page, snapshot: SnapshotAssertion) -> None:
    assert await page.evaluate(SHELF) == snapshot


async def test_parsed_names_and_options_match_snapshot(page: Page, snapshot: SnapshotAssertion) -> None:
    data = state("en-US")
    data["users"] = [*data["users"], {"id": "3", "username": "ann", "global_name": "Anna"}]
    texts = ("hi @Anna Lee, @anna and @Ben!", "@annabel a@ben @Fernpartie")
    drafts = ("hello", "/move ", "/move move:e4 quiet:true", "/challenge conhex opponent:@Ben")
    assert await page.evaluate(NAMES, [data, texts, COMMANDS, drafts]) == snapshot


async def test_live_events_update_the_tab_state(page: Page, snapshot: SnapshotAssertion) -> None:
    ben = state("de")
    ben["me"] = {**ben["users"][1], "locale": "de"}
    assert await page.evaluate(LIVE, [state("en-US"), EVENTS, ben]) == snapshot


LOCALES = """async (languages) => {
  const { localeFor } = await import("/page/labels.js");
  return languages.map(localeFor).join(" ");
}"""


async def test_browser_language_matches_exactly_then_by_language(page: Page) -> None:
    languages = ["en-GB", "en-AU", "de-AT", "es-MX", "tlh"]
    assert await page.evaluate(LOCALES, languages) == "en-GB en-US de es-ES en-US"
