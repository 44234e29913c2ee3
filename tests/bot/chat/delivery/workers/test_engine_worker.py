"""The engine worker: new turns do not wait for resumed ones."""

import asyncio

from bot.chat.delivery.workers.engine_worker import EngineWorker


class _Turns:
    """Turns of engines, one for each call; resuming forgotten ones never ends."""

    def __init__(self) -> None:
        self.looking = asyncio.Event()
        self.heard = asyncio.Semaphore(0)
        self.calls = asyncio.Semaphore(0)

    async def run(self) -> None:
        await self.calls.acquire()
        self.heard.release()

    async def resume_forgotten(self) -> int:
        self.looking.set()
        await asyncio.Event().wait()
        return 0


async def test_a_move_does_not_wait_for_forgotten_turns() -> None:
    turns = _Turns()
    working = asyncio.create_task(EngineWorker(turns, every=0).run())  # type: ignore[arg-type]  # only the used part
    async with asyncio.timeout(10):
        await turns.looking.wait()
        turns.calls.release()
        await turns.heard.acquire()
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
