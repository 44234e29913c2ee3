"""The quarantine of a bot that writes to many people for the first time.

Reports mention 20 to 40 in a row (tmerc-cogs issue 111, discord-api-docs issue 5987). The time window is
unknown; here it is a minute and a half.
"""

from collections import deque
from typing import Final

from playground.rest.rate_limits import RateLimits
from playground.values.errors import QUARANTINED, ApiError
from playground.values.places import Channel
from playground.world.world import World

WINDOW: Final = 90.0


class NewPeopleLimit:
    """Counts the bot's first messages; after too many, it may write to no more new people."""

    def __init__(self, world: World, limits: RateLimits) -> None:
        self._world = world
        self._limits = limits
        self._sent: deque[float] = deque()
        self._quarantined = False

    def check(self, channel: Channel) -> None:
        """Check a message before it is posted: raise 403/20026 for a first message in quarantine."""
        if not channel.is_dm or any(self._world.messages(channel.id)):
            return
        now = self._world.clock.now()
        while self._sent and now - self._sent[0] >= WINDOW:
            self._sent.popleft()
        if self._quarantined or len(self._sent) >= self._limits.limits.first_messages:
            self._quarantined = True
            raise ApiError(QUARANTINED)
        self._sent.append(now)
