"""Terms survive every path: each field of `Terms` on each way to a match."""

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
PAIRING: Final = frozenset({"role", "players", "tie_break", "against_engine"})
"""The fields that a tournament sets by its pairings."""
ALONE: Final = frozenset({"tie_break", "rated", "against_engine"})
"""The fields that practice sets itself: a single unrated game without an opponent to ask."""
BOT_ASKS: Final = frozenset({"against_engine"})
"""The field fixed on ways with a human opponent."""
FIELDS: Final = frozenset(field.name for field in fields(Terms))
APART: Final = frozenset({"key", "against_engine"})
"""The fields that cannot be changed together with all others."""


def other(terms: Terms, name: str) -> Any:
    """Return a value of a field that differs from the terms' own."""
    now, kind = getattr(terms, name), get_type_hints(Terms)[name]
    if name in OTHER:
        return OTHER[name]
    if name == "key":
        return {"counting": "both", "crowd": "gathering"}[terms.key]
    if kind is bool:
        return not now
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(member for member in kind if member is not now)
    raise LookupError(f"OTHER lacks a value of {name}")


async def new_challenge(world: World, terms: Terms) -> Challenge:
    return await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [BEN])


async def read(world: World, challenge: Challenge | int | None) -> Terms:
    """Return a challenge's terms as another process reads them."""
    number = challenge.id if isinstance(challenge, Challenge) else challenge or 0
    return (await world.other_services().challenges.get(number)).terms


async def over(world: World, agreement: Challenge) -> int:
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
    last = await over(world, await world.services.invitations.accept(world.by(BEN), challenge.id))
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
    alone = practice(world, FirstMoveEngines(world))
    match = await alone.begin(world.by(ANNA), TermsDraft(terms), HALL)
    again = await alone.once_more(world.by(ANNA), match.id, HALL)
    return await read(world, again.challenge)


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
    (now, _) = await world.services.tournaments.latest(HALL.server or 0)
    assert now.setup.rules.season == 2
    return await _of_a_game(world, now)


async def ladder(world: World, terms: Terms) -> Terms:
    tournament = await open_tournament(
        world, TournamentSetup("Ladder", terms, Rules(Format.LADDER), 8), (ANNA, BEN)
    )
    return await read(world, await challenge_on_ladder(world, tournament, BEN, ANNA))


async def _of_a_game(world: World, tournament: Tournament) -> Terms:
    return await read(world, next(game.challenge for game in tournament.games if game.challenge is not None))


@dataclass(frozen=True)
class Way:
    """A way that carries terms of a `game`; it sets the fields in `decides` itself."""

    carry: Callable[[World, Terms], Awaitable[Terms]]
    decides: frozenset[str] = frozenset()
    game: str = "counting"


WAYS: Final = (
    Way(challenge),
    Way(challenge_for_anyone),
    Way(challenge_and_accept, BOT_ASKS),
    Way(counter_offer, BOT_ASKS),
    Way(challenge_anew, BOT_ASKS),
    Way(change, BOT_ASKS),
    Way(rematch, BOT_ASKS | {"role"}),
    Way(rematch_with_an_engine, frozenset({"role", "tie_break", "rated"})),
    Way(table, BOT_ASKS | {"tie_break"}, "crowd"),
    Way(change_of_a_table, BOT_ASKS | {"tie_break"}, "crowd"),
    Way(practice_match, ALONE),
    Way(practice_once_more, ALONE | {"role"}),
    Way(tournament),
    Way(tournament_game, PAIRING),
    Way(second_season, PAIRING),
    Way(ladder, PAIRING),
)


@pytest.mark.parametrize("apart", [False, True], ids=["other-terms", "other-game"])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.carry.__name__)
async def test_each_term_arrives(world: World, way: Way, apart: bool) -> None:
    usual = Terms(way.game, {"goal": "10"}, clock=read_clock("1d"))
    changed = [name for name in FIELDS - way.decides if (name in APART) is apart]
    values = {name: other(usual, name) for name in changed}
    terms = await way.carry(world, replace(usual, **values))
    assert values.pop("options", usual.options).items() <= terms.options.items()
    assert {name: getattr(terms, name) for name in values} == values
