"""Ratings after a person's deletion: the log of games still reproduces their opponents' numbers."""

import random
from datetime import timedelta

import sqlalchemy as sa

from bot.features.ratings.projections import recount_ratings
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match, MatchStatus
from bot.model.people.person import Person
from bot.model.people.privacy import is_alias
from bot.repositories.ratings import RatingRepository
from bot.repositories.records.ratings import RatingChangeRecord, RatingRecord
from bot.repositories.tables.rating_tables import EVERYWHERE, rating_changes, ratings
from tests.bot.features.privacy.service.leaving import leave
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.rated import (
    ELSEWHERE,
    PEOPLE,
    begin,
    lose,
    play,
    play_plies,
    play_to_end,
    stored_ratings,
)

pytest_plugins = ("tests.bot.support.worlds",)

DELETED = DORA


async def rows_of_others(world: World) -> tuple[list[RatingRecord], list[RatingChangeRecord]]:
    """Return the rating rows of everyone except the deleted person."""
    rated, changes = await stored_ratings(world)
    return [row for row in rated if row.player != DELETED.id], [
        row for row in changes if row.player != DELETED.id
    ]


async def recount(world: World, key: str = "counting") -> int:
    async with world.store.write() as session:
        return await recount_ratings(session, world.games[key])


async def twelve_games(world: World, dice: random.Random) -> list[Match]:
    """Play games among four people in two servers, single and in series, over some weeks."""
    matches = []
    for number in range(12):
        first, second = dice.sample([ANNA, BEN, CARA, DORA], 2)
        place = dice.choice([HALL, ELSEWHERE])
        match = await begin(world, first, second, place=place, series=number % 7 == 0)
        matches.append(await play_to_end(world, match, dice))
        world.time.pass_by(timedelta(hours=dice.randrange(60)))
    return matches


async def play_table(world: World, *guests: Person) -> None:
    """Play a game of three to its end."""
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms("crowd", {"goal": "4"}, "first", players=3, rated=True), HALL
    )
    for person in guests:
        lobby = await world.services.lobbies.join(world.by(person), lobby.id)
    assert lobby.match is not None
    match = await world.services.matches.get(lobby.match)
    while match.status is MatchStatus.RUNNING:
        await play(world, match, "take 2")
        match = await world.services.matches.get(match.id)


async def test_a_recount_after_deletion_keeps_others_numbers(world: World) -> None:
    """This also holds after further games, which build on these numbers."""
    dice = random.Random("deleted")
    await twelve_games(world, dice)
    before = await rows_of_others(world)
    count = len({change.game for change in (await stored_ratings(world))[1]})
    assert count > 8
    games_with_deleted = {
        change.game for change in (await stored_ratings(world))[1] if change.player == DELETED.id
    }
    assert len(games_with_deleted) > 3
    await leave(world, DELETED)
    assert await rows_of_others(world) == before
    for _ in range(2):
        assert await recount(world) == count
        assert await rows_of_others(world) == before
    for first, second in ((ANNA, BEN), (BEN, CARA), (CARA, ANNA)):
        await play_to_end(world, await begin(world, first, second), dice)
        world.time.pass_by(timedelta(hours=30))
    before = await rows_of_others(world)
    await recount(world)
    assert await rows_of_others(world) == before


async def test_a_recount_after_deletion_keeps_tables_and_roles(world: World) -> None:
    for guests in ((BEN, DORA), (DORA, CARA), (BEN, CARA), (DORA, BEN)):
        await play_table(world, *guests)
    for first, second in ((ANNA, DORA), (DORA, BEN), (BEN, ANNA), (DORA, ANNA)):
        match = await begin(world, first, second, key="hnefatafl")
        await play_plies(world, match, 12)
        await world.services.resignations.resign(world.by(second), match.id)
    before = await rows_of_others(world)
    await leave(world, DELETED)
    assert (await recount(world, "crowd"), await recount(world, "hnefatafl")) == (4, 4)
    assert await rows_of_others(world) == before


async def correct(world: World, match: Match, winners: tuple[int, ...] | None) -> None:
    await world.services.result_corrections.correct(
        world.by(CARA), match.id, winners, "a look at it", server=HALL.server or 0
    )


async def test_voiding_and_restoring_a_result_restores_the_numbers(world: World) -> None:
    """The deleted person's past rating survives while their result does not count."""
    first = await begin(world, ANNA, DORA)
    await lose(world, first, DORA)
    match = await begin(world, BEN, DORA)
    await lose(world, match, DORA)
    await lose(world, await begin(world, BEN, ANNA), ANNA)
    before = await rows_of_others(world)
    await leave(world, DELETED)
    await correct(world, match, None)
    assert await rows_of_others(world) != before
    await correct(world, match, (BEN.id,))
    assert await rows_of_others(world) == before


async def test_a_corrected_result_uses_the_deleted_person_s_past_rating(world: World) -> None:
    """The closest approximation: their rating before each result stays as it was before the correction."""
    await lose(world, await begin(world, CARA, DORA), CARA)
    match = await begin(world, ANNA, DORA)
    await lose(world, match, ANNA)
    async with world.store.read() as session:
        (doras_change,) = [
            change
            for change in await session.of(RatingRepository).history(DORA.id, EVERYWHERE)
            if change.game == match.id
        ]
    assert doras_change.value_before > 1500
    await leave(world, DELETED)
    await correct(world, match, (ANNA.id,))
    (annas_change,) = [
        change
        for change in (await rows_of_others(world))[1]
        if change.scope == EVERYWHERE and change.player == ANNA.id
    ]
    newcomer = await begin(world, BEN, CARA)
    async with world.store.read() as session:
        (cara,) = await session.of(RatingRepository).of(CARA.id, [EVERYWHERE])
    assert cara.value < 1500
    await lose(world, newcomer, CARA)
    (bens_change,) = [
        change
        for change in (await rows_of_others(world))[1]
        if change.scope == EVERYWHERE and change.player == BEN.id
    ]
    assert annas_change.value > bens_change.value > 1500, "a win against the better player gains more"


async def test_aliases_are_unlisted_and_hide_their_rating_changes(world: World) -> None:
    match = await begin(world, ANNA, DORA)
    await lose(world, match, DORA)
    await lose(world, await begin(world, DORA, BEN), BEN)
    await leave(world, DELETED)
    await recount(world)
    (leaders,) = await world.services.ratings.leaders("counting", None, 10)
    assert {leader.person for leader in leaders.ranked} == {ANNA.id, BEN.id}
    changes = await world.services.ratings.changes_by(await world.services.matches.get(match.id))
    assert [change.person for change in changes] == [ANNA.id]
    async with world.store._engines.reader.connect() as connection:
        rated_people = (await connection.execute(sa.select(ratings.c.player))).scalars().all()
        rows = (await connection.execute(sa.select(rating_changes))).all()
    assert set(rated_people) == {ANNA.id, BEN.id}
    aliases = [row for row in rows if row.player not in PEOPLE]
    assert len(aliases) == 4
    assert not [row for row in aliases if not is_alias(row.player)]
    assert not [
        row for row in aliases if (row.value, row.deviation) != (row.value_before, row.deviation_before)
    ]
    assert len({row.player for row in aliases}) == 2, "the aliases do not reveal the same person"


async def test_a_person_deleted_during_a_table_counts_as_a_newcomer(world: World) -> None:
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms("crowd", {"goal": "10"}, "first", players=3, rated=True), HALL
    )
    for person in (BEN, DORA):
        lobby = await world.services.lobbies.join(world.by(person), lobby.id)
    assert lobby.match is not None
    match = await world.services.matches.get(lobby.match)
    await play(world, match, "take 2")
    await leave(world, DELETED)
    match = await world.services.matches.get(match.id)
    while match.status is MatchStatus.RUNNING:
        await play(world, match, "take 2")
        match = await world.services.matches.get(match.id)
    before = await rows_of_others(world)
    assert len(before[0]) == 4
    await recount(world, "crowd")
    assert await rows_of_others(world) == before
