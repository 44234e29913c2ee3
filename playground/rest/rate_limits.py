"""Discord's limits on requests: in total, by route, and on invalid ones.

Sources: topics/rate-limits of Discord's documentation. It names 50 requests per second and 10,000 invalid
requests in ten minutes, but no limit of any route. The limits on messages are observed
(discord-relay-chat/drc issue 17: five in five seconds). The windows for new threads are longer, 219 to 280
seconds, and shared (discord-api-docs issue 7816, hermes-agent pull requests 96101 and 103296); their capacity
is a guess. All webhooks and interaction tokens share a hidden limit per channel, 30 messages in 60 s (issues
367, 1454, 4043); no header shows the remaining number.
"""

import hashlib
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from playground.rest.call import Reply
from playground.values.clock import Clock
from playground.values.errors import SHARED_LIMIT, ClientError, RateLimited, rate_limit_headers
from playground.values.people import Json

INVALID: Final = frozenset({401, 403, 429})
FOLLOW_UP_SECONDS: Final = 60.0
BANNED: Final = (
    "<!DOCTYPE html><html><head><title>Access denied | discord.com used Cloudflare to restrict access</title>"
    "</head><body>Error 1015: You are being rate limited</body></html>"
)
_UNLIMITED: Final = ("interactions", "webhooks")
_MAJOR: Final = ("channel", "guild", "webhook", "application", "token")
_MAX_BUCKETS: Final = 10_000


@dataclass(frozen=True, slots=True)
class RouteLimit:
    """A number of requests in a number of seconds for matching routes; `shared` by all their users."""

    limit: int = 50
    seconds: float = 1.0
    method: str | None = None
    path: str = ""
    shared: bool = False

    def fits(self, method: str, path: str) -> bool:
        """Return whether this limit applies to a request."""
        return self.method in {None, method} and re.search(self.path, path) is not None


SEEN: Final = (
    RouteLimit(5, 5.0, "POST", r"^/channels/\d+/messages$"),
    RouteLimit(5, 5.0, "PATCH", r"^/channels/\d+/messages/\d+$"),
    RouteLimit(5, 240.0, "POST", r"^/channels/\d+/(messages/\d+/)?threads$", shared=True),
)
"""Observed limits of Discord's routes; all other routes have the defaults of `RouteLimit`."""


@dataclass(frozen=True, slots=True)
class LimitSettings:
    """The playground's limits. `invalid` invalid requests within `window` seconds ban the bot.

    `follow_ups` is the number of messages that a channel accepts by interaction tokens within a minute. More
    than `first_messages` to new people within 90 seconds quarantine the bot (see NewPeopleLimit).
    """

    per_second: int = 50
    invalid: int = 10_000
    window: float = 600.0
    follow_ups: int = 30
    first_messages: int = 20
    routes: tuple[RouteLimit, ...] = SEEN

    def apply(self, changes: Json) -> "LimitSettings":
        """Return a copy with some limits replaced; raise ClientError for an invalid value."""
        try:
            routes = tuple(RouteLimit(**route) for route in changes.get("routes", [])) or self.routes
            for route in routes:
                re.compile(route.path)
            return replace(self, **(changes | {"routes": routes}))
        except (TypeError, re.error) as error:
            raise ClientError(str(error)) from None


_ENOUGH: Final = 1_000_000_000
ROOMY: Final = LimitSettings(first_messages=_ENOUGH, routes=())
"""For tests of other subjects: 50 requests per second for each route and channel."""
UNLIMITED: Final = LimitSettings(
    _ENOUGH, _ENOUGH, follow_ups=_ENOUGH, first_messages=_ENOUGH, routes=(RouteLimit(_ENOUGH),)
)
"""For measurements: no request waits."""


@dataclass(slots=True)
class _RateWindow:
    """Requests of a route since its window began."""

    rule: RouteLimit
    began: float
    taken: int = 0

    def headers(self, name: str, now: float) -> dict[str, str]:
        ends = self.began + self.rule.seconds
        return {
            "X-RateLimit-Limit": str(self.rule.limit),
            "X-RateLimit-Remaining": str(max(0, self.rule.limit - self.taken)),
            "X-RateLimit-Reset": f"{ends:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, ends - now):.3f}",
            "X-RateLimit-Bucket": name,
        }


@dataclass(frozen=True, slots=True)
class LimitResult:
    """The result of checking a request: its route's headers, and the refusal, if any."""

    headers: Mapping[str, str] = field(default_factory=dict)
    refusal: Reply | None = None


class RateLimits:
    """Counts requests. All connections with the bot's token count together, as if from one address."""

    def __init__(self, clock: Clock, limits: LimitSettings) -> None:
        self.limits = limits
        self._clock = clock
        self._latest: deque[float] = deque()
        self._invalid: deque[float] = deque()
        self._banned_until = 0.0
        self._buckets: dict[str, _RateWindow] = {}
        self._follow_ups: dict[str, deque[float]] = {}

    @property
    def is_banned(self) -> bool:
        """Whether only Cloudflare answers requests."""
        return self._clock.now() < self._banned_until

    @property
    def invalid(self) -> int:
        """The number of invalid requests within the window."""
        now = self._clock.now()
        while self._invalid and now - self._invalid[0] >= self.limits.window:
            self._invalid.popleft()
        return len(self._invalid)

    def take(self, method: str, template: str, params: Mapping[str, str], path: str) -> LimitResult:
        if self.is_banned:
            return LimitResult(refusal=Reply(429, html=BANNED))
        return self._of_all(path) or self._of_route(method, template, params, path)

    def take_follow_up(self, channel_id: str) -> None:
        """Count a message by an interaction token. Raises RateLimited beyond the limit."""
        now = self._clock.now()
        latest = self._follow_ups.setdefault(channel_id, deque())
        while latest and now - latest[0] >= FOLLOW_UP_SECONDS:
            latest.popleft()
        if len(latest) >= self.limits.follow_ups:
            raise RateLimited(SHARED_LIMIT, latest[0] + FOLLOW_UP_SECONDS - now, shared=True)
        latest.append(now)

    def record(self, reply: Reply, path: str = "", *, counts_shared: bool = True) -> None:
        """Count a client error; ban the bot after too many.

        Errors of scope `shared` do not count, except for requests by an interaction token with
        `counts_shared`.
        """
        if reply.status not in INVALID or self.is_banned:
            return
        by_token = path.strip("/").split("/")[0] in _UNLIMITED
        if reply.headers.get("X-RateLimit-Scope") == "shared" and not (by_token and counts_shared):
            return
        self._invalid.append(self._clock.now())
        if self.invalid >= self.limits.invalid:
            self._banned_until = self._clock.now() + self.limits.window

    def change(self, changes: Json) -> None:
        """Replace limits; raise ClientError for an invalid value."""
        self.limits = self.limits.apply(changes)
        self._buckets.clear()

    def json_view(self) -> Json:
        return {
            "per_second": self.limits.per_second,
            "invalid": self.limits.invalid,
            "follow_ups": self.limits.follow_ups,
            "invalid_requests": self.invalid,
            "banned": self.is_banned,
        }

    def _of_all(self, path: str) -> LimitResult | None:
        if path.strip("/").split("/")[0] in _UNLIMITED:
            return None
        now = self._clock.now()
        while self._latest and now - self._latest[0] >= 1.0:
            self._latest.popleft()
        if len(self._latest) >= self.limits.per_second:
            wait = self._latest[0] + 1.0 - now
            return LimitResult(
                refusal=_refusal(wait, rate_limit_headers(wait, everywhere=True), everywhere=True)
            )
        self._latest.append(now)
        return None

    def _of_route(self, method: str, template: str, params: Mapping[str, str], path: str) -> LimitResult:
        rule = next((route for route in self.limits.routes if route.fits(method, path)), RouteLimit())
        name = hashlib.sha256(f"{method} {template}".encode()).hexdigest()[:32]
        major = ":".join(params[major_name] for major_name in _MAJOR if major_name in params)
        now, key = self._clock.now(), f"{name}:{major}"
        bucket = self._buckets.get(key)
        if bucket is None or now - bucket.began >= rule.seconds:
            if len(self._buckets) >= _MAX_BUCKETS:
                self._buckets.clear()
            bucket = self._buckets[key] = _RateWindow(rule, now)
        if bucket.taken >= rule.limit:
            wait = bucket.began + rule.seconds - now
            headers = rate_limit_headers(wait, everywhere=False)
            if rule.shared:
                headers["X-RateLimit-Scope"] = "shared"
            return LimitResult(bucket.headers(name, now), _refusal(wait, headers, everywhere=False))
        bucket.taken += 1
        return LimitResult(bucket.headers(name, now))


def _refusal(wait: float, headers: dict[str, str], *, everywhere: bool) -> Reply:
    body: Json = {
        "message": "You are being rate limited.",
        "retry_after": round(wait, 3),
        "global": everywhere,
    }
    return Reply(429, body, headers=headers)
