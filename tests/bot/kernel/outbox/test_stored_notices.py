import json
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.kernel.outbox.message_routes import VERSION, kind_of, write
from bot.kernel.outbox.notices import LostTime, Routing
from bot.model.event import DomainEvent
from bot.model.events.events import (
    ChallengeExpired,
    ChallengeMade,
    PlyPlayed,
)
from bot.model.events.instructions import (
    CloseThread,
)
from bot.model.people.person import MessageRef
from bot.model.people.preferences import PingPlace
from bot.model.people.privacy import NameErasure
from bot.repositories.records.outbox import NoticeRecord
from bot.repositories.tables.outbox_tables import PUBLIC
from tests.bot.events import event_types
from tests.bot.support.contents import challenge_of
from tests.bot.support.services import ROUTES

REF = MessageRef(70, 900)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
PLY = PlyPlayed(7, 3, 4, 1, "a4-a3", before=1, turn=0, tell=PingPlace.BOTH, by=1)
ERASURE = NameErasure(1001, "Anna", 70, None, 7, "de", NOON, earlier=("Annie",))
POSTED = sorted((kind for kind in ROUTES.types if kind.is_posted), key=lambda kind: kind.__name__)
"""The posted types of events and instructions."""
st.register_type_strategy(datetime, st.datetimes(timezones=st.just(UTC)))
ROUTINGS = (
    Routing(),
    Routing(tell=PingPlace.BOTH, direct=(1001,)),
    Routing(calls=()),
    Routing(calls=(1001, 1002), direct=(1002,), timed=True, rerouted=True),
)


def record(kind: str, data: dict[str, object], *, stream: int = 3, audience: int = PUBLIC) -> NoticeRecord:
    return NoticeRecord(
        5, kind, stream, audience, 7, 4, json.loads(json.dumps(data)), "claimed", 1, True, NOON, "interaction"
    )


@pytest.mark.parametrize("event_type", POSTED, ids=lambda event_type: event_type.__name__)
@given(data=st.data())
@settings(max_examples=30)
def test_stored_notices_are_read_back(event_type: type[DomainEvent], data: st.DataObject) -> None:
    event, routing = data.draw(st.builds(event_type)), data.draw(st.sampled_from(ROUTINGS))
    stored = write(event, routing)
    assert stored["v"] == VERSION
    notice = ROUTES.read(record(kind_of(event), stored))
    assert (notice.event, notice.routing) == (event, routing)


def test_every_posted_event_has_a_route() -> None:
    assert set(POSTED) == {kind for kind in event_types() if kind.is_posted}


def test_a_row_stores_the_notice_as_plain_json() -> None:
    """Other versions read these names: a change takes a new type."""
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


def test_the_other_columns_are_read_too() -> None:
    notice = ROUTES.read(record("ChallengeExpired", write(ChallengeExpired(3), Routing()), audience=1001))
    assert (notice.id, challenge_of(notice), notice.match, notice.ply, notice.recipient) == (5, 3, 7, 4, 1001)
    assert (notice.attempts, notice.uncertain, notice.request) == (1, True, "interaction")
    assert (notice.lost, notice.written, notice.stored_kind) == (None, NOON, "ChallengeExpired")
    assert notice.tell is PingPlace.THREAD


def test_a_notice_from_before_a_restore_knows_its_epoch() -> None:
    row = record("CloseThread", write(CloseThread(7), Routing()))
    old_record = NoticeRecord(**{**{name: getattr(row, name) for name in row.__slots__}, "epoch": 2})
    assert ROUTES.read(old_record).lost == LostTime(2, NOON)
