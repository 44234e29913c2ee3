"""The effects of deliveries follow the order of locks, whatever the order of their notices."""

from collections.abc import Sequence

import pytest

from bot.kernel.outbox.delivered import Delivered, finish
from bot.kernel.outbox.message_routes import DeliveredNotice, MessageRoute, MessageRoutes, OutgoingMessage
from bot.model.events.instructions import CloseThread, RemoveButtons
from bot.model.people.person import MessageRef
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import PersonRecord
from data.store import Store
from tests.bot.support.matches_in_memory import NOON
from tests.data.challenges import challenge
from tests.data.matches import new_match

pytest_plugins = ("tests.data.databases",)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_delivery_effects_follow_the_lock_order(store: Store) -> None:
    effects: list[tuple[int, int | None, MessageRef | None]] = []

    async def note(event: CloseThread, delivered: DeliveredNotice) -> Sequence[OutgoingMessage]:
        effects.append((event.match, delivered.notice.match, delivered.ref))
        follow = delivered.follow_up(RemoveButtons(MessageRef(70, 1)), MessageRef(70, 100 + event.match))
        return [follow] if event.match == 3 else ()

    routes = MessageRoutes()
    routes.add((MessageRoute(CloseThread, delivered=note),))
    async with store.write() as session:
        await session.of(PersonRepository).record_seen(PersonRecord(1, "Anna", "en"))
        of = await session.of(ChallengeRepository).add(challenge(1))
        games = [await session.of(MatchRepository).add(new_match(of, 1, number=n)) for n in (1, 2)]
        # Games' streams ascend where the games themselves descend.
        messages = [
            OutgoingMessage(CloseThread(1), stream=9),
            OutgoingMessage(CloseThread(2), stream=8),
            OutgoingMessage(CloseThread(3), stream=5, match=games[1]),
            OutgoingMessage(CloseThread(4), stream=6, match=games[0]),
        ]
        session.of(NoticeRepository).request = "r-1"
        await session.of(NoticeRepository).add([message.to_notice() for message in messages], NOON)
        session.of(NoticeRepository).request = None
        claimed = await session.of(NoticeRepository).claim("this", NOON, 9, 9)
        delivered = [Delivered(record.id, MessageRef(70, record.stream)) for record in claimed]
        kinds = await finish(session, delivered, routes, NOON)
        (follow,) = await session.of(NoticeRepository).claim("this", NOON, 9, 9)
    assert effects == [
        (4, games[0], MessageRef(70, 6)),
        (3, games[1], MessageRef(70, 5)),
        (2, None, MessageRef(70, 8)),
        (1, None, MessageRef(70, 9)),
    ]
    assert kinds == ["CloseThread"] * 4
    assert (follow.kind, follow.stream, follow.game, follow.request) == (
        "RemoveButtons",
        103,
        games[1],
        "r-1",
    )
