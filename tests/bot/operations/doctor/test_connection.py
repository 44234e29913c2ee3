"""Findings about failed connections to the gateway."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.kernel.probes import FindingStatus
from bot.operations.doctor import connection
from bot.operations.doctor.connection import (
    GatewayListener,
    NoGateway,
    _failed_connection,
    check_connection,
)
from tests.bot.chat.delivery.refusing_discord import refusal


async def _ended_task(error: BaseException | None) -> "asyncio.Task[None]":
    async def run() -> None:
        if error is not None:
            raise error

    task = asyncio.create_task(run())
    await asyncio.wait({task})
    return task


@pytest.mark.parametrize(
    ("code", "said", "todo"),
    [
        (4014, "(its intents)", "switch all three off"),
        (4013, "(its intents)", "switch all three off"),
        (4004, "does not know the token", "Reset Token"),
        (4011, "too many servers", "FERNPARTIE_SHARDS=auto"),
        (4000, "error of its own", "discordstatus"),
    ],
)
async def test_a_closed_connection_is_explained(code: int, said: str, todo: str) -> None:
    finding = _failed_connection(await _ended_task(None), [code, code])
    assert said in finding.text
    assert todo in finding.todo


async def test_an_unknown_close_code_is_named() -> None:
    assert "4008" in _failed_connection(await _ended_task(None), [4008, 4008]).text
    assert _failed_connection(await _ended_task(refusal(50001, 403)), []).todo


def _listener(*codes: int | None) -> tuple[GatewayListener, list[Any]]:
    """Return a listener, and connections that Discord closed with the codes."""
    sockets = [SimpleNamespace(socket=SimpleNamespace(close_code=code)) for code in codes]
    return GatewayListener(3, 8), sockets


async def test_a_second_closed_connection_gives_up() -> None:
    listener, sockets = _listener(4014, 4004)
    listener.dispatch("disconnect")
    assert listener.closings == []
    for socket, given_up in zip(sockets, (False, True), strict=True):
        listener.ws = socket
        listener.dispatch("ready")
        listener.dispatch("disconnect")
        assert listener.given_up.is_set() is given_up
    assert listener.closings == [4014, 4004]
    assert (listener.shard_id, listener.shard_count) == (3, 8)


async def test_a_connection_that_was_ready_may_close_repeatedly() -> None:
    listener, sockets = _listener(4000, 4000)
    await listener.on_connect()
    for socket in sockets:
        listener.ws = socket
        listener.dispatch("disconnect")
    assert not listener.given_up.is_set()


@pytest.mark.parametrize(
    ("kind", "pressed"),
    [
        (discord.InteractionType.component, ["doctor:press:1"]),
        (discord.InteractionType.application_command, []),
        (discord.InteractionType.modal_submit, []),
    ],
)
async def test_only_doctor_button_presses_are_queued(
    kind: discord.InteractionType, pressed: list[str]
) -> None:
    listener, _ = _listener()
    interaction: Any = SimpleNamespace(type=kind, data={"custom_id": "doctor:press:1"})
    await listener.on_interaction(interaction)
    presses = [listener.presses.get_nowait() for _ in range(listener.presses.qsize())]
    assert [press.custom_id for press in presses] == pressed
    assert not [press for press in presses if press.interaction is not interaction]


async def test_an_ended_connection_is_explained() -> None:
    refused = _failed_connection(await _ended_task(discord.PrivilegedIntentsRequired(3)), [])
    assert "(its intents)" in refused.text
    assert _failed_connection(await _ended_task(None), []).text == "the connection ended at once"
    unknown = _failed_connection(await _ended_task(ValueError("odd")), [])
    assert (unknown.text, unknown.todo) == ("ValueError('odd')", "report this line")


async def test_a_connection_timeout_is_explained() -> None:
    life: Any = asyncio.create_task(asyncio.Event().wait())
    assert "in time" in _failed_connection(life, []).text
    life.cancel()


Start = Callable[[GatewayListener], Awaitable[None]]


@pytest.fixture
def gateway(monkeypatch: pytest.MonkeyPatch) -> Callable[[Start], list[tuple[str, bool]]]:
    """A function that connects listeners to a fake gateway; it returns their tokens and `reconnect` flags."""

    def does(start: Start) -> list[tuple[str, bool]]:
        shown: list[tuple[str, bool]] = []

        async def begin(listener: GatewayListener, token: str, *, reconnect: bool) -> None:
            shown.append((token, reconnect))
            closed, close = asyncio.Event(), listener.close

            async def close_and_end() -> None:
                closed.set()
                await close()

            # As in discord.py, a connection lasts until its client is closed.
            monkeypatch.setattr(listener, "close", close_and_end)
            await start(listener)
            await closed.wait()

        monkeypatch.setattr(GatewayListener, "start", begin)
        return shown

    return does


Gateway = Callable[[Start], list[tuple[str, bool]]]


async def test_the_connection_closes_with_its_block(gateway: Gateway) -> None:
    async def lets_in(listener: GatewayListener) -> None:
        await listener.on_connect()

    shown = gateway(lets_in)
    moments = iter((100.0, 102.34))
    async with check_connection("token", 3, 8, lambda: next(moments)) as (listener, finding):
        assert (listener.shard_id, listener.shard_count) == (3, 8)
        assert not listener.is_closed()
    assert finding.status is FindingStatus.OK
    assert finding.text == "connected in 2.3 s as shard 3 of 8; intents granted"
    assert listener.is_closed()
    assert shown == [("token", False)]


async def _closes_with(listener: GatewayListener, *codes: int) -> None:
    for code in codes:
        socket: Any = SimpleNamespace(socket=SimpleNamespace(close_code=code), open=False)
        listener.ws = socket
        listener.dispatch("disconnect")


@pytest.mark.parametrize(
    ("starts", "said"),
    [
        (lambda listener: _closes_with(listener, 4014, 4014), "(close code 4014)"),
        (lambda listener: _closes_with(listener, 4000), "(close code 4000)"),
        (_closes_with, "does not answer in time"),
        (lambda _: _raise(refusal(50001, 403)), "code 50001"),
        (lambda _: _raise(OSError("no route")), "Discord cannot be reached (no route)"),
    ],
    ids=["closed twice", "closed once", "silent", "refused", "away"],
)
async def test_a_failed_connection_is_a_finding(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch, starts: Start, said: str
) -> None:
    monkeypatch.setattr(connection, "CONNECTING", 0.05)
    gateway(starts)
    with pytest.raises(NoGateway) as failed:
        async with check_connection("token", 0, 1):
            pass
    assert failed.value.finding.status is FindingStatus.FAIL
    assert said in failed.value.finding.text


async def _raise(error: Exception) -> None:
    raise error
