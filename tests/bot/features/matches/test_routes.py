"""The audiences of a match's notices: public, direct, with or without a ping."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time

from syrupy.assertion import SnapshotAssertion

from bot.features.matches.routes import MATCH_ROUTES
from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.model.event import MatchEvent
from bot.model.events.events import (
    DeadlineMoved,
    DeadlineNear,
    DeadlinePassed,
    DiceRolled,
    EndCause,
    EndKind,
    MatchEnded,
    MatchRestored,
    MatchResumed,
    MatchStalled,
    MatchStarted,
    MoreTimeGiven,
    PliesTakenBack,
    PlyPlayed,
    ResultCorrected,
    SeriesEnded,
    SeriesGame,
)
from bot.model.events.instructions import EndDirectBoard
from bot.model.match.match import Match
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.people.preferences import PingPlace, Preferences
from bot.model.time.reminders import QuietHours
from rules.contract import Outcome
from tests.bot.support.matches_in_memory import NOON, match_of

pytest_plugins = ("tests.bot.chat.approved",)

THREAD, DIRECT, BOTH, NOBODY = (HumanPlayer(person) for person in (11, 12, 13, 14))
TELLS = (PingPlace.THREAD, PingPlace.DIRECT, PingPlace.BOTH, PingPlace.NONE)
PREFERENCES = tuple(Preferences(tell=tell) for tell in TELLS)
TABLE = replace(match_of(THREAD, DIRECT, BOTH, NOBODY, preferences=PREFERENCES), id=7, challenge=3, turn=2)
PLY = PlyPlayed(7, 4, 5, 1, "d4", 1, 2, PingPlace.BOTH, by=1)
TIMED_OUT = replace(PLY, left=True, timed_out=True, by=None)
UNDONE = PliesTakenBack(7, 6, 5, 2, (), free=True, before=3, turn=2, tell=PingPlace.BOTH)
WIN = Outcome((0,), "goal")


def messages_for(event: MatchEvent, match: Match = TABLE, now: datetime = NOON) -> str:
    (route,) = [route for route in MATCH_ROUTES if route.event is type(event)]
    return "\n".join(map(_line, route.messages(RecordedInMatch(event, match), now)))


def _line(message: OutgoingMessage) -> str:
    routing = message.routing
    assert (message.stream, message.match) == (3, 7)
    parts = [
        f"{type(message.event).__name__} to {message.audience or 'all'}",
        "" if message.ply is None else f"ply {message.ply}",
        "" if routing.tell is None else f"tell {routing.tell}",
        "" if routing.calls is None else f"calls {list(routing.calls)}",
        f"also to {list(routing.direct)}" if routing.direct else "",
        "timed" * routing.timed,
        "silent" * routing.silent,
        "" if message.due is None else f"due {message.due - NOON}",
        f"undone by {message.event.undone_by}" if isinstance(message.event, EndDirectBoard) else "",
    ]
    return "  " + ", ".join(part for part in parts if part)


def test_events_reach_the_expected_people(approved: SnapshotAssertion) -> None:
    start = MatchStarted(7, 0, 1, PingPlace.DIRECT)
    end = MatchEnded(7, 9, WIN, EndCause(EndKind.RESIGNED, 1), by=1, left=frozenset({0}), turn=2)
    pair = replace(
        match_of(BOTH, DIRECT, preferences=(PREFERENCES[2], PREFERENCES[1])), id=7, challenge=3, turn=1
    )
    against_engine = replace(
        match_of(THREAD, EnginePlayer("conhex", 1), preferences=PREFERENCES[:2]), challenge=3
    )
    events: Sequence[tuple[str, MatchEvent, Match]] = (
        ("start", start, TABLE),
        ("start of a series", replace(start, series=SeriesGame(3, 1)), TABLE),
        ("start of its second game", replace(start, series=SeriesGame(3, 2)), TABLE),
        ("roll", DiceRolled(7, 4, 5, 2, PingPlace.BOTH), TABLE),
        ("roll for a computer", DiceRolled(7, 4, 5, 1, PingPlace.NONE), against_engine),
        ("ply", PLY, TABLE),
        ("ply of a timed turn", replace(PLY, timed=True), TABLE),
        ("ply before a person without direct messages", replace(PLY, turn=0, tell=PingPlace.THREAD), TABLE),
        ("second ply of a turn", replace(PLY, turn=1, tell=PingPlace.NONE), TABLE),
        ("ply before a computer's turn", replace(PLY, before=0, turn=1, tell=PingPlace.NONE), against_engine),
        (
            "departure before a computer's turn",
            replace(PLY, before=0, turn=1, tell=PingPlace.NONE, left=True),
            against_engine,
        ),
        ("last ply", replace(PLY, ends_match=True, turn=None, tell=PingPlace.NONE), TABLE),
        ("resignation in turn", replace(PLY, left=True, timed=True), TABLE),
        ("resignation of another", replace(PLY, left=True, timed=True, turn=1, seat=3, by=3), TABLE),
        ("removal by the clock", TIMED_OUT, TABLE),
        ("removal of another", replace(TIMED_OUT, before=2, seat=2, turn=0), TABLE),
        ("take-back", UNDONE, TABLE),
        ("take-back from a direct board", replace(UNDONE, before=1, by=0), TABLE),
        ("agreed take-back", replace(UNDONE, free=False, timed=True, before=1), TABLE),
        ("take-back in a turn", replace(UNDONE, before=2), TABLE),
        ("resignation that ends it", end, TABLE),
        ("end before the next of a series", replace(end, next_turn=13, timed=True), TABLE),
        ("end by a ply", replace(end, last=PLY, by=None, left=frozenset()), TABLE),
        ("end by the clock", replace(end, last=EndCause(EndKind.TIMED_OUT, 1), by=None), TABLE),
        ("correction", ResultCorrected(7, 9, EndCause(EndKind.CORRECTED, admin=99)), TABLE),
        ("end of a series", SeriesEnded(7, 9, 3), TABLE),
        ("deadline moved", DeadlineMoved(7, 5, 2, timed=True), TABLE),
        ("absence of the opponent", DeadlineMoved(7, 5, 2, timed=True, own=False), TABLE),
        ("deadline of a person without direct messages", DeadlineMoved(7, 5, 0, timed=True), TABLE),
        ("reminder", DeadlineNear(7, 5, 13, 1, 6), TABLE),
        ("reminder in person alone", DeadlineNear(7, 5, 12, 1, 6), replace(TABLE, turn=1)),
        ("time is up among four", DeadlinePassed(7, 5, 1), TABLE),
        ("time is up of two", DeadlinePassed(7, 5, 1), pair),
        ("stalled", MatchStalled(7, 5, 1), TABLE),
        ("more time", MoreTimeGiven(7, 5, 1, 2, 3), TABLE),
        ("resumed", MatchResumed(7), TABLE),
        ("restored", MatchRestored(7, 5, 2, PingPlace.BOTH), TABLE),
    )
    lines = [line for name, event, match in events for line in (name, messages_for(event, match))]
    assert "\n".join([*lines, ""]) == approved(name="by day")


def test_quiet_hours_prevent_pings(approved: SnapshotAssertion) -> None:
    quiet_hours = tuple(
        replace(preferences, quiet=QuietHours(time(11), time(14))) for preferences in PREFERENCES
    )
    quiet_table = replace(
        match_of(THREAD, DIRECT, BOTH, NOBODY, preferences=quiet_hours), id=7, challenge=3, turn=2
    )
    end = MatchEnded(7, 9, WIN, EndCause(EndKind.RESIGNED, 3), by=3, left=frozenset(), turn=2)
    events: Sequence[tuple[str, MatchEvent]] = (
        ("start", MatchStarted(7, 0, 2, PingPlace.BOTH)),
        ("ply", PLY),
        ("ply that pings nobody", replace(PLY, tell=PingPlace.NONE)),
        ("end", end),
        ("reminder", DeadlineNear(7, 5, 13, 1, 6)),
    )
    lines = [line for name, event in events for line in (name, messages_for(event, quiet_table))]
    assert "\n".join([*lines, ""]) == approved(name="asleep")
