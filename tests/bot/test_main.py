import asyncio
import os
import time
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main, stay


def test_the_demo_hands_its_options_on(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _program, arguments: called.append(list(arguments)))
    with pytest.raises(SystemExit):
        main(["run", "--port", "8091"])
    monkeypatch.setattr("bot.__main__.run_bot", lambda: 0)
    main(["demo", "--port", "8091", "--data", "there"])
    assert called[0][1:] == ["-m", "playground", "demo", "--port", "8091", "--data", "there"]


def test_health_looks_at_the_age_of_the_heartbeat(tmp_path: Path) -> None:
    beat = tmp_path / "alive"
    assert main(["health", str(beat)]) == 1
    beat.touch()
    assert main(["health", str(beat)]) == 0
    old = time.time() - 3600
    os.utime(beat, (old, old))
    assert main(["health", str(beat)]) == 1


def test_a_missing_token_stops_the_start_with_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FERNPARTIE_TOKEN", raising=False)
    assert main(["run"]) == 2
    assert capsys.readouterr().err == "FERNPARTIE_TOKEN: is not set\n"


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
