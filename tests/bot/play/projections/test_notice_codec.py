import json
from datetime import UTC, datetime

import pytest

from bot.play.domain.challenges import ChallengeStatus
from bot.play.domain.events import (
    EndCause,
    EndKind,
    LimitationMet,
    OfferFate,
    SeriesGame,
    UndoneText,
    WelcomeDue,
)
from bot.play.domain.match.log_entry import Automatic
from bot.play.domain.match.offer_rules import OfferKind
from bot.play.domain.notices import (
    BoardOver,
    CardChanged,
    CardClosed,
    Content,
    Declined,
    End,
    MoreTime,
    Nothing,
    NoticeKind,
    OfferOver,
    OfferTold,
    OfMessage,
    OverviewOf,
    Ply,
    ReminderOfTurn,
    ResultIn,
    SeatOffer,
    SeatTaken,
    SeriesEnd,
    Start,
    TakenBack,
    TimedSeat,
)
from bot.play.domain.people import MessageRef
from bot.play.domain.preferences import Tell
from bot.play.domain.privacy import NamePlace
from bot.play.domain.servers.limitations import Limitation, Limited
from bot.play.projections.notice_codec import VERSION, Routing, read_content, read_routing, write_notice

REF = MessageRef(70, 900)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
CONTENTS: tuple[tuple[NoticeKind, Content], ...] = (
    (NoticeKind.CHALLENGE, Nothing()),
    (NoticeKind.CHALLENGE_CHANGED, CardChanged()),
    (NoticeKind.CHALLENGE_CHANGED, CardChanged(1001, "no-time")),
    *((NoticeKind.CHALLENGE_CLOSED, CardClosed(status)) for status in ChallengeStatus),
    (NoticeKind.CHALLENGE_DECLINED, Declined(1001, "no-time")),
    (NoticeKind.START, Start()),
    (NoticeKind.START, Start(SeriesGame(4, 2))),
    (NoticeKind.PLY, Ply(3, 1, "a4-a3")),
    (NoticeKind.PLY, Ply(3, 1, "a4-a3", pings=False)),
    *((NoticeKind.PLY, Ply(3, 0, "a4-a3", automatic=reason)) for reason in Automatic),
    (NoticeKind.PLY, Ply(3, 2, "retire 2", timed_out=True, claimed_by=0)),
    (NoticeKind.END, End(EndCause(EndKind.RESIGNED, 1))),
    (NoticeKind.END, End(EndCause(EndKind.TIMED_OUT, 1))),
    (NoticeKind.END, End(EndCause(EndKind.TIMED_OUT, 1, claimed_by=0))),
    (NoticeKind.END, End(EndCause(EndKind.NOT_BEGUN))),
    (NoticeKind.END, End(EndCause(EndKind.AGREED, 0))),
    (NoticeKind.END, End(EndCause(EndKind.AGREED_ABORT, 0))),
    (NoticeKind.END, End(EndCause(EndKind.ADJUDICATED, admin=1003, note="ran away"))),
    (NoticeKind.END, End(EndCause(EndKind.CORRECTED, admin=1003, note="the clock was wrong"))),
    (NoticeKind.TAKEN_BACK, TakenBack(5, 1, (UndoneText(1, "a1"), UndoneText(0, "b2")), free=False)),
    (NoticeKind.SERIES_END, SeriesEnd(4)),
    (NoticeKind.REMINDER, ReminderOfTurn(1001, 0, None)),
    (NoticeKind.REMINDER, ReminderOfTurn(1001, 2, 6)),
    (NoticeKind.TIME_UP, TimedSeat(1)),
    (NoticeKind.STALLED, TimedSeat(0)),
    (NoticeKind.MORE_TIME, MoreTime(1, 0, 3)),
    (NoticeKind.OVERVIEW, OverviewOf(70)),
    (NoticeKind.RESULT, ResultIn(71)),
    (NoticeKind.THREAD_OVER, Nothing()),
    (NoticeKind.WELCOME, WelcomeDue(7, (70, 71), "de")),
    (NoticeKind.WELCOME, WelcomeDue(7, (70,), "")),
    (NoticeKind.LIMITATION, LimitationMet(Limited(7, 70, Limitation.PICTURES, 50013), 71)),
    (NoticeKind.LIMITATION, LimitationMet(Limited(7, 70, Limitation.ROLE_CALLS, None), 71)),
    (NoticeKind.NAME_GONE, NamePlace(1001, "Anna", 70, None, 7, "de", NOON)),
    (NoticeKind.NAME_GONE, NamePlace(1001, "Anna", None, 1002, None, "", NOON, before=900)),
    *((NoticeKind.OFFER, OfferTold(what, 1, with_move=True)) for what in OfferKind),
    *((NoticeKind.OFFER_ANSWERED, OfferOver(OfferKind.DRAW, 1, fate)) for fate in OfferFate),
    (NoticeKind.OFFER_ANSWERED, OfferOver(OfferKind.DRAW, 1, OfferFate.DECLINED, 0, REF)),
    (NoticeKind.SEAT_OFFERED, SeatOffer(3)),
    (NoticeKind.SEAT_CLOSED, SeatOffer(3)),
    (NoticeKind.SEAT_CHANGED, SeatTaken(1, 1001, 1003)),
    (NoticeKind.BOARD_OVER, Nothing()),
    (NoticeKind.BOARD_OVER, BoardOver(1)),
    (NoticeKind.BUTTONS_OFF, OfMessage(REF)),
    (NoticeKind.BUTTONS_OFF, OfMessage(REF, 7)),
    (NoticeKind.BUTTONS_OFF, OfMessage(REF, undone_by=1)),
    (NoticeKind.BUTTONS_OFF, OfMessage(REF, undone_by=1, reader=1002)),
    (NoticeKind.MESSAGE_OVER, OfMessage(REF)),
)
ROUTINGS = (
    Routing(),
    Routing(tell=Tell.BOTH, direct=(1001,)),
    Routing(calls=()),
    Routing(calls=(1001, 1002), direct=(1002,), timed=True, rerouted=True),
)


@pytest.mark.parametrize(("kind", "content"), CONTENTS, ids=lambda value: str(value)[:40])
def test_what_is_written_is_read_back(kind: NoticeKind, content: Content) -> None:
    for routing in ROUTINGS:
        stored = json.loads(json.dumps(write_notice(content, routing)))
        assert stored["v"] == VERSION
        assert read_content(kind, stored) == content
        assert read_routing(stored) == routing


def test_every_kind_of_content_is_held_by_some_notice() -> None:
    assert {type(content) for _, content in CONTENTS} == set(Content.__args__)


def test_rows_of_before_the_version_was_written_are_read() -> None:
    ply = {"mover": 1, "move": "a4-a3"}
    assert read_content(NoticeKind.PLY, ply, 7) == Ply(6, 1, "a4-a3")
    assert read_content(NoticeKind.REMINDER, {"person": 5}) == ReminderOfTurn(5, 1, None)
    assert read_content(NoticeKind.OFFER, {"what": "draw", "by": 0}) == OfferTold(OfferKind.DRAW, 0)
    assert read_routing({}) == Routing()
