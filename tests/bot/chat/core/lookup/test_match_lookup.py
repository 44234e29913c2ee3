"""Lookup of matches: visible to a person, ended by an admin, shown again."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.locale import Texts
from bot.model.agenda import Overview
from bot.model.match.match import Match, MatchStatus
from bot.model.match.timing import Timing
from bot.model.people.person import Person, Place, Request
from bot.model.people.players import HumanPlayer
from bot.model.refusal import Refusal
from tests.bot.chat.presses import UNUSED

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HALL = Place(7, 70, "")
THREAD = Place(7, 7001, "", parent=70, private=True)
PLAYER, ADMIN = 1, 9
T = Texts.load().language("en")
PRIVATE = Match(
    5,
    "conhex",
    {},
    (HumanPlayer(PLAYER), HumanPlayer(2)),
    THREAD,
    None,
    MatchStatus.RUNNING,
    0,
    0,
    None,
    None,
    None,
    NOON,
    NOON,
    1,
    Timing(NOON),
)


@dataclass(frozen=True)
class _Matches:
    """A single match, found by every lookup that fits it."""

    match_there: Match

    async def get(self, number: int) -> Match:
        assert number == self.match_there.id
        return self.match_there

    async def running_at(self, channel: int) -> tuple[Match, ...]:
        return (self.match_there,) if self.match_there.home == channel else ()

    async def of(self, person: int) -> tuple[Match, ...]:
        return (self.match_there,) if person in self.match_there.people else ()

    async def overview(self, _channel: int) -> Overview:
        return Overview(None, (self.match_there,), HALL)

    async def latest_at(self, _channel: int) -> None:
        return None


def _caller(person: int, place: Place) -> InteractionContext:
    someone = Person(person, "P", "en")
    return InteractionContext(
        UNUSED,
        someone,
        place,
        Request("r", someone),
        T,
        UNUSED,
        sees=lambda match: match.home == place.channel,
    )


_FOUND: Any = _Matches(PRIVATE)
LOOKUP = MatchLookup(_FOUND, _FOUND, UNUSED)


@pytest.mark.parametrize(
    ("person", "place", "seen"),
    [
        (PLAYER, HALL, True),
        (PLAYER, Place(None, 3, ""), True),
        (ADMIN, THREAD, True),
        (ADMIN, HALL, False),
        (ADMIN, replace(THREAD, channel=7002), False),
    ],
)
async def test_only_players_and_its_thread_see_a_private_match(person: int, place: Place, seen: bool) -> None:
    context = _caller(person, place)
    if seen:
        assert await LOOKUP.visible(context, 5) == await LOOKUP.which_match(context, "#5") == PRIVATE
        return
    with pytest.raises(Refusal, match="no-such-game"):
        await LOOKUP.visible(context, 5)
    with pytest.raises(Refusal, match="no-such-game"):
        await LOOKUP.which_match(context, "5")


@pytest.mark.parametrize(
    ("person", "place", "may"),
    [(ADMIN, THREAD, True), (ADMIN, HALL, False), (PLAYER, HALL, True), (PLAYER, Place(8, 80, ""), False)],
)
async def test_an_admin_ends_a_private_match_only_in_its_thread(person: int, place: Place, may: bool) -> None:
    context = _caller(person, place)
    assert await LOOKUP.running(context) == ((PRIVATE,) if may else ())
    if may:
        assert await LOOKUP.match_here(context, "#5") == PRIVATE
        return
    with pytest.raises(Refusal, match="no-such-game"):
        await LOOKUP.match_here(context, "#5")


@dataclass(frozen=True)
class _Played:
    """A person's running and finished matches, and the newest match of every channel."""

    latest: Match | None = None
    finished: tuple[Match, ...] = ()
    going: tuple[Match, ...] = ()
    here: tuple[Match, ...] = ()

    async def latest_at(self, _channel: int) -> Match | None:
        return self.latest

    async def running_at(self, _channel: int) -> tuple[Match, ...]:
        return self.here

    async def names(self, people: set[int]) -> dict[int, str]:
        return {person: f"Player {person}" for person in people}

    async def of(self, _person: int, *, running: bool = True, limit: int = 100) -> tuple[Match, ...]:
        return (self.going if running else self.finished)[:limit]


OLD, NOW = replace(PRIVATE, id=6, place=HALL), replace(PRIVATE, id=7, place=HALL)


@pytest.mark.parametrize(
    ("services", "expected"),
    [
        (_Played(replace(OLD, thread=7001), (NOW,)), 6),
        (_Played(OLD, (NOW,)), 7),
        (_Played(None, (), (NOW,)), 7),
        (_Played(OLD), 6),
    ],
    ids=["the thread's own", "the latest that is over", "the one that runs", "the latest here"],
)
async def test_replay_prefers_the_threads_game_then_finished_then_running(
    services: _Played, expected: int
) -> None:
    source: Any = services
    place = replace(HALL, channel=7001)
    assert (
        await MatchLookup(source, source, UNUSED).recorded_match(_caller(PLAYER, place), None)
    ).id == expected


async def test_a_person_without_games_has_nothing_to_replay() -> None:
    source: Any = _Played()
    with pytest.raises(Refusal, match="no-finished-game"):
        await MatchLookup(source, source, UNUSED).recorded_match(_caller(PLAYER, HALL), None)


async def test_several_running_games_ask_which_to_replay() -> None:
    services = _Played(None, (), (NOW, OLD))
    source: Any = services
    with pytest.raises(Refusal, match="which-game"):
        await MatchLookup(source, source, UNUSED).recorded_match(_caller(PLAYER, HALL), None)


async def test_the_which_game_question_lists_ten_games() -> None:
    source: Any = _Played(going=tuple(replace(NOW, id=number) for number in range(20, 32)))
    with pytest.raises(Refusal, match="which-game") as refused:
        await MatchLookup(source, source, UNUSED).which_match(_caller(PLAYER, HALL), None)
    games = [f"{number} conhex" for number in range(20, 30)]
    assert refused.value.details == {"games": ", ".join(games)}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", [31, 6, *range(40, 63)]),
        ("#62", [62]),
        ("  PLAYER 3", [31]),
        ("conhex", [31, 6, *range(40, 63)]),
        ("chess", []),
    ],
)
async def test_games_in_this_channel_are_suggested_first(typed: str, expected: list[int]) -> None:
    there = replace(OLD, id=31, players=(HumanPlayer(PLAYER), HumanPlayer(3)))
    others = tuple(replace(OLD, id=number) for number in range(40, 70))
    source: Any = _Played(going=(OLD, there, *others), here=(there,))
    choices = await MatchLookup(source, source, source).suggest(_caller(PLAYER, HALL), typed)
    assert [int(choice.value) for choice in choices] == expected
    assert not [choice for choice in choices if not choice.name.startswith(f"#{choice.value}")]


async def test_only_fitting_or_finished_games_are_suggested_on_request() -> None:
    source: Any = _Played(finished=(OLD,), going=(NOW,), here=(PRIVATE,))
    lookup, context = MatchLookup(source, source, source), _caller(PLAYER, HALL)
    fitting = await lookup.suggest(context, "", fits=lambda match, person: (match.id, person) == (7, PLAYER))
    over = await lookup.suggest(context, "", running=False)
    assert [choice.value for choice in (*fitting, *over)] == ["7", "6"]
