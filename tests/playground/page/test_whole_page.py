"""The whole page in the browser, without a server: stories of a person, told as texts to approve."""

import json
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser
from syrupy.assertion import SnapshotAssertion

from playground.server import Playground
from tests.playground.page.drawn import (
    ANNA,
    BEN,
    BOT,
    FILE,
    LAYOUT,
    OPTIONS,
    ROWS,
    channel,
    choice,
    message,
    press,
    state,
)
from tests.playground.page.page_stage import IN_CHROMIUM
from tests.playground.page.whole_page import SERVER, WALK

pytestmark = IN_CHROMIUM

Json = dict[str, Any]
Act = tuple[Any, ...]

MOVE: Json = {
    "id": "81",
    "type": 1,
    "name": "move",
    "description": "Move",
    "options": [
        {"type": 3, "name": "move", "description": "m", "required": True, "autocomplete": True},
        {"type": 4, "name": "game", "description": "g"},
    ],
}
LOBBY, GAMES, THREAD, SECOND = (f"[data-channel-id='{number}']" for number in (21, 22, 23, 53))
FIRST = "[data-testid=act-as-option]"
GUILD, OTHER_GUILD = state("en-GB")["guilds"]
OTHER_GUILD["channels"].append(channel(53, "second"))
E3: Json = {
    "name": "e1 → e3",
    "value": "e1-e3",
    "name_localizations": {"de": "e1 nach e3", "fr": "e1 vers e3"},
}
BUTTONS = ROWS[0] | {"components": ROWS[0]["components"][:-1]}
"""Without the emoji, whose picture is missing."""
SHUT = BUTTONS | {"components": [press("go", disabled=True), press("other"), press("third")]}
FREE: Json = {"type": 1, "components": [choice("free", options=OPTIONS, min_values=0, max_values=2)]}
HISTORIES = {
    "21": [message(108, BEN, "Hello"), message(109, ANNA, "Hi")],
    "22": [message(104, BEN, "Before"), message(105, BEN, "For <@1>", mentions=[{"id": "1"}])],
    "23": [message(107, BOT, "Your turn")],
    "40": [message(106, BOT, "Welcome")],
    "51": [
        message(
            401, BOT, "Press ||hidden||", components=[BUTTONS, *ROWS[1:]], attachments=[FILE], channel_id="51"
        ),
        message(402, BOT, components=LAYOUT, attachments=[FILE], flags=1 << 15, channel_id="51"),
        message(403, BOT, "Only for you", ephemeral_for="1", channel_id="51"),
        message(404, BOT, components=[FREE], channel_id="51"),
    ],
}
GO, MENU = "[data-custom-id=go]", "[data-custom-id=menu]"
MODAL = {"custom_id": "form", "title": "Your move", "components": []}
WRITING: list[Act] = [
    ("open",),
    ("click", ".skip"),
    ("write", "half"),
    ("click", GAMES),
    ("click", LOBBY),
    ("click", "[data-testid=composer]"),
    ("compose", "Enter"),
    ("key", "Enter"),
    ("event", "MESSAGE_CREATE", message(110, ANNA, "half")),
    ("refuse", 500, "Down"),
    ("write", "lost"),
    ("click", "[data-testid=send]"),
    ("refuse",),
    ("click", ".failure .text-button"),
    ("refuse", 403, "No."),
    ("write", "twice"),
    ("key", "Enter"),
    ("click", ".failure .text-button", 1),
    ("refuse",),
    ("write", "/move"),
    ("key", "Escape"),
    ("key", "Enter"),
    ("write", "/mo"),
    ("click", "[data-testid=send]"),
    ("write", "/fly"),
    ("click", "[data-testid=send]"),
    ("write", "/move move:e"),
    ("answer", {"choices": [{"name": "e1 → e2", "value": "e1-e2"}, E3]}),
    ("elapse", 200),
    ("write", "/move move:x"),
    ("write", "/move move:e"),
    ("event", "COMMANDS_UPDATE", {"commands": [MOVE]}),
    ("write", "/move move:e"),
    ("elapse", 200),
    ("key", "ArrowDown"),
    ("key", "ArrowUp"),
    ("key", "Enter"),
    ("answer", {"status": "failed"}),
    ("key", "Enter"),
    ("click", ".failure .text-button"),
    ("click", "[data-testid=command-option]", 1),
    ("answer", {}),
    ("write", "/move move:a game:3 "),
    ("key", "Escape"),
    ("key", "Enter"),
    ("write", "/move ga|   move:a"),
    ("key", "Tab"),
    ("write", ""),
    ("event", "MESSAGE_CREATE", message(115, BEN, "Type </move:81> in <#22>")),
    ("click", ".log button.mention"),
    ("click", ".log button.mention", -1),
    ("write", ""),
    ("type", "x"),
]
PLACES: list[Act] = [
    ("open",),
    ("event", "MESSAGE_CREATE", message(111, BEN, "All", channel_id="22", mention_everyone=True)),
    ("click", GAMES),
    ("click", ".rail-button", 2),
    ("click", ".rail-button", 1),
    ("click", ".rail-button"),
    ("click", "[data-testid=rail-guild]"),
    ("click", THREAD),
    ("write", "/move move:b"),
    ("key", "Escape"),
    ("key", "Enter"),
    ("event", "CHANNEL_UPDATE", {"id": "23", "guild_id": "20", "archived": True}),
    ("write", "/move move:a"),
    ("key", "Escape"),
    ("key", "Enter"),
    ("click", ".parent button"),
    ("click", ".archive-toggle"),
    ("event", "CHANNEL_DELETE", {"id": "22", "guild_id": "20"}),
    ("choose", "[data-testid=language]", "de"),
    ("choose", "[data-testid=guild-language]", "en-GB"),
    ("refuse", 403, "No."),
    ("choose", "[data-testid=guild-language]", "fr"),
    ("choose", "[data-testid=guild-language]", ""),
    ("elapse", 8000),
    ("refuse",),
    ("choose", "[data-testid=guild-language]", ""),
    ("click", "[data-testid=theme]"),
    ("click", "[data-testid=members-toggle]"),
    ("event", "BOT_STATUS", {"online": True}),
    ("event", "BOT_STATUS", {"online": False}),
    ("click", ".rail-button", 2),
    ("click", SECOND),
    ("key", "ArrowUp"),
    ("key", "ArrowUp"),
    ("key", "End"),
    ("event", "GUILD_UPDATE", {"id": "50", "name": "All of us", "locale": "hu", "community": True}),
    ("event", "CHANNEL_UPDATE", {"id": "53", "guild_id": "50", "name": "third"}),
    ("key", "Home"),
    ("click", "[data-testid=guild-language]"),
    ("event", "GUILD_UPDATE", {"id": "50", "name": "Some of us", "locale": "fr", "community": True}),
    ("click", ".rail-button", 1),
    ("event", "CHANNEL_DELETE", {"id": "53", "guild_id": "50"}),
    ("click", ".rail-button", 2),
]
PEOPLE: list[Act] = [
    ("write", "Anna's"),
    ("event", "MESSAGE_CREATE", message(112, BEN, "Early")),
    ("down", True),
    ("open",),
    ("event", "MESSAGE_CREATE", message(114, BEN, "Meanwhile", channel_id="22")),
    *(("elapse", wait) for wait in (500, 1000, 2000, 4000)),
    ("down", False),
    ("elapse", 4000),
    ("lose",),
    ("elapse", 250),
    ("lose",),
    ("state", "1", {"guilds": [OTHER_GUILD]}),
    ("elapse", 500),
    ("open",),
    ("click", SECOND),
    ("state", "1", {"guilds": [GUILD, OTHER_GUILD]}),
    ("lose",),
    ("elapse", 250),
    ("open",),
    ("go", "#channel=21"),
    ("write", "Anna's"),
    ("go", "#as=1&channel=22&theme=light"),
    ("write", "/move move:e"),
    ("answer", {"choices": [E3]}),
    ("elapse", 200),
    ("key", "ArrowDown"),
    ("key", "Enter"),
    ("answer", {}),
    ("write", "Anna's, too"),
    ("click", "[data-testid=act-as]"),
    ("click", "[data-testid=act-as-option]", 1),
    ("click", LOBBY),
    ("write", "/move move:e1 → e3"),
    ("key", "Escape"),
    ("key", "Enter"),
    ("open",),
    ("event", "MESSAGE_CREATE", message(113, ANNA, "For you", mentions=[{"id": "2"}])),
    ("click", ".rail-button", 2),
    ("click", ".rail-button"),
    ("click", "[data-testid=open-dm]"),
    ("quickly", [".act-as", 0], [FIRST, 0], [".act-as", 0], [FIRST, 1]),
    ("go", "#as=1&channel=40"),
    ("go", "#as=7"),
]
PRESSING: list[Act] = [
    ("open",),
    ("hold",),
    ("click", GO),
    ("click", GO),
    ("click", MENU),
    ("click", "[data-testid=select-option]", 1),
    ("release",),
    (
        "event",
        "MESSAGE_UPDATE",
        {"id": "401", "channel_id": "51", "edited_timestamp": "2026-03-01T10:00:00Z"},
    ),
    ("answer", {"status": "failed"}),
    ("click", GO),
    ("answer", {}),
    ("click", ".failure .icon-button"),
    ("refuse", 400, "Too late"),
    ("click", "[data-custom-id=no]"),
    ("refuse",),
    ("answer", {"callback_type": 9, "modal": MODAL}),
    ("click", "[data-custom-id=no]"),
    ("answer", {"status": "failed"}),
    ("click", "[data-testid=modal-submit]"),
    ("answer", {}),
    ("click", "[data-testid=modal-submit]"),
    ("click", "[data-custom-id=who]"),
    ("key", "Escape"),
    ("click", ".spoiler"),
    ("click", ".container-cover"),
    ("click", ".thumbnail"),
    ("click", ".thumbnail"),
    ("click", "[data-testid=lightbox-close]"),
    ("click", ".thumbnail"),
    ("click", "dialog"),
    ("click", "[data-testid=dismiss]"),
    ("click", GO),
    ("event", "MESSAGE_UPDATE", {"id": "401", "channel_id": "51", "components": [SHUT]}),
    ("event", "MESSAGE_UPDATE", {"id": "401", "channel_id": "51", "components": []}),
    ("press", "[data-custom-id=free]"),
    ("press", "[data-custom-id=free]"),
    ("press", "[data-custom-id=free]"),
    ("click", "[data-testid=select-option]"),
    ("press", "[data-custom-id=free]"),
]
NARROW: list[Act] = [
    ("click", "[data-testid=drawer-open]"),
    ("click", GAMES),
    ("click", "[data-testid=drawer-open]"),
    ("click", ".act-as"),
    ("key", "Escape"),
    ("key", "Escape"),
    ("click", "[data-testid=drawer-open]"),
    ("click", ".veil"),
    ("click", "[data-testid=members-toggle]"),
    ("key", "Escape"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def address() -> Any:
    async with Playground.start() as playground:
        yield playground.url


@pytest.mark.parametrize(
    ("begun", "width", "story"),
    [
        ("as=1&channel=21&lang=de", 1280, WRITING),
        ("as=1&channel=77&lang=en-US", 1280, PLACES),
        ("as=1&channel=21", 1280, PEOPLE),
        ("as=1&channel=51", 1280, PRESSING),
        ("as=1&channel=21", 360, NARROW),
    ],
    ids=["writing", "places", "people", "pressing", "narrow"],
)
async def test_user_stories_match_snapshot(
    chrome: Browser, address: str, begun: str, width: int, story: list[Act], snapshot: SnapshotAssertion
) -> None:
    anna = state("en-GB") | {
        "guilds": [GUILD, OTHER_GUILD],
        "commands": [MOVE],
        "users": [ANNA, BEN | {"global_name": "Ben"}],
    }
    ben = anna | {"me": anna["users"][1], "dms": [], "read": {}}
    page = await chrome.new_page(timezone_id="Europe/Berlin", viewport={"width": width, "height": 740})
    given = {"states": {"1": anna, "2": ben}, "histories": HISTORIES}
    await page.add_init_script(f"({SERVER})({json.dumps(given)})")
    await page.goto(f"{address}/#{begun}")
    await page.locator("[data-testid=messages][aria-busy=false]").wait_for()
    assert await page.evaluate(WALK, [["begin"], *story]) == snapshot
    await page.close()
