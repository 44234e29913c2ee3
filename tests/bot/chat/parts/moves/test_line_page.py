"""Pages of variations and of moves in the middle of games."""

from collections.abc import Sequence
from itertools import islice

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.messages.layouts import Page
from bot.chat.core.pictures import Pictures
from bot.chat.core.walked_game import NOTHING_TRIED
from bot.chat.parts.moves import explored_line, guide_page, line_page
from bot.locale import Language, Texts
from rules.contract import Move, State
from tests.bot.chat.page_text import page_text
from tests.bot.chat.playing import random_game
from tests.bot.support.positions import position
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
PICTURES = Pictures(GALLERY)
MIDDLE = 9
"""The index of the shown position in a random game."""


def _middle(key: str) -> State:
    players = rules.GAMES[key].seats[0]
    return next(islice(random_game(key, {}, players), MIDDLE, None))


def _two_plies(state: State) -> Sequence[Move]:
    first = explored_line.following(state, calls=False)[-1]
    return first, explored_line.following(state.play(first), calls=False)[0]


def _text(pages: Sequence[Page]) -> str:
    texts = []
    for view, pictures in pages:
        words = [f"[picture] {picture.words}" for picture in pictures]
        texts.append("\n".join([*words, page_text(view), ""]))
    return "\n---\n".join(texts)


@pytest.mark.parametrize("t", [TEXTS.language("en"), TEXTS.language("de")], ids=["en", "de"])
@pytest.mark.parametrize("key", rules.GAMES)
async def test_pages_of_a_variation(approved: SnapshotAssertion, key: str, t: Language) -> None:
    start = position(_middle(key))
    first, second = (str(move) for move in _two_plies(start.state))
    lines = [
        NOTHING_TRIED,
        line_page.line_text(start, [first]),
        line_page.line_text(start, [first, second]),
        line_page.line_text(start, [first]) + ".0",
    ]
    pages = [await line_page.line_page(PICTURES, start, start.match.plies, line, 1, t) for line in lines]
    assert _text(pages) == approved(name=f"{key}-{t.code}")


@pytest.mark.parametrize("t", [TEXTS.language("en"), TEXTS.language("de")], ids=["en", "de"])
async def test_pages_of_a_finished_game_and_a_long_variation(
    approved: SnapshotAssertion, t: Language
) -> None:
    hall = rules.GAMES["hnefatafl"].from_position("3k3/7/7/7/7/7/3a3 d", {"board": "brandubh-7"})
    escape = hall.parse("d7-a7")
    state, plies = hall, list[str]()
    for _ in range(9):
        plies.append(str(next(move for move in state.legal_moves() if state.play(move).outcome is None)))
        state = state.play(state.parse(plies[-1]))
    pages = []
    for start, moves in ((hall, [str(escape)]), (hall.play(escape), []), (hall, plies)):
        here = position(start)
        text = line_page.line_text(here, moves) if moves else NOTHING_TRIED
        pages.append(await line_page.line_page(PICTURES, here, here.match.plies, text, 1, t))
    assert _text(pages) == approved(name=t.code)


@pytest.mark.parametrize("t", [TEXTS.language("en"), TEXTS.language("de")], ids=["en", "de"])
@pytest.mark.parametrize("key", rules.GAMES)
async def test_pages_of_a_move_in_midgame(approved: SnapshotAssertion, key: str, t: Language) -> None:
    here = position(_middle(key))
    seat = here.state.turn or 0
    first = guide_page.first_step(here.state)
    onward = [way.step for way in guide_page.choices_at(here.state, first) if way.move is None]
    pages = [await guide_page.guide_page(PICTURES, here, seat, step, t) for step in (first, *onward[:1])]
    pages.append(await guide_page.preview_page(PICTURES, here, seat, here.state.legal_moves()[-1], t))
    assert _text(pages) == approved(name=f"{key}-{t.code}")
