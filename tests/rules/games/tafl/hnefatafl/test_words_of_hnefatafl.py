"""Approved facts and refusals of Hnefatafl."""

from syrupy.assertion import SnapshotAssertion

from tests.rules.games.game_texts import Choice, Position, Typed, facts, refusals, story

CHOICES: list[Choice] = [({"board": "chess"}, None), ({"colour": "red"}, None), ({}, 3)]
POSITIONS: list[Position] = [
    ({"board": "brandubh-7"}, "13/13"),
    ({"board": "brandubh-7"}, "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 b"),
    ({"board": "brandubh-7"}, "3a3/3a3/3d3/aadkdaa/3d3/3a3 a"),
    ({"board": "brandubh-7"}, "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a4 a"),
    ({"board": "brandubh-7"}, "3a3/3a3/3d3/aadkdaa/3d3/3a3/3?3 a"),
    ({"board": "brandubh-7"}, "3a3/3a3/3d3/aadkdaa/3d3/3a3/3b3 a"),
    ({"board": "brandubh-7"}, "3a3/3a3/3d3/aakkdaa/3d3/3a3/3a3 a"),
    ({"board": "brandubh-7"}, "3a3/3a3/3d3/aad1daa/3d3/3a3/3a3 a"),
    ({"board": "brandubh-7"}, "a2a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a"),
    ({"board": "brandubh-7"}, "3a2k/3a3/3d3/aad1daa/3d3/3a3/3a3 d"),
    ({"board": "brandubh-7", "escape": "edge"}, "3k3/7/3a3/7/7/7/7 d"),
]
TYPED: list[Typed] = [
    ({}, None, "", "hello; d1-z2; d4-d5; g7-g8; f1-f1; f1-e2; f1-f9; g1-f1; e1-a1"),
    ({}, "13/13/13/13/13/13/2a10/13/13/9k3/13/13/13 a", "", "c7-j7; c7-g7"),
    ({}, "k12/13/13/13/13/13/2a10/13/13/13/13/13/13 a", "", "c7-d7"),
]


def test_refusal_texts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(refusals("hnefatafl", CHOICES, POSITIONS, TYPED)) == snapshot


def test_game_facts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(facts("hnefatafl")) == snapshot


def test_game_course_matches_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(story("hnefatafl", 40, {"board": "tablut-9"})) == snapshot
