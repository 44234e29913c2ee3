"""A series that is counted twice: its last match stores whether it counts."""

from bot.features.ratings.projections import project_ratings, recount_ratings
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.model.events.events import EndCause, EndKind, MatchEnded
from bot.model.match.match import Counting, Match
from rules.contract import Outcome
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.rated import begin, play_plies, stored_ratings

pytest_plugins = ("tests.bot.support.worlds",)


async def _lose(world: World, match: Match) -> Match:
    await play_plies(world, match, 20)
    return await world.services.resignations.resign(world.by(BEN), match.id)


async def test_a_series_beyond_the_limit_stays_uncounted(world: World) -> None:
    """Three results of a pair count within thirty days; an annulled one makes no room for the series."""
    singles = [await _lose(world, await begin(world, key="hnefatafl")) for _ in range(3)]
    first = await _lose(world, await begin(world, key="hnefatafl", series=True))
    second = (await world.services.matches.series(first.challenge)).games[-1]
    last = await _lose(world, await world.services.matches.get(second))
    await world.services.result_corrections.correct(
        world.by(CARA), singles[0].id, None, "a look at it", server=HALL.server or 0
    )
    before = await stored_ratings(world)
    cause = EndCause(EndKind.RESIGNED, last.seat_of(BEN.id) or 0)
    winners = Outcome((last.seat_of(ANNA.id) or 0,), "resignation")
    event = MatchEnded(last.id, last.plies, winners, cause, 1, frozenset(), 1, rated=True)
    async with world.store.write() as session:
        await project_ratings(world.games)(session, [RecordedInMatch(event, last)], world.time.now)
    assert (await world.services.matches.get(last.id)).counting is Counting.TOO_OFTEN
    assert await stored_ratings(world) == before


async def test_a_recount_reproduces_a_series_with_a_substitute(world: World) -> None:
    first = await _lose(world, await begin(world, key="hnefatafl", series=True))
    second = (await world.services.matches.series(first.challenge)).games[-1]
    await play_plies(world, await world.services.matches.get(second), 20)
    offer = await world.services.substitutions.offer(world.by(ANNA), second, CARA)
    await world.services.substitutions.accept(world.by(CARA), offer.id)
    await world.services.resignations.resign(world.by(BEN), second)
    before = await stored_ratings(world)
    assert before[1]
    async with world.store.write() as session:
        assert await recount_ratings(session, world.games["hnefatafl"]) == 1
    assert await stored_ratings(world) == before
