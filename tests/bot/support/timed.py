"""Timed games, and a clock that fires timers as it advances."""

from collections.abc import Mapping
from datetime import timedelta

from bot.kernel.outbox.notices import Notice
from bot.model.challenges.terms import Terms
from bot.model.event import DomainEvent
from bot.model.match.match import Match
from bot.model.people.person import Person
from bot.model.time.clocks import read_clock
from tests.bot.support.fakes import ANNA, BEN, HALL, World

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


async def begin_timed(
    world: World, clock: str, key: str = "counting", options: Mapping[str, str] = {}
) -> Match:
    """Begin a timed game between Anna (seat 0) and Ben (seat 1)."""
    role = world.games[key].roles(2)[0]
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms(key, {**_long_game(key), **options}, role, clock=read_clock(clock)), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    return await world.services.matches.get(accepted.match)


async def begin_gathering(world: World, clock: str, *people: Person, key: str = "gathering") -> Match:
    """Begin a timed game between Anna and others."""
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms(key, {}, world.games[key].roles(2)[0], clock=read_clock(clock)), HALL
    )
    for person in people:
        await world.services.lobbies.join(world.by(person), lobby.id)
    started = await world.services.lobbies.start(world.by(ANNA), lobby.id)
    assert started.match is not None
    await world.open(started.match)
    return await world.services.matches.get(started.match)


async def play(world: World, match: Match, *people: Person, move: str = "take 1") -> Match:
    """Play a move for each person, in this order."""
    for person in people:
        await world.services.turns.take_turn(world.by(person), match.id, move)
    return await world.services.matches.get(match.id)


async def pass_by(world: World, duration: timedelta) -> list[Notice]:
    """Advance the clock and fire all timers when due; return all notices until then."""
    until, timers, notices = world.time.now + duration, world.services.timers, await world.deliver_all()
    while (due := await timers.next_due()) is not None and due <= until:
        world.time.now = max(world.time.now, due)
        assert await timers.act(), f"no timer fired at {due}"
        notices += await world.deliver_all()
    world.time.now = until
    assert await timers.act() == 0
    return notices


def kinds(notices: list[Notice]) -> list[type[DomainEvent]]:
    return [notice.kind for notice in notices]


def _long_game(key: str) -> Mapping[str, str]:
    return {"goal": "40"} if key == "counting" else {}
