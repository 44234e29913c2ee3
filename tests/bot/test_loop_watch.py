import asyncio
import faulthandler
import socket
from contextlib import closing
from pathlib import Path

import pytest

from bot.loop_watch import LoopWatch
from bot.systemd import ServiceManager


async def test_a_running_loop_notifies_systemd(tmp_path: Path) -> None:
    path = tmp_path / "notify"
    late: list[float] = []
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as systemd:
        systemd.bind(str(path))
        twice = asyncio.Event()

        def beat(seconds: float) -> None:
            late.append(seconds)
            if len(late) == 2:
                twice.set()

        async with LoopWatch(ServiceManager(str(path)), beat, every=0.001):
            await twice.wait()
        texts = [systemd.recv(100).decode() for _ in range(3)]
    assert texts == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]
    assert min(late) >= 0


async def test_leaving_the_block_stops_the_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    watching: list[bool] = []
    cancel = faulthandler.cancel_dump_traceback_later

    def end() -> None:
        watching.append(False)
        cancel()

    monkeypatch.setattr(faulthandler, "cancel_dump_traceback_later", end)
    async with LoopWatch(ServiceManager(), lambda _: watching.append(True), every=0.0):
        await asyncio.sleep(0)
    assert watching[-1] is False


def test_nothing_is_sent_without_systemd() -> None:
    ServiceManager.of({}).notify("READY=1")


def test_a_missing_notify_socket_is_ignored(tmp_path: Path) -> None:
    ServiceManager.of({"NOTIFY_SOCKET": str(tmp_path / "none")}).notify("READY=1")


def test_an_abstract_notify_socket_works() -> None:
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)) as systemd:
        systemd.bind("")
        name = systemd.getsockname()
        ServiceManager.of({"NOTIFY_SOCKET": f"@{name[1:].decode()}"}).notify("READY=1")
        assert systemd.recv(100) == b"READY=1"
