"""Terms survive every path: each field of `Terms` on each route to a match."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any, Final, get_type_hints

import pytest

from bot.features.engines.service.practice import TermsDraft
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.tournament import Tournament, TournamentSetup
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.time.clocks import read_clock
from rules.contract.series import TieBreak
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, games_of, practice
from tests.bot.features.tournaments.service.ladders import challenge_on_ladder
from tests.bot.features.tournaments.service.test_tournaments import open_tournament, resign_as_second, running
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

OTHER: Final[Mapping[str, Any]] = {
    "options": {"goal": "4"},
    "role": "second",
    "players": 2,
    "tie_break": TieBreak.PLIES,
    "clock": read_clock("3d"),
}
"""Other values of the fields whose type does not supply any."""
SET_BY_PAIRINGS: Final = frozenset({"role", "players", "tie_break", "against_engine"})
"""The fields that a tournament sets by its pairings."""
SET_BY_PRACTICE: Final = frozenset({"tie_break", "rated", "against_engine"})
"""The fields that practice sets itself: a single unrated game without an opponent to ask."""
BOT_ASKS: Final = frozenset({"against_engine"})
"""The field fixed on routes with a human opponent."""
FIELDS: Final = frozenset(field.name for field in fields(Terms))
SEPARATE: Final = frozenset({"key", "against_engine"})
"""The fields that cannot be changed together with all others."""


def other_value(terms: Terms, name: str) -> Any:
    """Return a value of a field that differs from the terms' own."""
    current, kind = getattr(terms, name), get_type_hints(Terms)[name]
    if name in OTHER:
        return OTHER[name]
    if name == "key":
        return {"counting": "both", "crowd": "gathering"}[terms.key]
    if kind is bool:
        return not current
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(member for member in kind if member is not current)
    raise LookupError(f"OTHER lacks a value of {name}")


async def new_challenge(world: World, terms: Terms) -> Challenge:
    return await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [BEN])


async def read(world: World, challenge: Challenge | int | None) -> Terms:
    """Return a challenge's terms as another process reads them."""
    number = challenge.id if isinstance(challenge, Challenge) else challenge or 0
    return (await world.other_services().challenges.get(number)).terms


async def resign_all(world: World, agreement: Challenge) -> int:
    """Resign all games of a challenge; return the last game's number."""
    match = await world.services.matches.get(agreement.match or 0)
    await world.services.resignations.resign(world.by(BEN), match.id)
    if match.series is None:
        return match.id
    while not (record := await world.services.matches.series(match.challenge)).finished:
        await world.services.resignations.resign(world.by(BEN), record.games[-1])
    return record.games[-1]


async def challenge(world: World, terms: Terms) -> Terms:
    return await read(world, await new_challenge(world, terms))


async def challenge_for_anyone(world: World, terms: Terms) -> Terms:
    return await read(world, await world.services.invitations.challenge(world.by(ANNA), terms, HALL))


async def table(world: World, terms: Terms) -> Terms:
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [BEN])
    assert challenge.lobby
    return await read(world, await world.services.lobbies.close(world.by(ANNA), challenge.id, closed=False))


async def challenge_and_accept(world: World, terms: Terms) -> Terms:
    challenge = await new_challenge(world, terms)
    return await read(world, await world.services.invitations.accept(world.by(BEN), challenge.id))


async def counter_offer(world: World, terms: Terms) -> Terms:
    challenge = await new_challenge(world, Terms("counting", {}))
    return await read(world, await world.services.counter_offers.counter(world.by(BEN), challenge.id, terms))


async def challenge_anew(world: World, terms: Terms) -> Terms:
    challenge = await new_challenge(world, Terms("counting", {}))
    await world.services.invitations.decline(world.by(BEN), challenge.id, "other-options")
    return await read(world, await world.services.counter_offers.reoffer(world.by(ANNA), challenge.id, terms))


async def change(world: World, terms: Terms) -> Terms:
    challenge = await new_challenge(world, Terms("counting", {}))
    return await read(world, await world.services.term_changes.change(world.by(ANNA), challenge.id, terms))


async def change_of_a_table(world: World, terms: Terms) -> Terms:
    challenge = await world.services.invitations.challenge(world.by(ANNA), Terms("crowd", {}), HALL)
    return await read(world, await world.services.term_changes.change(world.by(ANNA), challenge.id, terms))


async def rematch(world: World, terms: Terms) -> Terms:
    challenge = await new_challenge(world, terms)
    last = await resign_all(world, await world.services.invitations.accept(world.by(BEN), challenge.id))
    return await read(world, await world.services.rematches.rematch(world.by(ANNA), last))


async def rematch_with_an_engine(world: World, terms: Terms) -> Terms:
    challenge = await new_challenge(world, replace(terms, against_engine=True))
    agreement = await games_of(world, FirstMoveEngines(world)).accept(world.by(ANNA), challenge.id, 3)
    await world.services.resignations.resign(world.by(ANNA), agreement.match or 0)
    return await read(world, await world.services.rematches.rematch(world.by(ANNA), agreement.match or 0))


async def practice_match(world: World, terms: Terms) -> Terms:
    match = await practice(world, FirstMoveEngines(world)).begin(world.by(ANNA), TermsDraft(terms), HALL)
    return await read(world, match.challenge)


async def practice_once_more(world: World, terms: Terms) -> Terms:
    service = practice(world, FirstMoveEngines(world))
    match = await service.begin(world.by(ANNA), TermsDraft(terms), HALL)
    next_match = await service.once_more(world.by(ANNA), match.id, HALL)
    return await read(world, next_match.challenge)


async def tournament(world: World, terms: Terms) -> Terms:
    tournament = await open_tournament(world, TournamentSetup("Cup", terms, Rules(Format.SWISS, 2), 4), ())
    return (await world.other_services().tournaments.get(tournament.id)).terms


async def tournament_game(world: World, terms: Terms) -> Terms:
    tournament = await open_tournament(world, TournamentSetup("Cup", terms, Rules(Format.SWISS, 2), 4))
    return await _of_a_game(world, tournament)


async def second_season(world: World, terms: Terms) -> Terms:
    rules = Rules(Format.LEAGUE, league=LeagueRules(3))
    league = await open_tournament(world, TournamentSetup("League", terms, rules, 3), (ANNA, BEN, CARA))
    while games := await running(world, league):
        for match in games:
            await resign_as_second(world, match)
    (current, _) = await world.services.tournaments.latest(HALL.server or 0)
    assert current.setup.rules.season == 2
    return await _of_a_game(world, current)


async def ladder(world: World, terms: Terms) -> Terms:
    tournament = await open_tournament(
        world, TournamentSetup("Ladder", terms, Rules(Format.LADDER), 8), (ANNA, BEN)
    )
    return await read(world, await challenge_on_ladder(world, tournament, BEN, ANNA))


async def _of_a_game(world: World, tournament: Tournament) -> Terms:
    return await read(world, next(game.challenge for game in tournament.games if game.challenge is not None))


@dataclass(frozen=True)
class Route:
    """A route that carries terms of a `game`; it sets the fields in `decides` itself."""

    carry: Callable[[World, Terms], Awaitable[Terms]]
    decides: frozenset[str] = frozenset()
    game: str = "counting"


ROUTES: Final = (
    Route(challenge),
    Route(challenge_for_anyone),
    Route(challenge_and_accept, BOT_ASKS),
    Route(counter_offer, BOT_ASKS),
    Route(challenge_anew, BOT_ASKS),
    Route(change, BOT_ASKS),
    Route(rematch, BOT_ASKS | {"role"}),
    Route(rematch_with_an_engine, frozenset({"role", "tie_break", "rated"})),
    Route(table, BOT_ASKS | {"tie_break"}, "crowd"),
    Route(change_of_a_table, BOT_ASKS | {"tie_break"}, "crowd"),
    Route(practice_match, SET_BY_PRACTICE),
    Route(practice_once_more, SET_BY_PRACTICE | {"role"}),
    Route(tournament),
    Route(tournament_game, SET_BY_PAIRINGS),
    Route(second_season, SET_BY_PAIRINGS),
    Route(ladder, SET_BY_PAIRINGS),
)


@pytest.mark.parametrize("separately", [False, True], ids=["other-terms", "other-game"])
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.carry.__name__)
async def test_each_term_survives_its_route(world: World, route: Route, separately: bool) -> None:
    default_terms = Terms(route.game, {"goal": "10"}, clock=read_clock("1d"))
    changed = [name for name in FIELDS - route.decides if (name in SEPARATE) is separately]
    values = {name: other_value(default_terms, name) for name in changed}
    terms = await route.carry(world, replace(default_terms, **values))
    assert values.pop("options", default_terms.options).items() <= terms.options.items()
    assert {name: getattr(terms, name) for name in values} == values
