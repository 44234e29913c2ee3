"""A process pauses for longer than its lease, and another delivers its pending notices."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import pytest
import pytest_asyncio

from bot.model.challenges.terms import Terms
from bot.repositories.outbox.claims import ClaimRepository
from bot.repositories.outbox.notices import NoticeRepository
from data.cluster.processes import ProcessRepository
from data.store import Store
from playground.server import Playground
from render import Gallery
from tests.end_to_end.deliverers import Deliverer, deliverer, place_of, service_person
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

LEASE = timedelta(seconds=15)


class Stall:
    """Pauses a process at its first post: before sending, or on the response."""

    def __init__(self, *, answered: bool) -> None:
        self.reached, self.resumed = asyncio.Event(), asyncio.Event()
        self.alive = True
        self.trace = aiohttp.TraceConfig()
        if answered:
            self.trace.on_request_end.append(self._on_request_end)
        else:
            self.trace.on_request_start.append(self._on_request_start)

    async def _on_request_start(
        self, _: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        del context
        await self._pause(params.method)

    async def _on_request_end(
        self, _: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        del context
        await self._pause(params.method)

    async def _pause(self, method: str) -> None:
        if method == "POST":
            self.reached.set()
            await self.resumed.wait()


@pytest_asyncio.fixture(loop_scope="module")
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}")
    async with store.write() as session:
        for process in ("first", "second"):
            await session.of(ProcessRepository).join(process, "here", "0.1", LEASE)
    yield store
    await store.close()


async def _challenge(process: Deliverer, table: Table) -> int:
    challenge = await process.services.invitations.challenge(
        process.by(table.anna), Terms("conhex", {}, "red"), place_of(table), [service_person(table.ben)]
    )
    return challenge.id


async def _declare_dead(store: Store, process: str) -> None:
    async with store.write() as session:
        await session.of(ProcessRepository).leave(process)
        assert await session.of(ClaimRepository).release_dead() == 1


async def _wait_for_card(process: Deliverer, challenge: int) -> int:
    async def card() -> int | None:
        return (await process.services.challenges.get(challenge)).message

    return await until(card, "the card's message to be recorded")


@pytest.mark.assumes("nonce-once")
@pytest.mark.parametrize("answered", [False, True])
async def test_a_notice_taken_over_by_another_process_is_posted_once(
    playground: Playground, gallery: Gallery, store: Store, table: Table, answered: bool
) -> None:
    stall = Stall(answered=answered)
    async with (
        deliverer(playground, store, gallery, "first", alive=lambda: stall.alive, trace=stall.trace) as first,
        deliverer(playground, store, gallery, "second") as second,
    ):
        challenge = await _challenge(first, table)
        first.begin()
        await stall.reached.wait()
        stall.alive = False
        await _declare_dead(store, "first")
        second.begin()
        card = await _wait_for_card(second, challenge)
        requests = len(await table.control.requests())
        stall.resumed.set()
        await first.end()
        assert len(await table.control.requests()) == requests
        await second.end()
    assert [int(message.id) for message in await table.sam.messages(table.channel)] == [card]
    async with store.read() as session:
        assert await session.of(NoticeRepository).next_due() is None


@pytest.mark.assumes("nonce-once")
async def test_a_late_post_and_the_takeovers_post_are_one_message(
    playground: Playground, gallery: Gallery, store: Store, table: Table
) -> None:
    stall = Stall(answered=False)
    async with (
        # The liveness check has passed, but the data written to the socket arrives late.
        deliverer(playground, store, gallery, "first", trace=stall.trace) as first,
        deliverer(playground, store, gallery, "second") as second,
    ):
        challenge = await _challenge(first, table)
        first.begin()
        await stall.reached.wait()
        await _declare_dead(store, "first")
        second.begin()
        card = await _wait_for_card(second, challenge)
        stall.resumed.set()
        await first.end()
        await second.end()
    assert [int(message.id) for message in await table.sam.messages(table.channel)] == [card]
