"""Changes of a match: the functions return the changed match and its event, if there is one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.matches.domain.match_times import TurnBegun, after_ply, after_take_back
from bot.model.events.events import DiceRolled, PliesTakenBack, PlyPlayed, UndoneText
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import AgreedOffer
from rules.contract import State

_RECENT_PING: Final = timedelta(minutes=5)
"""A first roll at least this long after the start mentions the first mover again."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """The reason for a departure: a resignation, or an expired clock, possibly claimed by a player."""

    timed_out: bool = False
    claimed_by: int | None = None


def roll(match: Match, reached: State, plies: int, now: datetime) -> tuple[Match, DiceRolled]:
    """Apply the rolls that a match has waited for; `reached` and `plies` are its state and ply count then."""
    new_turn = after_ply(match, reached.turn, now, played=False)
    # The start of a match pings everyone; the start of a series' later match pings nobody.
    just_called = not match.plies and match.number == 1 and now - match.created < _RECENT_PING
    event = DiceRolled(match.id, match.plies, plies, reached.turn, new_turn.tell, pings=not just_called)
    return match.with_plies(plies, reached.turn, reached.position, new_turn.timing, now), event


def take_over(match: Match, reached: State, plies: int, now: datetime) -> Match:
    """Start a match with the plies of another match, without events for them."""
    new_turn = after_ply(match, reached.turn, now, played=False)
    after = match.with_plies(plies, reached.turn, reached.position, new_turn.timing, now)
    return replace(after, taken_over=plies)


def play(
    match: Match,
    ply: LogEntry,
    before: State,
    reached: State,
    plies: int,
    leaving: Leaving | None = None,
    *,
    by: int | None,
) -> tuple[Match, PlyPlayed]:
    """Play a ply by a player who acted in `before`; `reached` is the state after it and after chance.

    `plies` is the number of plies then. `leaving` is the reason for a departure; `by` is the seat that caused
    it. Raises ValueError for a chance ply.
    """
    played = leaving is None
    new_turn = after_ply(match, reached.turn, ply.played, played=played, automatic=ply.automatic is not None)
    after = match.with_plies(plies, reached.turn, reached.position, new_turn.timing, ply.played)
    if played and ply.automatic is None and plies == ply.number and reached.turn is not None:
        after = replace(after, undo=match.undo_point(plies, new_turn.timing))
    over = reached.outcome is not None
    event = _ply_event(match, ply, before.turn, after, new_turn, leaving, by=by, ends_match=over)
    return after, event


def leave_unplayable(
    match: Match, ply: LogEntry, leaving: Leaving, *, by: int | None
) -> tuple[Match, PlyPlayed]:
    """Take a player out of a match that the rules in force cannot replay.

    Its position stays the stored one. If it was the leaver's turn, it passes to the next remaining seat.
    """
    seats, absent, turn = len(match.players), set(match.retired), match.turn
    while turn is not None and turn in absent and len(absent) < seats:
        turn = (turn + 1) % seats
    new_turn = after_ply(match, turn, ply.played, played=False)
    after = match.with_plies(ply.number, turn, match.position, new_turn.timing, ply.played)
    return after, _ply_event(match, ply, match.turn, after, new_turn, leaving, by=by, ends_match=False)


def take_back(
    match: Match,
    settled: AgreedOffer,
    reached: State,
    plies: int,
    undone: Sequence[LogEntry],
    now: datetime,
    *,
    free: bool,
    begun: TurnBegun | None = None,
) -> tuple[Match, PliesTakenBack]:
    """Undo all but the first `plies`, which lead to `reached`, for an agreed take-back.

    `begun` are the times of a turn that continues instead of restarting.
    """
    begun = begun or after_take_back(match, reached.turn, now, settled.undone, free=free)
    cut = match.with_plies(plies, reached.turn, reached.position, begun.timing, now)
    event = PliesTakenBack(
        match=match.id,
        since=match.plies,
        plies=plies,
        by=settled.seat,
        undone=tuple(UndoneText(ply.seat, ply.text) for ply in undone if ply.seat is not None),
        free=free,
        before=match.turn,
        turn=reached.turn,
        tell=begun.tell,
        timed=match.timing.deadline_mentioned,
    )
    return replace(cut, taken_back=match.taken_back + 1), event


def _ply_event(
    match: Match,
    ply: LogEntry,
    before: int | None,
    after: Match,
    new_turn: TurnBegun,
    leaving: Leaving | None,
    *,
    by: int | None,
    ends_match: bool,
) -> PlyPlayed:
    if ply.seat is None:
        raise ValueError("a chance ply belongs to no player")
    return PlyPlayed(
        match=match.id,
        since=match.plies,
        plies=after.plies,
        seat=ply.seat,
        move=ply.text,
        before=before,
        turn=after.turn,
        tell=new_turn.tell,
        by=by,
        automatic=ply.automatic,
        left=leaving is not None,
        timed_out=leaving is not None and leaving.timed_out,
        claimed_by=None if leaving is None else leaving.claimed_by,
        timed=match.timing.deadline_mentioned,
        ends_match=ends_match,
    )
