from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta

import pytest

from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.model.event import DomainEvent, MatchEvent
from bot.model.events.events import (
    DeadlineMoved,
    EndCause,
    EndKind,
    MatchEnded,
    MatchStarted,
    PlyPlayed,
)
from bot.model.events.instructions import EndDirectBoard
from bot.model.match.match import Match
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.people.preferences import PingPlace, Preferences
from bot.model.time.reminders import QuietHours
from rules.contract import Outcome
from tests.bot.support.matches_in_memory import match_of
from tests.bot.support.services import ROUTES

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
ANNA, BEN = 1001, 1002


def _match(*preferences: Preferences) -> Match:
    return match_of(HumanPlayer(ANNA), HumanPlayer(BEN), preferences=preferences)


def _messages(match: Match, event: MatchEvent) -> Sequence[OutgoingMessage]:
    return ROUTES.of(event).messages(RecordedInMatch(event, match), NOON)


def _summaries(
    messages: Sequence[OutgoingMessage],
) -> list[tuple[type[DomainEvent], int | None, tuple[int, ...] | None]]:
    return [(type(message.event), message.audience, message.routing.calls) for message in messages]


def _ply(tell: PingPlace = PingPlace.THREAD) -> PlyPlayed:
    return PlyPlayed(7, 0, 1, 0, "a1", before=0, turn=1, tell=tell, by=0)


@pytest.mark.parametrize(
    ("tell", "audiences"),
    [(PingPlace.THREAD, [None]), (PingPlace.BOTH, [None, BEN]), (PingPlace.NONE, [None])],
)
def test_a_ply_is_posted_publicly_and_at_the_next_players_choice(
    tell: PingPlace, audiences: list[int | None]
) -> None:
    messages = _messages(_match(), _ply(tell))
    assert [message.audience for message in messages] == audiences
    assert {type(message.event) for message in messages} == {PlyPlayed}
    assert messages[0].routing.tell is tell


def test_a_direct_board_ends_before_the_next_ply_is_posted() -> None:
    match = _match(Preferences(tell=PingPlace.DIRECT), Preferences())
    assert [(type(message.event), message.audience) for message in _messages(match, _ply())] == [
        (EndDirectBoard, ANNA),
        (PlyPlayed, None),
    ]


@pytest.mark.parametrize("own", [True, False])
def test_only_a_deadline_change_invalidates_the_stated_deadline(own: bool) -> None:
    event = DeadlineMoved(7, 4, 1, timed=True, own=own)
    assert [message.routing.timed for message in _messages(_match(), event)] == [own]


def test_an_end_pings_all_but_its_cause_and_waits_for_quiet_hours() -> None:
    quiet = Preferences(tell=PingPlace.BOTH, quiet=QuietHours(time(11), time(13)))
    match = _match(Preferences(), quiet)
    event = MatchEnded(7, 4, Outcome((1,), "resignation"), EndCause(EndKind.RESIGNED, 0), 0, frozenset(), 0)
    public, direct = _messages(match, event)
    assert (public.audience, public.routing.calls, public.routing.direct) == (None, (), (BEN,))
    assert (direct.audience, direct.due) == (BEN, NOON + timedelta(hours=1))


def test_leavers_and_the_opener_of_the_next_game_are_not_pinged() -> None:
    over = Outcome((1,), "goal")
    event = MatchEnded(7, 4, over, _ply(), None, frozenset({0}), None)
    assert _summaries(_messages(_match(), event)) == [(PlyPlayed, None, (BEN,))]
    opens = MatchEnded(7, 4, over, _ply(), None, frozenset(), None, next_turn=BEN)
    assert _summaries(_messages(_match(), opens)) == [(PlyPlayed, None, (ANNA,))]


def test_the_first_message_of_a_match_pings_everyone_once() -> None:
    started = MatchStarted(7, 0, 0, PingPlace.THREAD)
    (public,) = _messages(_match(), started)
    assert public.routing.calls == (ANNA, BEN)


def test_an_engine_gets_no_message() -> None:
    wants = Preferences(tell=PingPlace.BOTH)
    match = match_of(HumanPlayer(ANNA), EnginePlayer("alpha-beta", 3), preferences=(wants, wants))
    ply = PlyPlayed(7, 0, 1, 0, "a1", before=0, turn=1, tell=PingPlace.BOTH, by=0)
    assert [message.audience for message in _messages(match, ply)] == [ANNA, None]
