"""The route of messages to followers; the projection `followers` writes them."""

from typing import Any, Final

from bot.kernel.messages import Route
from bot.play.domain.outbox.instructions import TellFollower

FOLLOWER_ROUTES: Final[tuple[Route[Any], ...]] = (Route(TellFollower),)
