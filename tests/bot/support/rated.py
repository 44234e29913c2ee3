"""Rated matches for tests, and their stored ratings."""

import random
from collections.abc import Mapping

from bot.model.challenges.terms import Terms
from bot.model.match.match import Match, MatchStatus
from bot.model.people.person import Person, Place
from bot.model.ratings.rating import FORMULA, Rating, settled_until
from bot.repositories.ratings import RatingRepository
from bot.repositories.records.ratings import RatingChangeRecord, RatingRecord
from bot.repositories.tables.rating_tables import EVERYWHERE
from rules.contract.series import TieBreak
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World

PEOPLE = {person.id: person for person in (ANNA, BEN, CARA, DORA)}
ELSEWHERE = Place(8, 80, "en")


async def begin(
    world: World,
    first: Person = ANNA,
    other: Person = BEN,
    *,
    key: str = "counting",
    place: Place = HALL,
    series: bool = False,
    rated: bool = True,
    options: Mapping[str, str] = {},
) -> Match:
    """Begin a match, or a series, of `first` (seat 0) and `other`."""
    challenge = await world.services.invitations.challenge(
        world.by(first),
        Terms(
            key,
            options,
            world.games[key].roles(2)[0],
            rated=rated,
            tie_break=TieBreak.NONE if series else None,
        ),
        place,
        [other],
    )
    accepted = await world.services.invitations.accept(world.by(other), challenge.id)
    assert accepted.match is not None
    return await world.services.matches.get(accepted.match)


async def play(world: World, match: Match, text: str = "take 1") -> None:
    assert match.mover is not None
    await world.services.turns.take_turn(world.by(PEOPLE[match.mover]), match.id, text)


async def play_plies(world: World, match: Match, plies: int) -> None:
    """Play random legal moves up to this number of plies."""
    dice = random.Random("plies")
    state = (await world.services.matches.position(match.id)).state
    while match.plies < plies:
        assert match.mover is not None
        move = dice.choice(state.legal_moves()).text
        turn = await world.services.turns.take_turn(world.by(PEOPLE[match.mover]), match.id, move)
        match, state = turn.match, turn.state


async def store_rating(
    world: World, person: Person, key: str, rating: Rating, results: int, *, scope: int, role: str = ""
) -> None:
    """Store a person's rating after a number of results, the last of them now."""
    now = world.time.now
    until = settled_until(rating, now)
    row = RatingRecord(
        scope,
        key,
        role,
        person.id,
        rating.value,
        rating.deviation,
        rating.volatility,
        results,
        now,
        until,
        FORMULA,
    )
    async with world.services.turns._unit_of_work.write() as tx:
        await world.services.turns._unit_of_work.people.record_seen_in(tx, person)
        await tx.of(RatingRepository).save([row], [])


async def lose(world: World, match: Match, loser: Person, *, played: bool = True) -> None:
    if played:
        await play(world, match, "take 1" if match.key == "counting" else "")
    await world.services.resignations.resign(world.by(loser), match.id)


async def ratings(world: World, person: Person, scope: int = EVERYWHERE) -> list[RatingRecord]:
    async with world.store.read() as session:
        return list(await session.of(RatingRepository).of(person.id, [scope]))


async def stored_ratings(world: World) -> tuple[list[RatingRecord], list[RatingChangeRecord]]:
    """Return all stored ratings and rating changes, in a fixed order."""
    async with world.store.read() as session:
        scopes = [EVERYWHERE, 7, 8]

        stored = [
            rating for person in PEOPLE for rating in await session.of(RatingRepository).of(person, scopes)
        ]
        changes = [
            change
            for person in PEOPLE
            for scope in scopes
            for change in await session.of(RatingRepository).history(person, scope)
        ]
    return stored, changes


async def play_to_end(world: World, match: Match, dice: random.Random) -> Match:
    """Play or resign for both until a match, or the series it began, has ended."""
    while match.status is MatchStatus.RUNNING:
        if dice.random() < 0.1 and match.plies:
            await world.services.resignations.resign(world.by(PEOPLE[dice.choice(match.people)]), match.id)
        else:
            await play(world, match, dice.choice(["take 1", "take 2"]))
        match = await world.services.matches.get(match.id)
        if match.status is MatchStatus.FINISHED and match.series is not None:
            record = await world.services.matches.series(match.series)
            match = await world.services.matches.get(record.games[-1])
    return match
