"""Choosing moves by touch in all games: each legal move is reached, with one touch per open point."""

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Page

from rules import GAMES
from rules.contract import Move, State
from tests.playground.page.page_stage import CHROMIUM
from tests.repeats import repeats

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
    pytest.mark.timeout(60),
]

PLIES = repeats(60, 120)
PLAY_ALL = """
async (moves) => {
  const { act, begin, behind, touch } = await import("http://client.localhost/choosing.js");
  const chosen = (draft) => {
    const here = behind(moves, draft);
    return here.length === 1 && here[0].path.length === draft.path.length ? here[0].text : null;
  };
  return moves.map((move) => {
    let draft = begin(moves);
    let touches = 0;
    if (draft.action !== move.action) draft = act(moves, move.action);
    while (chosen(draft) === null && draft.path.length < move.path.length) {
      const depth = draft.path.length;
      const meant = touch(moves, draft, [move.path[depth]]);
      if (!meant?.draft || meant.draft.path.length <= depth) return `${move.text}: stuck at ${depth}`;
      draft = meant.draft;
      touches += 1;
    }
    const whole = behind(moves, draft).find((other) => other.path.length === draft.path.length);
    return [whole?.text ?? null, touches];
  });
}
"""


def move_data(move: Move) -> Mapping[str, Any]:
    """Return a move as sent by the server."""
    points = len(move.path)
    default_meanings = ("placed",) if points == 1 else ("from", *["over"] * (points - 2), "to")[:points]
    meanings = [meaning.value for meaning in move.meanings] or list(default_meanings)
    return {
        "text": str(move),
        "path": list(move.path),
        "meanings": meanings,
        "action": str(move.action),
        "name": "",
        "does": "",
    }


def open_points(moves: tuple[Move, ...], move: Move) -> int:
    """Return the number of a move's points not forced by those before."""
    candidates = [other for other in moves if other.action == move.action]
    depths = range(len(move.path))
    return sum(
        any(
            other.path[: depth + 1] != move.path[: depth + 1]
            for other in candidates
            if other.path[:depth] == move.path[:depth]
        )
        for depth in depths
    )


def positions(key: str) -> list[State]:
    """Return positions with a choice from random games."""
    chance = random.Random(7)
    states = []
    for options in ({}, {"board": "brandubh-7"} if key == "hnefatafl" else {}):
        state = GAMES[key].new(options)
        for ply in range(PLIES):
            if state.outcome is not None:
                break
            if state.is_chance:
                state = state.play(chance.choice(state.chances())[0])
                continue
            moves = state.legal_moves()
            if len(moves) > 1 and ply % 8 == 0:
                states.append(state)
            long_moves = [move for move in moves if len(move.path) > 2]
            state = state.play(chance.choice(long_moves or list(moves)))
    return states


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_each_move_takes_one_touch_per_open_point(modules: Page, key: str) -> None:
    states = positions(key)
    assert states
    for state in states:
        moves = state.legal_moves()
        results = await modules.evaluate(PLAY_ALL, [move_data(move) for move in moves])
        expected = [[str(move), open_points(moves, move)] for move in moves]
        differences = [
            (first, second) for first, second in zip(results, expected, strict=True) if first != second
        ]
        assert not differences, json.dumps(differences[:3])


async def test_points_sharing_an_area_prompt_for_a_choice(modules: Page) -> None:
    moves = [
        {"text": text, "path": text.split("-"), "meanings": ["from", "to"], "action": ""}
        for text in ("R5:rb-R9", "R5:rg-R9", "R1-R2")
    ]
    question = await modules.evaluate(
        "async moves => { const { begin, touch } = await import('http://client.localhost/choosing.js');"
        " return touch(moves, begin(moves), ['R5', 'R5:rb', 'R5:rg']); }",
        moves,
    )
    assert [option["point"] for option in question["ask"]] == ["R5:rb", "R5:rg"]
    assert question["ask"][0]["draft"]["path"] == ["R5:rb", "R9"]


async def test_an_end_point_with_two_paths_prompts_for_a_choice(modules: Page) -> None:
    ways = ["e3-c3-c5-e5", "e3-e4-d5-e5", "e3-g3"]
    moves = [
        {
            "text": way,
            "path": way.split("-"),
            "meanings": ["from", *["over"] * (way.count("-") - 1), "to"],
            "action": "",
        }
        for way in ways
    ]
    question = await modules.evaluate(
        "async moves => { const { begin, touch } = await import('http://client.localhost/choosing.js');"
        " return touch(moves, begin(moves), ['e5']); }",
        moves,
    )
    assert [option["move"]["text"] for option in question["ask"]] == ways[:2]


async def test_back_undoes_a_touch_with_its_forced_points(modules: Page) -> None:
    ways = ["a-b-c-d", "a-b-c-e", "x-y-z", "x-v-w"]
    moves = [{"text": way, "path": way.split("-"), "meanings": [], "action": "jump"} for way in ways]
    steps = await modules.evaluate(
        "async moves => { const { act, back, touch } = await import('http://client.localhost/choosing.js');"
        " const steps = [act(moves, 'jump')]; const go = (next) => steps.push(next);"
        " for (const point of ['a', 'e', null, null, 'x', 'y', null, 'a', 'a', null])"
        " go(point ? touch(moves, steps.at(-1), [point]).draft : back(steps.at(-1)));"
        " return steps.map(({ action, path, asked }) => [action, path.join('-'), asked]); }",
        moves,
    )
    assert steps == [
        ["jump", "", [0]],
        ["jump", "a-b-c", [0, 0]],
        ["jump", "a-b-c-e", [0, 0, 3]],
        ["jump", "a-b-c", [0, 0]],
        ["jump", "", [0]],
        ["jump", "x", [0, 0]],
        ["jump", "x-y-z", [0, 0, 1]],
        ["jump", "x", [0, 0]],
        ["jump", "a-b-c", [0]],
        ["", "", []],
        ["", "", []],
    ]


async def test_each_step_offers_its_possible_points(modules: Page) -> None:
    ways = ["e3-c3-c5-e5", "e3-e4-d5-e5", "e3-g3", "a1-a2"]
    moves = [
        {
            "text": way,
            "path": way.split("-"),
            "meanings": ["from", *["over"] * (way.count("-") - 1), "to"],
            "action": "",
        }
        for way in ways
    ]
    # A man is placed on b2, and others are then taken from the board; nothing ends on their points.
    for text, *path in (("b2xc2xf2", "b2", "c2", "f2"), ("b2xg2", "b2", "g2"), ("d2", "d2")):
        meanings = ["placed", *["captured"] * (len(path) - 1)]
        moves.append({"text": text, "path": path, "meanings": meanings, "action": "place"})
    moves.append({"text": "pass", "path": [], "meanings": [], "action": "pass"})
    steps = await modules.evaluate(
        "async moves => { const all = await import('http://client.localhost/choosing.js');"
        " const told = (draft) => { const { next, ends } = all.open(moves, draft);"
        " return [draft.path.join('-'), [...next].join(), [...ends].join(), all.choosesPiece(moves, draft),"
        " all.actionsOf(moves, draft).join(), all.whole(moves, draft)?.text ?? null]; };"
        " const touched = (draft, point) => all.touch(moves, draft, [point])?.draft ?? null;"
        " const begun = all.begin(moves), e3 = touched(begun, 'e3'), place = all.act(moves, 'place');"
        " const steps = [begun, e3, touched(e3, 'c3'), touched(e3, 'g3'), place, touched(place, 'b2')];"
        " return [...steps, all.act(moves, 'pass')].map(told).concat(["
        "[touched(begun, 'e5'), touched(begun, 'g3')]]); }",
        moves,
    )
    assert steps == [
        ["", "e3,a1", "", True, "place,pass", None],
        ["e3", "c3,e4,g3", "e5", False, "place,pass", None],
        ["e3-c3-c5-e5", "", "", False, "place,pass", "e3-c3-c5-e5"],
        ["e3-g3", "", "", False, "place,pass", "e3-g3"],
        ["", "b2,d2", "", False, "pass", None],
        ["b2", "c2,g2", "", False, "pass", None],
        ["", "", "", False, "place", "pass"],
        [None, None],
    ]
