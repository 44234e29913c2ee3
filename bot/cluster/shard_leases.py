"""This process's shards: acquired, released and freed according to the processes' plan."""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final

from bot.cluster.membership import Membership
from bot.cluster.shard_plan import ClusterMember, plan
from bot.cluster.shard_request import ShardRequest, Sharing
from data.cluster.processes import ProcessRepository
from data.cluster.rows import ProcessRecord, ShardRecord
from data.cluster.shards import ShardRepository
from data.cluster.signal_values import Signal, Topic
from data.cluster.signals import SignalRepository
from data.session import Session
from data.store import Store

IDENTIFY_GAP: Final = timedelta(seconds=5.8)
"""Discord allows one identify per bucket every 5 s; a pending identify may arrive late."""

_NEWS: Final = Signal(Topic.SHARDS)
_WORTH_A_LOOK: Final = {Topic.SHARDS, Topic.FREED, Topic.MISSED}


class Waiting(Enum):
    """Why a process has no shards."""

    OTHERS = auto()
    """Other processes hold all shards available to it."""
    TOTAL = auto()
    """Other processes use another number of shards."""


@dataclass(frozen=True, slots=True)
class Share:
    """This process's shards after a renewal.

    `starts` maps each newly acquired shard to the seconds until it may identify. `surplus` is a shard that it
    must release now. `settled`: it holds exactly its share; `waiting` is the reason if it has no shards;
    `others`: other live processes may take shards.
    """

    held: frozenset[int]
    total: int | None
    starts: Mapping[int, float]
    surplus: int | None = None
    settled: bool = False
    waiting: Waiting | None = None
    others: bool = False


class ShardLeases:
    """The shards of this process; their leases last as long as its membership.

    `woken` is set when shards may have become free, or processes have joined.
    """

    def __init__(
        self, store: Store, membership: Membership, request: ShardRequest, gap: timedelta = IDENTIFY_GAP
    ) -> None:
        self._store = store
        self._membership = membership
        self._request: Final = request
        self._gap = gap
        self._recommended: int | None = None
        self._concurrency = 1
        self._drained = False
        self.woken: Final = asyncio.Event()

    @property
    def alone(self) -> bool:
        """Whether this process must hold all shards or none."""
        return self._request.sharing is Sharing.ALONE

    @property
    def alive(self) -> bool:
        """Whether this process surely still owns its shards."""
        return self._membership.alive

    def advise(self, recommended: int, concurrency: int) -> None:
        """Store Discord's recommended number of shards and limit of concurrent identifies."""
        self._recommended = recommended
        self._concurrency = concurrency

    def on_signal(self, signal: Signal) -> None:
        """Check the leases immediately after another process's signal."""
        if signal.topic in _WORTH_A_LOOK:
            self.woken.set()

    async def renew(self, connected: Collection[int] = ()) -> Share:
        """Renew the membership, and acquire free shards of this process's share. Raises LeaseExpired.

        The rows of its shards record which of them are `connected`. The result is compared with the rows,
        since a commit's acknowledgement may be lost.
        """
        own = self._membership.id
        async with self._membership.renewing() as session:
            records = await session.of(ShardRepository).held_shards()
            share = await self._renew(session, records)
            stored = {shard.number: shard.connected for shard in records if shard.holder == own}
            if stored != {number: number in connected for number in share.held}:
                await session.of(ShardRepository).record_connected(share.held & frozenset(connected), own)
        return share

    async def free(self, number: int) -> None:
        """Release a shard."""
        async with self._store.write() as session:
            await session.of(ShardRepository).free([number], self._membership.id)
            await session.of(SignalRepository).send(_NEWS)

    async def drain(self) -> bool:
        """Release all shards and acquire no more; return whether other processes live."""
        self._drained = True
        async with self._store.write() as session:
            # A concurrent renewal may still acquire shards.
            await session.of(ShardRepository).take_turns()
            await session.of(ProcessRepository).set_requested_shards(self._membership.id, None)
            await session.of(ShardRepository).free_all(self._membership.id)
            await session.of(SignalRepository).send(_NEWS)
            return any(
                process.id != self._membership.id for process in await session.of(ProcessRepository).living()
            )

    async def are_connected(self, numbers: Collection[int]) -> bool:
        """Return whether other processes are connected for all these shards."""
        async with self._store.read() as session:
            records = await session.of(ShardRepository).held_shards()
        others = {
            shard.number for shard in records if shard.connected and shard.holder != self._membership.id
        }
        return others.issuperset(numbers)

    def rejoin(self) -> None:
        """Acquire shards again after all were released to other processes."""
        self._drained = False
        self.woken.set()

    async def identify_in(self, number: int) -> float:
        """Reserve a shard's time to identify in its bucket; return the seconds until then."""
        async with self._store.write() as session:
            await session.of(ShardRepository).take_turns()
            now = await session.of(ProcessRepository).now()
            return await self._reserve(session, number, now)

    async def _renew(self, session: Session, records: Collection[ShardRecord]) -> Share:
        living = await session.of(ProcessRepository).living()
        if not self._drained and self._recommended is not None:
            living = await self._store_request(session, living)
        holders = {shard.number: shard.holder for shard in records}
        total = next((shard.total for shard in records), self._request.total or self._recommended)
        if total is None:
            return Share(frozenset(), None, {})
        members = [_member(record) for record in living]
        share = await self._change(session, total, holders, plan(members, total, holders))
        return replace(
            share, others=any(member.request and member.id != self._membership.id for member in members)
        )

    async def _store_request(
        self, session: Session, living: tuple[ProcessRecord, ...]
    ) -> tuple[ProcessRecord, ...]:
        text = self._request.to_text()
        if any(member.id == self._membership.id and member.requested_shards == text for member in living):
            return living
        await session.of(ProcessRepository).set_requested_shards(self._membership.id, text)
        await session.of(SignalRepository).send(_NEWS)
        return await session.of(ProcessRepository).living()

    async def _change(
        self, session: Session, total: int, holders: Mapping[int, str], plan: Mapping[int, str]
    ) -> Share:
        own = self._membership.id
        numbers = [number for number, holder in plan.items() if holder == own and number not in holders]
        await session.of(ShardRepository).take(numbers, total, own)
        now = await session.of(ProcessRepository).now()
        starts = {number: await self._reserve(session, number, now) for number in sorted(numbers)}
        if numbers:
            await session.of(SignalRepository).send(_NEWS)
        mine = frozenset([*numbers, *(number for number, holder in holders.items() if holder == own)])
        surplus = [number for number in sorted(mine) if plan.get(number) != own]
        released = None
        if surplus and not (plan.keys() - holders.keys() - set(numbers)):
            released = await self._first_ready(session, surplus, now)
        waiting = None
        if not mine:
            waiting = Waiting.TOTAL if self._request.total not in {None, total} else Waiting.OTHERS
        settled = mine == {number for number, holder in plan.items() if holder == own}
        return Share(mine, total, starts, released, settled, waiting)

    async def _first_ready(self, session: Session, surplus: Collection[int], now: datetime) -> int | None:
        """Return a surplus shard that another process could connect immediately."""
        for number in surplus:
            latest = await session.of(ShardRepository).latest_identify(number % self._concurrency, now)
            if latest is None or latest + self._gap <= now:
                return number
        return None

    async def _reserve(self, session: Session, number: int, now: datetime) -> float:
        bucket = number % self._concurrency
        at = await session.of(ShardRepository).reserve_identify(bucket, now, self._gap)
        return (at - now).total_seconds()


def _member(record: ProcessRecord) -> ClusterMember:
    try:
        request = None if record.requested_shards is None else ShardRequest.read(record.requested_shards)
    except ValueError:
        # A newer version may know further requests; it acquires its shards by its own rules.
        request = None
    return ClusterMember(record.id, request)
