"""The scoreboard of a match, in its picture and in words."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import rules
from bot.chat.core.words import scoreboards
from bot.locale import Texts
from bot.model.match.match import ABORTED, RESIGNATION, MatchPosition, MatchStatus, SeriesRecord
from bot.model.people.players import EnginePlayer, HumanPlayer
from render import View
from rules.contract import Outcome, State
from rules.contract.series import Result, TieBreak
from tests.bot.chat.samples import MATCH
from tests.galleries import GALLERY
from tests.render.midgames import midgame

TEXTS = Texts.load()
EN, DE = TEXTS.language("en"), TEXTS.language("de")
NAMES = {1: "Anna", 2: "Ben", 3: "Clara", 4: "David", 5: "Emma", 6: "Finn"}
PLY = 13
NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
LATE = 900
"""A number of plies after which most sample games are over."""


def at(state: State, ply: int = PLY) -> MatchPosition:
    """Return a running match in a position."""
    players = tuple(HumanPlayer(number + 1) for number in range(state.players))
    match = replace(
        MATCH, key=state.game.key, options=state.options, players=players, plies=ply, turn=state.turn
    )
    return MatchPosition(match, state, names=NAMES)


def end_of(position: MatchPosition, outcome: Outcome, resigned: int | None = None) -> MatchPosition:
    match = replace(
        position.match, status=MatchStatus.FINISHED, turn=None, outcome=outcome, resigned=resigned
    )
    return replace(position, match=match)


def conhex(ply: int = PLY) -> MatchPosition:
    return at(midgame("conhex", {}, ply), ply)


def every_game(plies: int) -> Iterator[State]:
    for key, game in rules.GAMES.items():
        for number in game.seats:
            state = midgame(key, {}, plies, number)
            yield state.play(state.chances()[0][0]) if state.is_chance else state


def words(position: MatchPosition, ply: int = PLY, over: Outcome | None = None, code: str = "en") -> str:
    t = TEXTS.language(code)
    scoreboard = scoreboards.scoreboard(position, ply, t, over)
    return GALLERY.words(position.state, t, View(scoreboard=scoreboard, over=over is not None))


@pytest.mark.parametrize("code", ["en", "de"])
def test_every_scoreboard_names_players_sides_and_the_mover(code: str) -> None:
    t = TEXTS.language(code)
    for state in every_game(PLY):
        position = at(state)
        scoreboard = scoreboards.scoreboard(position, PLY, t)
        roles = state.game.roles(state.players)
        sides = [t(f"{state.game.key}.role.{role}") for role in roles]
        assert [line.name for line in scoreboard.players] == [
            NAMES[seat + 1] for seat in range(state.players)
        ]
        assert [line.side for line in scoreboard.players] == sides
        assert {line.points for line in scoreboard.players} == {""}
        assert scoreboard.result == ()
        text = words(position, code=code)
        assert ", ".join(f"{line.name} ({line.side})" for line in scoreboard.players) in text
        assert {"en": "Move 13.", "de": "Zug 13."}[code] in text
        assert state.turn is not None
        mover = scoreboard.players[state.turn].name
        assert {"en": f"{mover} is to move.", "de": f"{mover} ist am Zug."}[code] in text


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_boards_own_words_do_not_repeat_the_mover(code: str) -> None:
    t = TEXTS.language(code)
    for plies in (PLY, LATE):
        for state in every_game(plies):
            text = words(at(state), code=code)
            own = GALLERY.words(state, t)
            assert not [
                standing for standing in _standings(state, code) if standing in own and standing in text
            ]


def _standings(state: State, code: str) -> set[str]:
    """Return a game's sentences that name the mover or the winner."""
    t = TEXTS.language(code)
    prefix = f"{state.game.key}.words"
    kinds = (f"{prefix}.turn.", f"{prefix}.won.", f"{prefix}.drawn")
    return {t(text_id) for text_id in t if text_id.startswith(kinds)}


@pytest.mark.parametrize(
    ("plies", "die"), [(1, "The die shows a "), (0, "is to roll")], ids=["rolled", "to be rolled"]
)
def test_the_text_shows_the_die_or_the_pending_roll(plies: int, die: str) -> None:
    text = words(at(midgame("catch-the-hat", {}, plies), plies), plies)
    assert die in text


def test_the_first_position_has_no_move_number() -> None:
    assert scoreboards.scoreboard(conhex(0), 0, EN).heading == "Start"
    assert scoreboards.scoreboard(conhex(0), 0, DE).heading == "Beginn"


def test_unknown_people_and_engines_have_names() -> None:
    position = replace(conhex(), names={})
    match = replace(position.match, players=(HumanPlayer(1), EnginePlayer("any", 3)))
    text = words(replace(position, match=match))
    assert "Players: red (red), Lucius (level 3, blue)." in text


def test_names_are_raw_in_pictures_and_escaped_in_messages() -> None:
    position = replace(conhex(), names={1: "**Anna**", 2: "@everyone"})
    scoreboard = scoreboards.scoreboard(position, PLY, EN)
    assert [line.name for line in scoreboard.players] == ["**Anna**", "@everyone"]
    text = scoreboards.escape_names(words(position))
    assert "**Anna**" not in text
    assert "Anna" in text
    assert "@everyone" not in text


@pytest.mark.parametrize("code", ["en", "de"])
def test_a_finished_game_names_its_winners_and_no_mover(code: str) -> None:
    over = 0
    for state in every_game(LATE):
        if state.outcome is None:
            continue
        over += 1
        position = end_of(at(state, LATE), state.outcome)
        scoreboard = scoreboards.scoreboard(position, LATE, TEXTS.language(code))
        who, how = scoreboard.result
        assert not [seat for seat in state.outcome.winners if NAMES[seat + 1] not in who]
        assert scoreboard.winners == tuple(state.outcome.winners)
        text = words(position, LATE, state.outcome, code)
        assert f"{who}. {how}" in text
        nobody = {"en": "The game is over.", "de": "Die Partie ist zu Ende."}[code]
        assert nobody in text
        assert "{" not in text
    assert over >= 5


def test_resigning_ends_an_unfinished_position() -> None:
    outcome = Outcome((1,), RESIGNATION)
    position = end_of(conhex(), outcome, resigned=0)
    assert scoreboards.scoreboard(position, PLY, EN, outcome).result == (
        "Ben wins",
        "Anna resigned.",
    )
    assert scoreboards.scoreboard(position, PLY, EN, outcome).winners == (1,)
    text = words(position, PLY, outcome)
    assert "is to move." not in text
    assert "Ben wins. Anna resigned." in text


def test_a_variation_in_a_resigned_game_ends_by_the_rules() -> None:
    over = at(midgame("conhex", {}, LATE), LATE)
    position_after = end_of(over, Outcome((0,), RESIGNATION), resigned=1)
    assert (
        scoreboards.scoreboard(position_after, LATE, EN).result[1]
        == "An unbroken chain of cells links both sides."
    )


def test_an_earlier_board_does_not_show_the_result() -> None:
    position = end_of(conhex(), Outcome((1,), RESIGNATION), resigned=0)
    earlier = scoreboards.scoreboard(position, PLY, EN)
    assert (earlier.result, earlier.winners) == ((), ())


def test_a_draw_and_an_aborted_game_have_their_headline() -> None:
    draw = Outcome((), "repetition")
    hnefatafl = at(midgame("hnefatafl", {}, PLY))
    assert scoreboards.scoreboard(end_of(hnefatafl, draw), PLY, DE, draw).result == (
        "Remis",
        "Dieselbe Stellung steht zum dritten Mal auf dem Brett.",
    )
    none = Outcome((), ABORTED)
    assert scoreboards.scoreboard(end_of(hnefatafl, none), PLY, EN, none).result[0] == "No result"


@pytest.mark.parametrize(("code", "headline"), [("en", "Anna, Clara win"), ("de", "Anna, Clara gewinnen")])
def test_team_members_win_together(code: str, headline: str) -> None:
    outcome = Outcome((0, 2), "most-hats")
    position = at(midgame("catch-the-hat", {"mode": "party"}, PLY, 4))
    scoreboard = scoreboards.scoreboard(end_of(position, outcome), PLY, TEXTS.language(code), outcome)
    assert (scoreboard.result[0], scoreboard.winners) == (headline, (0, 2))


def test_leavers_keep_their_line_and_the_remaining_player_wins() -> None:
    outcome = Outcome((0,), "last-colour")
    position = end_of(at(midgame("catch-the-hat", {}, PLY, 3)), outcome)
    departed = replace(position, match=replace(position.match, departures=((1, 1), (2, 2))))
    scoreboard = scoreboards.scoreboard(departed, PLY, EN, outcome)
    assert [line.name for line in scoreboard.players] == ["Anna", "Ben", "Clara"]
    assert scoreboard.result == ("Anna wins", "Everybody else left.")


SERIES = SeriesRecord(
    9, "conhex", (7, 8, 9), 3, TieBreak.NONE, (Result(frozenset({2})), Result()), None, False
)


@pytest.mark.parametrize(
    ("game", "outcome", "points"),
    [
        (7, None, ("0", "0")),
        (7, Outcome((1,), "connected"), ("0", "1")),
        (8, None, ("0", "1")),
        (8, Outcome((), "agreement"), ("½", "1½")),
        (8, Outcome((), ABORTED), ("0", "1")),
        (9, None, ("½", "1½")),
        (9, Outcome((0,), "connected"), ("1½", "1½")),
    ],
)
def test_a_series_shows_the_points_at_that_time(
    game: int, outcome: Outcome | None, points: tuple[str, str]
) -> None:
    position = conhex()
    match = replace(position.match, id=game, challenge=9, tie_break=TieBreak.NONE)
    scoreboard = scoreboards.scoreboard(replace(position, match=match, series=SERIES), PLY, EN, outcome)
    assert tuple(line.points for line in scoreboard.players) == points
    text = words(replace(position, match=match, series=SERIES), PLY, outcome)
    assert f"Series: Anna {points[0]}, Ben {points[1]}." in text


def timed_position(
    *, claimable: bool = False, paused: datetime | None = None, **changes: int
) -> MatchPosition:
    position = conhex()
    timing = replace(position.match.timing, deadline=NOON, claimable=claimable, paused=paused)
    match = replace(position.match, timing=timing, **changes)  # type: ignore[arg-type]  # fields of a match
    return replace(position, match=match)


@pytest.mark.parametrize(
    ("position", "english", "german"),
    [
        (conhex(), "", ""),
        (timed_position(), "Move by 24 November 2026, 12:00 UTC.", "Zug bis 24.11.2026, 12:00 Uhr (UTC)."),
        (timed_position(claimable=True), "Ben has run out of time.", "Die Zeit von Ben ist abgelaufen."),
        (timed_position(paused=NOON), EN("time.paused"), DE("time.paused")),
        (timed_position(plies=PLY + 1), "", ""),
        (timed_position(turn=0), "", ""),
    ],
    ids=["no clock", "running", "up", "paused", "an earlier board", "another one's turn"],
)
def test_the_deadline_is_shown_in_words(position: MatchPosition, english: str, german: str) -> None:
    assert scoreboards.scoreboard(position, PLY, EN).deadline == english
    assert scoreboards.scoreboard(position, PLY, DE).deadline == german
    assert english in words(position)


def test_a_finished_game_has_no_deadline() -> None:
    outcome = Outcome((1,), RESIGNATION)
    assert scoreboards.scoreboard(timed_position(), PLY, EN, outcome).deadline == ""


def test_a_mirrored_view_swaps_the_colours_in_the_text() -> None:
    position = conhex()
    scoreboard = scoreboards.scoreboard(position, PLY, EN)
    own = GALLERY.words(position.state, EN, View(seat=1, mirrored=True, scoreboard=scoreboard))
    assert "Players: Anna (blue), Ben (red)." in own
    public = GALLERY.words(position.state, EN, View(scoreboard=scoreboard))
    assert "Players: Anna (red), Ben (blue)." in public


def test_players_and_mover_are_always_named_within_the_limit() -> None:
    for state in every_game(PLY):
        position = replace(at(state), names=dict.fromkeys(NAMES, "W" * 32))
        text = words(position)
        assert len(text) <= 1000
        assert text.count("W" * 32) == state.players + 1


@pytest.mark.parametrize(("code", "text"), [("en", "Round 4"), ("de", "Runde 4")])
def test_a_round_number_replaces_the_move_number(code: str, text: str) -> None:
    position = replace(conhex(), round=4)
    assert scoreboards.scoreboard(position, PLY, TEXTS.language(code)).heading == text
    assert scoreboards.scoreboard(position, 0, EN).heading == "Start"
