"""Ladders: the rungs, challenges and games."""

from dataclasses import replace

from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import Tournament
from bot.model.match.match import Match
from bot.model.people.person import Person
from bot.model.people.players import person_of
from tests.bot.features.tournaments.service.test_tournaments import CUP, SERVER
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, World

LADDER = replace(CUP, name="Ladder", rules=Rules(Format.LADDER), places=8)
FIVE = (ANNA, BEN, CARA, DORA, EMIL)


async def rungs(world: World, ladder: Tournament) -> list[int | None]:
    """Return the rungs, highest first."""
    current = await world.services.tournaments.get(ladder.id)
    return [person_of(current.entrant(rung).player) for rung in current.rungs()]


async def challenge_on_ladder(
    world: World, ladder: Tournament, challenger: Person, challenged: Person
) -> int:
    """Challenge a person on a ladder; return the challenge's number."""
    entry = (await world.services.tournaments.get(ladder.id)).entry_of(challenged.id)
    assert entry is not None
    after = await world.services.ladders.challenge(world.by(challenger), ladder.id, SERVER, entry.number)
    return after.games[-1].challenge or 0


async def begin_game(world: World, ladder: Tournament, challenger: Person, challenged: Person) -> Match:
    """Challenge a person who accepts; return the game."""
    number = await challenge_on_ladder(world, ladder, challenger, challenged)
    accepted = await world.services.invitations.accept(world.by(challenged), number)
    assert accepted.match is not None
    return await world.services.matches.get(accepted.match)


async def win_game(world: World, ladder: Tournament, winner: Person, loser: Person) -> Match:
    """Challenge a person and win; return the game."""
    match = await begin_game(world, ladder, winner, loser)
    await world.services.resignations.resign(world.by(loser), match.id)
    return match
