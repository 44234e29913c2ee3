import asyncio
from multiprocessing import Pipe

import pytest

from bot.opponents import engine_process


async def test_an_engine_process_ends_cleanly_if_its_bot_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_process, "begin", lambda: None)
    ours, theirs = Pipe()
    serving = asyncio.create_task(asyncio.to_thread(engine_process._serve, theirs))
    assert await asyncio.to_thread(ours.poll, 20.0), "the process never reported that it is ready"
    ours.close()
    await serving
