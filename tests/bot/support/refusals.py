"""Expectations of refusals."""

from collections.abc import Awaitable

import pytest

from bot.model.refusal import Refusal
from tests.bot.support.reasons import REFUSALS


async def expect_refusal(action: Awaitable[object], reason: str, **details: str) -> None:
    """Check that an action is refused for a reason, with its declared details and these values."""
    with pytest.raises(Refusal) as error:
        await action
    assert error.value.reason == reason
    assert set(error.value.details) == set(REFUSALS[reason])
    assert details.items() <= dict(error.value.details).items()
