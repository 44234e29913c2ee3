"""Repeated refusals by Discord: the bot sends few requests, and delivers elsewhere or later."""

import asyncio
from functools import partial

import pytest

from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.strict.stage import (
    Refusal,
    Stage,
    begin_match,
    check_posted_once,
    page,
    refusal_with_code,
    type_move,
)
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLIES = ["a1", "f6", "b3", "b6", "c4", "c6", "d3", "d6"]


@pytest.mark.assumes("closed-here", "invalid-requests")
async def test_a_forbidden_channel_is_backed_off_and_retried_later(stage: Stage) -> None:
    match = await begin_match(stage)
    await stage.refuse(refusal_with_code(50013), f"/channels/{match.home}/messages$", times=1000)
    for ply, move in enumerate(PLIES, start=1):
        await type_move(match, move, ply)
        await stage.board(match, ply, match.card.channel)
    request_count = len(stage.requests("POST", f"/channels/{match.home}/messages")) - 1
    assert 3 <= request_count < len(PLIES)
    await stage.table.control.clear_faults()
    stage.bot.advance(3600)
    await type_move(match, "e4", len(PLIES) + 1)
    await stage.board(match, len(PLIES) + 1)


@pytest.mark.assumes("proxy-says-nothing", "invalid-requests")
async def test_requests_nearly_stop_while_a_proxy_refuses_everything(stage: Stage) -> None:
    match = await begin_match(stage)
    before = stage.bot.limits_now.invalid_requests
    await stage.refuse(page(403), "/channels/", "", times=1000)
    for ply, move in enumerate(PLIES[:6], start=1):
        await type_move(match, move, ply)
    for _ in range(20):
        stage.bot.advance(10)
        await asyncio.sleep(0.02)
    assert stage.bot.limits_now.invalid_requests - before < 12
    await stage.table.control.clear_faults()
    await stage.board(match, 6)
    for ply in range(1, 7):
        check_posted_once(match, match.home, ply)


@pytest.mark.assumes("token-reset")
async def test_a_mistaken_401_is_retried(stage: Stage) -> None:
    match = await begin_match(stage)
    mistaken = Refusal("401", {"fault": "status", "status": 401, "code": 0})
    await stage.refuse(mistaken, f"/channels/{match.home}/messages$")
    await type_move(match, PLIES[0], 1)
    await stage.board(match, 1)
    check_posted_once(match, match.home, 1)


@pytest.mark.assumes("closed-here")
async def test_a_permission_change_ends_the_backoff_at_once(stage: Stage) -> None:
    match, channel = await begin_match(stage), stage.table.channel
    stage.ordered.add(50013)
    await stage.table.control.deny(channel, "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS")
    for ply, move in enumerate(PLIES[:5], start=1):
        await type_move(match, move, ply)
        person, mark = match.players[ply % 2], f"fp:board:{match.number}:{ply}"
        await person.wait_for_message(
            await person.open_dm(), partial(ShownMessage.has_custom_id, custom_id=mark), mark
        )
    assert stage.bot.limits_now.routes_left_alone > 0
    await stage.table.control.deny(channel)

    async def no_route_is_blocked() -> bool:
        return stage.bot.limits_now.routes_left_alone == 0

    await until(no_route_is_blocked, "the bot to notice its new permissions")
    await type_move(match, PLIES[5], 6)
    await stage.board(match, 6)
