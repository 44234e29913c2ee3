"""Effects of finished matches on ratings; recomputing from the log of games gives the same numbers."""

import asyncio
import random
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.features.ratings.projections import project_ratings, recount_ratings
from bot.features.ratings.service.recount import Recounted, recount_outdated
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.model.challenges.terms import Terms
from bot.model.events.events import EndCause, EndKind, MatchEnded
from bot.model.match.match import Counting, Match, MatchStatus
from bot.model.ratings.counting import WITHIN
from bot.model.ratings.rating import FORMULA, Rating
from bot.repositories.ratings import RatingRepository
from bot.repositories.tables.match_tables import games
from bot.repositories.tables.rating_tables import EVERYWHERE
from bot.repositories.tables.rating_tables import ratings as rated_rows
from rules.contract import Outcome
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.rated import (
    ELSEWHERE,
    begin,
    lose,
    play,
    play_plies,
    play_to_end,
    ratings,
    store_rating,
    stored_ratings,
)

pytest_plugins = ("tests.bot.support.worlds",)


async def test_a_win_counts_in_its_server_and_overall(world: World) -> None:
    await lose(world, await begin(world), BEN)
    for scope in (EVERYWHERE, 7):
        (anna,), (ben,) = await ratings(world, ANNA, scope), await ratings(world, BEN, scope)
        assert ben.value < 1500 < anna.value
        assert (anna.results, anna.key, anna.role) == (1, "counting", "")
    assert await ratings(world, ANNA, 8) == []
    await lose(world, await begin(world, place=ELSEWHERE), BEN)
    (first_server,), (second_server,), (all_servers,) = [
        await ratings(world, ANNA, scope) for scope in (7, 8, EVERYWHERE)
    ]
    assert (first_server.results, second_server.results, all_servers.results) == (1, 1, 2)
    assert all_servers.value > first_server.value


async def test_a_casual_match_does_not_count(world: World) -> None:
    await lose(world, await begin(world, rated=False), BEN)
    assert await ratings(world, ANNA) == []


async def test_a_match_without_plies_does_not_count(world: World) -> None:
    await lose(world, await begin(world), BEN, played=False)
    assert await ratings(world, ANNA) == []


@pytest.mark.parametrize("winners", [None, (), (ANNA.id,)], ids=["annulled", "drawn", "won"])
async def test_an_adjudicated_match_does_not_count(world: World, winners: tuple[int, ...] | None) -> None:
    match = await begin(world)
    await play(world, match)
    await world.services.servers.adjudicate(world.by(DORA), match.id, winners, "enough")
    assert await ratings(world, ANNA) == []


async def test_a_series_counts_once_across_both_roles(world: World) -> None:
    first = await begin(world, key="hnefatafl", series=True)
    await play_plies(world, first, 20)
    await world.services.resignations.resign(world.by(BEN), first.id)
    assert await ratings(world, ANNA) == []
    record = await world.services.matches.series(first.challenge)
    assert record.games[-1] != first.id
    await world.services.resignations.resign(world.by(BEN), record.games[-1])
    (anna,), (ben,) = await ratings(world, ANNA), await ratings(world, BEN)
    assert (anna.role, anna.results, ben.results) == ("", 1, 1)
    assert ben.value < anna.value


async def test_a_one_sided_game_is_rated_by_role(world: World) -> None:
    for first, second in ((ANNA, BEN), (BEN, ANNA)):
        match = await begin(world, first, second, key="hnefatafl")
        await play_plies(world, match, 12)
        await world.services.resignations.resign(world.by(BEN), match.id)
    ratings_by_role = {rating.role: rating for rating in await ratings(world, ANNA)}
    assert ratings_by_role.keys() == {"attackers", "defenders"}
    assert [rating.results for rating in ratings_by_role.values()] == [1, 1]
    # The second match starts afresh, with the rating of the other role.
    assert ratings_by_role["attackers"].value == pytest.approx(ratings_by_role["defenders"].value)


async def test_handing_over_a_seat_loses_and_leaves_the_newcomer_unrated(world: World) -> None:
    match = await begin(world)
    await play(world, match)
    offer = await world.services.substitutions.offer(world.by(ANNA), match.id, CARA)
    await world.services.substitutions.accept(world.by(CARA), offer.id)
    await world.services.resignations.resign(world.by(BEN), match.id)
    assert await ratings(world, CARA) == []
    (anna,), (ben,) = await ratings(world, ANNA), await ratings(world, BEN)
    assert anna.value < 1500 < ben.value


async def test_a_table_is_rated_for_all_its_players(world: World) -> None:
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms("crowd", {"goal": "4"}, "first", players=3, rated=True), HALL
    )
    for person in (BEN, CARA):
        lobby = await world.services.lobbies.join(world.by(person), lobby.id)
    assert lobby.match is not None
    match = await world.services.matches.get(lobby.match)
    while match.status is MatchStatus.RUNNING:
        await play(world, match, "take 2")
        match = await world.services.matches.get(match.id)
    assert match.outcome is not None
    winners = [match.people[seat] for seat in match.outcome.winners]
    for person in (ANNA, BEN, CARA):
        (rating,) = await ratings(world, person)
        assert (rating.value > 1500) == (person.id in winners)
        assert rating.volatility == 0.06


async def test_idle_days_increase_the_deviation(world: World) -> None:
    await lose(world, await begin(world), BEN)
    (before,) = await ratings(world, ANNA)
    world.time.pass_by(timedelta(days=365))
    await lose(world, await begin(world), BEN)
    async with world.store.read() as session:
        *_, last = await session.of(RatingRepository).history(ANNA.id, EVERYWHERE)
    assert last.deviation_before > before.deviation
    assert last.value_before == before.value


@pytest.mark.both_databases
async def test_a_recount_reproduces_the_stored_numbers(world: World) -> None:
    dice = random.Random("ratings")
    for number in range(12):
        first, second = dice.sample([ANNA, BEN, CARA, DORA], 2)
        match = await begin(
            world,
            first,
            second,
            place=dice.choice([HALL, ELSEWHERE]),
            rated=number % 5 != 0,
            series=number % 7 == 0,
            options={"goal": "4"},
        )
        await play_to_end(world, match, dice)
        world.time.pass_by(timedelta(hours=dice.randrange(40)))
    before = await stored_ratings(world)
    assert len(before[1]) > 20
    async with world.store.write() as session:
        assert await recount_ratings(session, world.games["counting"]) == len(
            {change.game for change in before[1]}
        )
    assert await stored_ratings(world) == before


@pytest.mark.both_databases
async def test_a_late_result_is_rated_in_order_of_match_ends(world: World) -> None:
    """The clocks of two processes differ: the order in which matches ended decides."""
    first, second = await begin(world), await begin(world, BEN, CARA)
    await play(world, first)
    await play(world, second)
    world.time.pass_by(timedelta(hours=2))
    await world.services.resignations.resign(world.by(BEN), first.id)
    world.time.pass_by(timedelta(hours=-1))
    await world.services.resignations.resign(world.by(CARA), second.id)
    before = await stored_ratings(world)
    (first_change, second_change) = [
        change for change in before[1] if change.player == BEN.id and change.scope == EVERYWHERE
    ]
    assert (second_change.game, second_change.value_before) == (first.id, first_change.value)
    async with world.store.write() as session:
        await recount_ratings(session, world.games["counting"])
    assert await stored_ratings(world) == before


@pytest.mark.both_databases
async def test_simultaneous_results_are_rated_one_after_another(world: World) -> None:
    pairs = [(ANNA, BEN), (BEN, CARA), (CARA, ANNA), (ANNA, DORA), (DORA, BEN), (CARA, DORA)]
    matches = [await begin(world, first, second) for first, second in pairs]
    for match in matches:
        await play(world, match)
    await asyncio.gather(
        *(
            world.services.resignations.resign(world.by(second), match.id)
            for match, (_, second) in zip(matches, pairs, strict=True)
        )
    )
    before = await stored_ratings(world)
    assert len({change.game for change in before[1]}) == len(pairs)
    async with world.store.write() as session:
        assert await recount_ratings(session, world.games["counting"]) == len(pairs)
    assert await stored_ratings(world) == before


async def test_rating_a_result_twice_changes_nothing(world: World) -> None:
    match = await begin(world)
    await lose(world, match, BEN)
    before = await stored_ratings(world)
    event = MatchEnded(
        match.id,
        1,
        Outcome((0,), "resignation"),
        EndCause(EndKind.RESIGNED, 1),
        1,
        frozenset(),
        1,
        rated=True,
    )
    async with world.store.write() as session:
        await project_ratings(world.games)(session, [RecordedInMatch(event, match)], world.time.now)
    assert await stored_ratings(world) == before


async def counting(world: World, match: Match) -> Counting | None:
    return (await world.services.matches.get(match.id)).counting


async def test_a_match_of_one_ply_is_too_short_to_count(world: World) -> None:
    match = await begin(world, key="conhex")
    await play_plies(world, match, 1)
    await world.services.resignations.resign(world.by(BEN), match.id)
    assert await counting(world, match) is Counting.TOO_SHORT
    assert await ratings(world, ANNA) == []
    async with world.store.write() as session:
        assert await recount_ratings(session, world.games["conhex"]) == 0
    assert await ratings(world, ANNA) == []


async def test_a_fourth_result_of_a_pair_in_thirty_days_does_not_count(world: World) -> None:
    """Three results within thirty days count, whoever else plays; later ones count again."""
    matches = []
    for _ in range(6):
        matches.append(await begin(world))
        await lose(world, matches[-1], BEN)
    await lose(world, await begin(world, ANNA, CARA), CARA)
    outcomes = [await counting(world, match) for match in matches]
    assert outcomes == [Counting.COUNTS] * 3 + [Counting.TOO_OFTEN] * 3
    (anna,) = await ratings(world, ANNA)
    assert anna.results == 4
    world.time.pass_by(WITHIN)
    await lose(world, later := await begin(world, BEN, ANNA), ANNA)
    assert await counting(world, later) is Counting.COUNTS
    before = await stored_ratings(world)
    async with world.store.write() as session:
        assert await recount_ratings(session, world.games["counting"]) == 5
    assert await stored_ratings(world) == before


async def test_a_correction_does_not_change_which_results_count(world: World) -> None:
    matches = []
    for _ in range(4):
        matches.append(await begin(world))
        await lose(world, matches[-1], BEN)
    await world.services.result_corrections.correct(
        world.by(CARA), matches[0].id, None, "a look at it", server=HALL.server or 0
    )
    assert await counting(world, matches[3]) is Counting.TOO_OFTEN
    (anna,) = await ratings(world, ANNA)
    assert anna.results == 2


async def test_a_player_s_own_correction_counts_only_in_their_server(world: World) -> None:
    match = await begin(world)
    await lose(world, match, ANNA)
    server = HALL.server or 0
    before = await ratings(world, ANNA, server), await ratings(world, ANNA)
    await world.services.result_corrections.correct(
        world.by(ANNA), match.id, (ANNA.id,), "a look at it", server=server
    )
    (current,), (previous,) = await ratings(world, ANNA, server), before[0]
    assert current.value > previous.value
    assert await ratings(world, ANNA) == before[1]


async def _age_ratings(world: World) -> None:
    """Reset ratings to the unnumbered formula, and matches to undecided whether they count."""
    async with world.store._engines.writer.begin() as connection:
        await connection.execute(sa.update(rated_rows).values(formula=0, settled_until=None, value=1999.0))
        await connection.execute(sa.update(games).values(counting=None))


@pytest.mark.both_databases
async def test_old_ratings_are_recounted_and_announced_once(world: World) -> None:
    for _ in range(5):
        await lose(world, await begin(world), BEN)
    before = await stored_ratings(world)
    await _age_ratings(world)
    assert not await world.services.formula_news.take(ANNA.id), "there is no news yet"
    recounts = await asyncio.gather(*(recount_outdated(world.store, world.games) for _ in range(3)))
    assert sorted(recounts) == [(), (), (Recounted("counting", 3),)], "only one of three recounts"
    assert await stored_ratings(world) == before
    assert [await world.services.formula_news.take(ANNA.id) for _ in range(2)] == [True, False]
    assert not await world.services.formula_news.take(CARA.id), "people without a rating get no news"


async def test_the_next_result_corrects_rows_of_an_older_version(
    world: World,
) -> None:
    await lose(world, await begin(world), BEN)
    await lose(world, await begin(world, CARA, DORA), DORA)
    before = await stored_ratings(world)
    await _age_ratings(world)
    await lose(world, await begin(world, ANNA, CARA), CARA)
    rated, changes = await stored_ratings(world)
    assert {change.formula for change in rated} == {FORMULA}
    assert [change for change in changes if change in before[1]] == before[1]


async def test_an_idle_leader_becomes_provisional_and_ranks_last(world: World) -> None:
    for person, value in ((ANNA, 1700), (BEN, 1500), (CARA, 1500)):
        for scope in (EVERYWHERE, 7):
            await store_rating(world, person, "counting", Rating(value, 75), 20, scope=scope)
    await lose(world, await begin(world, ANNA, BEN), BEN)
    (board,) = await world.services.ratings.leaders("counting", 7, 10)
    assert (board.ranked[0].person, board.ranked[0].shown.settled) == (ANNA.id, True)
    deviation = board.ranked[0].shown.rating.deviation
    world.time.pass_by(timedelta(days=300))
    for number in range(3):
        await lose(world, await begin(world, BEN, CARA), (BEN, CARA)[number % 2])
    world.time.pass_by(timedelta(days=66))
    (board,) = await world.services.ratings.leaders("counting", 7, 10)
    idle = next(entry for entry in board.ranked if entry.person == ANNA.id)
    assert not idle.shown.settled
    assert idle.shown.rating.deviation > deviation
    assert board.ranked[0].person != ANNA.id
    (rating,) = await world.services.ratings.of(ANNA.id, 7)
    assert rating.everywhere == idle.shown
    (history,) = await world.services.ratings.histories(ANNA.id)
    assert history.now == idle.shown
