import json
from datetime import UTC, datetime, timedelta

import pytest

from bot.features.letters.events import LetterDue
from bot.features.puzzles.events import PuzzleOfDay
from bot.kernel.outbox.message_routes import VERSION, kind_of, write
from bot.kernel.outbox.notices import LostTime, Routing
from bot.model.challenge import ChallengeStatus
from bot.model.event import DomainEvent
from bot.model.events.events import (
    ChallengeChanged,
    ChallengeClosed,
    ChallengeDeclined,
    ChallengeExpired,
    ChallengeMade,
    DeadlineMoved,
    DeadlineNear,
    DeadlinePassed,
    DiceRolled,
    DiceSealed,
    EndCause,
    EndKind,
    LimitationMet,
    LobbyReady,
    MatchEnded,
    MatchRestored,
    MatchStalled,
    MatchStarted,
    MoreTimeGiven,
    OfferAnswered,
    OfferMade,
    OfferOutcome,
    PliesTakenBack,
    PlyPlayed,
    ResultCorrected,
    RoundChanged,
    SeatChanged,
    SeatOfferClosed,
    SeatOffered,
    SeriesEnded,
    SeriesGame,
    TermsChanged,
    TournamentChanged,
    TournamentEnded,
    UndoneText,
    WelcomeDue,
)
from bot.model.events.instructions import (
    CloseThread,
    DeleteMessage,
    DeleteTrial,
    EndDirectBoard,
    OpenThread,
    RedrawOverview,
    RemoveButtons,
    TellFollower,
    TellResult,
)
from bot.model.limitations import Limitation, Limited
from bot.model.match.log_entry import Automatic
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from bot.model.people.preferences import Tell
from bot.model.people.privacy import NameErasure
from bot.repositories.records.outbox import NoticeRecord
from data.schema.outbox import PUBLIC
from rules.contract import Outcome
from tests.bot.events import event_types
from tests.bot.support.contents import challenge_of
from tests.bot.support.services import ROUTES

REF = MessageRef(70, 900)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
PLY = PlyPlayed(7, 3, 4, 1, "a4-a3", before=1, turn=0, tell=Tell.BOTH, by=1)
ERASURE = NameErasure(1001, "Anna", 70, None, 7, "de", NOON, earlier=("Annie",))
EVENTS: tuple[DomainEvent, ...] = (
    TournamentChanged(5, 70),
    RoundChanged(5, 70, 2),
    TournamentEnded(5, 70),
    DiceSealed(5, 2, 70),
    ChallengeMade(3),
    ChallengeMade(3, role=44),
    ChallengeMade(3, lined_up=70),
    ChallengeChanged(3),
    ChallengeChanged(3, 1001, "no-time"),
    *(ChallengeClosed(3, status) for status in ChallengeStatus),
    ChallengeDeclined(3, 1001, "no-time"),
    ChallengeExpired(3),
    LobbyReady(3),
    TermsChanged(3),
    MatchStarted(7, 0, 0, Tell.THREAD),
    MatchStarted(7, 0, None, Tell.NONE, SeriesGame(4, 2)),
    PLY,
    *(PlyPlayed(7, 3, 4, 1, "a4-a3", 1, None, Tell.BOTH, None, reason) for reason in Automatic),
    PlyPlayed(7, 3, 4, 2, "retire 2", 0, 0, Tell.NONE, 0, left=True, timed_out=True, claimed_by=0),
    DiceRolled(7, 0, 2, 1, Tell.DIRECT, pings=False),
    *(
        MatchEnded(7, 4, Outcome((1,), "goal"), EndCause(kind, 1, 0, 9, "so"), 1, frozenset({2}), 0)
        for kind in EndKind
    ),
    MatchEnded(7, 4, Outcome((), "draw"), PLY, None, frozenset(), None, 1002, timed=True, rated=True),
    ResultCorrected(7, 4, EndCause(EndKind.CORRECTED, admin=1003, note="the clock was wrong")),
    PliesTakenBack(7, 5, 3, 1, (UndoneText(1, "a1"), UndoneText(0, "b2")), False, 0, 1, Tell.THREAD),
    SeriesEnded(7, 4, 3),
    DeadlineMoved(7, 4, 1, timed=True, own=False),
    DeadlineNear(7, 4, 1001, 0, None),
    DeadlineNear(7, 4, 1001, 2, 6),
    DeadlinePassed(7, 4, 1),
    MatchStalled(7, 4, 0),
    MoreTimeGiven(7, 4, 1, 0, 3),
    MatchRestored(7, 4, 1, Tell.THREAD),
    *(OfferMade(7, 4, what, 1, with_move=True) for what in OfferKind),
    *(OfferAnswered(7, 4, OfferKind.DRAW, 1, outcome) for outcome in OfferOutcome),
    OfferAnswered(7, 4, OfferKind.DRAW, 1, OfferOutcome.DECLINED, 0, REF),
    SeatOffered(7, 4, 3, absent=1),
    SeatOfferClosed(7, 4, 3),
    SeatChanged(7, 4, 1, 1, 1001, 1003, before=Tell.DIRECT, tell=Tell.BOTH),
    WelcomeDue(7, (70, 71), "de"),
    LimitationMet(Limited(7, 70, Limitation.PICTURES, 50013), 71),
    LimitationMet(Limited(7, 70, Limitation.ROLE_CALLS, None), 71),
    PuzzleOfDay(7, 70, 2, 12, before=11),
    LetterDue(7, 70, 2, NOON, NOON + timedelta(days=7), 12, puzzle_before=11),
    RedrawOverview(70),
    TellResult(7, 71),
    TellFollower(7, 3, 4),
    TellFollower(7, 4, 4, over=True),
    CloseThread(7),
    OpenThread(7),
    EndDirectBoard(7),
    EndDirectBoard(7, 1),
    RemoveButtons(REF, 7),
    RemoveButtons(REF, challenge=3),
    RemoveButtons(REF, 7, undone_by=1, reader=1002),
    DeleteMessage(REF),
    DeleteTrial(5, "ab12", 70, 900),
    DeleteTrial(5, "ab12", 70),
    ERASURE,
    NameErasure(1001, "Anna", None, 1002, None, "", NOON, before=900),
)
ROUTINGS = (
    Routing(),
    Routing(tell=Tell.BOTH, direct=(1001,)),
    Routing(calls=()),
    Routing(calls=(1001, 1002), direct=(1002,), timed=True, rerouted=True),
)


def record(kind: str, data: dict[str, object], *, stream: int = 3, audience: int = PUBLIC) -> NoticeRecord:
    return NoticeRecord(
        5, kind, stream, audience, 7, 4, json.loads(json.dumps(data)), "claimed", 1, True, NOON, "interaction"
    )


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: str(event)[:40])
def test_what_is_written_is_read_back(event: DomainEvent) -> None:
    for routing in ROUTINGS:
        data = write(event, routing)
        assert data["v"] == VERSION
        notice = ROUTES.read(record(kind_of(event), data))
        assert (notice.event, notice.routing) == (event, routing)


def test_every_event_and_instruction_can_be_stored() -> None:
    assert {type(event) for event in EVENTS} == {kind for kind in event_types() if kind.is_posted}


def test_a_row_says_what_it_holds_in_plain_json() -> None:
    """What programs beside this one read: to change a name here takes a new type."""
    assert (kind_of(PLY), write(PLY, Routing(calls=(1001,), timed=True))) == (
        "PlyPlayed",
        {
            "v": 2,
            "event": {
                "match": 7,
                "since": 3,
                "plies": 4,
                "seat": 1,
                "move": "a4-a3",
                "before": 1,
                "turn": 0,
                "tell": "both",
                "by": 1,
            },
            "routing": {"calls": [1001], "timed": True},
        },
    )


def test_a_field_that_a_row_does_not_know_has_its_default_and_one_it_knows_more_is_passed_over() -> None:
    stored = {"v": 2, "event": {"challenge": 3, "series": 9}, "routing": {"whom": []}}
    assert ROUTES.read(record("ChallengeMade", stored)).event == ChallengeMade(3)


def test_the_rest_of_a_row_is_read_along() -> None:
    notice = ROUTES.read(record("ChallengeExpired", write(ChallengeExpired(3), Routing()), audience=1001))
    assert (notice.id, challenge_of(notice), notice.match, notice.ply, notice.recipient) == (5, 3, 7, 4, 1001)
    assert (notice.attempts, notice.uncertain, notice.request) == (1, True, "interaction")
    assert (notice.lost, notice.written, notice.stored_kind) == (None, NOON, "ChallengeExpired")
    assert notice.tell is Tell.THREAD


def test_what_a_restore_found_knows_its_epoch() -> None:
    row = record("CloseThread", write(CloseThread(7), Routing()))
    lost = NoticeRecord(**{**{name: getattr(row, name) for name in row.__slots__}, "epoch": 2})
    assert ROUTES.read(lost).lost == LostTime(2, NOON)
