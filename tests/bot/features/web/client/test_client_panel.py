"""The page around the board: its state, and the effect of each button and key."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Page
from syrupy.assertion import SnapshotAssertion

from tests.playground.page.page_stage import CHROMIUM

pytest_plugins = ("tests.bot.chat.approved",)
pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
    pytest.mark.timeout(60),
]

WHOLE = ("header.top", "#players", "#bar", "#steps", "#actions", "#moves")
CHANGING = ("#bar", "#steps", "#actions")
NOON = 1_795_176_000_000
NO_ACTIONS: Mapping[str, Any] = {
    **dict.fromkeys(("move", "take_back", "again", "rematch", "claim", "explore", "plan"), False),
    **dict.fromkeys(("draw_with_move", "dice", "resign"), False),
    "undo": None,
    "offers": [],
}
ALL = {**dict.fromkeys(NO_ACTIONS, True), "undo": 1, "offers": [{"kind": "draw", "name": "Offer a draw"}]}


def player(seat: int, name: str, role: str, **more: Any) -> Mapping[str, Any]:
    flags = dict.fromkeys(("you", "computer", "left", "turn", "winner"), False)
    return (
        {"seat": seat, "name": name, "role": role, "away": None, "due": None, "seconds": None} | flags | more
    )


def move(text: str, *path: str, action: str = "", **more: str) -> Mapping[str, Any]:
    meanings = ["from", "to"][: len(path)]
    return {"text": text, "path": path, "meanings": meanings, "action": action, "name": "", "does": ""} | more


MOVES = (
    move("a1-b1", "a1", "b1"),
    move("a1-b1-c1", "a1", "b1", "c1"),
    move("pass", action="pass", name="Pass"),
)
PLAYERS = (
    player(0, "Anna", "Red", left=True, away="2026-12-01T12:00:00Z", seconds=90_061),
    player(1, "Ben", "Blue", you=True, turn=True, due="2026-11-20T12:59:59Z"),
    player(2, "", "Green", computer=True, due="2026-11-20T13:00:01Z"),
)
VIEW: Mapping[str, Any] = {
    "title": "Morris #7",
    "status": "Blue moves",
    "result": [],
    "question": "Which man?",
    "chat": "https://discord.com/channels/7/70/144",
    "theme": "light",
    "taken_back": 2,
    "plies": 3,
    "ply": 3,
    "players": PLAYERS,
    "may": ALL,
    "calls": [{"name": "Claim it", "text": "claim"}],
    "offers": [
        {"kind": "draw", "seat": 0, "said": "Anna offers a draw", "mine": False, "answerable": True},
        {"kind": "abort", "seat": 1, "said": "You offer to abort", "mine": True, "answerable": False},
    ],
    "lines": [{"said": "a1 b2"}, {"said": "c3 d4"}],
    "moves": MOVES,
    "preview": None,
}
QUIET = {**VIEW, "may": NO_ACTIONS, "calls": [], "offers": [], "lines": [], "question": "", "chat": ""}
HISTORY = [{"number": number, "said": f"Ply {number}"} for number in (1, 2, 3)]
CHOSEN = {"action": "", "path": ["a1", "b1"], "asked": [0]}


def state(view: Mapping[str, Any] = VIEW, **more: Any) -> Mapping[str, Any]:
    """Return a table's state with the current position shown."""
    defaults = {
        "shown": view,
        "present": view,
        "history": HISTORY,
        "note": [],
        "said": [["a1", "a 1"], ["c1", "c 1"]],
        "draft": {"action": "", "path": [], "asked": []},
        "ask": None,
        "choosing": True,
        "exploring": False,
        "variation": None,
        "busy": None,
        "ended": False,
        "opened": None,
        "themes": ["light", "dark"],
        "look": {"theme": "", "side": None},
        "withDraw": False,
        "offset": 0,
        "path": "api/games/7",
    }
    return defaults | more


OVER = {
    **QUIET,
    "result": ["Ben has won", "by a mill"],
    "players": [
        {**PLAYERS[0], "away": None, "seconds": 59},
        {**PLAYERS[1], "turn": False, "winner": True, "due": None},
    ],
}
PREVIEW = move("a1-b1", "a1", "b1", does="takes b2")
OWN_LINE: Mapping[str, Any] = {"exploring": True, "choosing": False}
STATES: Mapping[str, Mapping[str, Any]] = {
    "all": state(note=["A note", "Another"], framed=True, zoom=2, opened={"game": 8, "bearer": "x"}),
    "none": state({**QUIET, "chat": VIEW["chat"], "plies": 0, "ply": 0}, choosing=False, history=[]),
    "over": state(OVER, choosing=False, look={"theme": "dark", "side": None}),
    "begun": state(QUIET, draft=CHOSEN),
    "busy": state(QUIET, busy="move"),
    "asked": state(
        QUIET,
        ask=[
            {"point": "a1", "draft": 1},
            {"point": "d1", "draft": 2},
            {"move": PREVIEW, "draft": 3},
            {"move": MOVES[2], "draft": 4},
            {"move": MOVES[1], "draft": 5},
        ],
    ),
    "preview": state({**QUIET, "preview": PREVIEW}),
    "past": state({**QUIET, "ply": 2}, present={**QUIET, "may": {**NO_ACTIONS, "explore": True}}),
    "start": state({**QUIET, "ply": 0}, present=QUIET),
    "ended": state({**VIEW, "status": "Nothing more"}, ended=True),
    "exploring": state(**OWN_LINE, variation={"kind": "explore", "ply": 3, "moves": []}),
    "explored": state(
        {**VIEW, "result": ["Won", "here"]},
        exploring=True,
        variation={"kind": "explore", "ply": 3, "moves": ["a1", "b1"]},
    ),
    "watched": state(QUIET, **OWN_LINE, variation={"kind": "explore", "ply": 3, "moves": ["a1", "b1"]}),
    "planning": state(**OWN_LINE, variation={"kind": "plan", "ply": 3, "moves": ["a1", "b1", "c1"]}),
    "earlier": state(
        exploring=True, draft=CHOSEN, variation={"kind": "explore", "ply": 2, "moves": ["a1", "b1"]}
    ),
}


async def call(page: Page, function: str, *values: Any) -> Any:
    """Call a function of `panel_reader.js` at a fixed time."""
    await page.evaluate(f"Date.now = () => {NOON}")
    script = f"async all => (await import('http://client.localhost/panel_reader.js')).{function}(...all)"
    return await page.evaluate(script, list(values))


async def test_the_page_and_its_buttons_in_each_state(modules: Page, approved: SnapshotAssertion) -> None:
    for name, table in STATES.items():
        parts = WHOLE if name in {"all", "none", "over"} else CHANGING
        assert await call(modules, "story", table, parts) == approved(name=name)


async def test_keys_step_through_the_game_unless_used_elsewhere(modules: Page) -> None:
    pressed: list[tuple[Any, ...]] = [
        *(("body", key) for key in ("ArrowLeft", "ArrowRight", "Home", "End", "ArrowUp", "Escape")),
        ("#points", "ArrowLeft"),
        ("#points", "ArrowLeft", {"shiftKey": True}),
        ("#dialog", "ArrowLeft"),
        *(("body", "ArrowLeft", {key: True}) for key in ("ctrlKey", "metaKey", "altKey")),
    ]
    assert await call(modules, "keys", state(), pressed) == [
        "body ArrowLeft : step(-1), taken",
        "body ArrowRight : step(1), taken",
        'body Home : step("-Infinity"), taken',
        'body End : step("Infinity"), taken',
        "body ArrowUp : ",
        "body Escape : ",
        "#points ArrowLeft : ",
        "#points ArrowLeft shiftKey: step(-1), taken",
        "#dialog ArrowLeft : ",
        *(f"body ArrowLeft {key}: " for key in ("ctrlKey", "metaKey", "altKey")),
    ]
    undone = (state(ask=[]), state(draft=CHOSEN), state({**VIEW, "preview": PREVIEW}))
    assert [await call(modules, "keys", table, [("body", "Escape")]) for table in undone] == [
        ["body Escape : back()"]
    ] * 3


async def test_the_newest_lines_are_announced_and_a_lost_line_is_shown(modules: Page) -> None:
    lines, (down, up) = await call(modules, "news", state(), [f"Line {number}" for number in range(7)] + [""])
    assert [line.strip() for line in lines[1:]] == [f"p: Line {number}" for number in range(1, 7)]
    assert down == ["p #line .line: line.down"]
    assert up == []


async def test_an_update_keeps_the_focus(modules: Page) -> None:
    assert await call(modules, "focusKept", state()) == ["act-pass", "point", "point", "act-pass", "flip"]


async def test_the_shown_move_is_scrolled_into_view(modules: Page) -> None:
    history = [{"number": number, "said": f"Ply {number}"} for number in range(1, 31)]
    shown = [0, 30, 29, 1, 15, 0]
    seen = await call(modules, "movesSeen", state({**VIEW, "plies": 30}, history=history), shown)
    firsts = seen[0], seen[5]
    assert firsts[0] == firsts[1]
    assert firsts[0][0] == "ply-1"
    assert not [ply for ply, ids in zip(shown, seen, strict=True) if ply and f"ply-{ply}" not in ids]
    assert seen[1] == seen[2], "a move in sight does not scroll the list"


async def test_closing_a_dialog_has_no_effect(modules: Page) -> None:
    ways_out = [
        *((opener, part) for opener in ("#look", "#resign") for part in ("header button", None)),
        ("#resign", ".row button:last-child"),
    ]
    clicks = [*ways_out, ("#look", "h3"), ("#resign", "p")]
    left = await call(modules, "dialogLeft", state(), clicks)
    assert left == [[False, []]] * len(ways_out) + [[True, []]] * 2
