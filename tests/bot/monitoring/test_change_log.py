import logging

import pytest
from structlog.contextvars import get_contextvars

from bot.kernel.outbox.recorded import Recorded, RecordedEvent, RecordedInMatch
from bot.kernel.transactions.unit_of_work import Change
from bot.model.challenges.challenge import ChallengeStatus
from bot.model.events.events import ChallengeClosed, MatchEnded, OverviewWanted, PlyPlayed
from bot.model.people.preferences import PingPlace
from bot.monitoring.change_log import log_change
from bot.tracing import tracing
from rules.contract import Outcome
from tests.bot.monitoring.test_metrics import MATCH

PLY = PlyPlayed(MATCH.id, 4, 5, 0, "a1", 0, None, PingPlace.NONE, 0, ends_match=True)
END = MatchEnded(MATCH.id, 5, Outcome((0,), "any"), PLY, 0, frozenset(), None)


@pytest.mark.parametrize(
    ("events", "level", "fields"),
    [
        (
            (RecordedInMatch(PLY, MATCH), RecordedInMatch(END, MATCH), RecordedEvent(OverviewWanted(70))),
            "INFO",
            {"events": "PlyPlayed MatchEnded OverviewWanted", "game": "conhex", "match": 7, "ply": 5},
        ),
        (
            (RecordedEvent(ChallengeClosed(3, ChallengeStatus.DECLINED)),),
            "INFO",
            {"events": "ChallengeClosed", "challenge": 3},
        ),
        ((RecordedEvent(OverviewWanted(70)),), "DEBUG", {"events": "OverviewWanted"}),
    ],
    ids=["a move", "a challenge", "an overview"],
)
def test_a_change_is_one_log_line(
    events: tuple[Recorded, ...], level: str, fields: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        log_change(Change(events))
    (line,) = caplog.records
    assert (line.message, line.levelname) == ("committed", level)
    assert {name: getattr(line, name) for name in fields} == fields


def test_later_log_lines_carry_the_match() -> None:
    with tracing("1"):
        log_change(Change((RecordedInMatch(PLY, MATCH),)))
        assert get_contextvars()["match"] == 7
