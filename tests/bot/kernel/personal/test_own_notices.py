"""Erasure and export of notices: to a person, about them, and about the erasure of a name."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import sqlalchemy as sa

from bot.kernel.personal.erasure_subject import ErasureSubject
from bot.kernel.personal.own_tables import NoticeEraser
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import NewNotice
from bot.repositories.records.people import PersonRecord
from bot.repositories.tables.outbox_tables import PUBLIC, notices
from data.connections.engines import Connection
from data.store import Store
from tests.bot.support.matches_in_memory import NOON
from tests.data.challenges import challenge
from tests.data.matches import new_match

pytest_plugins = ("tests.data.databases",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

ANNA, BEN = 1001, 1002
WAITING, ACCEPTED, GAME = 1, 2, 1
SUBJECT = ErasureSubject(ANNA, ("Anna",), {WAITING: -2, ACCEPTED: -3}, -1)

TO_ANNA = {"event": {"person": BEN}}
IN_GAME = {
    "event": {"by": ANNA, "note": "Anna beat Ben", "plies": [ANNA, {"seat": ANNA}], "rated": True},
    "routing": {"calls": [ANNA, BEN], "direct": [BEN, ANNA]},
}
IN_CHALLENGE = {"event": {"guest": ANNA}}
OF_SERVER = {"event": {"barred": "person:1001 person:10012"}}
FORGET_ANNA = {"event": {"person": ANNA, "name": "Anna", "earlier": ["1001"]}}
FORGET_BEN = {"event": {"person": BEN, "name": "Ben", "earlier": ["1001"]}}
NOT_HERS = {"event": {"person": BEN, "note": "Annabelle"}}
NOTED = {"event": {"person": BEN, "note": "said ANNA"}}


@pytest.fixture
async def connection(store: Store) -> AsyncIterator[Connection]:
    """A database with these notices, in this order."""
    async with store.write() as session:
        for person, name in ((ANNA, "Anna"), (BEN, "Ben")):
            await session.of(PersonRepository).record_seen(PersonRecord(person, name, "en"))
        asked = [await session.of(ChallengeRepository).add(challenge(ANNA, BEN)) for _ in range(2)]
        game = await session.of(MatchRepository).add(new_match(ACCEPTED, ANNA, BEN))
        assert (asked, game) == ([WAITING, ACCEPTED], GAME)
        new = [
            NewNotice("any", 5, ANNA, None, None, TO_ANNA),
            NewNotice("any", -GAME, BEN, GAME, 4, IN_GAME),
            NewNotice("any", WAITING, PUBLIC, None, None, IN_CHALLENGE),
            NewNotice("any", 7, PUBLIC, None, None, OF_SERVER),
            NewNotice("NameErasure", 70, PUBLIC, None, None, FORGET_ANNA),
            NewNotice("NameErasure", 70, PUBLIC, None, None, FORGET_BEN),
            NewNotice("any", 8, PUBLIC, None, None, NOT_HERS),
            NewNotice("any", 9, PUBLIC, None, None, NOTED),
        ]
        await session.of(NoticeRepository).add(new, NOON)
        yield session.connection


async def test_an_erased_person_is_removed_from_all_but_the_erasure_notice(connection: Connection) -> None:
    await NoticeEraser().erase(connection, SUBJECT)
    rows = await connection.execute(sa.select(notices.c.data).order_by(notices.c.id))
    assert list(rows.scalars()) == [
        {
            "event": {"by": -3, "note": "… beat Ben", "plies": [-3, {"seat": -3}], "rated": True},
            "routing": {"calls": [BEN], "direct": [BEN]},
        },
        {"event": {"guest": -2}},
        {"event": {"barred": "person:-1 person:10012"}},
        FORGET_ANNA,
        {"event": {"person": BEN, "name": "Ben", "earlier": ["-1"]}},
        NOT_HERS,
        {"event": {"person": BEN, "note": "said …"}},
    ]


async def test_people_export_notices_to_them_and_about_them(connection: Connection) -> None:
    rows: list[dict[str, Any]] = [dict(row) for row in await NoticeEraser().rows(connection, ANNA)]
    assert [(row["stream"], row["audience"]) for row in rows] == [
        (5, ANNA),
        (-GAME, None),
        (WAITING, None),
        (7, None),
        (70, None),
        (9, None),
    ]
    assert [row["data"] for row in rows] == [
        {"event": {"person": None}},
        {
            "event": {"by": ANNA, "note": "Anna beat …", "plies": [ANNA, {"seat": ANNA}], "rated": True},
            "routing": {"calls": [ANNA, None], "direct": [None, ANNA]},
        },
        IN_CHALLENGE,
        OF_SERVER,
        FORGET_ANNA,
        {"event": {"person": None, "note": "said ANNA"}},
    ]
