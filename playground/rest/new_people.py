"""The quarantine of a bot that writes to many people whom it has not written to before.

Reported of 20 to 40 in a row (tmerc-cogs issue 111, discord-api-docs issue 5987). How fast that is, is a
guess: here so many within a minute and a half.
"""

from collections import deque
from typing import Final

from playground.rest.rate_limits import RateLimits
from playground.values.errors import QUARANTINED, ApiError
from playground.values.places import Channel
from playground.world.world import World

WINDOW: Final = 90.0


class NewPeopleLimit:
    """Count the first messages of the bot; once there were too many, it writes to nobody new any more."""

    def __init__(self, world: World, limits: RateLimits) -> None:
        self._world = world
        self._limits = limits
        self._sent: deque[float] = deque()
        self._quarantined = False

    def check(self, channel: Channel) -> None:
        """Check before a message is posted: raise 403/20026 for a first one in quarantine."""
        if not channel.is_dm or any(self._world.messages(channel.id)):
            return
        now = self._world.clock.now()
        while self._sent and now - self._sent[0] >= WINDOW:
            self._sent.popleft()
        if self._quarantined or len(self._sent) >= self._limits.limits.first_messages:
            self._quarantined = True
            raise ApiError(QUARANTINED)
        self._sent.append(now)
