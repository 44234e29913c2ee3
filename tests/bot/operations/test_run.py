import asyncio
from typing import Any

from bot.operations.run import stay


class Deaf:
    """A bot that hears no cancellation, as discord.py while it connects anew, but sees that it is closed."""

    def __init__(self) -> None:
        self.connecting, self.closed = asyncio.Event(), asyncio.Event()

    async def login(self, token: str) -> None:
        del token

    async def connect(self, *, reconnect: bool) -> None:
        assert reconnect
        self.connecting.set()
        while not self.closed.is_set():
            try:
                await self.closed.wait()
            except asyncio.CancelledError:
                continue

    async def close(self) -> None:
        self.closed.set()


async def test_a_signal_is_heard_while_discord_py_hears_none() -> None:
    bot: Any = Deaf()
    staying = asyncio.create_task(stay(bot, "token"))
    await bot.connecting.wait()
    staying.cancel()
    done, _ = await asyncio.wait({staying}, timeout=5)
    await bot.close()
    assert done
    assert staying.cancelled()
