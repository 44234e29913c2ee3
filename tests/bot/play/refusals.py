"""How tests say that the club refuses something."""

from collections.abc import Awaitable

import pytest

from bot.play import conditional, offers
from bot.play.model import REFUSALS, Refusal

_DETAILS = {**conditional.REASONS, **offers.REASONS, **REFUSALS}


async def refused(action: Awaitable[object], reason: str, **details: str) -> None:
    """Check that an action is refused for a reason, with the details it declares and these values."""
    with pytest.raises(Refusal) as caught:
        await action
    assert caught.value.reason == reason
    assert set(caught.value.details) == set(_DETAILS[reason])
    assert details.items() <= dict(caught.value.details).items()
