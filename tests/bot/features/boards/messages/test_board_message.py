"""Board messages: headline, turn, players and move buttons."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest
from discord import ButtonStyle
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.chat.core.messages.layouts import Menu
from bot.chat.core.messages.public_message import PublicMessage, Scene
from bot.chat.core.pictures import Pictures, earlier_trails
from bot.features.boards.messages.board_message import board_message
from bot.features.matches.domain.pair_score import PairScore
from bot.features.matches.service.match_queries import BoardView, played_plies
from bot.kernel.outbox.notices import Notice
from bot.locale import LANGUAGES, Texts
from bot.model.event import DomainEvent
from bot.model.events.events import (
    BoardEvent,
    EndCause,
    EndKind,
    MatchRestored,
    MatchStarted,
    PlyPlayed,
    ResultCorrected,
)
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import ANNULLED, CORRECTION, Counting, Match, MatchPosition, MatchStatus, PlayedPly
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.model.people.players import HumanPlayer
from bot.model.people.preferences import PingPlace
from bot.model.ratings.rating import Rating
from bot.model.ratings.rating_views import RatingChange, ShownRating
from rules.contract import Outcome, State
from rules.contract.series import TieBreak
from tests.bot.chat.page_text import message_text
from tests.bot.chat.playing import some_positions
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
NOW = datetime(2026, 1, 1, tzinfo=UTC)
PICTURES = Pictures(GALLERY)
NAMES = {1: "Anna", 2: "Ben", 3: "Clara", 4: "David"}


def match_of(state: State, plies: int) -> Match:
    return Match(
        5,
        state.game.key,
        state.options,
        tuple(HumanPlayer(number + 1) for number in range(state.players)),
        Place(3, 4, "en"),
        None,
        MatchStatus.RUNNING,
        plies,
        state.turn,
        None,
        None,
        None,
        NOW,
        NOW,
        1,
        Timing(NOW),
    )


def ply_event(match: Match, ply: int) -> PlyPlayed:
    return PlyPlayed(match.id, ply - 1, ply, 0, "a1", before=0, turn=1, tell=PingPlace.THREAD, by=0)


def message_of(
    match: Match,
    state: State,
    event: BoardEvent,
    language: str,
    *,
    ply: int | None = None,
    plies: tuple[PlayedPly, ...] = (),
    **more: Any,
) -> PublicMessage:
    """Return a board's message; `ply` defaults to the match's latest."""
    number = match.plies if ply is None else ply
    notice = Notice(9, event, 1, match.id, number, None, 0, uncertain=False)
    view = BoardView(MatchPosition(match, state, names=NAMES), plies, language, **more)
    return board_message(PICTURES, notice, view, TEXTS.language(language))


def content_of(match: Match, state: State, kind: type[DomainEvent], ply: int, language: str = "en") -> str:
    event = match_started(match, ply) if kind is MatchStarted else ply_event(match, ply)
    return message_of(match, state, event, language, ply=ply).content


def match_started(match: Match, ply: int) -> MatchStarted:
    return MatchStarted(match.id, ply, 0, PingPlace.THREAD)


def verbs_of(match: Match, state: State, ply: int) -> list[str]:
    notice = Notice(9, ply_event(match, ply), 1, match.id, ply, None, 0, uncertain=False)
    view = BoardView(MatchPosition(match, state, names=NAMES), (), "en")
    rows = board_message(PICTURES, notice, view, TEXTS.language("en")).rows
    return [custom_ids.read(button.custom_id or "").verb for row in rows for button in row]


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_of_running_games(approved: SnapshotAssertion, language: str) -> None:
    start = rules.GAMES["conhex"].new()
    new_match, after_move = match_of(start, 0), start.play(start.parse("a1"))
    dice = rules.GAMES["catch-the-hat"]
    teams = dice.new({"mode": "party"}, 4)
    teams = teams.play(teams.chances()[0][0])
    solo = dice.new({}, 4)
    solo = solo.play(solo.chances()[0][0])
    messages = {
        "begun": message_of(new_match, start, match_started(new_match, 0), language),
        "begun-without-exploring": message_of(
            replace(new_match, exploring=False), start, match_started(new_match, 0), language
        ),
        "later": message_of(match_of(after_move, 1), after_move, ply_event(new_match, 1), language),
        "teams-begun": message_of(match_of(teams, 1), teams, match_started(new_match, 1), language),
        "teams-later": message_of(match_of(teams, 1), teams, ply_event(new_match, 1), language),
        "four-alone-begun": message_of(match_of(solo, 1), solo, match_started(new_match, 1), language),
    }
    for name, message in messages.items():
        assert message_text(message) == approved(name=f"{name}-{language}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_of_several_plies(approved: SnapshotAssertion, language: str) -> None:
    conhex, hat = rules.GAMES["conhex"].new(), rules.GAMES["catch-the-hat"].new({}, 2)
    roll = hat.chances()[0][0]
    first_move = hat.play(roll).legal_moves()[0]
    logs = {
        "two-moves": (conhex, ((0, "a1"), (1, "f6"))),
        "a-roll-and-a-move": (hat, ((None, str(roll)), (0, str(first_move)))),
    }
    for name, (start, log) in logs.items():
        entries = [LogEntry(number, seat, text, NOW) for number, (seat, text) in enumerate(log, 1)]
        plies = played_plies(start, entries)
        match = match_of(plies[-1].state, 2)
        message = message_of(match, plies[-1].state, ply_event(match, 2), language, plies=plies)
        assert message_text(message) == approved(name=f"{name}-{language}")
        assert isinstance(message.scene, Scene)
        view = message.scene.view
        assert (view.trail, view.trails) == (plies[-1].move and plies[-1].move.path, earlier_trails(plies))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_restored_dice_game_names_its_round(approved: SnapshotAssertion, language: str) -> None:
    state = rules.GAMES["catch-the-hat"].new(players=2)
    notice = Notice(9, MatchRestored(5, 9, 0, PingPlace.THREAD), 1, 5, 9, None, 0, uncertain=False)
    for name, round_number in (("round", 3), ("move", None)):
        position = MatchPosition(match_of(state, 9), state, names=NAMES, round=round_number)
        message = board_message(PICTURES, notice, BoardView(position, (), language), TEXTS.language(language))
        assert message.content == approved(name=f"{name}-{language}")


def menu_of(state: State, plies: int = 1) -> Menu | None:
    match = match_of(state, plies)
    notice = Notice(9, ply_event(match, 1), 1, match.id, 1, None, 0, uncertain=False)
    view = BoardView(MatchPosition(match, state, names=NAMES), (), "en")
    return board_message(PICTURES, notice, view, TEXTS.language("en")).menu


def options_of(state: State) -> dict[str, str]:
    menu = menu_of(state)
    assert menu is not None
    assert not any(option.description for option in menu.options), "a public menu describes no moves"
    return {option.label: option.value for option in menu.options}


def test_a_board_lists_its_pieces_from_the_top_row_down() -> None:
    shown = options_of(rules.GAMES["hnefatafl"].new({"board": "brandubh-7"}))
    assert list(shown) == ["d7", "d6", "a4", "b4", "f4", "g4", "d2", "d1"]
    assert set(shown.values()) == {f"s:{point}" for point in shown}


def test_a_board_menu_lists_all_moves_if_they_fit() -> None:
    state = rules.GAMES["nine-mens-morris"].new()
    assert set(options_of(state).values()) == {f"m{move}" for move in state.legal_moves()}
    menu = menu_of(state)
    assert menu is not None
    assert menu.placeholder == "All 24 moves"


def test_a_board_menu_groups_points_that_exceed_its_limit() -> None:
    shown = options_of(rules.GAMES["conhex"].new())
    assert "a …" in shown
    assert len(shown) <= 25


def test_menus_hide_captures_if_missing_them_is_penalised() -> None:
    state = next(
        state
        for state in some_positions("fox-and-hens", 40)
        if state.turn == 1 and any(len(move.path) > 2 for move in state.legal_moves())
    )
    assert [value for value in options_of(state).values() if not re.fullmatch(r"s:[a-g][1-7]", value)] == []


@pytest.mark.parametrize("key", ["hounds-and-jackals", "catch-the-hat"])
def test_a_board_with_buttons_for_its_pieces_has_no_menu(key: str) -> None:
    for state in some_positions(key, 9):
        has_buttons = {"piece", "play"} & set(verbs_of(match_of(state, 1), state, 1))
        assert (menu_of(state) is None) == bool(has_buttons)


def test_a_past_board_has_no_menu() -> None:
    assert menu_of(rules.GAMES["conhex"].new(), plies=2) is None


@pytest.mark.parametrize("turn", [1, None])
def test_a_late_first_board_omits_the_past_turn(turn: int | None) -> None:
    state = rules.GAMES["conhex"].new()
    match = replace(match_of(state, 0), turn=turn, plies=1)
    board = content_of(match, state, MatchStarted, 0)
    assert "your turn" not in board
    assert "to move" not in board
    assert "the game begins" in board


def test_later_boards_omit_the_exploring_ban() -> None:
    state = rules.GAMES["conhex"].new()
    after_move = state.play(state.parse("a1"))
    match = replace(match_of(after_move, 1), exploring=False)
    assert "exploring" not in content_of(match, after_move, PlyPlayed, 1)


def test_only_the_newest_board_offers_moves_and_shows_the_deadline() -> None:
    text = "hounds 23 26 27 28 29; jackals 1 2 3 4 5; turn hounds"
    state = rules.GAMES["hounds-and-jackals"].from_position(text)
    match = match_of(state, 1)
    assert "play" in verbs_of(match, state, 1)
    assert "play" not in verbs_of(replace(match, plies=3), state, 1)
    timed_match = replace(match, timing=Timing(NOW, deadline=NOW + timedelta(days=1)))
    newest, older = [
        message_of(replace(timed_match, plies=plies), state, ply_event(match, 1), "en", ply=1).closing
        for plies in (1, 3)
    ]
    assert newest.startswith(f"{older}\n"), "the newer board shows the deadline"


@cache
def finished_state() -> State:
    """Return a short ConHex game, played until a player wins."""
    state: State = rules.GAMES["conhex"].new({"swap": "off"})
    while state.outcome is None:
        state = state.play(state.legal_moves()[0])
    return state


def finished_match(**changes: Any) -> Match:
    state = finished_state()
    return replace(
        match_of(state, 40), **{"status": MatchStatus.FINISHED, "outcome": state.outcome, **changes}
    )


def corrected_match(outcome: Outcome, **changes: Any) -> Match:
    return finished_match(outcome=outcome, first_outcome=finished_state().outcome, **changes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_of_finished_games(approved: SnapshotAssertion, language: str) -> None:
    state, ply = finished_state(), ply_event(finished_match(), 40)
    change = RatingChange(
        1, "", ShownRating(Rating(1512.4), settled=True), ShownRating(Rating(1498.6), settled=True)
    )
    ben_won = Outcome((1,), CORRECTION)
    by_admin = ResultCorrected(5, 40, EndCause(EndKind.CORRECTED, admin=9))
    by_player = {"neutral_outcome": state.outcome, "rated": True}
    messages = {
        "won": message_of(finished_match(), state, ply, language),
        "won-with-dice": message_of(finished_match(seed="c0ffee"), state, ply, language),
        "won-once": message_of(finished_match(), state, ply, language, score=PairScore(1, 0, 0)),
        "won-again": message_of(finished_match(), state, ply, language, score=PairScore(3, 0, 2)),
        "won-after-a-draw": message_of(finished_match(), state, ply, language, score=PairScore(3, 1, 2)),
        "ratings": message_of(finished_match(), state, ply, language, ratings=(change,)),
        "counts": message_of(finished_match(rated=True, counting=Counting.COUNTS), state, ply, language),
        "too-short": message_of(
            finished_match(rated=True, counting=Counting.TOO_SHORT), state, ply, language
        ),
        "too-often": message_of(
            finished_match(rated=True, counting=Counting.TOO_OFTEN), state, ply, language
        ),
        "corrected-to-a-win": message_of(corrected_match(ben_won), state, ply, language),
        "corrected-to-a-draw": message_of(corrected_match(Outcome((), CORRECTION)), state, ply, language),
        "annulled": message_of(
            corrected_match(Outcome((), ANNULLED), rated=True, counting=Counting.TOO_SHORT),
            state,
            ply,
            language,
        ),
        "corrected-by-an-admin": message_of(corrected_match(ben_won, rated=True), state, by_admin, language),
        "corrected-by-a-player": message_of(
            corrected_match(ben_won, **by_player, counting=Counting.COUNTS), state, by_admin, language
        ),
        "corrected-by-a-player-too-short": message_of(
            corrected_match(ben_won, **by_player, counting=Counting.TOO_SHORT), state, by_admin, language
        ),
    }
    in_series = finished_match(rated=True, counting=Counting.TOO_SHORT, tie_break=TieBreak.PLIES)
    assert message_of(in_series, state, ply, language).content == messages["won"].content
    for name, message in messages.items():
        assert message.content == approved(name=f"{name}-{language}")
    assert message_text(messages["won"]) == approved(name=f"whole-message-{language}")


def test_final_boards_show_ratings_and_offer_a_rematch_first() -> None:
    change = RatingChange(
        1, "", ShownRating(Rating(1512.4), settled=True), ShownRating(Rating(1498.6), settled=True)
    )
    message = message_of(
        finished_match(), finished_state(), ply_event(finished_match(), 40), "en", ratings=(change,)
    )
    assert isinstance(message.scene, Scene)
    assert message.scene.view.scoreboard is not None
    assert message.scene.view.scoreboard.result[-1] == "Anna 1512 → 1499"
    (first, *_), *_ = message.rows
    assert (first.label, first.style) == ("Rematch", ButtonStyle.success)


def test_a_corrected_result_replaces_the_one_on_the_board() -> None:
    outcome = Outcome((1,), CORRECTION)
    assert MatchPosition(corrected_match(outcome), finished_state()).outcome == outcome
