"""Each field of the events of a match's changes, approved: plies, departures, rolls and take-backs."""

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import timedelta
from typing import Final

from syrupy.assertion import SnapshotAssertion

from bot.features.matches.domain.changes import Leaving, leave_unplayable, play, roll, take_back, take_over
from bot.model.event import DomainEvent
from bot.model.events.events import DiceRolled, PliesTakenBack, PlyPlayed
from bot.model.match.log_entry import Automatic, LogEntry
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import AgreedOffer, OfferKind
from bot.model.people.person_settings import PersonSettings
from bot.model.people.preferences import PingPlace, Preferences
from tests.bot.support.fakes import Counting, Time
from tests.data.matches import new_match

NOON: Final = Time().now
NOW: Final = NOON + timedelta(hours=1)
FIRST: Final = Counting().new()
SECOND: Final = FIRST.play(FIRST.parse("take 1"))
TELLS: Final = (PingPlace.DIRECT, PingPlace.BOTH, PingPlace.THREAD)
MATCH: Final = replace(
    new_match(1, 11, 12, 13, created=NOON),
    id=5,
    position=FIRST.position,
    plies=6,
    taken_back=2,
    settings=tuple(PersonSettings(Preferences(tell=tell)) for tell in TELLS),
)
NOTIFIED: Final = replace(MATCH, timing=replace(MATCH.timing, told=NOON + timedelta(minutes=1)))
PLY: Final = LogEntry(7, 0, "take 1", NOW)


def as_text(before: Match, after: Match, event: DomainEvent | None) -> str:
    """Return an event, and the fields of the match that differ."""
    differing = {
        field.name: getattr(after, field.name)
        for field in fields(Match)
        if field.name not in {"timing", "undo"} and getattr(after, field.name) != getattr(before, field.name)
    }
    changes = " ".join(f"{name}={value}" for name, value in differing.items())
    undo = "-" if after.undo is None else f"{after.undo.ply}"
    return f"{event}\n    {changes} undo={undo}"


def lines(changes: Mapping[str, tuple[Match, tuple[Match, DomainEvent | None]]]) -> str:
    return "\n".join(f"{name}: {as_text(before, *change)}" for name, (before, change) in changes.items())


def test_plies_and_departures(snapshot: SnapshotAssertion) -> None:
    def ply_change(
        match: Match, ply: LogEntry, leaving: Leaving | None = None, *, plies: int = 7, by: int | None = 0
    ) -> tuple[Match, tuple[Match, PlyPlayed]]:
        return match, play(match, ply, FIRST, SECOND, plies, leaving, by=by)

    changes = {
        "ply": ply_change(MATCH, PLY),
        "ply of a turn that was told": ply_change(NOTIFIED, PLY),
        "ply with a roll": ply_change(MATCH, PLY, plies=8),
        "by the bot": ply_change(MATCH, replace(PLY, automatic=Automatic.FORCED), by=None),
        "resigns": ply_change(MATCH, replace(PLY, seat=2), Leaving(), by=2),
        "out of time": ply_change(MATCH, PLY, Leaving(timed_out=True), by=None),
        "claimed": ply_change(NOTIFIED, PLY, Leaving(timed_out=True, claimed_by=2), by=2),
    }
    unplayable = replace(NOTIFIED, departures=((0, 6),))
    changes["leaves, no longer playable"] = (
        unplayable,
        leave_unplayable(unplayable, PLY, Leaving(timed_out=True, claimed_by=1), by=1),
    )
    assert lines(changes) == snapshot


def test_rolls_and_take_backs(snapshot: SnapshotAssertion) -> None:
    undone = [LogEntry(5, 2, "take 2", NOON), LogEntry(6, None, "roll:2", NOON)]
    settled = AgreedOffer(OfferKind.TAKE_BACK, 2, keep=4, undone=(2,))

    def take_back_change(match: Match, *, free: bool) -> tuple[Match, tuple[Match, PliesTakenBack]]:
        return match, take_back(match, settled, SECOND, 4, undone, NOW, free=free)

    begun: Mapping[str, tuple[Match, tuple[Match, DiceRolled]]] = {
        "first roll": (MATCH, roll(replace(MATCH, plies=0), SECOND, 1, NOW)),
        "roll": (MATCH, roll(MATCH, SECOND, 8, NOW)),
    }
    changes = {
        **begun,
        "agreed take-back": take_back_change(MATCH, free=False),
        "free take-back": take_back_change(replace(NOTIFIED, turn=1), free=True),
        "taken over": (MATCH, (take_over(MATCH, SECOND, 9, NOW), None)),
    }
    assert lines(changes) == snapshot
