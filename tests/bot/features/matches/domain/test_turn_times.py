"""The times of turns as values, approved: by whose turn it was, its messages, pauses, vacation and claims."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from syrupy.assertion import SnapshotAssertion

from bot.features.matches.domain.match_times import (
    Times,
    TurnBegun,
    after_ply,
    after_take_back,
    before_ply,
    next_turn,
    restore_turn,
    times_of,
    turn_after_handover,
)
from bot.model.match.match import Match
from bot.model.match.timing import TICK, Timing
from bot.model.people.person_settings import USUAL, PersonSettings
from bot.model.people.players import HumanPlayer
from bot.model.people.preferences import PingPlace, Preferences
from bot.model.time.clocks import read_clock
from bot.model.time.vacation import Day, Vacation
from tests.bot.support.matches_in_memory import NOON, match_of

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
NOW: Final = NOON + 2 * DAY
AWAY: Final = Vacation((Day(NOON, NOON + DAY, 2026),))
FIRST: Final = USUAL
SECOND: Final = PersonSettings(Preferences(tell=PingPlace.BOTH, reminders=(10,)))
THIRD: Final = PersonSettings(Preferences(tell=PingPlace.DIRECT, reminders=(5,)), AWAY)
MATCH: Final = replace(
    match_of(HumanPlayer(11), HumanPlayer(12), HumanPlayer(13)),
    clock=read_clock("3d soft"),
    turn=1,
    settings=(FIRST, SECOND, THIRD),
    timing=Timing(
        NOON,
        tuple((days * DAY // TICK, (days - 1) * DAY // TICK, days) for days in (3, 4, 5)),
        turns=8,
        told=NOON + HOUR,
        reminders=1,
    ),
)


def timed(**changes: object) -> Match:
    return replace(MATCH, timing=replace(MATCH.timing, **changes))  # type: ignore[arg-type]  # any field


def hours(moment: datetime | None) -> str:
    return "-" if moment is None else f"{(moment - NOON) / HOUR:g}h"


def as_text(timing: Timing) -> str:
    left = "/".join(f"{left * TICK / HOUR:g}+{increment}" for left, _, increment in timing.times)
    flags = [name for name in ("claimable", "stalled", "silenced") if getattr(timing, name)]
    moments = f"deadline {hours(timing.deadline)}, due {hours(timing.due)}, told {hours(timing.told)}"
    return (
        f"since {hours(timing.since)}, {moments}, paused {hours(timing.paused)}, left {left}, "
        f"plies {timing.turns}, reminders {timing.reminders} {' '.join(flags)}".rstrip()
    )


def lines(turns: Mapping[str, TurnBegun]) -> str:
    return "\n".join(f"{name}: {turn.tell}; {as_text(turn.timing)}" for name, turn in turns.items())


CLAIMED: Final = timed(claimable=True, stalled=True)
PAUSED: Final = timed(paused=NOON + DAY)


def test_turns_after_plies_and_departures(snapshot: SnapshotAssertion) -> None:
    turns = {
        "next player": after_ply(MATCH, 2, NOW, played=True),
        "the same again": after_ply(CLAIMED, 1, NOW, played=True),
        "the same, by the bot": after_ply(MATCH, 1, NOW, played=True, automatic=True),
        "another left": after_ply(CLAIMED, 1, NOW, played=False),
        "the mover left": after_ply(CLAIMED, 2, NOW, played=False),
        "paused, another left": after_ply(PAUSED, 1, NOW, played=False),
        "paused, the mover left": after_ply(PAUSED, 2, NOW, played=False),
        "over": after_ply(MATCH, None, NOW, played=True),
        "claimable from the start": next_turn(times_of(MATCH).clock, SECOND, NOW, claimable=True),
    }
    assert lines(turns) == snapshot


def test_turns_after_take_backs(snapshot: SnapshotAssertion) -> None:
    turns = {
        f"turn of {turn}{', free' * free}": after_take_back(CLAIMED, turn, NOW, (0, 0, 2), free=free)
        for turn in (1, 2)
        for free in (True, False)
    }
    before = replace(MATCH.timing, told=NOON + 3 * HOUR, reminders=2)
    turns |= {f"undone, turn of {turn}": before_ply(MATCH, turn, before, NOW) for turn in (0, 1, 2)}
    untold = before_ply(MATCH, 2, replace(before, told=None), NOW)
    assert lines({**turns, "undone, not told": untold}) == snapshot


def test_turns_after_a_handover_and_a_restore(snapshot: SnapshotAssertion) -> None:
    last = replace(CLAIMED, turn=2)
    turns = {
        "to a substitute": turn_after_handover(last, replace(last, settings=(FIRST, SECOND, SECOND)), NOW),
        "from a substitute": turn_after_handover(MATCH, replace(MATCH, settings=(FIRST, THIRD, THIRD)), NOW),
        "restored": restore_turn(MATCH, NOON + 5 * HOUR, NOW),
        "restored, claimable": restore_turn(last, NOON + 30 * HOUR, NOW),
        "backup before the turn": restore_turn(MATCH, NOON - DAY, NOW),
        "backup while paused": restore_turn(PAUSED, NOON + 30 * HOUR, NOW),
    }
    assert lines(turns) == snapshot


def test_a_pause_stops_all_times_of_a_turn(snapshot: SnapshotAssertion) -> None:
    cases: dict[str, tuple[Times, PersonSettings]] = {
        "told": (times_of(MATCH), SECOND),
        "untold": (times_of(timed(told=None, reminders=0)), SECOND),
        "claimable": (times_of(CLAIMED), SECOND),
        "silenced": (times_of(timed(silenced=True)), SECOND),
        "away": (times_of(replace(MATCH, turn=2)), THIRD),
        "nobody tells": (times_of(MATCH), PersonSettings(Preferences(tell=PingPlace.NONE))),
    }
    texts = []
    for name, (running, settings) in cases.items():
        on_pause = running.pause(settings, NOON + 36 * HOUR)
        for step, after in (
            ("running", running),
            ("paused", on_pause),
            ("resumed", on_pause.resume(settings, NOW)),
            ("never paused", running.resume(settings, NOW)),
        ):
            texts.append(f"{name}, {step}: {as_text(after.timing(settings, NOW))}")
    assert "\n".join(texts) == snapshot
