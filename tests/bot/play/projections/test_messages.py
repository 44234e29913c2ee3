from datetime import UTC, datetime, time, timedelta

import pytest

from bot.play.domain.events import (
    DeadlineMoved,
    DeadlineNear,
    EndCause,
    EndKind,
    MatchEnded,
    MatchHeader,
    MatchStarted,
    PlyPlayed,
)
from bot.play.domain.notices import NoticeKind
from bot.play.domain.players import EnginePlayer, HumanPlayer
from bot.play.domain.preferences import Preferences, Quiet, Tell
from bot.play.projections.messages import OutgoingMessage, messages_of
from rules.contract import Outcome

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
ANNA, BEN = 1001, 1002


def _match(*preferences: Preferences) -> MatchHeader:
    return MatchHeader(
        7, 3, 70, (HumanPlayer(ANNA), HumanPlayer(BEN)), preferences or (Preferences(), Preferences())
    )


def _told(messages: list[OutgoingMessage]) -> list[tuple[NoticeKind, int | None, tuple[int, ...] | None]]:
    return [(one.kind, one.audience, one.routing.calls) for one in messages]


def _ply(match: MatchHeader, tell: Tell = Tell.THREAD) -> PlyPlayed:
    return PlyPlayed(match, 0, 1, 0, "a1", before=0, turn=1, tell=tell, by=0)


@pytest.mark.parametrize(
    ("tell", "audiences"), [(Tell.THREAD, [None]), (Tell.BOTH, [None, BEN]), (Tell.NONE, [None])]
)
def test_a_ply_is_told_in_public_and_to_the_next_where_they_want_it(
    tell: Tell, audiences: list[int | None]
) -> None:
    messages = messages_of(_ply(_match(), tell), NOON)
    assert [one.audience for one in messages] == audiences
    assert {one.kind for one in messages} == {NoticeKind.PLY}
    assert messages[0].routing.tell is tell


def test_a_direct_board_is_over_before_the_next_is_told() -> None:
    match = _match(Preferences(tell=Tell.DIRECT), Preferences())
    assert [(one.kind, one.audience) for one in messages_of(_ply(match), NOON)] == [
        (NoticeKind.BOARD_OVER, ANNA),
        (NoticeKind.PLY, None),
    ]


@pytest.mark.parametrize("own", [True, False])
def test_what_was_said_of_a_turns_time_is_outlived_where_its_own_time_is_another(own: bool) -> None:
    moved = DeadlineMoved(_match(), 4, 1, timed=True, own=own)
    assert [one.routing.timed for one in messages_of(moved, NOON)] == [own]


def test_an_end_calls_all_but_whose_doing_it_is_and_waits_for_quiet_hours() -> None:
    quiet = Preferences(tell=Tell.BOTH, quiet=Quiet(time(11), time(13)))
    match = _match(Preferences(), quiet)
    ended = MatchEnded(
        match, 4, Outcome((1,), "resignation"), EndCause(EndKind.RESIGNED, 0), 0, frozenset(), 0
    )
    public, direct = messages_of(ended, NOON)
    assert (public.audience, public.routing.calls, public.routing.direct) == (None, (), (BEN,))
    assert (direct.audience, direct.due) == (BEN, NOON + timedelta(hours=1))


def test_who_has_left_or_opens_the_next_game_is_not_called() -> None:
    over = Outcome((1,), "goal")
    left = MatchEnded(_match(), 4, over, _ply(_match()), None, frozenset({0}), None)
    assert _told(list(messages_of(left, NOON))) == [(NoticeKind.PLY, None, (BEN,))]
    opens = MatchEnded(_match(), 4, over, _ply(_match()), None, frozenset(), None, next_turn=BEN)
    assert _told(list(messages_of(opens, NOON))) == [(NoticeKind.PLY, None, (ANNA,))]


def test_the_first_message_of_a_match_calls_everyone_once() -> None:
    started = MatchStarted(_match(), 0, 0, Tell.THREAD)
    (public,) = messages_of(started, NOON)
    assert public.routing.calls == (ANNA, BEN)


def test_an_engine_is_told_nothing() -> None:
    wants = Preferences(tell=Tell.BOTH)
    match = MatchHeader(7, 3, 70, (HumanPlayer(ANNA), EnginePlayer("alpha-beta", 3)), (wants, wants))
    ply = PlyPlayed(match, 0, 1, 0, "a1", before=0, turn=1, tell=Tell.BOTH, by=0)
    assert [one.audience for one in messages_of(ply, NOON)] == [ANNA, None]
    assert messages_of(DeadlineNear(match, 1, 1, 1, 6), NOON) == []
