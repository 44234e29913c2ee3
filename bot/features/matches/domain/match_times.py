"""The times of a match: its clock and the messages about its turn, stored in a row next to the log.

Every change of a match's times ends in `Times.timing`, which also returns the next due time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.model.match.match import Match
from bot.model.match.timing import TICK, Timing
from bot.model.people.person_settings import PersonSettings
from bot.model.people.preferences import QUIET_SILENT, PingPlace
from bot.model.time.clocks import ClockChoice, GameClock, SeatTime, begin
from bot.model.time.reminders import Reminder, ReminderKind, TurnMessages, next_reminder


@dataclass(frozen=True, slots=True)
class Times:
    """A match's clock, the messages to the player to act, and whether a win on time can be claimed."""

    clock: GameClock
    messages: TurnMessages
    claimable: bool = False
    paused: datetime | None = None

    def pause(self, settings: PersonSettings, now: datetime) -> "Times":
        """Stop the clock."""
        return replace(self, clock=self.clock.stop(now, settings.vacation.periods), paused=now)

    def resume(self, settings: PersonSettings, now: datetime) -> "Times":
        """Resume the clock and the turn's times as if no time had passed since the pause."""
        if self.paused is None:
            return self
        shift = now - self.paused
        clock = self.clock.resume(self.paused, now, settings.vacation.periods)
        last = None if self.messages.last is None else self.messages.last + shift
        in_turn = replace(self.messages, began=self.messages.began + shift, last=last)
        return Times(clock, in_turn, self.claimable)

    def deadline(self, settings: PersonSettings) -> datetime | None:
        """Return the deadline of the player to act, given their settings; None for a stopped clock."""
        return None if self.paused is not None else self.clock.deadline(settings.vacation.periods)

    def reminder(self, settings: PersonSettings, now: datetime) -> Reminder | None:
        """Return the next reminder to the player to act; None without one, or if they want none."""
        if self.paused is not None or self.clock.turn is None or settings.preferences.tell is PingPlace.NONE:
            return None
        deadline = None if self.claimable else self.deadline(settings)
        reminder = next_reminder(self.messages, settings.preferences.reminder_times, deadline, now)
        if reminder is None or deadline is not None:
            return reminder
        # Without a deadline that vacation could extend, the reminders move.
        away = settings.vacation.away(reminder.moment)
        return reminder if away is None else replace(reminder, moment=away.end)

    def timing(self, settings: PersonSettings, now: datetime) -> Timing:
        """Return the times to store in the match, given the settings of the player to act."""
        deadline, reminder = self.deadline(settings), self.reminder(settings, now)
        moments = [] if deadline is None or self.claimable else [deadline]
        if reminder is not None:
            moments.append(reminder.moment)
        runs = self.clock.choice.runs
        return Timing(
            since=self.clock.since,
            times=tuple(map(_write_time, self.clock.seats)) if runs else (),
            turns=self.clock.plies,
            deadline=deadline,
            claimable=self.claimable,
            due=min(moments, default=None),
            told=self.messages.last,
            reminders=self.messages.reminders,
            stalled=self.messages.stalled,
            silenced=self.messages.silenced,
            paused=self.paused,
        )


def times_of(match: Match) -> Times:
    """Return the stored times of a match."""
    timing = match.timing
    clock = begin(match.clock, len(match.players), match.turn, timing.since)
    seats = tuple(map(_read, timing.times)) or clock.seats
    in_turn = TurnMessages(timing.since, timing.told, timing.reminders, timing.stalled, timing.silenced)
    return Times(replace(clock, seats=seats, plies=timing.turns), in_turn, timing.claimable, timing.paused)


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """The times of a new turn, and the place of its player's ping; NONE if it is delayed or unwanted."""

    timing: Timing
    tell: PingPlace


def next_turn(
    clock: GameClock, settings: PersonSettings, now: datetime, *, claimable: bool = False
) -> TurnBegun:
    """Start a turn of the player to act, with their settings; the caller sends the ping, if there is one."""
    times = Times(clock, TurnMessages(now), claimable)
    first = times.reminder(settings, now)
    if first is None or first.telling is not ReminderKind.PING or first.moment > now:
        return TurnBegun(times.timing(settings, now), PingPlace.NONE)
    after = replace(times, messages=times.messages.after_message(ReminderKind.PING, now))
    return TurnBegun(after.timing(settings, now), settings.preferences.tell)


def first_turn(
    clock: ClockChoice,
    players: int,
    turn: int | None,
    settings: PersonSettings,
    now: datetime,
    *,
    waits: bool = False,
) -> TurnBegun:
    """Start the first turn of a match; it `waits` if the bot has left its server."""
    timing = begin(clock, players, turn, now)
    if waits:
        return _waiting(timing, settings, now)
    # The start message also pings others, so it cannot be silent.
    return next_turn(timing, _loud(settings), now)


def _loud(settings: PersonSettings) -> PersonSettings:
    """Return settings under which quiet hours delay pings instead of silencing them."""
    preferences = settings.preferences
    loud = preferences.settings.with_value(QUIET_SILENT, False)
    return replace(settings, preferences=replace(preferences, settings=loud))


def _waiting(clock: GameClock, settings: PersonSettings, now: datetime) -> TurnBegun:
    """Start a turn that waits until its game resumes; it is announced only then."""
    return TurnBegun(Times(clock, TurnMessages(now), paused=now).timing(settings, now), PingPlace.NONE)


def after_ply(
    match: Match, turn: int | None, now: datetime, *, played: bool, automatic: bool = False
) -> TurnBegun:
    """Start the turn of the seat `turn` after a ply, None when the game is over.

    `played` is False after a departure, a roll, or plies taken over from another match. `automatic`: the bot
    made the ply for the player. Each ply of a player is counted here once.
    """
    times, settings = times_of(match), match.settings_at(turn)
    if played:
        pauses = match.settings_at(match.turn).vacation.periods
        clock = times.clock.after_ply(now, turn, pauses)
    else:
        clock = times.clock.after_leaving(now, turn)
    if times.paused is not None:
        # In a departure only the leaver is active.
        if turn != match.turn:
            return _waiting(clock, settings, now)
        return TurnBegun(replace(times, clock=clock).timing(settings, now), PingPlace.NONE)
    if turn != match.turn or automatic:
        return next_turn(clock, settings, now)
    # A player who moves again, or whose turn is unaffected by a departure, knows that it is their turn.
    in_turn = TurnMessages(now, now) if played else times.messages
    again = Times(clock, in_turn, claimable=times.claimable and not played)
    return TurnBegun(again.timing(settings, now), PingPlace.NONE)


def after_take_back(
    match: Match, turn: int | None, now: datetime, undone: Sequence[int], *, free: bool
) -> TurnBegun:
    """Restart the turn of the seat `turn` after plies of the seats `undone` were taken back.

    The author of a `free` take-back knows that it is their turn; consent may come while they are away.
    """
    times, settings = times_of(match), match.settings_at(turn)
    clock = times.clock if turn is None else times.clock.after_take_back(now, turn, undone)
    if turn != match.turn or not free:
        return next_turn(clock, settings, now)
    return TurnBegun(Times(clock, TurnMessages(now, now)).timing(settings, now), PingPlace.NONE)


def before_ply(match: Match, turn: int | None, timing: Timing, now: datetime) -> TurnBegun:
    """Restore the turn of the seat `turn` from before the last ply, with its times `timing`.

    Its player knows that it is their turn: they get a direct message only if it restores a board that the ply
    closed.
    """
    settings = match.settings_at(turn)
    times = times_of(replace(match, turn=turn, timing=replace(timing, told=timing.told or now)))
    tell = settings.preferences.tell
    there = tell.in_person and turn != match.turn
    return TurnBegun(times.timing(settings, now), PingPlace.DIRECT if there else PingPlace.NONE)


def turn_after_handover(match: Match, after: Match, now: datetime) -> TurnBegun:
    """Continue the turn with a substitute, on the same clock; `after` is the match after the seat change.

    The remaining time is unchanged. The leaver's vacation so far did not use time, and the substitute's will
    not from now on.
    """
    settings, times = after.settings_at(after.turn), times_of(match)
    stopped = times.clock.stop(now, match.settings_at(match.turn).vacation.periods)
    return next_turn(replace(stopped, since=now), _loud(settings), now, claimable=times.claimable)


def restore_turn(match: Match, backed_up: datetime, now: datetime) -> TurnBegun:
    """Continue the turn after a restore: its clock stood still since the backup.

    The bot no longer knows which messages it sent to the player since then, so it pings again and starts the
    reminders over.
    """
    settings, times = match.settings_at(match.turn), times_of(match)
    stood = times.pause(settings, max(backed_up, times.clock.since)).resume(settings, now)
    return next_turn(stood.clock, settings, now, claimable=times.claimable)


def _write_time(time: SeatTime) -> tuple[int, int, int]:
    return time.left // TICK, time.before // TICK, time.given


def _read(stored: tuple[int, int, int]) -> SeatTime:
    left, before, given = stored
    return SeatTime(left * TICK, before * TICK, given)
