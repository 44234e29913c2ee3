"""Approved facts and refusals of Ludus latrunculorum."""

from syrupy.assertion import SnapshotAssertion

from tests.rules.games.game_texts import Choice, Position, Typed, facts, refusals, story

CHOICES: list[Choice] = [({"army": "kings"}, None), ({"board": "9x10"}, None), ({}, 1)]
POSITIONS: list[Position] = [
    ({}, "9/9/9/9/9/9/9/9/9 b"),
    ({}, "B8/9/9/9/9/9/9/9/9/ww7 b"),
    ({"army": "king"}, "BB7/9/9/9/9/9/9/9/9/wW7 b"),
    ({}, "k8/9/9/9/9/9/9/9/9/ww7 b"),
]
TYPED: list[Typed] = [({}, None, "", "a9; j9-j8; a9-a11; a5-a6; a2-a3; a9-a9; a9-b8; a9-a2; a9-a1")]


def test_refusal_texts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(refusals("ludus-latrunculorum", CHOICES, POSITIONS, TYPED)) == snapshot


def test_game_facts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(facts("ludus-latrunculorum")) == snapshot


def test_game_course_matches_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(story("ludus-latrunculorum", 24, {"army": "king"})) == snapshot
