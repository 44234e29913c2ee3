"""Approved facts and refusals of Nine Men's Morris."""

from syrupy.assertion import SnapshotAssertion

from tests.rules.games.game_texts import Choice, Position, Typed, facts, refusals, story

CHOICES: list[Choice] = [({"men": "10"}, None), ({}, 1)]
POSITIONS: list[Position] = [
    ({}, "nonsense"),
    ({}, "www/www/www/w...../.../.../... w 0 0"),
    ({}, "www/.../.../....../.../.../bbb w 0 1"),
]
TYPED: list[Typed] = [
    (
        {},
        "w../.../.../w....b/.../..b/... w 7 7",
        "",
        "hello; d4; a7-d7; g4; d7xg4; a1xd7; a1xa4; a1xg4xf2; a1",
    ),
    ({}, "w.b/.../.../w....b/.../..b/..b w 5 5", "", "a1xg7"),
    (
        {"two_mills": "two"},
        "w../..b/.bb/w...b./.../..b/.ww w 4 4",
        "",
        "a1xf6xd5; a1xd5xf6; a1xf6xf4; a1xd5; a1xd5xe5xf6; a1xd5xd5; a1xd5xg1",
    ),
    ({}, "w../.w./w../w....b/.../bbb/... w 0 0", "", "d6; d7-g7; g4-g7; a7-g7; a7-a4"),
    ({}, "w../.../.../w...../.../bbb/... b 5 6", "", "a1-d1"),
    ({"all_in_mills": "none"}, "w../.../.../w...../.../bbb/... w 6 6", "", "a1xb2"),
]


def test_refusal_texts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(refusals("nine-mens-morris", CHOICES, POSITIONS, TYPED)) == snapshot


def test_game_facts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(facts("nine-mens-morris")) == snapshot


def test_game_course_matches_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(story("nine-mens-morris", 40)) == snapshot
