"""The pages of a match's history, and the buttons from a match to other pages."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Pictures
from bot.chat.parts.matches import match_buttons
from bot.chat.parts.matches.history_page import explore_buttons, history_page, read_direction
from bot.locale import Language, Texts
from bot.model.match.history import Direction, HistoryStep
from bot.model.match.match import Match, MatchPosition, PlayedPly
from bot.model.match.match_log import Stop
from bot.model.match.timing import Timing
from bot.model.people.person import MessageRef, Place
from bot.model.people.players import EnginePlayer, HumanPlayer
from rules.contract import Outcome
from rules.contract.series import TieBreak
from tests.bot.chat import samples
from tests.bot.chat.page_text import page_text
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
PICTURES = Pictures(GALLERY)
CONHEX = rules.GAMES["conhex"]
NAMES = {1: "Anna", 2: "Ben"}
MATCH = replace(samples.MATCH, id=31, plies=2, taken_back=3)
WON = Outcome((1,), "connected")


def _step(number: int, match: Match = MATCH, **more: object) -> HistoryStep:
    state, played = CONHEX.new(), []
    for ply, choice in enumerate((40, 12)[:number], start=1):
        seat, move = state.turn, state.legal_moves()[choice]
        state = state.play(move)
        played.append(PlayedPly(ply, seat, move, move.text, state))
    position = replace(MatchPosition(match, state, names=NAMES), **more)  # type: ignore[arg-type]  # of any field
    return HistoryStep(number, 2, position, tuple(played[-1:]), number)


async def _pages(t: Language) -> str:
    over = MATCH.end(WON, samples.NOW)
    steps = {
        "start": (_step(0), False),
        "first": (_step(1), False),
        "first in words": (_step(1), True),
        "last": (_step(2), False),
        "over": (_step(2, over), True),
        "round": (_step(1, round=4), True),
        "secret": (_step(1, replace(MATCH, exploring=False)), False),
        "stopped": (_step(2, stop=Stop(2, 1, 2)), True),
    }
    pages = []
    for name, (step, in_words) in steps.items():
        view, files = await history_page(PICTURES, step, 2, t, in_words=in_words)
        pages.append(f"=== {name}, {len(files)} files\n{page_text(view)}")
    return "".join(pages)


@pytest.mark.parametrize("code", ["en", "de"])
async def test_history_pages_of_a_match(approved: SnapshotAssertion, code: str) -> None:
    assert await _pages(TEXTS.language(code)) == approved(name=code)


async def test_only_the_last_step_shows_the_result() -> None:
    over = MATCH.end(WON, samples.NOW)
    texts, pictures = [], []
    for number, match in ((1, MATCH), (1, over), (2, MATCH), (2, over)):
        view, (picture,) = await history_page(PICTURES, _step(number, match), 2, TEXTS.language("en"))
        texts.append("wins" in page_text(view))
        pictures.append(picture)
    assert texts == [False, False, False, True]
    earlier, earlier_over, last, last_over = [picture.png for picture in pictures]
    assert earlier_over == earlier
    assert last_over != last
    assert ["is over" in picture.words for picture in pictures] == [False, False, False, True]


def test_explore_buttons_need_exploring_and_directions_are_read() -> None:
    assert explore_buttons(replace(MATCH, exploring=False), 2, TEXTS.language("en")) == ()
    for text, read in (
        ("31:2:forward", (Direction.FORWARD, False)),
        ("31:2:back:words", (Direction.BACK, True)),
        ("31:2:last:else", (Direction.LAST, False)),
    ):
        assert read_direction(custom_ids.Press("step", text)) == read
    with pytest.raises(custom_ids.MalformedId):
        read_direction(custom_ids.Press("step", "31:2:sideways"))


def _rows(t: Language) -> Iterator[str]:
    def section(name: str, *blocks: layouts.Block) -> str:
        return f"=== {name}\n{page_text(layouts.page(*blocks)) if blocks else ''}"

    def row(name: str, buttons: tuple[layouts.Button, ...]) -> str:
        return section(name, *([layouts.buttons(*buttons)] if buttons else []))

    over = MATCH.end(WON, samples.NOW)
    yield row("players of a running game", match_buttons.record_row(MATCH, 2, t))
    yield row("onlookers of a running game", match_buttons.record_row(MATCH, 9, t))
    yield row("everybody in a running game", match_buttons.record_row(MATCH, None, t))
    yield row("everybody after the end", match_buttons.record_row(over, None, t))
    yield section("practice that runs", *match_buttons.practice_next(MATCH, t, again=True))
    yield section("practice that is over", *match_buttons.practice_next(over, t, again=True))
    yield section("a table with engines", *match_buttons.practice_next(over, t, again=False))
    timing = Timing(samples.NOW, deadline=samples.NOW + timedelta(days=1))
    timed = replace(MATCH, turn=1, timing=timing)
    late = replace(timed, timing=replace(timing, claimable=True))
    for name, match, person in (
        ("the waiting player", timed, 1),
        ("the waiting player, late", late, 1),
        ("the player to move", late, 2),
        ("an onlooker", late, 9),
        ("at an engine's turn", replace(late, players=(HumanPlayer(1), EnginePlayer("x", 1))), 1),
        ("without a clock", replace(MATCH, turn=1), 1),
    ):
        yield section(name, *match_buttons.time_row(match, person, t))
    yield row("rematch", (match_buttons.rematch_button(31, t),))


def test_buttons_of_a_match(approved: SnapshotAssertion) -> None:
    for code in ("en", "de"):
        assert "".join(_rows(TEXTS.language(code))) == approved(name=code)


def test_a_game_can_be_played_again_after_its_series() -> None:
    assert match_buttons.can_be_played_again(rules.GAMES, MATCH)
    series = replace(MATCH, tie_break=TieBreak.NONE, number=1)
    assert not match_buttons.can_be_played_again(rules.GAMES, series)
    assert match_buttons.can_be_played_again(rules.GAMES, replace(series, number=2))


def test_a_board_link_leads_to_the_last_board() -> None:
    place = replace(MATCH, place=Place(5, 70, "en"), thread=71)
    assert match_buttons.board_link(place) == "<#71>"
    posted = replace(place, board=MessageRef(70, 900))
    assert match_buttons.board_link(posted) == "https://discord.com/channels/5/70/900"
