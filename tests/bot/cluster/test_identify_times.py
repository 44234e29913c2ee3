"""The times at which a process's shards may identify."""

import asyncio

from tests.bot.cluster.stages import Stage
from tests.bot.cluster.test_shard_keeper import FakeConnections, keeper_of, stage, wait_until_connected

__all__ = ["stage"]

pytest_plugins = ("tests.data.databases",)
GAP = 500.0


class TimedConnections(FakeConnections):
    """Connections that record when each shard may identify."""

    def __init__(self) -> None:
        super().__init__()
        self.dues: dict[int, float | None] = {}

    async def open(self, number: int, total: int, due: float | None) -> None:
        self.dues[number] = due
        await super().open(number, total, due)


async def test_shards_of_one_bucket_identify_one_gap_apart(stage: Stage) -> None:
    connections, start = TimedConnections(), asyncio.get_running_loop().time()
    process = await stage.process("0,1/2", gap=GAP)
    async with keeper_of(process, connections):
        await wait_until_connected(connections, 0, 1)
    first, second = connections.dues[0], connections.dues[1]
    assert first is not None
    assert second is not None
    assert start <= first < start + GAP / 2
    assert round(second - first) == GAP
