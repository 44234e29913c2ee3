"""The fence before Discord: it stands before deliveries alone, and only while this process may be dead."""

from types import SimpleNamespace

import aiohttp
import pytest

from bot.chat.delivery.fence import Fence
from bot.play.ports import NotSurelyAlive


async def _request(fence: Fence) -> None:
    requests = aiohttp.TraceConfig()
    fence.watch(requests)
    (before,) = requests.on_request_start
    await before(None, SimpleNamespace(), None)  # type: ignore[arg-type]  # looks at neither


async def test_requests_that_are_no_deliveries_pass() -> None:
    await _request(Fence(lambda: False))


async def test_a_delivery_does_not_even_begin() -> None:
    with pytest.raises(NotSurelyAlive), Fence(lambda: False).delivering():
        pytest.fail("nothing is delivered")


async def test_a_delivery_under_way_makes_no_more_requests() -> None:
    lives = True
    fence = Fence(lambda: lives)
    with fence.delivering():
        await _request(fence)
        lives = False
        with pytest.raises(NotSurelyAlive):
            await _request(fence)
    await _request(fence)
