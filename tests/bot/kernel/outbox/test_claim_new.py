"""Notices handed over by the transaction that writes them, and returned ones."""

from collections.abc import Sequence

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.message_projection import message_projection
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.outbox import Outbox
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.kernel.transactions.unit_of_work import Change
from bot.model.event import DomainEvent
from bot.model.events.events import ChallengeMade, MatchRestored, PlyPlayed
from bot.model.people.preferences import Tell
from bot.model.refusal import Refusal
from bot.model.terms import Terms
from bot.repositories.matches import MatchRepository
from bot.repositories.notices import NoticeRepository
from data.cluster.signals import SignalRepository
from data.schema.outbox import notices
from tests.bot.support.fakes import ANNA, BEN, HALL, World
from tests.bot.support.services import ROUTES, Services, make_services

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.both_databases


class Delivering:
    """A deliverer, and its claimed notices."""

    def __init__(self, world: World, room: int = 20) -> None:
        self.world = world
        self.outbox = Outbox(world.store, world.time, ROUTES, "delivering")
        self.begun: list[Notice] = []
        self.changes: list[Change] = []
        self.outbox.claim_new.open(self._begin, room)
        self.services: Services = make_services(
            world.store,
            world.games,
            world.time,
            world.chance,
            committed=self.changes.append,
            delivery=self.outbox.claim_new,
        )

    @property
    def kinds(self) -> list[type[DomainEvent]]:
        return [notice.kind for notice in self.begun]

    def _begin(self, rows: Sequence[Notice]) -> None:
        self.begun += rows

    async def challenge(self) -> int:
        place = self.world.games["counting"].roles(2)[0]
        made = await self.services.invitations.challenge(
            self.world.by(ANNA), Terms("counting", {}, place), HALL, [BEN]
        )
        return made.id

    async def finish(self) -> None:
        """Mark all started notices as delivered."""
        for notice in self.begun:
            await self.outbox.exchange([Delivered(notice.id, None)], 0)


async def test_who_delivers_need_not_look_for_what_was_handed_over(world: World) -> None:
    delivering = Delivering(world)
    await delivering.challenge()
    assert delivering.kinds == [ChallengeMade]
    assert delivering.outbox.claim_new.room == 19
    assert delivering.changes[-1].handed_over.complete
    assert (await delivering.outbox.exchange((), 20)).claimed == ()
    assert not await world.outbox.claim()


async def test_what_stands_behind_something_is_left_to_be_looked_for(world: World) -> None:
    delivering = Delivering(world)
    challenge = await delivering.challenge()
    await delivering.services.invitations.accept(world.by(BEN), challenge)
    assert delivering.kinds == [ChallengeMade]
    assert not delivering.changes[-1].handed_over.complete
    await delivering.finish()
    assert (await delivering.outbox.exchange((), 20)).claimed


@pytest.mark.parametrize("closed", [False, True])
async def test_without_room_or_anybody_who_delivers_nothing_is_handed_over(
    world: World, closed: bool
) -> None:
    delivering = Delivering(world, room=20 if closed else 0)
    if closed:
        delivering.outbox.claim_new.close()
    await delivering.challenge()
    assert delivering.begun == []
    assert not delivering.changes[-1].handed_over.complete
    assert [notice.kind for notice in await world.outbox.claim()] == [ChallengeMade]


async def test_what_is_refused_hands_nothing_over_and_takes_no_room(world: World) -> None:
    delivering = Delivering(world)
    await delivering.challenge()
    with pytest.raises(Refusal):
        await delivering.services.invitations.accept(world.by(ANNA), 1)
    assert (delivering.kinds, delivering.outbox.claim_new.room) == ([ChallengeMade], 19)


@pytest.mark.parametrize(
    ("room", "where", "what"), [(2, NoticeRepository, "put_first"), (1, SignalRepository, "send")]
)
async def test_what_breaks_down_after_it_was_claimed_takes_no_room(
    world: World, monkeypatch: pytest.MonkeyPatch, room: int, where: type, what: str
) -> None:
    delivering = Delivering(world, room)
    match = await world.match()
    await world.services.servers.set_overview(world.by(ANNA), HALL, on=True)
    await world.told()
    asked = []

    async def away(*_: object) -> None:
        asked.append(what)
        raise OperationalError(what, {}, OSError("away"))

    monkeypatch.setattr(where, what, away)
    with pytest.raises(OperationalError):
        await delivering.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert asked
    assert delivering.outbox.claim_new.room == room


async def test_what_was_committed_though_it_seemed_to_fail_waits_again(world: World) -> None:
    """A task can be cancelled while its commit is under way: the claim stands, and nobody delivers it."""
    delivering = Delivering(world)
    await delivering.challenge()
    (lost,) = (change.handed_over for change in delivering.changes)
    delivering.outbox.claim_new.failed(lost)
    assert delivering.outbox.claim_new.room == 20
    (again,) = (await delivering.outbox.exchange((), 20)).claimed
    assert (again.id, again.uncertain) == (lost.notices[0].id, False)


async def test_what_another_process_has_claimed_is_not_given_back(world: World) -> None:
    delivering = Delivering(world)
    await delivering.challenge()
    (lost,) = (change.handed_over for change in delivering.changes)
    async with world.store._engines.writer.begin() as connection:
        await connection.execute(sa.update(notices).values(claimant="another"))
    delivering.outbox.claim_new.failed(lost)
    assert (await delivering.outbox.exchange((), 20)).claimed == ()


async def test_what_a_dead_process_was_handed_over_is_delivered_by_the_next(world: World) -> None:
    delivering = Delivering(world)
    await delivering.challenge()
    successor = Outbox(world.store, world.time, ROUTES, "successor")
    assert await successor.recover() == 1
    (notice,) = (await successor.exchange((), 20)).claimed
    assert (notice.id, notice.uncertain) == (delivering.begun[0].id, True)


async def test_what_others_wait_for_goes_before_any_of_the_background(world: World) -> None:
    await _in_background(world, 50)
    await world.match()
    first = (await world.outbox.exchange((), 10, 4)).claimed
    assert [notice.kind for notice in first if not notice.background] == [ChallengeMade]
    assert sum(notice.background for notice in first) == 4
    nothing_more = await world.outbox.exchange((), 10, 0)
    assert (nothing_more.claimed, nothing_more.next_due) == ((), None)


async def test_a_greeting_takes_no_place_of_those_that_are_handed_over(world: World) -> None:
    delivering = Delivering(world)
    await _in_background(world, 1, delivering.services)
    assert delivering.begun == []


async def test_a_move_does_not_wait_behind_what_a_restore_tells_of_its_game(world: World) -> None:
    match = await world.match()
    while waiting := await world.outbox.claim():
        for notice in waiting:
            await world.outbox.delivered(notice.id, None)
    async with world.store.write() as session:
        record = await session.of(MatchRepository).get(match.id)
        assert record is not None
        anew = MatchRestored(record.id, 0, 0, Tell.THREAD)
        await message_projection(ROUTES)(session, [RecordedInMatch(anew, record)], world.time())
    await _in_background(world, 5)
    no_room = Delivering(world, room=0)
    await no_room.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    sequence = []
    while claimed := (await world.outbox.exchange((), 10, 0)).claimed:
        for notice in claimed:
            sequence.append(notice.kind)
            await world.outbox.delivered(notice.id, None)
    assert sequence == [MatchRestored, PlyPlayed]


async def _in_background(world: World, number: int, services: Services | None = None) -> None:
    """Greet in so many servers."""
    welcomes = (services or world.services).welcomes
    for server in range(9000, 9000 + number):
        await welcomes.meet(server, world.time(), [server + 100_000], "")
