"""Queries about ratings and endings."""

from dataclasses import replace

from bot.features.ratings.domain.statistics import Balance, Ending, ResultTally, RoleRecord
from bot.features.ratings.service.rating_queries import RatingQueries
from bot.features.ratings.service.recount import Recounted, recount
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.people.person import Person
from bot.model.ratings.counting import WITHIN
from bot.model.ratings.rating import Rating
from bot.repositories.ratings import RatingRepository
from bot.repositories.tables.rating_tables import EVERYWHERE
from rules.contract import Outcome
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.rated import play_plies, store_rating
from tests.bot.support.refusals import expect_refusal

PLIES = {"conhex": 16, "hnefatafl": 12}
"""The plies that a win of the first seat needs to count."""

pytest_plugins = ("tests.bot.support.worlds",)


async def match_won_by(
    world: World, winner: Person, loser: Person, key: str = "counting", **options: str
) -> Match:
    """Return a rated match that `winner`, in seat 0, won by `loser`'s resignation."""
    role = world.games[key].roles(2)[0]
    challenge = await world.services.invitations.challenge(
        world.by(winner), Terms(key, options, role, rated=True), HALL, [loser]
    )
    accepted = await world.services.invitations.accept(world.by(loser), challenge.id)
    assert accepted.match is not None
    match = await world.services.matches.get(accepted.match)
    await play_plies(world, match, PLIES.get(key, 1))
    return await world.services.resignations.resign(world.by(loser), accepted.match)


async def test_rating_changes_of_a_match_can_be_queried(world: World) -> None:
    match = await match_won_by(world, ANNA, BEN)
    gain, loss = await world.services.ratings.changes_by(match)
    assert (gain.person, loss.person) == (ANNA.id, BEN.id)
    assert (gain.before.as_integer, loss.before.as_integer) == (1500, 1500)
    assert gain.after.as_integer - 1500 == 1500 - loss.after.as_integer > 100
    assert not gain.after.settled


async def test_ratings_are_returned_per_server_and_overall(world: World) -> None:
    await match_won_by(world, ANNA, BEN)
    await match_won_by(world, ANNA, BEN, "hnefatafl")
    ratings = await world.services.ratings.of(ANNA.id, 7)
    assert [(rating.key, rating.role, rating.results, rating.results_here) for rating in ratings] == [
        ("hnefatafl", "attackers", 1, 1), ("counting", "", 1, 1),
    ]  # fmt: skip
    assert [rating.here for rating in await world.services.ratings.of(ANNA.id, 8)] == [None, None]
    assert await world.services.ratings.of(CARA.id, 7) == ()


async def test_settled_leaders_rank_before_provisional_ones(world: World) -> None:
    for person, value, deviation in ((ANNA, 1512, 80), (BEN, 1490, 100), (CARA, 1662, 290)):
        for scope in (EVERYWHERE, 7):
            await store_rating(world, person, "counting", Rating(value, deviation), 9, scope=scope)
    (board,) = await world.services.ratings.leaders("counting", 7, 10)
    first, second, last = board.ranked
    assert [first.person, second.person] == [ANNA.id, BEN.id]
    assert (first.shown.settled, last.person, last.shown.settled) == (True, CARA.id, False)
    assert last.shown.as_integer > first.shown.as_integer
    (shortest,) = await world.services.ratings.leaders("counting", None, 1)
    assert [leader.person for leader in shortest.ranked] == [first.person]
    assert await world.services.ratings.leaders("counting", 8, 10) == ()
    await expect_refusal(world.services.ratings.leaders("chess", 7, 10), "no-such-game", game="chess")


async def test_a_history_has_a_point_for_each_result(world: World) -> None:
    for person, other in ((ANNA, BEN), (CARA, ANNA)):
        await match_won_by(world, person, other)
        world.time.pass_by(WITHIN)
    (history,) = await world.services.ratings.histories(ANNA.id)
    assert [point.at for point in history.points] == [world.time.now - 2 * WITHIN, world.time.now - WITHIN]
    first, second = (point.rating for point in history.points)
    assert first.value > second.value
    assert (history.key, history.now.as_integer) == ("counting", round(second.value))
    assert history.now.rating.deviation > second.deviation, "the deviation has grown since"


async def test_a_removed_game_has_no_rating(world: World) -> None:
    await match_won_by(world, ANNA, BEN)
    queries = RatingQueries(world.store, {}, world.time)
    assert (await queries.of(ANNA.id), await queries.histories(ANNA.id)) == ((), ())


async def test_statistics_show_the_balance_of_a_game(world: World) -> None:
    first = await match_won_by(world, ANNA, BEN)
    await match_won_by(world, BEN, ANNA, again="on")
    await world.services.servers.adjudicate(world.by(CARA), (await world.match()).id, (ANNA.id,), "")
    statistics = await world.services.statistics.of_game("counting")
    assert statistics.total == Balance(2, 2, {"first": 2, "second": 0}, 0)
    assert statistics.total.length == 1
    assert statistics.endings == (Ending("resignation", drawn=False, games=2),)
    games_by_value = {
        (variant.option, variant.value): variant.balance.games for variant in statistics.variants
    }
    assert games_by_value == {("again", "off"): 1, ("again", "on"): 1}
    assert await world.services.statistics.of_player(ANNA.id) == (
        RoleRecord("counting", "first", 1, 0, 0),
        RoleRecord("counting", "second", 0, 0, 1),
    )
    assert (await world.services.statistics.of_game("conhex")).total == Balance()
    assert first.outcome is not None


async def test_all_others_leaving_is_a_separate_ending(world: World) -> None:
    """The game's rules use the same reason for both; only one is an ending by the rules."""
    gathering = await world.gathering(BEN, CARA)
    for person in (ANNA, BEN):
        gathering = await world.services.resignations.resign(world.by(person), gathering.id)
    whole_game = await world.gathering(BEN, CARA)
    await world.services.resignations.resign(world.by(ANNA), whole_game.id)
    people = {person.id: person for person in (BEN, CARA)}
    whole_game = await world.services.matches.get(whole_game.id)
    while whole_game.mover is not None:
        await world.services.turns.take_turn(world.by(people[whole_game.mover]), whole_game.id, "take")
        whole_game = await world.services.matches.get(whole_game.id)
    statistics = await world.services.statistics.of_game("gathering")
    assert statistics.endings == (
        Ending("others-left", drawn=False, games=1),
        Ending("goal", drawn=False, games=1),
    )
    assert statistics.rolls, "rolls are plies, too"
    assert statistics.total.plies == gathering.plies + whole_game.plies


def test_others_left_requires_all_nonwinners_to_have_left() -> None:
    tally = ResultTally({}, 3, Outcome((2,), "goal"), 1, 9, frozenset({0, 1}))
    assert tally.reason == "others-left"
    assert replace(tally, retired=frozenset({0})).reason == "goal"
    assert replace(tally, outcome=Outcome((), "goal")).reason == "goal", "nobody has won"
    assert replace(tally, outcome=Outcome((2,), "timeout")).reason == "timeout"


async def test_a_recount_covers_each_game(world: World) -> None:
    await match_won_by(world, ANNA, BEN)
    await match_won_by(world, ANNA, BEN, "conhex")
    async with world.store.write() as session:
        await session.of(RatingRepository).replace("conhex", (), ())
    assert await recount(world.store, world.games) == (Recounted("conhex", 1), Recounted("counting", 1))
    assert [rating.key for rating in await world.services.ratings.of(ANNA.id)] == ["conhex", "counting"]
