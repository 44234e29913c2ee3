"""Clocks of correspondence games: settings, remaining time, timeouts.

**Usage.** Start a `GameClock` with the game, store it with the game, and change it in the log's transaction:
`after_ply`, `after_take_back`, `after_leaving`. Before any action of a person in a running game, and when a
deadline row falls due, call `judge` under the game's lock and act on its verdict first. A verdict depends
only on the time, not on the order of requests: a ply counts strictly before the deadline; from the deadline
on the time is up. `judge` may have used vacation days: store the vacation it returns, and its deadline as the
next row.

**No game is endless.** A clock stops only while its game is paused because the bot is not in its server, and
on vacation days, each at most `MAX_DAY` long, within a yearly budget. Gifts of time are limited to
`MAX_GIVEN_DAYS` days per seat and game. So every turn ends, whatever people do; and the rules end every game.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Final

from bot.model.refusal import Refusal
from bot.model.time.vacation import Allowance, Period, Vacation

DAYS_PER_MOVE: Final = (1, 2, 3, 5, 7, 14)
"""The available days per move."""
MAX_BANK_DAYS: Final = 60
"""The maximum of a bank, and of its cap, in days."""
MAX_GIVEN_DAYS: Final = 30
"""The most days that opponents can give a seat in a game."""
REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "unknown-clock": ("clock", "allowed"),
    "clock-bank": ("limit",),
    "no-clock": (),
    "time-is-up": (),
    "more-time-own-turn": (),
    "more-time-days": ("limit",),
    "more-time-limit": ("limit", "left"),
}
"""This module's refusal reasons, with the names of their details."""

_NONE: Final = "none"
_SOFT: Final = " soft"
_BANK: Final = re.compile(r"([1-9]\d?)d\+(0|[1-9]\d?)d/([1-9]\d?)d", re.ASCII)
_DAY: Final = timedelta(days=1)
_ZERO: Final = timedelta()


@dataclass(frozen=True, slots=True)
class ClockChoice:
    """A clock setting: a bank of days at the start, the days each ply adds, and the bank's cap.

    Without a bank there is no clock. Days per move are a bank that each ply refills. When `soft` time is up,
    the seat does not lose automatically; an opponent may claim it. `str` gives the text that `read_clock`
    parses. Raises Refusal "clock-bank" for an invalid bank.
    """

    bank: int = 0
    increment: int = 0
    cap: int = 0
    soft: bool = False

    def __post_init__(self) -> None:
        empty = self.bank == self.increment == self.cap == 0 and not self.soft
        if not empty and not (
            1 <= self.bank <= self.cap <= MAX_BANK_DAYS and 0 <= self.increment <= self.cap
        ):
            raise Refusal("clock-bank", limit=str(MAX_BANK_DAYS))

    @property
    def runs(self) -> bool:
        """Whether there is a clock."""
        return self.bank > 0

    @property
    def days_per_move(self) -> int | None:
        """The days per move, None for a bank or without a clock."""
        same = self.bank == self.increment == self.cap
        return self.bank if same and self.bank in DAYS_PER_MOVE else None

    def __str__(self) -> str:
        if not self.runs:
            return _NONE
        bank = f"{self.bank}d+{self.increment}d/{self.cap}d"
        text = bank if self.days_per_move is None else f"{self.days_per_move}d"
        return text + _SOFT * self.soft


NO_CLOCK: Final = ClockChoice()
"""The choice of no clock."""


def per_move(days: int, *, soft: bool = False) -> ClockChoice:
    """Return the clock with `days` days for every ply. Raises Refusal: "unknown-clock"."""
    return read_clock(f"{days}d{_SOFT * soft}")


@lru_cache(maxsize=256)
def read_clock(text: str) -> ClockChoice:
    """Parse `none`, `3d` or `10d+1d/14d` (bank, added per ply, cap), the latter two also with ` soft`.

    Raises Refusal: "unknown-clock" if the text is not a clock, "clock-bank" for an invalid bank.
    """
    if text == _NONE:
        return NO_CLOCK
    body = text.removesuffix(_SOFT)
    soft = body != text
    days = {f"{days}d": days for days in DAYS_PER_MOVE}.get(body)
    if days is not None:
        return ClockChoice(days, days, days, soft)
    match = _BANK.fullmatch(body)
    if match is None:
        listed = ", ".join(map(str, DAYS_PER_MOVE))
        raise Refusal("unknown-clock", clock=text[:40], allowed=listed)
    bank, increment, cap = map(int, match.groups())
    return ClockChoice(bank, increment, cap, soft)


class ClockVerdict(StrEnum):
    """A clock's verdict on a running game.

    `in-time`: continue. `loses`: the seat to act has lost. `leaves`: it leaves a game with more than two
    players, which continues. `claimable`: soft time is up; an opponent may claim it (with the effect of
    `GameClock.penalty`), give more time, or wait. `aborted`: no player moved within the first period, nor in
    an earlier game of the series; the game ends without a result.
    """

    IN_TIME = "in-time"
    LOSES = "loses"
    LEAVES = "leaves"
    CLAIMABLE = "claimable"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class SeatTime:
    """A seat's time: `left` at the start of its turn.

    `before` is the time left after its latest ply without the increment, for take-backs; `given` are the days
    from opponents.
    """

    left: timedelta
    before: timedelta
    given: int = 0


@dataclass(frozen=True, slots=True)
class GameClock:
    """A game's clock after `plies` players' plies: the time of the seat `turn` runs since `since`.

    `turn` is None when the game is over, and before its dice can be rolled. `pauses` are the vacation of the
    person whose time runs
    (`Vacation.periods`). Every player's ply counts, even several in a row by the same seat; chance plies take
    no time and do not count.
    """

    choice: ClockChoice
    seats: tuple[SeatTime, ...]
    turn: int | None
    since: datetime
    plies: int = 0

    @property
    def penalty(self) -> ClockVerdict:
        """The verdict on a seat without time: it loses a game of two and leaves a larger game."""
        return ClockVerdict.LEAVES if len(self.seats) > 2 else ClockVerdict.LOSES

    def deadline(self, pauses: Sequence[Period]) -> datetime | None:
        """Return the deadline of the running time; None if no time runs.

        A pause that begins exactly at the deadline extends it.
        """
        if self.turn is None or not self.choice.runs:
            return None
        moment, remaining = self.since, self.seats[self.turn].left
        for pause in pauses:
            if pause.start - moment > remaining:
                break
            if pause.end > moment:
                remaining -= max(_ZERO, pause.start - moment)
                moment = pause.end
        return moment + remaining

    def after_ply(self, now: datetime, turn: int | None, pauses: Sequence[Period]) -> "GameClock":
        """Return the clock after a ply of the seat to act; `turn` acts next, None after the end.

        Time above the cap is lost, gifts included. After expired soft time the seat starts again with only
        the increment.
        """
        seats = self.seats
        if self.turn is not None and self.choice.runs:
            rest = max(_ZERO, seats[self.turn].left - self._ran(now, pauses))
            remaining = min(self.choice.cap * _DAY, rest + self.choice.increment * _DAY)
            seats = _put(seats, self.turn, replace(seats[self.turn], left=remaining, before=rest))
        return replace(self, seats=seats, turn=turn, since=_utc(now), plies=self.plies + 1)

    def after_take_back(self, now: datetime, turn: int, undone: Sequence[int]) -> "GameClock":
        """Return the clock after a take-back; `turn` acts again, `undone` are the undone plies' seats.

        A seat gets back the time it had when it played the undone ply: increments go with their plies, and
        the time used for them stays used. The time after that ply is not charged to anyone.
        """
        seats = self.seats
        for seat in set(undone):
            seats = _put(seats, seat, replace(seats[seat], left=seats[seat].before))
        return replace(self, seats=seats, turn=turn, since=_utc(now), plies=self.plies - len(undone))

    def after_leaving(self, now: datetime, turn: int | None) -> "GameClock":
        """Return the clock after a departure; if the turn passes to another seat, it begins now."""
        return self if turn == self.turn else replace(self, turn=turn, since=_utc(now))

    def more_time(self, days: int, by: int, now: datetime, pauses: Sequence[Period]) -> "GameClock":
        """Give whole days to the seat to act, from the waiting seat `by`.

        If soft time is up, the days count from now. Raises Refusal: "no-clock", "more-time-own-turn",
        "more-time-days", "more-time-limit", "time-is-up".
        """
        deadline = self.deadline(pauses)
        if self.turn is None or deadline is None:
            raise Refusal("no-clock")
        if by == self.turn:
            raise Refusal("more-time-own-turn")
        time = self.seats[self.turn]
        if not 1 <= days <= MAX_GIVEN_DAYS:
            raise Refusal("more-time-days", limit=str(MAX_GIVEN_DAYS))
        if time.given + days > MAX_GIVEN_DAYS:
            raise Refusal("more-time-limit", limit=str(MAX_GIVEN_DAYS), left=str(MAX_GIVEN_DAYS - time.given))
        if deadline <= now and not self.choice.soft:
            raise Refusal("time-is-up")
        remaining = max(time.left, self._ran(now, pauses)) + days * _DAY
        return replace(
            self, seats=_put(self.seats, self.turn, replace(time, left=remaining, given=time.given + days))
        )

    def stop(self, now: datetime, pauses: Sequence[Period]) -> "GameClock":
        """Return a stopped clock that keeps the remaining time."""
        if self.turn is None or not self.choice.runs:
            return self
        time = self.seats[self.turn]
        remaining = max(_ZERO, time.left - self._ran(now, pauses))
        return replace(self, seats=_put(self.seats, self.turn, replace(time, left=remaining)))

    def resume(self, stopped: datetime, now: datetime, pauses: Sequence[Period]) -> "GameClock":
        """Return a clock stopped at `stopped`, running again with the remaining time."""
        since = self.since + (now - stopped)
        seats = self.seats
        if self.turn is not None and self.choice.runs:
            remaining = seats[self.turn].left + _running_time(since, now, pauses)
            seats = _put(seats, self.turn, replace(seats[self.turn], left=remaining))
        return replace(self, seats=seats, since=_utc(since))

    def _ran(self, now: datetime, pauses: Sequence[Period]) -> timedelta:
        return _running_time(self.since, now, pauses)


def _running_time(since: datetime, now: datetime, pauses: Sequence[Period]) -> timedelta:
    """Return how long a clock has run since a moment, without pauses."""
    stood = (min(pause.end, now) - max(pause.start, since) for pause in pauses)
    return max(_ZERO, now - since - sum((max(_ZERO, part) for part in stood), _ZERO))


def begin(choice: ClockChoice, players: int, turn: int | None, now: datetime) -> GameClock:
    """Return the clock of a new game. If the choice has no bank, it never has a deadline."""
    bank = choice.bank * _DAY
    return GameClock(choice, (SeatTime(bank, bank),) * players, turn, _utc(now))


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, the deadline in force, and the person's vacation afterwards."""

    verdict: ClockVerdict
    deadline: datetime | None
    vacation: Vacation


def judge(
    clock: GameClock, vacation: Vacation, allowance: Allowance, now: datetime, *, follows: bool = False
) -> Judgement:
    """Judge the time at `now`; `vacation` and `allowance` are the mover's.

    Vacation days are used automatically, a day at a time from each deadline on, if the person wants that, the
    budget allows it and the game has begun. The result depends on when the time was up, however late the
    call.

    A game that `follows` others in its series counts as begun: otherwise a player could undo an earlier loss
    by never starting the next game.
    """
    has_begun = follows or clock.plies > 0
    deadline = clock.deadline(vacation.periods)
    while deadline is not None and deadline <= now and allowance.automatic and has_begun:
        longer = vacation.cover(deadline, allowance)
        if longer is None:
            break
        vacation = longer
        deadline = clock.deadline(vacation.periods)
    if deadline is None or now < deadline:
        return Judgement(ClockVerdict.IN_TIME, deadline, vacation)
    if not has_begun:
        return Judgement(ClockVerdict.ABORTED, deadline, vacation)
    return Judgement(ClockVerdict.CLAIMABLE if clock.choice.soft else clock.penalty, deadline, vacation)


def _put(seats: tuple[SeatTime, ...], seat: int, time: SeatTime) -> tuple[SeatTime, ...]:
    return (*seats[:seat], time, *seats[seat + 1 :])


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)
