"""Rows of people: names, languages, blocks, deletions, requests."""

from datetime import UTC, datetime, timedelta

from bot.model.match.substitutions import Substitution, SubstitutionStatus
from bot.model.people.person_settings import PersonSettings, Speaker
from bot.model.people.preferences import Preferences
from bot.model.servers.server_rules import ServerRules
from bot.model.time.vacation import Day, Vacation
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.matches.substitutions import SubstitutionRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.outbox.requests import RequestRepository
from bot.repositories.people.blocks import BlockRepository
from bot.repositories.people.deletions import DeletionRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.people.person_settings import PersonSettingsRepository
from bot.repositories.records.outbox import NewNotice, RequestRecord
from bot.repositories.records.people import BlockRecord, PersonRecord
from bot.repositories.servers.server_rules import ServerRulesRepository
from bot.repositories.tables.person_tables import DELETION_TIMER
from data.cluster.timers import TimerRepository
from data.session import Session
from data.store import Store
from tests.data.challenges import challenge
from tests.data.matches import new_match

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
ANNA, BEN, CARA = 1, 2, 3


async def _meet(session: Session) -> PersonRepository:
    people = session.of(PersonRepository)
    for person, name, locale in ((ANNA, "Anna", "de"), (BEN, "Ben", "fr"), (CARA, "Cara", "")):
        await people.record_seen(PersonRecord(person, name, locale))
    return people


async def test_people_have_their_latest_name(store: Store) -> None:
    async with store.write() as session:
        people = await _meet(session)
        await people.record_seen(PersonRecord(ANNA, "Anne", "en"))
        await people.record_seen(PersonRecord(ANNA, "Anja", "en"))
        await people.record_mentioned(PersonRecord(BEN, "Benno", "xx"))
        await people.record_mentioned(PersonRecord(4, "Dora", "it"))
        assert await people.get(ANNA) == PersonRecord(ANNA, "Anja", "en")
        assert await people.get(BEN) == PersonRecord(BEN, "Benno", "fr")
        assert await people.get(4) == PersonRecord(4, "Dora", "it")
        assert await people.get(99) is None
        assert await people.names({ANNA, CARA, 99}) == {ANNA: "Anja", CARA: "Cara"}
        assert await people.names(()) == {}
        assert await people.names_ever(ANNA) == ("Anja", "Anna", "Anne")
        assert await people.names_ever(BEN) == ("Benno", "Ben")
        await people.record_mentioned(PersonRecord(BEN, "Benjamin", "xx"))
        assert await people.names_ever(BEN) == ("Benjamin", "Ben", "Benno")
        await people.record_seen(PersonRecord(5, " ", "en"))
        assert await people.names_ever(5) == ()
        await people.lock({BEN, ANNA})


async def test_a_chosen_language_overrides_the_clients(store: Store) -> None:
    async with store.write() as session:
        people = await _meet(session)
        settings = session.of(PersonSettingsRepository)
        await settings.save(BEN, PersonSettings(Preferences(language="en")))
        assert await people.languages({ANNA, BEN, CARA, 99}) == {ANNA: "de", BEN: "en"}
        assert await people.languages(()) == {}
        await people.record_server(7, "it")
        await people.speak(7, "fr")
        await people.speak(7, "de")
        rules = ServerRules(language="de", theme="oak")
        await session.of(ServerRulesRepository).save(7, rules)
        readers = await people.readers({ANNA, BEN}, 7)
        assert readers.languages == {ANNA: "de", BEN: "en"}
        assert (readers.chosen, readers.theme, readers.spoken) == ("de", "oak", "fr")
        elsewhere = await people.readers({ANNA}, None)
        assert (elsewhere.chosen, elsewhere.theme, elsewhere.spoken) == (None, None, None)
        assert (await people.server_locale(7), await people.language_of(7)) == ("it", "fr")
        assert (await people.server_locale(8), await people.language_of(8)) == (None, None)
        await people.record_server(7, "pl")
        assert (await people.server_locale(7), await people.language_of(7)) == ("pl", "fr")


async def test_settings_of_one_person(store: Store) -> None:
    async with store.write() as session:
        await _meet(session)
        settings = session.of(PersonSettingsRepository)
        oak = PersonSettings(Preferences(theme="oak"), Vacation((Day(NOON, NOON + timedelta(days=1), 2026),)))
        for saved in (PersonSettings(), oak):
            await settings.save(ANNA, saved)
        assert await settings.of({ANNA, BEN}) == {ANNA: oak}
        assert await settings.speaker(ANNA) == Speaker(oak, missed=False, leaving=None)
        notices = session.of(NoticeRepository)
        await notices.add(
            [NewNotice("ply", 5, ANNA, None, 1, {}), NewNotice("ply", 5, BEN, None, 1, {})], NOON
        )
        mine, _ = await notices.claim("this", NOON, 9)
        await notices.close(mine.id, "missed")
        await session.of(DeletionRepository).ask(ANNA, NOON, NOON + timedelta(days=1))
        assert await settings.speaker(ANNA) == Speaker(oak, missed=True, leaving=NOON + timedelta(days=1))
        assert await settings.speaker(BEN) == Speaker(PersonSettings(), missed=False, leaving=None)


async def test_blocks_have_a_direction(store: Store) -> None:
    async with store.write() as session:
        await _meet(session)
        blocks = session.of(BlockRepository)
        await blocks.add(ANNA, CARA, NOON)
        await blocks.add(ANNA, BEN, NOON + timedelta(hours=1))
        await blocks.add(ANNA, CARA, NOON + timedelta(hours=2))
        await blocks.add(BEN, ANNA, NOON)
        assert [await blocks.by(person) for person in (ANNA, BEN, CARA)] == [(CARA, BEN), (ANNA,), ()]
        assert await blocks.between(ANNA, {BEN, CARA}) == (
            BlockRecord(ANNA, BEN),
            BlockRecord(ANNA, CARA),
            BlockRecord(BEN, ANNA),
        )
        assert await blocks.between(CARA, {ANNA}) == (BlockRecord(ANNA, CARA),)
        assert await blocks.between(CARA, {BEN}) == await blocks.between(ANNA, ()) == ()
        await blocks.remove(ANNA, BEN)
        assert [await blocks.by(person) for person in (ANNA, BEN)] == [(CARA,), (ANNA,)]


async def test_a_scheduled_deletion_can_be_cancelled(store: Store) -> None:
    due = NOON + timedelta(days=1)
    moments: list[datetime] = []
    store.when_due(moments.append)
    async with store.write() as session:
        await _meet(session)
        deletions = session.of(DeletionRepository)
        await deletions.ask(ANNA, NOON, due)
        assert [await deletions.due_of(person, lock=True) for person in (ANNA, BEN)] == [due, None]
    async with store.write() as session:
        await session.of(DeletionRepository).call_off(ANNA)
        assert await session.of(DeletionRepository).due_of(ANNA) is None
        assert await session.of(TimerRepository).due(DELETION_TIMER, due, 9) == ()
    assert moments == [due]


async def test_a_persons_open_seat_offers(store: Store) -> None:
    async with store.write() as session:
        await _meet(session)
        of = await session.of(ChallengeRepository).add(challenge(ANNA))
        game = await session.of(MatchRepository).add(new_match(of, ANNA, BEN))
        seats = session.of(SubstitutionRepository)

        async def offer(leaver: int, by: int, wanted: int | None) -> int:
            status = SubstitutionStatus.OPEN
            return await seats.add(Substitution(0, game, 0, leaver, by, wanted, status, 3, NOON, NOON))

        own = await offer(ANNA, ANNA, None)
        by_admin = await offer(BEN, CARA, None)
        asked = await offer(BEN, BEN, CARA)
        closed = await offer(CARA, CARA, CARA)
        await seats.settle(closed, SubstitutionStatus.WITHDRAWN, NOON)
        deletions = session.of(DeletionRepository)
        assert [await deletions.open_seats_of(person) for person in (ANNA, BEN, CARA)] == [
            (own,),
            (by_admin, asked),
            (by_admin, asked),
        ]


async def test_the_latest_request_for_an_action(store: Store) -> None:
    async with store.write() as session:
        await _meet(session)
        requests = session.of(RequestRepository)
        rows = (
            (RequestRecord("a", ANNA, "play", 5, 3, 1), NOON),
            (RequestRecord("b", ANNA, "play", 5, 4, 1), NOON + timedelta(minutes=1)),
            (RequestRecord("c", ANNA, "play", 5, 6), NOON + timedelta(minutes=1)),
            (RequestRecord("d", ANNA, "play", 6, 9), NOON + timedelta(minutes=2)),
            (RequestRecord("e", ANNA, "resign", 5, 9), NOON + timedelta(minutes=2)),
            (RequestRecord("f", BEN, "play", 5, 9), NOON + timedelta(minutes=2)),
        )
        for record, made in rows:
            await requests.add(record, made)
    async with store.write() as session:
        requests = session.of(RequestRepository)
        latest = await requests.latest(ANNA, 5, "play", NOON)
        assert latest is not None
        assert (latest.id, latest.number, latest.taken_back) == ("c", 6, None)
        assert await requests.latest(ANNA, 5, "play", NOON + timedelta(minutes=2)) is None
        first = await requests.get("a")
        assert first == RequestRecord("a", ANNA, "play", 5, 3, 1, NOON)
        assert await requests.get("z") is None
