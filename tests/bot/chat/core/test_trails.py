"""Trails: the last moves of all players, shown in pictures."""

from dataclasses import replace
from datetime import UTC, datetime

import rules
from bot.chat.core.pictures import Pictures, earlier_trails
from bot.model.match.log_entry import Automatic
from bot.model.match.match import Match, MatchPosition, MatchStatus, PlayedPly
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.model.people.players import HumanPlayer
from rules.contract import State
from tests.galleries import GALLERY

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def play_all(state: State, texts: tuple[str, ...]) -> tuple[PlayedPly, ...]:
    plies = []
    for number, text in enumerate(texts, 1):
        seat, move = state.turn, state.parse(text)
        state = state.play(move)
        plies.append(PlayedPly(number, seat, move, text, state))
    return tuple(plies)


TEXTS = (
    "roll:2",
    "H0-R1",
    "roll:4",
    "H1-R16",
    "roll:3",
    "H2-R28",
    "roll:2",
    "H3-R40",
    "roll:2",
    "R1-R3",
    "roll:1",
)
MEN = ("a7", "g1", "d7", "b2")
PLIES = play_all(rules.GAMES["catch-the-hat"].new(players=4), TEXTS)


def test_all_paths_but_the_last_are_trails() -> None:
    others = [(0, ("H0", "R1")), (1, ("H1", "R16")), (2, ("H2", "R28")), (3, ("H3", "R40"))]
    assert [(trail.seat, trail.path) for trail in earlier_trails(PLIES)] == others
    assert [(trail.seat, trail.path) for trail in earlier_trails(PLIES[:4])] == others[:1]
    assert earlier_trails(PLIES[:2]) == earlier_trails(()) == ()


def test_a_trail_has_the_events_of_its_move() -> None:
    state = rules.GAMES["nine-mens-morris"].new()
    plies = play_all(state, ("a7", "g1", "d7", "g4", "g7xg1", "d1"))
    mill = earlier_trails(plies)[-1]
    assert (mill.seat, mill.path) == (0, ("g7", "g1"))
    assert {event.kind: event.points for event in mill.events}["capture"] == ("g1",)


def position_of(state: State, plies: int) -> MatchPosition:
    match = Match(
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
    return MatchPosition(match, state, {})


async def test_a_spectated_two_player_board_reads_no_log() -> None:
    calls = []

    async def log(match: int, after: int, until: int) -> tuple[PlayedPly, ...]:
        calls.append((match, after, until))
        return PLIES[after:until]

    pictures = Pictures(GALLERY, log=log)
    for state, trails in ((rules.GAMES["conhex"].new(), 0), (PLIES[-1].state, 3)):
        assert len(await pictures.trails(position_of(state, len(PLIES)))) == trails
    assert calls == [(5, 0, len(PLIES))]


async def test_trails_look_back_16_plies_with_many_players_and_8_with_two() -> None:
    calls = []

    async def log(_match: int, after: int, until: int) -> tuple[PlayedPly, ...]:
        calls.append((after, until))
        return ()

    pictures = Pictures(GALLERY, log=log)
    two = play_all(rules.GAMES["nine-mens-morris"].new(), MEN)[-1].state
    assert await pictures.trails(position_of(PLIES[-1].state, 40), 0) == ()
    assert await pictures.trails(position_of(two, 40), 0) == ()
    assert await pictures.trails(position_of(two, 2), 0) == ()
    assert calls == [(24, 40), (32, 40)]


async def test_a_roll_keeps_the_last_move_on_the_board() -> None:
    calls = []

    async def log(_match: int, after: int, until: int) -> tuple[PlayedPly, ...]:
        calls.append((after, until))
        return PLIES[after:until]

    pictures = Pictures(GALLERY, log=log)
    assert await pictures.trail(position_of(PLIES[10].state, 11)) == ("R1", "R3")
    assert await pictures.trail(position_of(PLIES[2].state, 3)) == ("H0", "R1")
    assert calls == [(7, 11), (0, 3)]
    assert await pictures.trail(position_of(PLIES[9].state, 10)) == ()
    assert await pictures.trail(position_of(PLIES[0].state, 1)) == ()
    assert await pictures.trail(position_of(rules.GAMES["conhex"].new(), 0)) == ()


async def test_forced_moves_since_a_players_own_ply_are_trails() -> None:
    first, second, forced, last = play_all(rules.GAMES["nine-mens-morris"].new(), MEN)
    forced = replace(forced, automatic=Automatic.FORCED)

    async def log(_match: int, after: int, until: int) -> tuple[PlayedPly, ...]:
        return (first, second, forced, last)[after:until]

    pictures, position = Pictures(GALLERY, log=log), position_of(last.state, 4)
    assert [trail.seat for trail in await pictures.trails(position, 0)] == [1, 0]
    assert await pictures.trails(position, 1) == ()
