"""Transactions of use cases: reactions, projections, publication, and requests that run once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import pytest

from bot.kernel.outbox.recorded import Recorded, RecordedEvent
from bot.kernel.transactions.name_cache import NameCache
from bot.kernel.transactions.state_cache import LogCut, StateCache
from bot.kernel.transactions.unit_of_work import (
    Change,
    RequestAction,
    RequestResult,
    Transaction,
    UnitOfWork,
)
from bot.model.agenda import Limits
from bot.model.events.events import OverviewWanted
from bot.model.people.person import Person, Request
from bot.model.ports import LeaseUncertain
from bot.model.refusal import Refusal
from bot.repositories.outbox.requests import RequestRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import RequestRecord
from data.session import Session
from data.store import Store
from tests.bot.support.matches_in_memory import NOON

pytest_plugins = ("tests.data.databases",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

ANNA, BEN = Person(1001, "Anna", "de"), Person(1002, "Ben", "en")


class Deed(RequestAction):
    """Actions of these tests."""

    MAKE = "make-in-tests"
    BREAK = "break-in-tests"


@dataclass
class Stage:
    """A unit of work that records what it does, in order."""

    store: Store
    alive: bool = True
    steps: list[str] = field(default_factory=list)

    @property
    def work(self) -> UnitOfWork:
        nothing: Any = None
        work = UnitOfWork(
            self.store,
            {},
            lambda: NOON,
            nothing,
            Limits(),
            lambda change: self.steps.append(f"publishes {_channels(change.events)}"),
            StateCache({}),
            NameCache(self.store),
            lambda: True,
            alive=lambda: self.alive,
        )
        work.consequences.reactions += [self._react]
        work.consequences.projections += [self._project]
        work.consequences.committed += [self._commit]
        return work

    async def _react(self, tx: Transaction, events: Sequence[Recorded]) -> None:
        self.steps.append(f"reacts to {_channels(events)}")
        if events:
            tx.record(OverviewWanted(72))

    async def _project(self, _: Session, events: Sequence[Recorded], now: datetime) -> None:
        assert now == NOON
        self.steps.append(f"projects {_channels(events)}")

    def _commit(self, change: Change) -> None:
        self.steps.append(f"follows {_channels(change.events)}")


def _channels(events: Sequence[Recorded]) -> list[int]:
    wanted = (recorded.event for recorded in events if isinstance(recorded, RecordedEvent))
    return [event.channel for event in wanted if isinstance(event, OverviewWanted)]


async def test_reactions_precede_projections_and_publication_follows_commit(store: Store) -> None:
    stage = Stage(store)
    async with stage.work.write() as tx:
        tx.record(OverviewWanted(71))
    assert stage.steps == ["reacts to [71]", "projects [71, 72]", "follows [71, 72]", "publishes [71, 72]"]
    stage.steps.clear()
    async with stage.work.write():
        pass
    assert stage.steps == ["reacts to []"], "nothing has happened"


async def test_a_transaction_under_an_uncertain_lease_changes_nothing(store: Store) -> None:
    stage = Stage(store, alive=False)

    async def act() -> None:
        async with stage.work.write() as tx:
            await stage.work.people.record_seen_in(tx, ANNA)
            tx.record(OverviewWanted(71))

    with pytest.raises(LeaseUncertain):
        await act()
    assert stage.steps == ["reacts to [71]", "projects [71, 72]"]
    async with store.read() as session:
        assert await session.of(PersonRepository).get(ANNA.id) is None


async def test_a_repeated_request_returns_its_stored_effect(store: Store) -> None:
    work = Stage(store).work

    async def once(
        request: Request, subject: int | None = None, action: Deed = Deed.MAKE
    ) -> RequestRecord | str:
        async def act(tx: Transaction) -> RequestRecord | str:
            tx.result = RequestResult(5, 2)
            return "new"

        async def answer(session: Session, record: RequestRecord) -> RequestRecord | str:
            del session
            return record

        return await work.once(request, action, subject, act, answer)

    made, moved = Request("a", ANNA), Request("b", ANNA)
    assert (await once(made), await once(moved, 31)) == ("new", "new")
    assert await once(made) == RequestRecord("a", ANNA.id, Deed.MAKE, 5, 5, 2, NOON)
    assert await once(made, 5) == await once(made)
    assert await once(moved, 31) == RequestRecord("b", ANNA.id, Deed.MAKE, 31, 5, 2, NOON)
    for request, subject, action in (
        (Request("a", BEN), None, Deed.MAKE),
        (made, None, Deed.BREAK),
        (moved, 32, Deed.MAKE),
        (moved, 5, Deed.MAKE),
    ):
        with pytest.raises(Refusal, match="request-taken"):
            await once(request, subject, action)


async def test_a_refused_request_stores_nothing(store: Store) -> None:
    work = Stage(store).work

    async def refuse(_: Transaction) -> None:
        raise Refusal("not-open")

    async def nothing(_: Transaction) -> None:
        """Create nothing."""

    async def answer(_session: Session, _record: RequestRecord) -> None:
        raise AssertionError

    with pytest.raises(Refusal, match="not-open"):
        await work.once(Request("a", ANNA), Deed.MAKE, 5, refuse, answer)
    with pytest.raises(LookupError, match="request b is about nothing"):
        await work.once(Request("b", ANNA), Deed.MAKE, None, nothing, answer)
    async with store.read() as session:
        assert [await session.of(RequestRepository).get(request) for request in ("a", "b")] == [None, None]


async def test_a_read_of_a_truncated_log_is_repeated(store: Store) -> None:
    looks: list[int] = []

    async def look(_: Session) -> int:
        looks.append(len(looks))
        if len(looks) < 3:
            raise LogCut
        return len(looks)

    assert await Stage(store).work.reading(look) == 3
