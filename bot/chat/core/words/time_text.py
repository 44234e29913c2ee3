"""Time in words: names of clocks, remaining time, absences."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import discord

from bot.chat.core.words import phrases
from bot.locale import Language
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match, MatchPosition
from bot.model.time.clocks import DAYS_PER_MOVE, NO_CLOCK, ClockChoice, per_move

BANKS = ((7, 1, 10), (10, 1, 14), (14, 1, 21), (21, 2, 30))
"""The offered banks: days at the start, days added per move, the cap."""
FEW_DAYS = (1, 2, 3, 7, 14)
"""The days per move offered in a menu, which stays short; others can be typed."""
GIFTS = (1, 3, 7)
"""The offered days of extra time."""
_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)
_MINUTE = timedelta(minutes=1)


def clock_name(clock: ClockChoice, t: Language) -> str:
    if not clock.runs:
        return t("clock.none")
    each = clock.days_per_move
    name = (
        t("clock.bank", bank=clock.bank, increment=clock.increment, cap=clock.cap)
        if each is None
        else t("clock.per-move", n=each)
    )
    return t("clock.soft" if clock.soft else "clock.hard", clock=name)


def clock_choices(first: ClockChoice) -> tuple[ClockChoice, ...]:
    """Return all suggested clocks, `first` at the top."""
    kinds = [(days, days, days) for days in DAYS_PER_MOVE] + list(BANKS)
    running = (ClockChoice(*kind, soft) for kind in kinds for soft in (False, True))
    return tuple(dict.fromkeys((first, NO_CLOCK, *running)))


def common_clocks(first: ClockChoice) -> tuple[ClockChoice, ...]:
    """Return a menu's clocks, `first` at the top."""
    banks = (ClockChoice(*kind) for kind in BANKS[1:2])
    return tuple(dict.fromkeys((first, *map(per_move, FEW_DAYS), *banks, NO_CLOCK)))


def suggest(
    first: ClockChoice, typed: str, t: Language, parsed: ClockChoice | None = None
) -> list[tuple[str, str]]:
    """Return the names and texts of clocks that fit the typed text, `parsed` at the top."""
    query = typed.strip().lower()
    choices = [(clock_name(clock, t), str(clock)) for clock in clock_choices(first)]
    fitting = [(name, text) for name, text in choices if query in name.lower() or query in text]
    if parsed is None:
        return fitting
    return list(dict.fromkeys([(clock_name(parsed, t), str(parsed)), *fitting]))


def duration(time: timedelta, t: Language) -> str:
    """Return a duration in its two largest units, at least minutes.

    Days and hours are rounded to the nearest hour, shorter times down.
    """
    if time < _MINUTE:
        return t("time.none")
    if time >= _DAY:
        time += _HOUR / 2
    hours, rest = divmod(time, _HOUR)
    if hours >= 24:
        parts = (t("time.days", n=hours // 24), t("time.hours", n=hours % 24) if hours % 24 else "")
    else:
        minutes = rest // _MINUTE
        parts = (
            t("time.hours", n=hours) if hours else "",
            t("time.minutes", n=minutes) if minutes else "",
        )
    return " ".join(part for part in parts if part)


def length(match: Match, t: Language) -> str:
    """Return the number of moves of a finished match, rolls included, and its duration."""
    took = match.updated - match.created
    text_id = "game.length" if match.commitment is None else "game.length-dice"
    return t(text_id, n=match.plies, time=duration(took, t) if took >= _MINUTE else t("time.moment"))


def clock_line(terms: Terms, t: Language) -> str:
    """Return the line that names the clock; empty without a clock."""
    return t("clock.line", clock=clock_name(terms.clock, t)) if terms.clock.runs else ""


def absent(away: Mapping[int, datetime], t: Language, paused: int | None = None) -> str:
    """Return a line for each person on vacation, with the end; empty if there is none.

    `paused` is the person whose clock is stopped because of it.
    """
    return "\n".join(
        t(
            "vacation.away-paused" if person == paused else "vacation.away",
            player=phrases.mention(person),
            until=discord.utils.format_dt(until, "f"),
        )
        for person, until in away.items()
    )


def standing(position: MatchPosition, t: Language) -> str:
    """Return the times of a running match: deadline, banks, absences; may be empty."""
    match = position.match
    if match.turn is None:
        return ""
    paused = None if match.deadline is None or match.claimable else match.mover
    parts = (deadline(match, t), banks(match, t), absent(position.away, t, paused))
    return "\n".join(part for part in parts if part)


def deadline(match: Match, t: Language) -> str:
    """Return the mover's deadline, or that it has passed or the clock is stopped; empty without one."""
    if match.is_paused:
        return t("time.paused")
    if match.turn is None or match.deadline is None:
        return ""
    who = phrases.seat_name(match, match.turn, t)
    if match.claimable:
        return t("time.up" if len(match.players) == 2 else "time.up-several", player=who)
    return t(
        "time.until",
        moment=discord.utils.format_dt(match.deadline, "f"),
        left=discord.utils.format_dt(match.deadline, "R"),
    )


def claim_name(match: Match, t: Language) -> str:
    """Return the label of the button that claims an opponent's timeout."""
    return t("button.claim" if len(match.players) == 2 else "button.claim-several")


def banks(match: Match, t: Language) -> str:
    """Return the players' banks; empty for clocks without banks."""
    if not match.clock.runs or match.clock.days_per_move is not None:
        return ""
    return t("time.banks", times=t("list.and").join(_seats(match, match.time_left, t)))


def _seats(match: Match, times: Sequence[timedelta | None], t: Language) -> Iterable[str]:
    for seat, time in enumerate(times):
        if time is not None and seat not in match.retired:
            yield t("time.of", player=phrases.seat_name(match, seat, t), time=duration(time, t))
