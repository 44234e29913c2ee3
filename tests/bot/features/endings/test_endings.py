"""Consequences of a finished match in its server."""

from datetime import timedelta

import pytest

from bot.model.challenges.terms import Terms
from bot.model.event import DomainEvent
from bot.model.events.events import MatchEnded, MatchStarted, PlyPlayed
from bot.model.events.instructions import CloseThread, TellResult
from bot.model.match.match import Match
from bot.model.people.person import Place
from bot.model.servers.server_rules import THREADS
from rules.contract.series import TieBreak
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.timed import DAY, kinds, play

pytest_plugins = ("tests.bot.support.worlds",)

_SERVER, _RESULTS, _THREAD = 7, 71, 7001
_SOON = timedelta(minutes=1)


async def _notices_after(world: World, time: timedelta) -> list[type[DomainEvent]]:
    """Advance the clock and return the notices due by then."""
    await world.deliver_all()
    world.time.pass_by(time)
    return kinds(await world.deliver_all())


async def _match_in_thread(world: World) -> Match:
    """Return a match with a thread of its own."""
    match = await world.match(goal="4")
    await world.services.match_places.move_home(match.id, _THREAD)
    return await world.services.matches.get(match.id)


async def _resigned_match(world: World, match: Match) -> Match:
    await world.services.resignations.resign(world.by(ANNA), match.id)
    return await world.services.matches.get(match.id)


async def test_a_thread_closes_a_day_after_its_match(world: World) -> None:
    match = await _match_in_thread(world)
    assert CloseThread not in await _notices_after(world, 2 * DAY)
    match = await _resigned_match(world, match)
    assert CloseThread not in await _notices_after(world, DAY - _SOON)
    world.time.pass_by(_SOON)
    (notice,) = await world.deliver_all()
    assert (notice.kind, notice.match, notice.recipient) == (CloseThread, match.id, None)
    assert await world.services.matches.rests(match), "its thread may be closed"
    assert await _notices_after(world, 9 * DAY) == [], "the thread is closed once"


async def test_a_thread_waits_for_matches_and_challenges_in_it(world: World) -> None:
    first = await _resigned_match(world, await _match_in_thread(world))
    assert await world.services.matches.rests(first), "no other match runs there"
    second = await _match_in_thread(world)
    assert not await world.services.matches.rests(first), "another match runs there"
    world.time.pass_by(_SOON)
    second = await _resigned_match(world, second)
    assert not await world.services.matches.rests(first), "the later match closes it"
    assert await world.services.matches.rests(second), "nothing else goes on there"
    place = Place(_SERVER, _THREAD, "de", parent=HALL.channel)
    challenge = await world.services.invitations.challenge(
        world.by(BEN), Terms("counting", {}, "first"), place
    )
    assert not await world.services.matches.rests(second), "a challenge is open there"
    await world.services.invitations.withdraw(world.by(BEN), challenge.id)
    assert await world.services.matches.rests(second), "nothing else goes on there"


async def test_a_pending_thread_close_does_not_delay_the_next_match(world: World) -> None:
    await world.services.servers.set_server(world.by(CARA), _SERVER, results=_RESULTS)
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", tie_break=TieBreak.NONE), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    await world.deliver_all()
    await world.services.resignations.resign(world.by(ANNA), accepted.match or 0)
    assert kinds(await world.deliver_all()) == [MatchEnded, MatchStarted]
    assert await _notices_after(world, _SOON) == [TellResult]
    second = await world.services.matches.get((accepted.match or 0) + 1)
    await play(world, second, BEN)
    assert PlyPlayed in kinds(await world.deliver_all()), (
        "the pending closing of a thread holds no board back"
    )


async def test_a_result_is_posted_once_in_the_results_channel(world: World) -> None:
    await world.services.servers.set_server(world.by(CARA), _SERVER, results=_RESULTS)
    match = await world.match()
    await world.deliver_all()
    await _resigned_match(world, match)
    assert kinds(await world.deliver_all()) == [MatchEnded], "the last board comes first"
    world.time.pass_by(_SOON)
    (notice,) = await world.deliver_all()
    assert (notice.match, notice.event) == (match.id, TellResult(match.id, _RESULTS))
    assert (notice.recipient, notice.calls) == (None, ())


async def test_the_result_of_a_match_ended_by_a_ply_is_posted(world: World) -> None:
    await world.services.servers.set_server(world.by(CARA), _SERVER, results=_RESULTS)
    match = await world.match(goal="4")
    for person in (ANNA, BEN):
        await world.services.turns.take_turn(world.by(person), match.id, "take 2")
    assert await _notices_after(world, _SOON) == [TellResult]


async def test_results_are_posted_only_with_a_results_channel(world: World) -> None:
    await _resigned_match(world, await world.match())
    assert await _notices_after(world, _SOON) == []


@pytest.mark.parametrize(
    "place", [Place(_SERVER, _THREAD, "de", parent=70, private=True), Place(None, 9, "de")]
)
async def test_private_match_results_are_not_posted(world: World, place: Place) -> None:
    await world.services.servers.set_server(world.by(CARA), _SERVER, results=_RESULTS)
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first"), place, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    await world.services.resignations.resign(world.by(ANNA), accepted.match or 0)
    assert await _notices_after(world, _SOON) == []


async def test_a_match_without_a_result_posts_none(world: World) -> None:
    await world.services.servers.set_server(world.by(CARA), _SERVER, results=_RESULTS)
    await world.services.servers.adjudicate(world.by(CARA), (await world.match()).id, None, "")
    assert await _notices_after(world, _SOON) == []


async def test_a_deleted_results_channel_is_forgotten(world: World) -> None:
    await world.services.servers.set_server(world.by(CARA), _SERVER, results=_RESULTS)
    await world.services.servers.set_value(world.by(CARA), _SERVER, THREADS, False)
    await world.services.servers.forget_results(_SERVER, 72)
    assert (await world.services.servers.server(_SERVER)).results == _RESULTS, (
        "another channel was chosen since"
    )
    await world.services.servers.forget_results(_SERVER, _RESULTS)
    rules = await world.services.servers.server(_SERVER)
    assert (rules.results, rules[THREADS]) == (None, False)


async def test_an_unpostable_result_notifies_nobody_directly(world: World) -> None:
    await world.services.servers.set_server(world.by(CARA), _SERVER, results=_RESULTS)
    await _resigned_match(world, await world.match())
    await world.deliver_all()
    world.time.pass_by(2 * DAY)
    notices = await world.outbox.claim()
    assert kinds(list(notices)) == [TellResult]
    await world.outbox.reroute(notices[0].id, "closed")
    (notice,) = await world.outbox.claim()
    await world.outbox.miss(notice.id, "gone")
    assert await world.deliver_all() == []
    assert await world.outbox.take_missed(ANNA.id) == ()


async def test_erasure_searches_every_former_results_channel(world: World) -> None:
    for channel in (_RESULTS, _RESULTS + 1, None):
        await world.services.servers.set_server(world.by(CARA), _SERVER, results=channel)
    await world.match()
    async with world.store.read() as session:
        places = await world.services.app.kernel.personal_data.places(session, ANNA.id)
    assert {_RESULTS, _RESULTS + 1} <= {place.channel for place in places}
