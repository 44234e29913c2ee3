"""The gate to Discord: it admits or refuses requests, and learns from every answer."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cachetools

from bot.chat.rate_limits.circuit_breaker import CircuitBreakers
from bot.chat.rate_limits.invalid_requests import GO_ON_BELOW, STOP_AT, InvalidRequests
from bot.chat.rate_limits.refusals import INVALID, TOO_MANY, UNAUTHORIZED, LeftAlone, RefusedRequest
from bot.chat.rate_limits.routes import OPENING, Purpose, Route
from bot.chat.rate_limits.token_bucket import TokenBucket, share

log = logging.getLogger(__name__)

PER_SECOND: Final = 50.0
"""Discord's limit of requests per second for a bot."""
SHORT_WAIT: Final = 1.0
"""The longest wait of a request in seconds; longer holds refuse it."""
MAX_QUEUE_SECONDS: Final = 5.0
"""The longest wait in seconds for a request's turn within this process."""
_EVERYTHING: Final = "*"
_STOPPED_FOR: Final = 30.0
"""Seconds between checks whether the global stop has ended."""
_MAX_HELD: Final = 10_000


@dataclass(frozen=True, slots=True)
class RateLimitHold:
    """A hold after a 429 on a route, or on everything, in seconds."""

    key: str
    seconds: float


@dataclass(frozen=True, slots=True)
class LimitFigures:
    """The current state of Discord's limits.

    The counts of 429 answers are this process's, by scope; `invalid_requests` are all processes' within ten
    minutes; `routes_left_alone` is the number of this process's routes on hold.
    """

    user_limited: int
    shared_limited: int
    global_limited: int
    invalid_requests: int
    routes_left_alone: int
    stopped: bool


class Gate:
    """Discord's limits in this process: its share, and the other processes' reports.

    `admit` is for requests with the purpose WORK; answers to interactions and login requests need no
    admission. `announce` sends a hold to the other processes; `unauthorized` is called when Discord rejects
    the token. `monotonic` returns seconds of a clock that is never set.
    """

    def __init__(
        self,
        per_second: float = PER_SECOND,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        announce: Callable[[RateLimitHold], None] = lambda _: None,
    ) -> None:
        self._per_second = per_second
        self._monotonic = monotonic
        self.announce = announce
        self.unauthorized: Callable[[], None] = lambda: None
        self._bucket = TokenBucket(share(per_second, 1), monotonic())
        self._invalid = InvalidRequests()
        self._breakers: CircuitBreakers[RefusedRequest] = CircuitBreakers()
        self._held: cachetools.LRUCache[str, float] = cachetools.LRUCache(_MAX_HELD)
        self._held_all = float("-inf")
        self._stopped = self._shut = False
        self._limited = {"user": 0, "shared": 0, "global": 0}

    def now(self) -> float:
        return self._monotonic()

    def admit(self, route: Route) -> float:
        """Admit a request; return the seconds until its turn.

        Raises LeftAlone if the request must not be sent now, or the error with which earlier requests to its
        place were refused.
        """
        wait = self.hold_seconds(route)
        now = self._monotonic()
        for key in (_EVERYTHING, route.key):
            rest = self._breakers.rest(key, now)
            if rest is not None and rest.last.is_of_the_place and key != _EVERYTHING:
                raise rest.last.as_error()
            if rest is not None:
                raise LeftAlone(key, rest.seconds)
        queue = self._bucket.wait(now)
        if queue > MAX_QUEUE_SECONDS:
            raise LeftAlone(_EVERYTHING, queue)
        # Recorded last: a request that is not sent must not use up the single retry after a hold.
        for key in (_EVERYTHING, route.key):
            self._breakers.record_sent(key, now)
        return max(wait, self._bucket.take(now))

    def hold_seconds(self, route: Route) -> float:
        """Return the remaining seconds of a route's hold.

        Raises LeftAlone if the hold is long, or if nothing may be sent at all.
        """
        now = self._monotonic()
        if self._shut or self._is_stopped(now):
            raise LeftAlone(_EVERYTHING, _STOPPED_FOR)
        wait = max(self._held_all, self._held.get(route.key, self._held_all)) - now
        if wait > SHORT_WAIT:
            raise LeftAlone(route.key, wait)
        return max(0.0, wait)

    def on_answer(self, route: Route, status: int) -> None:
        """Record an answer other than 401, 403 and 429."""
        if status >= 500:  # Discord's own errors say nothing about the route
            self.on_no_answer(route)
        elif route.purpose is Purpose.WORK:
            self._breakers.succeed(_EVERYTHING)
            self._breakers.succeed(route.key)

    def on_no_answer(self, route: Route) -> None:
        """Admit another request to a route after its hold: the last request was not sent or answered."""
        if route.purpose is Purpose.WORK:
            now = self._monotonic()
            self._breakers.retry(_EVERYTHING, now)
            self._breakers.retry(route.key, now)

    def on_refusal(self, route: Route, refusal: RefusedRequest, sent: float) -> None:
        """Record an answer 401, 403 or 429 to a request sent at the time `sent`."""
        now = self._monotonic()
        # Enough shared 429s of follow-ups have banned an address (discord-api-docs issue 7243).
        if refusal.status in INVALID and (not refusal.is_shared or route.purpose is Purpose.ANSWER):
            self._invalid.count(now)
        if refusal.status == TOO_MANY:
            scope = "global" if refusal.is_global else "shared" if refusal.is_shared else "user"
            self._limited[scope] += 1
        if route.purpose is not Purpose.WORK:
            return
        if refusal.is_page:
            self._back_off(_EVERYTHING, refusal, now, sent)
            self._back_off(route.key, refusal, now, sent)
        elif refusal.status == TOO_MANY:
            self._hold(route, refusal)
            if refusal.is_shared or refusal.is_global:  # neither says anything about the route
                self.on_no_answer(route)
            else:
                self._back_off(route.key, refusal, now, sent)
        elif refusal.status == UNAUTHORIZED:
            self._back_off(route.key, refusal, now, sent)
            self._close()
        elif not (refusal.is_of_the_message or (refusal.is_of_the_place and route.key == OPENING)):
            # The route does not name the person whose direct messages are closed.
            self._back_off(route.key, refusal, now, None)

    def apply_hold(self, hold: RateLimitHold) -> None:
        """Apply a hold that another process received."""
        until = self._monotonic() + hold.seconds
        if hold.key == _EVERYTHING:
            self._held_all = max(self._held_all, until)
        else:
            self._held[hold.key] = max(self._held.get(hold.key, until), until)

    def share_with(self, processes: int, invalid_requests: int) -> None:
        """Set this process's share to a part in `processes`, and the others' invalid requests."""
        self._bucket.change(share(self._per_second, max(1, processes)), self._monotonic())
        self._invalid.others = invalid_requests

    def open_again(self) -> None:
        """Admit requests again: the token is still valid."""
        self._shut = False

    def forget(self, subjects: Callable[[str], bool]) -> None:
        """Allow refused requests to matching channels or servers: the bot's rights have changed."""
        self._breakers.close(lambda key: any(subjects(part) for part in key.split("/") if part.isdigit()))

    @property
    def own_invalid_requests(self) -> int:
        return self._invalid.own(self._monotonic())

    @property
    def figures(self) -> LimitFigures:
        now = self._monotonic()
        return LimitFigures(
            self._limited["user"],
            self._limited["shared"],
            self._limited["global"],
            self._invalid.total(now),
            self._breakers.count_on_hold(now),
            self._stopped,
        )

    def _is_stopped(self, now: float) -> bool:
        total = self._invalid.total(now)
        if not self._stopped and total >= STOP_AT:
            self._stopped = True
            log.critical(
                "Discord refused %d requests within ten minutes: until there are fewer than %d, the bot sends"
                " only answers to interactions",
                total,
                GO_ON_BELOW,
            )
        elif self._stopped and total < GO_ON_BELOW:
            self._stopped = False
            log.warning("Discord refused only %d requests within ten minutes: sending resumes", total)
        return self._stopped

    def _close(self) -> None:
        if not self._shut:
            self._shut = True
            self.unauthorized()

    def _hold(self, route: Route, refusal: RefusedRequest) -> None:
        """Apply the hold of a 429. A 429 with a code concerns only the message, for example an old one."""
        if refusal.wait is None or (refusal.code and not refusal.is_global):
            return
        hold = RateLimitHold(_EVERYTHING if refusal.is_global else route.key, refusal.wait)
        self.apply_hold(hold)
        self.announce(hold)

    def _back_off(self, key: str, refusal: RefusedRequest, now: float, sent: float | None) -> None:
        rest = self._breakers.refuse(key, now, refusal, sent=sent)
        if rest is not None:
            log.warning(
                "Discord keeps refusing %s (%d, code %d), paused for %.0f s",
                "everything" if key == _EVERYTHING else key,
                refusal.status,
                refusal.code,
                rest,
            )
