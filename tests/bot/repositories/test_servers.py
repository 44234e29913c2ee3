"""Rows of servers: presence, overviews, role mentions, admin log."""

from datetime import UTC, datetime, timedelta

from bot.model.agenda import Overview
from bot.model.challenges.challenge import Challenge
from bot.model.people.person import Place
from bot.model.people.privacy import SERVER_KEPT
from bot.model.servers.server_rules import AuditEntry, ServerRules
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import PersonRecord
from bot.repositories.servers.server_rules import ServerRulesRepository
from bot.repositories.servers.servers import ServerRepository
from bot.repositories.tables.outbox_tables import BACKGROUND, PUBLIC
from bot.repositories.tables.server_tables import SERVER_TIMER
from data.cluster.timers import DueTimer, TimerRepository
from data.session import Session
from data.store import Store
from tests.data.challenges import challenge

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
ANNA, BEN = 1, 2


async def _meet(session: Session) -> ServerRepository:
    for person in (ANNA, BEN):
        await session.of(PersonRepository).record_seen(PersonRecord(person, f"P{person}", "en"))
    for server, locale in ((7, "de"), (8, "fr"), (9, "it")):
        await session.of(PersonRepository).record_server(server, locale)
    return session.of(ServerRepository)


async def _due(session: Session, now: datetime) -> list[DueTimer]:
    return list(await session.of(TimerRepository).due(SERVER_TIMER, now, 9))


async def test_a_server_is_kept_for_a_while_after_the_bot_leaves(store: Store) -> None:
    async with store.write() as session:
        servers = await _meet(session)
        await servers.leave(7, NOON)
        await servers.leave(7, NOON + HOUR)
        await servers.leave(99, NOON)
        assert await servers.without_bot() == {7}
        assert [await servers.is_gone(server) for server in (7, 8, 99)] == [True, False, False]
    async with store.write() as session:
        assert await _due(session, NOON + SERVER_KEPT - HOUR) == []
        (timer,) = await _due(session, NOON + SERVER_KEPT)
        assert (timer.subject, timer.due) == (7, NOON + SERVER_KEPT)
        servers = session.of(ServerRepository)
        await servers.record_return(7)
        await servers.record_return(8)
        assert await servers.without_bot() == frozenset()
        assert await _due(session, NOON + SERVER_KEPT) == []


async def test_a_call_role_is_pinged_only_after_a_pause(store: Store) -> None:
    async with store.write() as session:
        servers = await _meet(session)
        await session.of(ServerRulesRepository).save(7, ServerRules(call_role=601))
        await session.of(ServerRulesRepository).save(8, ServerRules())
        assert await servers.call_role(8, NOON, HOUR) is None
        calls = [await servers.call_role(7, NOON + after, HOUR) for after in (0 * HOUR, HOUR / 2, HOUR, HOUR)]
        assert calls == [601, None, 601, None]
        # Changed rules do not shorten the pause.
        for server in (7, 9):
            await session.of(ServerRulesRepository).save(server, ServerRules(call_role=600 + server))
        later = [(server, hours) for hours in (1.5, 2) for server in (7, 9)]
        calls = [await servers.call_role(server, NOON + hours * HOUR, HOUR) for server, hours in later]
        assert calls == [None, 609, 607, None]


async def test_an_overview_uses_the_servers_current_language(store: Store) -> None:
    async with store.write() as session:
        servers = await _meet(session)
        await servers.save_overview(70, 7, "en")
        await servers.save_overview(71, None, "it")
        await servers.show_overview(70, 900)
        assert await servers.overview(70, lock=True) == Overview(900, (), Place(7, 70, "de"))
        assert await servers.overview(71) == Overview(None, (), Place(None, 71, "it"))
        await session.of(PersonRepository).record_server(7, "pl")
        await servers.save_overview(70, 7, "en")
        assert await servers.overview(70) == Overview(900, (), Place(7, 70, "pl"))
        await servers.forget_overview(70)
        assert await servers.overview(70) is None


async def test_an_overview_change_is_queued_once(store: Store) -> None:
    async with store.write() as session:
        servers = await _meet(session)
        await servers.save_overview(70, 7, "en")
        await servers.save_overview(71, 7, "en")
        for channel in (70, 70, 71, 99):
            await servers.touch_overview(channel, "Redraw", {"channel": channel}, NOON, "r1")
    async with store.write() as session:
        claimed = await session.of(NoticeRepository).claim("this", NOON, 9, 9)
        assert [(notice.kind, notice.stream, notice.audience, notice.data) for notice in claimed] == [
            ("Redraw", -70, PUBLIC, {"channel": 70}),
            ("Redraw", -71, PUBLIC, {"channel": 71}),
        ]
        assert {(notice.priority, notice.request) for notice in claimed} == {(BACKGROUND, "r1")}
        # The claimed notice may have read the overview before this change.
        await session.of(ServerRepository).touch_overview(70, "Redraw", {"channel": 70}, NOON)
        await session.of(NoticeRepository).deliver(claimed[0].id)
        (later,) = await session.of(NoticeRepository).claim("this", NOON, 9, 9)
        assert later.stream == -70


async def test_open_challenges_are_listed_in_their_server(store: Store) -> None:
    async with store.write() as session:
        servers = await _meet(session)
        for channel, server in ((72, 7), (70, 7), (80, 8)):
            await servers.save_overview(channel, server, "en")

        async def servers_listing(offer: Challenge) -> tuple[int, ...]:
            return await servers.overview_channels(await session.of(ChallengeRepository).add(offer))

        assert await servers_listing(challenge(ANNA, place=Place(7, 75, "en"))) == (70, 72)
        assert await servers_listing(challenge(ANNA, BEN, place=Place(7, 70, "en"))) == ()
        assert await servers_listing(challenge(ANNA, place=Place(9, 90, "en"))) == ()


async def test_admin_actions_are_listed_latest_first(store: Store) -> None:
    first = AuditEntry(NOON, ANNA, "rules", None, "clock=3d")
    second = AuditEntry(NOON + HOUR, BEN, "players", None, "barred person:5")
    async with store.write() as session:
        servers = await _meet(session)
        for entry in (first, second):
            await servers.add_audit_entry(7, entry)
        await servers.add_audit_entry(8, AuditEntry(NOON, ANNA, "rules", None, "theme=oak"))
        assert await servers.audit_entries(7, 9) == (second, first)
        assert await servers.audit_entries(7, 1) == (second,)
