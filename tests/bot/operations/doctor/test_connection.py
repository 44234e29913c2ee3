"""A gateway that lets nobody in, as findings for the owner."""

import asyncio

import pytest

from bot.operations.doctor.connection import _failed_connection
from tests.bot.chat.delivery.refusing_discord import refusal


async def _ended(error: BaseException | None) -> "asyncio.Task[None]":
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
    finding = _failed_connection(await _ended(None), [code, code])
    assert said in finding.said
    assert todo in finding.todo


async def test_an_unknown_code_is_named() -> None:
    assert "4008" in _failed_connection(await _ended(None), [4008, 4008]).said
    assert _failed_connection(await _ended(refusal(50001, 403)), []).todo
