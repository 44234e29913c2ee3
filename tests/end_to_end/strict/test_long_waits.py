"""A long rate limit in one channel: everything else continues."""

import pytest

from bot.chat.delivery.workers.worker import AT_ONCE
from tests.end_to_end.strict.stage import LONG, Stage, begin_match, check_posted_once, type_move

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.assumes("rate-limit-says-how-long")
async def test_a_blocked_channel_does_not_delay_others(stage: Stage) -> None:
    table = stage.table
    match = await begin_match(stage)
    busy = await table.control.add_channel(table.server, "busy")
    waiting = AT_ONCE + 2
    await stage.refuse(LONG, f"/channels/{busy}/messages$", times=waiting)
    for number in range(waiting):
        await (await table.newcomer(f"P{number}")).slash(busy, "challenge conhex")

    async def is_limited() -> bool:
        return len(stage.requests("POST", f"/channels/{busy}/messages")) >= 1

    await stage.fast_forward_until(is_limited, "the limit")
    await type_move(match, "a1", 1)
    await match.board(1)
    check_posted_once(match, match.home, 1)
    assert await table.sam.messages(busy) == []
    await table.control.clear_faults()

    async def all_cards() -> bool:
        return len([m for m in await table.sam.messages(busy) if "Accept" in m.buttons]) == waiting

    await stage.fast_forward_until(all_cards, "every card")
