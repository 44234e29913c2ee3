"""The bot as assembled by the program over its database."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.chat.bot import FernpartieBot
from bot.chat.core.owner_links import Links
from bot.chat.delivery.workers.wakeup import Wakeup
from bot.cluster.membership import Membership
from bot.cluster.shard_leases import ShardLeases
from bot.cluster.shard_request import ShardRequest
from bot.model.agenda import Limits
from bot.model.challenges.terms import Terms
from bot.model.ports import LeaseUncertain
from bot.model.refusal import Refusal
from bot.model.restores.epochs import Epochs, Restore
from bot.monitoring.metrics import Metrics
from bot.operations.run import make_bot
from bot.repositories.outbox.notices import NoticeRepository
from data.store import Store
from tests.bot.support.fakes import ANNA, BEN, CARA, GAMES, HALL, LoadedDice, Time, World

pytest_plugins = ("tests.data.databases",)

TERMS = Terms("conhex", {}, "red")
FIRST_MOVE = GAMES["conhex"].new().legal_moves()[-1].text


@pytest.fixture
def url(tmp_path: Path, sqlite_tables: Path) -> str:
    file = tmp_path / "games.db"
    file.write_bytes(sqlite_tables.read_bytes())
    return f"sqlite:///{file}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    yield store
    await store.close()


class Assembled:
    """A bot over a store, and its dependencies."""

    def __init__(self, store: Store, **options: Any) -> None:
        self.time, self.chance, self.wakeup, self.metrics = Time(), LoadedDice(), Wakeup(), Metrics()
        self.membership = Membership(store, "here:1", "1.2.3")
        self.request = World(store, GAMES).by
        self.bot: FernpartieBot = make_bot(
            store,
            self.membership,
            ShardLeases(store, self.membership, ShardRequest.read("")),
            games=GAMES,
            clock=self.time,
            chance=self.chance,
            wakeup=self.wakeup,
            metrics=self.metrics,
            **options,
        )
        features: Any = self.bot.features
        self.invitations = features.challenges.services.invitations
        self.turns = features.matches.services.turns

    def moves_counted(self, key: str) -> float:
        families = [each for each in self.metrics.registry.collect() if each.name == "fernpartie_moves"]
        samples = [sample for family in families for sample in family.samples]
        return sum(
            sample.value
            for sample in samples
            if sample.name.endswith("_total") and sample.labels.get("game") == key
        )

    async def is_rung(self) -> bool:
        """Return whether the workers were woken since the last call."""
        try:
            async with asyncio.timeout(0.01):
                await self.wakeup.wait(60)
        except TimeoutError:
            return False
        self.wakeup.clear()
        return True


async def test_a_commit_wakes_workers_counts_and_logs(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    links, epochs = Links("https://p.test", "https://t.test"), Epochs((Restore(7, 40, 50),))
    it = Assembled(store, limits=Limits(challenges_per_person=1), links=links, epochs=epochs)
    assert it.membership.renewed, "limits of Discord are shared with each renewal"
    await it.membership.join()
    assert not await it.is_rung()
    challenge = await it.invitations.challenge(it.request(ANNA), TERMS, HALL, [BEN])
    assert challenge.created == it.time()
    assert await it.is_rung()
    with pytest.raises(Refusal):
        await it.invitations.challenge(it.request(ANNA), TERMS, HALL, [CARA])
    accepted = await it.invitations.accept(it.request(BEN), challenge.id)
    assert it.moves_counted("conhex") == 0
    await it.turns.take_turn(it.request(ANNA), accepted.match, FIRST_MOVE)
    assert it.moves_counted("conhex") == 1
    assert [record.getMessage() for record in caplog.records].count("committed") == 3
    assert (it.bot.app.links, it.bot.app.epochs) == (links, epochs)


async def test_a_process_works_only_within_its_lease(store: Store) -> None:
    it = Assembled(store)
    with pytest.raises(LeaseUncertain):
        await it.invitations.challenge(it.request(ANNA), TERMS, HALL, [BEN])
    outbox = it.bot.app.outbox
    await World(store, GAMES).services.invitations.challenge(it.request(ANNA), TERMS, HALL, [BEN])
    assert (await outbox.exchange([], 9)).claimed == ()
    await it.membership.join()
    (claimed, *_) = (await outbox.exchange([], 9)).claimed
    async with store.write() as session:
        assert await session.of(NoticeRepository).lock_claimed(claimed.id, it.membership.id) is not None
