"""Sharding of the gateway: the recommended number of shards, and the limit on session starts."""

from dataclasses import dataclass, field

from playground.values.people import Json

DAY = 86_400.0
MAX_GUILDS = 2500
"""The maximum number of guilds per shard (events/gateway "Sharding")."""


@dataclass(slots=True)
class Sharding:
    """The answer of GET /gateway/bot, and its consequences for IDENTIFY.

    Each bucket allows one IDENTIFY per `seconds`; Discord's value is 5, and 0 lets a test restart the bot
    immediately. `starts` is the daily limit of sessions; exceeding it resets the token.
    """

    shards: int = 1
    max_concurrency: int = 1
    starts: int = 1000
    seconds: float = 0.0
    _starts: list[float] = field(default_factory=list)
    _latest: dict[int, float] = field(default_factory=dict)

    def begin(self, shard: int, now: float) -> bool:
        """Count an IDENTIFY; return whether it is late enough after the previous one in its bucket."""
        self._starts.append(now)
        bucket = shard % self.max_concurrency
        latest = self._latest.get(bucket)
        if latest is not None and now - latest < self.seconds:
            return False
        self._latest[bucket] = now
        return True

    def is_exhausted(self, now: float) -> bool:
        """Return whether the daily limit of session starts is exceeded."""
        return self._today(now) > self.starts

    def json_view(self, now: float) -> Json:
        """Return the answer of GET /gateway/bot without the address."""
        reset = DAY - (now - self._starts[0]) if self._today(now) else DAY
        return {
            "shards": self.shards,
            "session_start_limit": {
                "total": self.starts,
                "remaining": max(0, self.starts - self._today(now)),
                "reset_after": round(reset * 1000),
                "max_concurrency": self.max_concurrency,
            },
        }

    def _today(self, now: float) -> int:
        self._starts = [moment for moment in self._starts if now - moment < DAY]
        return len(self._starts)
