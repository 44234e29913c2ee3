"""The words of boards after rarer events: sealed dice, restores, handovers, take-backs and expired clocks."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.features.boards.messages.board_message import board_message
from bot.features.matches.service.match_queries import BoardView
from bot.kernel.outbox.notices import Notice
from bot.locale import LANGUAGES
from bot.model.events.events import (
    BoardEvent,
    DiceRolled,
    MatchRestored,
    MatchStarted,
    PliesTakenBack,
    SeatChanged,
    UndoneText,
)
from bot.model.match.beacon import Beacon, Origin
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.match import Match, MatchPosition
from bot.model.people.person import MessageRef, Place
from bot.model.people.preferences import PingPlace
from rules.contract import State
from rules.contract.series import TieBreak
from tests.bot.features.boards.messages.test_board_message import (
    NAMES,
    PICTURES,
    TEXTS,
    match_of,
    message_of,
    ply_event,
)

pytest_plugins = ("tests.bot.chat.approved",)

THREAD: Final = PingPlace.THREAD


def texts(match: Match, state: State, events: Mapping[str, BoardEvent], language: str) -> str:
    """Return the texts of boards after events."""
    boards = (
        f"{name}:\n{message_of(match, state, event, language).content}" for name, event in events.items()
    )
    return "\n\n".join(boards) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_of_games_with_dice(approved: SnapshotAssertion, language: str) -> None:
    start = rules.GAMES["catch-the-hat"].new(players=2)
    rolled = start.play(start.chances()[0][0])
    unsealed_match = match_of(start, 0)
    beacon = Beacon(Origin.OPENING, MessageRef(44, 45), ("d1", "d2"))
    sealed_match = replace(unsealed_match, commitment="5ea1ed", words=("d1", "d2"))
    opened_match = replace(match_of(rolled, 1), commitment="5ea1ed", words=("d1", "d2"), beacon=beacon)
    matches = {
        "unsealed": (unsealed_match, start),
        "without words": (replace(sealed_match, words=None), start),
        "sealed": (sealed_match, start),
        "in a tree": (replace(sealed_match, leaf=DiceLeaf("c0ffee", 6)), start),
        "opened": (opened_match, rolled),
        "by the card": (replace(opened_match, beacon=replace(beacon, origin=Origin.CARD)), rolled),
    }
    boards = []
    for name, (match, state) in matches.items():
        ply = match.plies
        events: dict[str, BoardEvent] = {
            f"{name}, begins": MatchStarted(5, ply, state.turn, THREAD),
            f"{name}, restored": MatchRestored(5, ply, state.turn, THREAD),
            f"{name}, rolls": DiceRolled(5, 0, ply, state.turn, THREAD),
            f"{name}, moves": ply_event(match, ply),
        }
        boards.append(texts(match, state, events, language))
    assert "\n".join(boards) == approved(name=language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_after_rarer_events(approved: SnapshotAssertion, language: str) -> None:
    first = rules.GAMES["conhex"].new()
    state = first.play(first.parse("a1"))
    match = replace(match_of(state, 8), place=Place(3, 4, "en"))
    undone = (UndoneText(0, "c2"), UndoneText(1, "k1"))
    events: dict[str, BoardEvent] = {
        "restored": MatchRestored(5, 8, 1, THREAD),
        "out of time": replace(ply_event(match, 8), seat=0, left=True, timed_out=True, move="retires"),
        "seat changed": SeatChanged(5, 8, turn=1, seat=1, leaver=7, substitute=2, before=THREAD, tell=THREAD),
        "taken back": PliesTakenBack(5, 10, 8, 1, undone, free=False, before=0, turn=1, tell=THREAD),
    }
    text = texts(match, state, events, language)
    in_series = replace(match, tie_break=TieBreak.PLIES, number=2)
    text += texts(in_series, state, {"second of a series": MatchStarted(5, 8, 1, THREAD)}, language)
    assert text == approved(name=language)


@pytest.mark.parametrize(("seat", "verbs"), [(0, ["move", "board", "more"]), (1, ["board", "more"])])
def test_a_leaver_s_board_has_no_button_to_move(seat: int, verbs: list[str]) -> None:
    state = rules.GAMES["catch-the-hat"].new(players=3)
    state = state.play(state.chances()[0][0])
    match = replace(match_of(state, 3), departures=((1, 2),))
    notice = Notice(9, ply_event(match, 2), 1, 5, 2, match.people[seat], 0, uncertain=False)
    view = BoardView(MatchPosition(match, state, names=NAMES), (), "en")
    message = board_message(PICTURES, notice, view, TEXTS.language("en"), seat)
    buttons = [button.custom_id or "" for row in message.rows for button in row]
    assert [custom_ids.read(custom_id).verb for custom_id in buttons] == verbs
