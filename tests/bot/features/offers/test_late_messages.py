"""Messages about time that are outdated before delivery, as the game has advanced."""

from dataclasses import replace

import pytest

from bot.chat.core.contributions.doors import BoardDoor
from bot.chat.core.messages import layouts
from bot.kernel.outbox.notices import Notice
from bot.model.event import DomainEvent
from bot.model.events.events import DeadlineNear, DeadlinePassed
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.preferences import AUTO_VACATION, PingPlace
from bot.model.time.clocks import read_clock
from tests.bot.chat.posted import PostedMessages
from tests.bot.chat.walks import CONHEX, MOVES, begin
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.timed import DAY, play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def match_with_late_player(
    world: World, kind: type[DomainEvent]
) -> tuple[PostedMessages, Match, list[Notice]]:
    """Return a match in which Ben is late, with the claimed notices of a kind about it."""
    await world.match("conhex")
    for person in (ANNA, BEN):
        await world.services.settings.set_value(world.by(person), AUTO_VACATION, False)
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.BOTH)
    match = await begin(world, replace(CONHEX, clock=read_clock("2d soft")))
    await play(world, match, ANNA, move=MOVES[0])
    posted = PostedMessages(world)
    await posted.deliver()
    world.time.pass_by(2.5 * DAY)
    await world.services.timers.act()
    claimed: list[Notice] = []
    while notices := await world.outbox.claim():
        claimed += notices
        await world.outbox.deliver(notices)
    posted.discord.log.clear()
    return posted, match, [notice for notice in claimed if notice.kind is kind and notice.match == match.id]


@pytest.mark.parametrize("kind", [DeadlineNear, DeadlinePassed])
async def test_late_messages_are_posted_during_the_turn(world: World, kind: type[DomainEvent]) -> None:
    posted, match, notices = await match_with_late_player(world, kind)
    door = BoardDoor(1, lambda number, _: layouts.button(f"Door {number}", "x:1"))
    posted.app.slots.doors.boards.publish([door])
    assert {notice.recipient for notice in notices} >= {None}
    for notice in notices:
        assert await posted.resender.senders.send(notice) is not None
    assert [entry.count(f"Door {match.id}") for entry in posted.discord.log if "Door" in entry] == [1] * len(
        notices
    )


@pytest.mark.parametrize("kind", [DeadlineNear, DeadlinePassed])
async def test_late_messages_are_not_posted_after_the_move(world: World, kind: type[DomainEvent]) -> None:
    posted, match, notices = await match_with_late_player(world, kind)
    await play(world, match, BEN, move=MOVES[1])
    for notice in notices:
        assert await posted.resender.senders.send(notice) is None
    assert posted.discord.log == []


async def test_late_messages_are_not_posted_after_a_take_back(world: World) -> None:
    posted, match, notices = await match_with_late_player(world, DeadlineNear)
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    if (await world.services.matches.get(match.id)).plies:
        await world.services.offers.answer(world.by(BEN), match.id, OfferKind.TAKE_BACK, True)
    assert (await world.services.matches.get(match.id)).plies == 0
    for notice in notices:
        assert await posted.resender.senders.send(notice) is None


async def test_extra_time_withdraws_the_claim(world: World) -> None:
    posted, match, notices = await match_with_late_player(world, DeadlinePassed)
    await world.services.deadlines.more_time(world.by(ANNA), match.id, 3)
    for notice in notices:
        assert await posted.resender.senders.send(notice) is None


async def test_a_leaver_is_not_reminded(world: World) -> None:
    posted, match, notices = await match_with_late_player(world, DeadlineNear)
    offer = await world.services.substitutions.offer(world.by(BEN), match.id)
    await world.services.substitutions.accept(world.by(CARA), offer.id)
    messages = {notice.recipient: await posted.resender.senders.send(notice) for notice in notices}
    assert messages[BEN.id] is None
    assert messages[None] is not None


@pytest.mark.parametrize("kind", [DeadlineNear, DeadlinePassed])
async def test_late_messages_are_not_posted_after_the_end(world: World, kind: type[DomainEvent]) -> None:
    posted, match, notices = await match_with_late_player(world, kind)
    await world.services.resignations.resign(world.by(ANNA), match.id)
    for notice in notices:
        assert await posted.resender.senders.send(notice) is None
