"""Notices in the database: order, claims, holds, dropping, priorities."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.model.people.person import MessageRef
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import NewNotice, ShownRecord
from bot.repositories.records.people import PersonRecord
from bot.repositories.tables.outbox_tables import BACKGROUND, PUBLIC
from data.session import Session
from data.store import Store
from tests.data.challenges import challenge
from tests.data.matches import new_match

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
LATER = NOON + timedelta(hours=1)
STREAM = 5


@pytest.mark.parametrize(
    ("attempts", "uncertain", "released"),
    [(0, False, True), (0, True, False), (1, False, False)],
    ids=["never tried", "it may have arrived", "it has failed"],
)
async def test_only_an_untried_held_notice_is_released(
    store: Store, attempts: int, *, uncertain: bool, released: bool
) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        await notices.add([NewNotice("ply", STREAM, PUBLIC, None, 1, {})], NOON)
        (notice,) = await notices.claim("this", NOON, 9)
        await notices.postpone(notice.id, LATER, attempts, "held back", uncertain=uncertain)
        await notices.release_held(STREAM, NOON)
        claimed = await notices.claim("this", NOON, 9)
    assert [record.id for record in claimed] == [notice.id] * released


def notice(kind: str = "ply", stream: int = STREAM, audience: int = PUBLIC, **more: Any) -> NewNotice:
    return NewNotice(kind, stream, audience, more.pop("game", None), more.pop("ply", None), {}, **more)


async def test_notices_are_claimed_in_stream_order(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        await notices.add(
            [notice("first"), notice("second"), notice("direct", audience=9), notice("other", 6)], NOON
        )
        await notices.add([notice("later", 7, due=LATER), notice("slow", 8, background=True)], NOON)
        claimed = await notices.claim("this", NOON, 9)
        assert [record.kind for record in claimed] == ["first", "direct", "other"]
        assert await notices.claim("this", NOON, 9) == ()
        slow = await notices.claim("this", NOON, 9, 1)
        assert [record.kind for record in slow] == ["slow"]
        assert await notices.next_due() == LATER
        first = claimed[0]
        delivered = await notices.deliver(first.id)
        assert delivered is not None
        assert (delivered.kind, delivered.status) == ("first", "delivered")
        assert await notices.deliver(first.id) is None
        assert [record.kind for record in await notices.claim("this", NOON, 9)] == ["second"]
        assert [record.kind for record in await notices.claim("this", LATER, 9)] == ["later"]
        assert await notices.next_due() is None


async def test_a_process_claims_only_known_kinds(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        await notices.add([notice("new", 1), notice("old", 2, due=LATER)], NOON)
        await notices.add([notice("old", 3, due=NOON + 2 * (LATER - NOON), background=True)], NOON)
        known = frozenset({"old"})
        assert await notices.claim("this", NOON, 9, kinds=known) == ()
        assert (await notices.next_due(), await notices.next_due(kinds=known)) == (NOON, LATER)
        late = await notices.next_due(priority=BACKGROUND, kinds=known)
        assert late == NOON + 2 * (LATER - NOON)
        await notices.prioritise(3)
        assert await notices.next_due(priority=BACKGROUND) is None
        assert [record.kind for record in await notices.claim("this", LATER, 9, kinds=known)] == ["old"]


async def test_released_claims_become_uncertain(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        await notices.add([notice(stream=stream) for stream in (1, 2)], NOON)
        kept, lost = await notices.claim("this", NOON, 9)
        await notices.release_others("other", [])
        await notices.release_others("this", [kept.id])
        assert await notices.lock_claimed(kept.id, "this") is not None
        assert await notices.lock_claimed(kept.id, "other") is None
        (again,) = await notices.claim("this", NOON, 9)
        assert (again.id, again.uncertain) == (lost.id, True)


async def test_held_notices_of_a_game_can_be_dropped(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        game, other = await _games(session)
        await notices.add(
            [
                notice("ply", game=game, due=LATER),
                notice("ply", game=other, due=LATER),
                notice("end", game=game, due=LATER),
                notice("ply", audience=9, game=game, due=LATER),
                notice("ply", stream=6, game=game, due=LATER),
                notice("offer", game=game, due=LATER),
                notice("ply", stream=6, game=game, ply=4),
            ],
            NOON,
        )
        dropped = await notices.drop_held(STREAM, game, {"ply", "offer"}, NOON)
        assert [(record.kind, record.stream, record.game) for record in dropped] == [
            ("ply", STREAM, game),
            ("offer", STREAM, game),
        ]
        assert await notices.drop_held(STREAM, other, {"ply"}, LATER) == ()
        assert await notices.streams_of("ply") == {STREAM, 6}
        assert await notices.is_awaited(STREAM, game, {"end", "x"})
        assert not await notices.is_awaited(STREAM, other, {"end"})
        assert not await notices.is_awaited(STREAM, game, {"offer"})
        assert await notices.is_awaited_in(6, "ply")
        assert not await notices.is_awaited_in(6, "end")


async def test_notices_of_undone_plies_are_dropped(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        game, other = await _games(session)
        await notices.add(
            [
                notice(game=game, ply=4),
                notice(audience=8, game=game, ply=5),
                notice(audience=9, game=game, ply=6),
                notice("end", audience=10, game=game, ply=6),
                notice(audience=11, game=other, ply=6),
            ],
            NOON,
        )
        assert await notices.drop_plies(STREAM, game, {"ply"}, 4) == {8, 9}
        assert {record.audience for record in await notices.claim("this", NOON, 9)} == {PUBLIC, 10, 11}


async def test_hastening_affects_one_kind_in_one_stream(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        await notices.add(
            [notice("ask", 5, due=LATER), notice("ask", 6, due=LATER), notice("say", 7, due=LATER)], NOON
        )
        await notices.hasten("ask", 5, NOON)
        await notices.hasten("ask", 7, NOON)
        assert [record.stream for record in await notices.claim("this", NOON, 9)] == [5]


async def test_shown_messages_are_found_until_forgotten(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        game, other = await _games(session)
        await notices.add(
            [
                notice("board", game=game),
                notice("card"),
                notice("remind", audience=9, game=game),
                notice(game=other),
            ],
            NOON,
        )
        board, direct = await notices.claim("this", NOON, 9)
        await notices.deliver(board.id)
        (card,) = await notices.claim("this", NOON, 9)
        for shown, message in ((board, 900), (card, 901), (direct, 902)):
            await notices.show(shown.id, MessageRef(70 + shown.id, message))
        assert await notices.shown_messages(game, PUBLIC) == (
            ShownRecord(board.id, "board", MessageRef(70 + board.id, 900)),
        )
        assert [record.notice for record in await notices.shown_messages(game, 9)] == [direct.id]
        assert [record.notice for record in await notices.challenge_messages(STREAM)] == [card.id]
        assert await notices.shown_messages(other, PUBLIC) == await notices.challenge_messages(6) == ()
        await notices.show(board.id, None)
        assert await notices.shown_messages(game, PUBLIC) == ()
        assert (await notices.forget(board.id), await notices.forget(board.id)) == (True, False)
        assert await notices.get(board.id) is None


async def test_missed_notices_are_handed_out_once(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        await notices.add(
            [notice("b", 1, 9), notice("a", 2, 9), notice("new", 3, 9), notice("b", 4, 8)], NOON
        )
        for record in await notices.claim("this", NOON, 9):
            await notices.close(record.id, "missed", "closed messages")
        kinds = frozenset({"a", "b"})
        assert [record.kind for record in await notices.hand_out(9, kinds=kinds)] == ["b", "a"]
        assert [record.kind for record in await notices.hand_out(9)] == ["new"]
        assert await notices.hand_out(9) == ()


async def test_new_notices_carry_request_and_priority(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        notices.request, notices.background = "r1", True
        await notices.add([notice("a", 1), notice("b", 2, request="r2")], NOON)
        assert [record.background for record in notices.added] == [True, True]
        claimed = await notices.claim("this", NOON, 9, 9)
        assert [(record.request, record.priority) for record in claimed] == [
            ("r1", BACKGROUND),
            ("r2", BACKGROUND),
        ]


async def test_the_longest_due_notices_are_claimed_first(store: Store) -> None:
    early = NOON - timedelta(minutes=5)
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        await notices.add([notice("new", 1), notice("old", 2, due=early), notice("newer", 3)], NOON)
        await notices.add([notice("slow", 4, due=early - timedelta(hours=1), background=True)], NOON)
        await notices.add([notice("slower", 5, background=True), notice("slowest", 6, background=True)], NOON)
        first = await notices.claim("this", NOON, 2, 2)
        assert sorted(record.kind for record in first) == ["new", "old"]
        second = await notices.claim("this", NOON, 9, 2)
        assert [record.kind for record in second] == ["newer", "slow", "slower"]
        assert [record.kind for record in await notices.claim("this", NOON, 9, -1)] == []


async def test_only_waiting_notices_are_dropped_released_or_hastened(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        game, other = await _games(session)
        await notices.add([notice(game=game, ply=5), notice(stream=6, game=game, ply=5)], NOON)
        claimed = await notices.claim("this", NOON, 1)
        assert await notices.drop_plies(STREAM, game, {"ply"}, 4) == frozenset()
        assert await notices.drop_plies(6, other, {"ply"}, 4) == frozenset()
        assert await notices.is_awaited(STREAM, game, {"ply"}), "it may still arrive"
        await notices.add([notice("held", 7, due=LATER), notice("held", 7, 9, due=LATER)], NOON)
        await notices.add([notice("held", 8, due=LATER)], NOON)
        await notices.release_held(7, NOON)
        (released,) = [each for each in await notices.claim("this", NOON, 9) if each.kind == "held"]
        assert (released.stream, released.audience) == (7, PUBLIC)
        assert len(claimed) == 1


async def test_hastening_a_due_notice_keeps_its_due_time(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        await notices.add([notice("ask", 5, due=NOON - timedelta(hours=1))], NOON)
        await notices.hasten("ask", 5, NOON)
        assert await notices.next_due() == NOON - timedelta(hours=1)


async def test_messages_of_a_challenge_are_ordered(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        await notices.add(
            [notice("card"), notice("invitation", audience=9), notice("lobby", audience=8)], NOON
        )
        for record in reversed(await notices.claim("this", NOON, 9)):
            await notices.show(record.id, MessageRef(70 + record.audience, 900 + record.id))
        shown = await notices.challenge_messages(STREAM)
        assert [record.kind for record in shown] == ["card", "invitation", "lobby"]
        assert [record.message.channel for record in shown] == [70 + PUBLIC, 79, 78]


async def _games(session: Session) -> tuple[int, int]:
    for person in (8, 9, 10, 11):
        await session.of(PersonRepository).record_seen(PersonRecord(person, f"P{person}", "en"))
    of = await session.of(ChallengeRepository).add(challenge(8))
    first, second = [
        await session.of(MatchRepository).add(new_match(of, 8, 9, number=number)) for number in (1, 2)
    ]
    return first, second
