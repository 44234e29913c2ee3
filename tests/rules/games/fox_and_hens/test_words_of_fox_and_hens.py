"""Approved facts and refusals of Fox and Hens."""

from syrupy.assertion import SnapshotAssertion

from tests.rules.games.game_texts import Choice, Position, Typed, facts, refusals, story

CHOICES: list[Choice] = [({"return_by": "cocks"}, None), ({}, 4)]
POSITIONS: list[Position] = [
    ({}, "nonsense"),
    ({}, "hens a3 a4 b3 b5 c1 c2 c3 d1 d2 d3; foxes c5 e5; off 0; turn cocks"),
    ({}, "hens a3 a4 b3 b5 c1 c2 c3 d1 d2 d3 a1; foxes c5 e5; off 0; turn hens"),
    ({}, "hens a3 a4 b3 b5 c1 c2 c3 d1 d2 d3; foxes c5 a3; off 0; turn hens"),
    (
        {},
        "hens a3 a4 b3 b5 c1 c2 c3 d1 d2 d3 d4 c4 e1 e2 e3 e4 f3 f4 g3 g4 g5; foxes c5 e5; off 0; turn hens",
    ),
    ({}, "hens a3 a4 b3 b5 c1 c2 c3 d1 d2 d3; foxes c5; off 0; turn hens"),
    ({}, "hens a3 a4 b3 b5 c1 c2 c3 d1 d2 d3; foxes c5; off 1; turn hens; place"),
    (
        {"missed_capture": "enforced"},
        "hens a3 a4 b3 b5 c1 c2 c3 d1 d2 d3; foxes c5 e6; off 0; turn hens; claimable c5; step e5-e6",
    ),
]
TYPED: list[Typed] = [
    (
        {},
        None,
        "",
        "hello; a1-a2; c5-d5; d5-d6; a3-a5; d4-d4; a3-b3; a4-b3; a4xa6; place d3; remove c5; claim",
    ),
    ({}, None, "b4-b5", "claim; c5-c4; b5-c5; d5xb5; b5xd5; c5xc3; c5xc7; c5xd5xa1"),
    ({}, None, "b4-b5 e5-e6", "claim e6; claim d1"),
    ({}, None, "d4-d5 e5-e6", "claim"),
    ({"missed_capture": "takeback"}, None, "d4-d5 e5-e6", "claim c5; claim"),
    (
        {"missed_capture": "enforced"},
        "hens d5 d3 c2 b4 f4 a3 g3 c1 e1 d1 g4; foxes d4 a5; off 0; turn foxes",
        "",
        "a5-a4; a5xc3; a5xc3xe3xg5xg3; claim",
    ),
    (
        {"return_zone": "outside-house"},
        "hens a3 a4 b3 b5 c1 c2 c3 d1 d2 d3; foxes c5; off 1; turn foxes; place",
        "",
        "c5-c6; place d5; place a3",
    ),
    (
        {"both_missed": "foxes-choose"},
        "hens a3 a4 b3 b5 c1 c2 c3 d1 d2 d3; foxes c5 e5; off 0; turn foxes; remove",
        "",
        "c5-c6; remove d1",
    ),
]


def test_refusal_texts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(refusals("fox-and-hens", CHOICES, POSITIONS, TYPED)) == snapshot


def test_game_facts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(facts("fox-and-hens")) == snapshot


def test_game_course_matches_snapshot(snapshot: SnapshotAssertion) -> None:
    assert (
        "\n".join([*story("fox-and-hens", 24), *story("fox-and-hens", 24, {"missed_capture": "takeback"})])
        == snapshot
    )
