"""The message with the board: what it says of the turn and of the players."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from discord import ButtonStyle

import rules
from bot.chat.core import custom_ids
from bot.chat.core.messages.layouts import Menu
from bot.chat.core.messages.public_message import Scene
from bot.chat.core.pictures import Pictures
from bot.features.boards.messages.board_message import board_message
from bot.features.matches.domain.pair_score import PairScore
from bot.features.matches.service.match_queries import BoardView
from bot.kernel.outbox.notices import Notice
from bot.locale import Texts
from bot.model.event import DomainEvent
from bot.model.events.events import (
    EndCause,
    EndKind,
    MatchEnded,
    MatchRestored,
    MatchStarted,
    PlyPlayed,
    ResultCorrected,
)
from bot.model.match.match import ANNULLED, CORRECTION, Counting, Match, MatchPosition, MatchStatus
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.model.people.players import HumanPlayer
from bot.model.people.preferences import Tell
from bot.model.ratings.rating import Rating
from bot.model.ratings.rating_views import RatingChange, ShownRating
from rules.contract import Outcome, State
from tests.bot.chat.playing import some_positions
from tests.galleries import GALLERY

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
    return PlyPlayed(match.id, ply - 1, ply, 0, "a1", before=0, turn=1, tell=Tell.THREAD, by=0)


def content_of(match: Match, state: State, kind: type[DomainEvent], ply: int, language: str = "en") -> str:
    start = MatchStarted(match.id, ply, 0, Tell.THREAD)
    event = start if kind is MatchStarted else ply_event(match, ply)
    notice = Notice(9, event, 1, match.id, ply, None, 0, uncertain=False)
    view = BoardView(MatchPosition(match, state, names=NAMES), (), language)
    return board_message(PICTURES, notice, view, TEXTS.language(language)).content


def verbs_of(match: Match, state: State, ply: int) -> list[str]:
    """Return the verbs of the buttons below a board."""
    notice = Notice(9, ply_event(match, ply), 1, match.id, ply, None, 0, uncertain=False)
    view = BoardView(MatchPosition(match, state, names=NAMES), (), "en")
    rows = board_message(PICTURES, notice, view, TEXTS.language("en")).rows
    return [custom_ids.read(button.custom_id or "").verb for row in rows for button in row]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "<@1>, you go first."),
        ("de", "<@1>, du beginnst."),
    ],
)
def test_who_opens_is_told_so_at_the_start(language: str, words: str) -> None:
    state = rules.GAMES["conhex"].new()
    assert words in content_of(match_of(state, 0), state, MatchStarted, 0, language)


def test_a_later_board_calls_without_speaking_of_the_opening() -> None:
    first = rules.GAMES["conhex"].new()
    state = first.play(first.parse("a1"))
    board = content_of(match_of(state, 1), state, PlyPlayed, 1)
    assert board.count("your turn") == 1
    assert "<@2>, your turn" in board


@pytest.mark.parametrize(
    ("language", "round_number", "headline", "words"),
    [
        ("en", 3, "restored to round 3", "the game goes on in round 3."),
        ("de", 3, "zurück in Runde 3", "Die Partie geht in Runde 3 weiter."),
        ("en", None, "restored to move 9", "the game goes on after move 9."),
        ("de", None, "zurück auf Zug 9", "Die Partie geht nach Zug 9 weiter."),
    ],
)
def test_a_restored_game_goes_on_in_a_round_where_dice_are_rolled(
    language: str, round_number: int | None, headline: str, words: str
) -> None:
    state = rules.GAMES["catch-the-hat"].new(players=2)
    match = match_of(state, 9)
    notice = Notice(9, MatchRestored(5, 9, 0, Tell.THREAD), 1, 5, 9, None, 0, uncertain=False)
    view = BoardView(MatchPosition(match, state, names=NAMES, round=round_number), (), language)
    message = board_message(PICTURES, notice, view, TEXTS.language(language))
    assert headline in message.headline
    assert words in message.content


TEAMS = {"en": "Team 1: red <@1> + green <@3>", "de": "Partei 1: Rot <@1> + Grün <@3>"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_partners_whom_is_told_at_the_start_and_recalled_later(language: str) -> None:
    first = rules.GAMES["catch-the-hat"].new({"mode": "party"}, 4)
    state = first.play(first.chances()[0][0])
    match = match_of(state, 1)
    start = content_of(match, state, MatchStarted, 1, language).splitlines()
    assert TEAMS[language] in start
    later = content_of(match, state, PlyPlayed, 1, language).splitlines()
    (recalled,) = [line for line in later if TEAMS[language] in line]
    assert recalled.startswith("-# ")
    assert "<@2>" in recalled, "with the other team"


def menu_of(state: State, plies: int = 1) -> Menu | None:
    match = match_of(state, plies)
    notice = Notice(9, ply_event(match, 1), 1, match.id, 1, None, 0, uncertain=False)
    view = BoardView(MatchPosition(match, state, names=NAMES), (), "en")
    return board_message(PICTURES, notice, view, TEXTS.language("en")).menu


def options_of(state: State) -> dict[str, str]:
    menu = menu_of(state)
    assert menu is not None
    assert not any(option.description for option in menu.options), "everybody reads it"
    return {option.label: option.value for option in menu.options}


def test_a_board_offers_its_pieces_from_the_top_row_down() -> None:
    shown = options_of(rules.GAMES["hnefatafl"].new({"board": "brandubh-7"}))
    assert list(shown) == ["d7", "d6", "a4", "b4", "f4", "g4", "d2", "d1"]
    assert set(shown.values()) == {f"s:{point}" for point in shown}


def test_a_board_offers_all_moves_where_a_menu_has_room() -> None:
    state = rules.GAMES["nine-mens-morris"].new()
    assert set(options_of(state).values()) == {f"m{move}" for move in state.legal_moves()}
    menu = menu_of(state)
    assert menu is not None
    assert menu.placeholder == "All 24 moves"


def test_a_board_offers_the_parts_of_the_board_where_points_are_too_many() -> None:
    shown = options_of(rules.GAMES["conhex"].new())
    assert "a …" in shown
    assert len(shown) <= 25


def test_no_capture_is_shown_where_oversight_is_punished() -> None:
    state = next(
        state
        for state in some_positions("fox-and-hens", 40)
        if state.turn == 1 and any(len(move.path) > 2 for move in state.legal_moves())
    )
    assert all(re.fullmatch(r"s:[a-g][1-7]", value) for value in options_of(state).values())


@pytest.mark.parametrize("key", ["hounds-and-jackals", "catch-the-hat"])
def test_a_board_with_buttons_for_its_pieces_has_no_menu(key: str) -> None:
    for state in some_positions(key, 9):
        has_buttons = {"piece", "play"} & set(verbs_of(match_of(state, 1), state, 1))
        assert (menu_of(state) is None) == bool(has_buttons)


def test_a_past_board_has_no_menu() -> None:
    assert menu_of(rules.GAMES["conhex"].new(), plies=2) is None


def test_who_plays_alone_has_no_team() -> None:
    first = rules.GAMES["catch-the-hat"].new({}, 4)
    state = first.play(first.chances()[0][0])
    assert "Team" not in content_of(match_of(state, 1), state, MatchStarted, 1)


@pytest.mark.parametrize("turn", [1, None])
def test_a_board_that_comes_late_calls_nobody_to_a_turn_that_is_over(turn: int | None) -> None:
    state = rules.GAMES["conhex"].new()
    later = replace(match_of(state, 0), turn=turn, plies=1)
    board = content_of(later, state, MatchStarted, 0)
    assert "your turn" not in board
    assert "to move" not in board
    assert "the game begins" in board


@pytest.mark.parametrize(("language", "words"), [("en", "🚫 No exploring"), ("de", "🚫 Ohne Ausprobieren")])
def test_the_first_board_says_that_moves_can_be_tried_out_only_after_the_end(
    language: str, words: str
) -> None:
    state = rules.GAMES["conhex"].new()
    without = replace(match_of(state, 0), exploring=False)
    assert words in content_of(without, state, MatchStarted, 0, language)
    assert words not in content_of(match_of(state, 0), state, MatchStarted, 0, language)
    later = state.play(state.parse("a1"))
    assert words not in content_of(replace(without, plies=1), later, PlyPlayed, 1, language)


def test_only_the_newest_board_offers_moves() -> None:
    text = "hounds 23 26 27 28 29; jackals 1 2 3 4 5; turn hounds"
    state = rules.GAMES["hounds-and-jackals"].from_position(text)
    here = match_of(state, 1)
    assert "play" in verbs_of(here, state, 1)
    assert "play" not in verbs_of(replace(here, plies=3), state, 1)


def over() -> State:
    """ConHex with few balls, played until somebody has won."""
    state: State = rules.GAMES["conhex"].new({"swap": "off"})
    while state.outcome is None:
        state = state.play(state.legal_moves()[0])
    return state


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome((1,), CORRECTION), "ConHex #5 · 🏁 result corrected: Ben wins"),
        (Outcome((), CORRECTION), "ConHex #5 · 🤝 result corrected: a draw"),
        (Outcome((), ANNULLED), "ConHex #5 · 🚫 result corrected: no result"),
    ],
)
def test_a_corrected_result_is_told_in_place_of_the_one_on_the_board(outcome: Outcome, words: str) -> None:
    state = over()
    match = replace(
        match_of(state, 40), status=MatchStatus.FINISHED, outcome=outcome, first_outcome=state.outcome
    )
    assert MatchPosition(match, state).outcome == outcome
    assert f"**{words}**" in content_of(match, state, MatchEnded, 40).splitlines()


@pytest.mark.parametrize(
    ("neutral", "counting", "words"),
    [
        (False, Counting.COUNTS, "-# Corrected by <@9>."),
        (True, Counting.TOO_SHORT, "-# Corrected by <@9>, who played in this game."),
        (
            True,
            Counting.COUNTS,
            "-# Corrected by <@9>, who played in this game: it counts for the ratings of this server alone.",
        ),
    ],
)
def test_a_correction_names_its_admin(neutral: bool, counting: Counting, words: str) -> None:
    state = over()
    match = replace(
        match_of(state, 40),
        status=MatchStatus.FINISHED,
        outcome=Outcome((1,), CORRECTION),
        first_outcome=state.outcome,
        neutral_outcome=state.outcome if neutral else None,
        rated=True,
        counting=counting,
    )
    event = ResultCorrected(match.id, 40, EndCause(EndKind.CORRECTED, admin=9))
    notice = Notice(9, event, 1, match.id, 40, None, 0, uncertain=False)
    view = BoardView(MatchPosition(match, state, names=NAMES), (), "en")
    assert words in board_message(PICTURES, notice, view, TEXTS.language("en")).content.splitlines()


def test_the_end_says_what_it_did_to_ratings() -> None:
    state = over()
    match = replace(match_of(state, 40), status=MatchStatus.FINISHED, outcome=state.outcome)
    change = RatingChange(
        1, "", ShownRating(Rating(1512.4), settled=True), ShownRating(Rating(1498.6), settled=True)
    )
    view = BoardView(MatchPosition(match, state, names=NAMES), (), "en", ratings=(change,))
    notice = Notice(9, ply_event(match, 40), 1, match.id, 40, None, 0, uncertain=False)
    message = board_message(PICTURES, notice, view, TEXTS.language("en"))
    assert "📈 <@1> 1512 → 1499" in message.content.splitlines()
    assert isinstance(message.scene, Scene)
    assert message.scene.view.scoreboard is not None
    assert message.scene.view.scoreboard.result[-1] == "Anna 1512 → 1499"


@pytest.mark.parametrize(
    ("counting", "words"),
    [
        (Counting.TOO_SHORT, "📈 Not counted: with this result, a rated game counts only from 16 moves on."),
        (
            Counting.TOO_OFTEN,
            "📈 Not counted: at most 3 results between the same players count within 30 days.",
        ),
    ],
)
def test_the_end_says_why_it_does_not_count(counting: Counting, words: str) -> None:
    state = over()
    finished = replace(
        match_of(state, 40), status=MatchStatus.FINISHED, outcome=state.outcome, rated=True, counting=counting
    )
    assert words in content_of(finished, state, PlyPlayed, 40).splitlines()
    match = replace(finished, counting=Counting.COUNTS)
    assert "Not counted" not in content_of(match, state, PlyPlayed, 40)
    voided = replace(finished, outcome=Outcome((), ANNULLED), first_outcome=state.outcome)
    assert "Not counted" not in content_of(voided, state, MatchEnded, 40)


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (PairScore(1, 0, 0), ""),
        (PairScore(3, 0, 2), "<@1> 3 : 2 <@2>"),
        (PairScore(3, 1, 2), "<@1> 3 : 2 <@2> · 1 draw"),
    ],
)
def test_the_end_tells_the_score_of_more_than_one_game(score: PairScore, words: str) -> None:
    state = over()
    match = replace(match_of(state, 40), status=MatchStatus.FINISHED, outcome=state.outcome)
    view = BoardView(MatchPosition(match, state, names=NAMES), (), "en", score=score)
    notice = Notice(9, ply_event(match, 40), 1, match.id, 40, None, 0, uncertain=False)
    message = board_message(PICTURES, notice, view, TEXTS.language("en"))
    assert message.body.splitlines()[-1] == words if words else "<@1> 1" not in message.body
    (first, *_), *_ = message.rows
    assert (first.label, first.style) == ("Rematch", ButtonStyle.success)
