import json
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.features.matches.service.notices.earlier_notices import TYPES, kinds_of
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
    SeatChanged,
    SeatOfferClosed,
    SeatOffered,
    SeriesEnded,
    SeriesGame,
    TermsChanged,
    UndoneText,
    WelcomeDue,
)
from bot.model.events.instructions import (
    CloseThread,
    DeleteMessage,
    EndDirectBoard,
    RedrawOverview,
    RemoveButtons,
    TellResult,
)
from bot.model.limitations import Limitation, Limited
from bot.model.match.log_entry import Automatic
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from bot.model.people.preferences import Tell
from bot.model.people.privacy import NameErasure
from bot.repositories.records.outbox import NoticeRecord
from bot.repositories.tables.outbox_tables import PUBLIC
from rules.contract import Outcome
from tests.bot.events import event_types
from tests.bot.support.contents import challenge_of
from tests.bot.support.services import ROUTES

REF = MessageRef(70, 900)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
PLY = PlyPlayed(7, 3, 4, 1, "a4-a3", before=1, turn=0, tell=Tell.BOTH, by=1)
ERASURE = NameErasure(1001, "Anna", 70, None, 7, "de", NOON, earlier=("Annie",))
POSTED = sorted((kind for kind in ROUTES.types if kind.is_posted), key=lambda kind: kind.__name__)
"""The types of events and instructions that the features have messages for."""
st.register_type_strategy(datetime, st.datetimes(timezones=st.just(UTC)))
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


@pytest.mark.parametrize("event_type", POSTED, ids=lambda event_type: event_type.__name__)
@given(data=st.data())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_written_is_read_back(event_type: type[DomainEvent], data: st.DataObject) -> None:
    event, routing = data.draw(st.builds(event_type)), data.draw(st.sampled_from(ROUTINGS))
    stored = write(event, routing)
    assert stored["v"] == VERSION
    notice = ROUTES.read(record(kind_of(event), stored))
    assert (notice.event, notice.routing) == (event, routing)


def test_every_posted_event_has_a_route() -> None:
    assert set(POSTED) == {kind for kind in event_types() if kind.is_posted}


def test_a_row_says_what_it_holds_in_plain_json() -> None:
    """Other programs read these names: to change one takes a new type."""
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


def test_missing_fields_have_defaults_and_unknown_ones_are_ignored() -> None:
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


EARLIER: tuple[tuple[str, dict[str, object], DomainEvent], ...] = (
    ("challenge", {"v": 1, "role": 44}, ChallengeMade(3, 44)),
    ("challenge-changed", {"v": 1}, ChallengeChanged(3)),
    ("challenge-changed", {"v": 1, "declined": 9, "reason": "no-time"}, ChallengeChanged(3, 9, "no-time")),
    ("terms-changed", {"v": 1}, TermsChanged(3)),
    ("challenge-closed", {"v": 1, "status": "declined"}, ChallengeClosed(3, ChallengeStatus.DECLINED)),
    ("challenge-declined", {"v": 1, "by": 9, "reason": "no-time"}, ChallengeDeclined(3, 9, "no-time")),
    ("challenge-expired", {"v": 1}, ChallengeExpired(3)),
    ("lobby-ready", {"v": 1}, LobbyReady(3)),
    (
        "start",
        {"v": 1, "since": 0, "mover": None, "move": "", "ping": True, "tell": "both"},
        MatchStarted(7, 4, None, Tell.BOTH),
    ),
    (
        "start",
        {"v": 1, "since": 0, "mover": None, "move": "", "ping": True, "series": 3, "number": 2},
        MatchStarted(7, 4, None, Tell.THREAD, SeriesGame(3, 2)),
    ),
    (
        "ply",
        {"v": 1, "since": 3, "mover": 1, "move": "a4-a3", "ping": False, "tell": "none"},
        PlyPlayed(7, 3, 4, 1, "a4-a3", None, None, Tell.NONE, None),
    ),
    (
        "ply",
        {
            "v": 1,
            "since": 3,
            "mover": 2,
            "move": "retire 2",
            "ping": True,
            "timed_out": True,
            "claimed_by": 0,
        },
        PlyPlayed(7, 3, 4, 2, "retire 2", 2, None, Tell.THREAD, None, timed_out=True, claimed_by=0),
    ),
    *(
        (
            "ply",
            {"v": 1, "since": 3, "mover": 1, "move": "a1", "ping": True, reason.value: True},
            PlyPlayed(7, 3, 4, 1, "a1", 1, None, Tell.THREAD, None, reason),
        )
        for reason in Automatic
    ),
    (
        "ply",
        {"v": 1, "since": 0, "mover": None, "move": "", "ping": False, "tell": "thread"},
        DiceRolled(7, 0, 4, None, Tell.THREAD, pings=False),
    ),
    *(
        ("end", {"v": 1, **said}, MatchEnded(7, 4, Outcome((), cause.kind), cause, None, frozenset(), None))
        for said, cause in (
            ({"resigned": 1}, EndCause(EndKind.RESIGNED, 1)),
            ({"timed_out": 1}, EndCause(EndKind.TIMED_OUT, 1)),
            ({"timed_out": 1, "claimed_by": 0}, EndCause(EndKind.TIMED_OUT, 1, 0)),
            ({"aborted": True}, EndCause(EndKind.NOT_BEGUN)),
            ({"ended_by": "agreement", "by": 0}, EndCause(EndKind.AGREED, 0)),
            ({"ended_by": "abort", "by": 0}, EndCause(EndKind.AGREED_ABORT, 0)),
            (
                {"adjudicated_by": 9, "note": "ran away"},
                EndCause(EndKind.ADJUDICATED, admin=9, note="ran away"),
            ),
        )
    ),
    (
        "end",
        {"v": 1, "corrected_by": 9, "note": "so"},
        ResultCorrected(7, 4, EndCause(EndKind.CORRECTED, admin=9, note="so")),
    ),
    (
        "taken-back",
        {"v": 1, "since": 5, "by": 1, "undone": [[1, "a1"]], "free": True, "mover": None, "ping": False},
        PliesTakenBack(7, 5, 4, 1, (UndoneText(1, "a1"),), True, None, None, Tell.THREAD),
    ),
    ("series-end", {"v": 1, "series": 3}, SeriesEnded(7, 4, 3)),
    ("reminder", {"v": 1, "person": 9, "nth": 2, "hours_left": 6}, DeadlineNear(7, 4, 9, 2, 6)),
    ("time-up", {"v": 1, "seat": 1}, DeadlinePassed(7, 4, 1)),
    ("stalled", {"v": 1, "seat": 1}, MatchStalled(7, 4, 1)),
    ("more-time", {"v": 1, "seat": 1, "by": 0, "days": 3}, MoreTimeGiven(7, 4, 1, 0, 3)),
    ("overview", {"v": 1, "channel": 70}, RedrawOverview(70)),
    ("overview", {"channel": 70}, RedrawOverview(70)),
    ("offer", {"v": 1, "what": "draw", "by": 1, "with_move": True}, OfferMade(7, 4, OfferKind.DRAW, 1, True)),
    (
        "offer-answered",
        {"v": 1, "what": "draw", "by": 1, "how": "declined", "who": 0, "channel": 70, "message": 900},
        OfferAnswered(7, 4, OfferKind.DRAW, 1, OfferOutcome.DECLINED, 0, REF),
    ),
    (
        "offer-answered",
        {"v": 1, "what": "draw", "by": 1, "how": "lapsed", "who": None},
        OfferAnswered(7, 4, OfferKind.DRAW, 1, OfferOutcome.LAPSED),
    ),
    ("board-changed", {"v": 1}, DeadlineMoved(7, 4, None)),
    ("board-over", {"v": 1}, EndDirectBoard(7)),
    ("board-over", {"v": 1, "undone_by": 1}, EndDirectBoard(7, 1)),
    ("seat-offered", {"v": 1, "substitution": 3}, SeatOffered(7, 4, 3)),
    ("seat-closed", {"v": 1, "substitution": 3}, SeatOfferClosed(7, 4, 3)),
    (
        "seat-changed",
        {"v": 1, "seat": 1, "leaver": 8, "substitute": 9, "tell": "direct"},
        SeatChanged(7, 4, None, 1, 8, 9, Tell.THREAD, Tell.DIRECT),
    ),
    ("restored", {"v": 1, "tell": "thread"}, MatchRestored(7, 4, None, Tell.THREAD)),
    ("result", {"v": 1, "channel": 71}, TellResult(7, 71)),
    ("thread-over", {"v": 1}, CloseThread(7)),
    ("welcome", {"v": 1, "server": 7, "channels": [70, 71], "locale": "de"}, WelcomeDue(7, (70, 71), "de")),
    (
        "limitation",
        {"v": 1, "server": 7, "channel": 70, "what": "pictures", "code": 50013, "told_in": 71},
        LimitationMet(Limited(7, 70, Limitation.PICTURES, 50013), 71),
    ),
    (
        "name-gone",
        {
            "v": 1,
            "person": 1001,
            "name": "Anna",
            "channel": 70,
            "reader": None,
            "server": 7,
            "locale": "de",
            "since": "2026-11-20T12:00:00+00:00",
            "before": None,
            "earlier": ["Annie"],
        },
        ERASURE,
    ),
    ("buttons-off", {"v": 1, "channel": 70, "message": 900}, RemoveButtons(REF, 7)),
    ("buttons-off", {"v": 1, "channel": 70, "message": 900, "challenge": 3}, RemoveButtons(REF, 7, 3)),
    (
        "buttons-off",
        {"v": 1, "channel": 70, "message": 900, "undone_by": 1, "reader": 9},
        RemoveButtons(REF, 7, undone_by=1, reader=9),
    ),
    ("message-over", {"v": 1, "channel": 70, "message": 900}, DeleteMessage(REF)),
)


@pytest.mark.parametrize(("kind", "data", "event"), EARLIER, ids=lambda value: str(value)[:40])
def test_rows_of_the_version_before_are_read(kind: str, data: dict[str, object], event: DomainEvent) -> None:
    assert ROUTES.read(record(kind, data)).event == event


def test_the_routing_of_such_a_row_is_read() -> None:
    stored: dict[str, object] = {
        "v": 1,
        "seat": 1,
        "tell": "direct",
        "calls": [1001],
        "direct": [1002],
        "outlives": True,
        "rerouted": True,
    }
    everything = Routing(Tell.DIRECT, (1001,), (1002,), timed=True, rerouted=True)
    assert ROUTES.read(record("time-up", stored)).routing == everything
    assert ROUTES.read(record("time-up", {"v": 1, "seat": 1})).routing == Routing()


@pytest.mark.parametrize(("mover", "pings"), [(1, True), (1, False), (None, True), (None, False)])
def test_such_a_ply_calls_as_it_was_to(mover: int | None, pings: bool) -> None:
    ply = ROUTES.read(record("ply", {"v": 1, "since": 3, "mover": mover, "move": "a1", "ping": pings})).event
    assert isinstance(ply, PlyPlayed | DiceRolled)
    assert ply.pings is pings


def test_all_kinds_of_such_rows_are_known() -> None:
    assert {kind for kind, _, _ in EARLIER} == TYPES.keys()
    assert kinds_of(frozenset({DiceRolled, DeadlineNear})) == {
        "ply",
        "DiceRolled",
        "reminder",
        "DeadlineNear",
    }
