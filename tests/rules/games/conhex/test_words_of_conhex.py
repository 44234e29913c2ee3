"""Approved facts and refusals of ConHex."""

from syrupy.assertion import SnapshotAssertion

from tests.rules.games.game_texts import Choice, Position, Typed, facts, refusals, story

CHOICES: list[Choice] = [
    ({"balls": "many"}, None),
    ({"handicap": "2"}, None),
    ({"handicap": "3", "swap": "off", "balls": "2"}, None),
]
POSITIONS: list[Position] = [
    ({}, "red; blue; red-cells; blue-cells"),
    ({}, "red; blue; red-cells; blue-cells; turn green"),
    ({}, "red a2; blue; red-cells; blue-cells; turn red"),
    ({}, "red; blue; red-cells z0.16; blue-cells; turn red"),
    ({}, "red a1; blue a1; red-cells; blue-cells; turn red"),
    ({"balls": "2"}, "red; blue a1 k1 c2; red-cells; blue-cells; turn red"),
]
TYPED: list[Typed] = [
    ({}, None, "", "hello; a2; k10; swap; a1>b3"),
    ({}, None, "f6 a1", "f6; swap"),
    ({"swap": "off", "balls": "1"}, None, "a1 k1", "b3; a1; k1>b3; a1>a1; a1>k1; a1>a2; c2>b3; swap"),
    ({"balls": "unlimited"}, None, "a1 k1", "a1>b3"),
    ({"swap": "off"}, None, "f6", "swap"),
    ({"swap": "off"}, None, "a1 f6 b3 f5 b5 f7 b7 e6 b9 g6 a11", "k1"),
]


def test_refusal_texts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(refusals("conhex", CHOICES, POSITIONS, TYPED)) == snapshot


def test_game_facts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(facts("conhex")) == snapshot


def test_game_course_matches_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(story("conhex", 28, {"balls": "9"})) == snapshot
