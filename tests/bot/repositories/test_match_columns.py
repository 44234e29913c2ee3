"""Stored forms of a match's columns, compared with rows written by 0059."""

from datetime import UTC, datetime
from itertools import product
from typing import Any, Final

import pytest
import sqlalchemy as sa

from bot.model.match.beacon import BeaconSource, Origin
from bot.model.match.offers.match_offers import MatchOffers, OpenOffer
from bot.model.match.offers.offer_rules import OfferKind, PastOffer
from bot.model.match.offers.undo_point import UndoPoint
from bot.repositories.tables.match_columns import StoredOutcomes
from bot.repositories.tables.match_tables import games
from data.schema.columns import UnreadableJson
from rules.contract import Outcome

NOON: Final = datetime(2026, 11, 20, 12, 0, 0, 5, tzinfo=UTC)
DRAW: Final = OfferKind.DRAW
UNDO: Final = UndoPoint(
    4, NOON, ((5, 4, 0), (7, 7, 1)), 3, None, 2, True, False, ((DRAW, 1),), ((6, 5, 0), (7, 7, 1))
)
STORED_UNDO: Final = {
    "ply": 4,
    "since": "2026-11-20T12:00:00.000005+00:00",
    "times": [[5, 4, 0], [7, 7, 1]],
    "turns": 3,
    "told": None,
    "reminders": 2,
    "stalled": True,
    "silenced": False,
    "offers": [["draw", 1]],
    "after": [[6, 5, 0], [7, 7, 1]],
}
FORMS: Final[list[tuple[str, Any, Any]]] = [
    ("outcome", None, None),
    ("outcome", {"winners": [], "reason": "agreement"}, StoredOutcomes((), "agreement")),
    (
        "outcome",
        {
            "winners": [1],
            "reason": "correction",
            "first": {"winners": [0], "reason": "goal"},
            "neutral": {"winners": [], "reason": "annulled"},
        },
        StoredOutcomes((1,), "correction", Outcome((0,), "goal"), Outcome((), "annulled")),
    ),
    ("offers", None, MatchOffers()),
    (
        "offers",
        {
            "open": [
                {"what": "draw", "by": 1, "ply": 4, "agreed": [0, 2], "channel": 5, "message": 9},
                {"what": "abort", "by": 0, "ply": 5, "agreed": []},
            ],
            "made": [["take-back", 0, 1], ["draw", 1, 2]],
        },
        MatchOffers(
            (OpenOffer(DRAW, 1, 4, (0, 2), 5, 9), OpenOffer(OfferKind.ABORT, 0, 5)),
            (PastOffer(OfferKind.TAKE_BACK, 0, 1), PastOffer(DRAW, 1, 2)),
        ),
    ),
    ("times", None, ()),
    ("times", [[5, 4, 0], [7, 7, 1]], ((5, 4, 0), (7, 7, 1))),
    ("undo", None, None),
    ("dice_beacon", {"origin": "nothing"}, BeaconSource(Origin.NOTHING)),
    ("dice_beacon", {"origin": "card", "channel": 5, "message": 9}, BeaconSource(Origin.CARD, 5, 9)),
    ("retired", [[1, 3]], ((1, 3),)),
    ("dice_words", ["ff"], ("ff",)),
    ("unjustified", [3, 1], (3, 1)),
]


def kind(column: str) -> Any:
    return games.c[column].type


@pytest.mark.parametrize(("column", "stored", "value"), FORMS)
def test_stored_formats_match_revision_0059(column: str, stored: object, value: object) -> None:
    assert kind(column).read(stored) == value
    assert kind(column).write(value) == stored


@pytest.mark.parametrize(("stalled", "silenced"), list(product((True, False), repeat=2)))
def test_an_undo_point_keeps_stalled_and_silenced_apart(*, stalled: bool, silenced: bool) -> None:
    point = kind("undo").read({**STORED_UNDO, "stalled": stalled, "silenced": silenced})
    assert (point.timing.stalled, point.timing.silenced) == (stalled, silenced)
    assert kind("undo").read(kind("undo").write(point)) == point


def test_an_undo_point_of_0059_is_readable() -> None:
    assert kind("undo").read(STORED_UNDO) == UNDO
    assert kind("undo").write(UNDO).keys() == STORED_UNDO.keys()


def test_timestamps_stay_readable_for_0059() -> None:
    assert datetime.fromisoformat(kind("undo").write(UNDO)["since"]) == NOON


def test_unknown_offer_kinds_are_skipped() -> None:
    newer = {"what": "handicap", "by": 0, "ply": 1, "agreed": []}
    assert kind("offers").read({"open": [newer], "made": [["handicap", 0, 1]]}) == MatchOffers()
    assert kind("undo").read({**STORED_UNDO, "offers": [["handicap", 0]]}).offers == ()


@pytest.mark.parametrize(
    ("column", "stored"),
    [
        ("outcome", []),
        ("outcome", {"winners": "all", "reason": "goal"}),
        ("times", [[1]]),
        ("undo", {**STORED_UNDO, "since": "noon"}),
        ("dice_beacon", {"origin": "moon"}),
        ("retired", 5),
    ],
)
def test_damaged_json_is_refused_in_one_line(column: str, stored: object) -> None:
    with pytest.raises(UnreadableJson) as refused:
        kind(column).read(stored)
    assert "\n" not in str(refused.value)


def test_an_empty_value_is_stored_as_null() -> None:
    engine = sa.create_engine("sqlite://")
    bound = kind("offers").bind_processor(engine.dialect)
    assert bound(MatchOffers()) is None
    engine.dispose()
