"""Kinds of events: pings, reports of plies, corrections of messages."""

from dataclasses import replace

import pytest

from bot.model.challenges.challenge import ChallengeStatus
from bot.model.event import DomainEvent
from bot.model.events.events import (
    BoardEvent,
    ChallengeChanged,
    ChallengeClosed,
    ChallengeMade,
    DeadlineMoved,
    DiceRolled,
    MatchEnded,
    MatchStarted,
    OfferAnswered,
    OfferOutcome,
    PliesTakenBack,
    PlyPlayed,
    SeatOfferClosed,
    SeatOffered,
    UndoneText,
)
from bot.model.events.instructions import DeleteMessage, EndDirectBoard
from bot.model.match.log_entry import Automatic
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from bot.model.people.preferences import PingPlace
from rules.contract import Outcome

PLY = PlyPlayed(7, 4, 6, 0, "a1", 0, 1, PingPlace.THREAD, 0)
BACK = PliesTakenBack(7, 6, 4, 0, (UndoneText(0, "a1"),), False, 1, 0, PingPlace.THREAD)
END = MatchEnded(7, 6, Outcome((0,), "goal"), PLY, 0, frozenset(), 1)


@pytest.mark.parametrize(
    ("event", "ply_before", "pings"),
    [
        (MatchStarted(7, 2, 0, PingPlace.BOTH), 0, True),
        (PLY, 4, True),
        (replace(PLY, turn=0), 4, False),
        (replace(PLY, turn=0, automatic=Automatic.FORCED), 4, True),
        (DiceRolled(7, 3, 5, 1, PingPlace.NONE), 3, True),
        (DiceRolled(7, 3, 5, 1, PingPlace.NONE, pings=False), 3, False),
        (BACK, None, True),
        (replace(BACK, free=True), None, False),
        (END, None, True),
    ],
)
def test_boards_report_plies_and_ping(event: BoardEvent, ply_before: int | None, *, pings: bool) -> None:
    assert (event.ply_before, event.pings, event.corrects) == (ply_before, pings, False)


def offer_answered(outcome: OfferOutcome) -> OfferAnswered:
    return OfferAnswered(7, 6, OfferKind.DRAW, 0, outcome, 1)


@pytest.mark.parametrize(
    ("event", "corrects"),
    [
        (DeadlineMoved(7, 6, 1), True),
        (SeatOffered(7, 6, 9), False),
        (SeatOfferClosed(7, 6, 9), True),
        (ChallengeMade(3), False),
        (ChallengeChanged(3), True),
        (ChallengeClosed(3, ChallengeStatus.DECLINED), False),
        (offer_answered(OfferOutcome.ACCEPTED), True),
        (offer_answered(OfferOutcome.AGREED), False),
        (offer_answered(OfferOutcome.DECLINED), False),
        (offer_answered(OfferOutcome.WITHDRAWN), True),
        (offer_answered(OfferOutcome.LAPSED), True),
        (EndDirectBoard(7), True),
        (DeleteMessage(MessageRef(70, 900)), False),
    ],
)
def test_corrections_edit_a_message(event: DomainEvent, *, corrects: bool) -> None:
    assert event.corrects is corrects


def test_an_unknown_automatic_reason_reads_as_forced() -> None:
    assert Automatic("by-magic") is Automatic.FORCED
