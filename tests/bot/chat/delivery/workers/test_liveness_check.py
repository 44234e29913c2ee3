"""The liveness check: stops only deliveries, and only while this process may count as dead."""

from types import SimpleNamespace

import aiohttp
import pytest

from bot.chat.delivery.workers.liveness_check import LivenessCheck
from bot.model.ports import LeaseUncertain


async def _request(liveness: LivenessCheck) -> None:
    requests = aiohttp.TraceConfig()
    liveness.watch(requests)
    (before,) = requests.on_request_start
    await before(None, SimpleNamespace(), None)  # type: ignore[arg-type]  # both unused


async def test_requests_outside_deliveries_pass() -> None:
    await _request(LivenessCheck(lambda: False))


async def test_no_delivery_starts_without_a_lease() -> None:
    with pytest.raises(LeaseUncertain), LivenessCheck(lambda: False).delivering():
        pytest.fail("nothing is delivered")


async def test_a_delivery_makes_no_requests_after_losing_the_lease() -> None:
    lives = True
    liveness = LivenessCheck(lambda: lives)
    with liveness.delivering():
        await _request(liveness)
        lives = False
        with pytest.raises(LeaseUncertain):
            await _request(liveness)
    await _request(liveness)
