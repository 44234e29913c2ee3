"""Approved facts and refusals of Catch the Hat."""

from syrupy.assertion import SnapshotAssertion

from tests.rules.games.game_texts import Choice, Position, Typed, facts, refusals, story

CHOICES: list[Choice] = [
    ({"mode": "party"}, 3),
    ({"mode": "total-party"}, 2),
    ({"golden_goal": "prisoners"}, None),
    ({"mode": "golden-hat", "golden_goal": "all"}, None),
    ({}, 7),
]
POSITIONS: list[Position] = [
    ({}, "turn 0"),
    ({}, "turn 2; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g"),
    ({}, "turn 0; die 7; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g"),
    ({}, "turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; R60 r"),
    ({}, "turn 0; die -; H0 r,r,r; H0 r,r,r; H2 g,g,g,g,g,g"),
    ({}, "turn 0; die -; H0 r,r,r,r,r,; H2 g,g,g,g,g,g; R1 r"),
    ({}, "turn 0; die -; H0 r,r,r,r,r; H2 g,g,g,g,g,g"),
    ({}, "turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; R1 y"),
    ({}, "turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g; secured 1 g"),
    ({"mode": "tower-race"}, "turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g; secured 0 g"),
    ({"mode": "golden-hat"}, "turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; golden 0"),
    ({"mode": "golden-hat"}, "turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; R1 *"),
    ({"mode": "golden-hat"}, "turn 0; die -; H0 r,r,r,r,r; H2 g,g,g,g,g,g; R1 r*; golden 0"),
    ({}, "turn 0; die -; H0 r,r,r,r,rg; H2 g,g,g,g,g; R1 r"),
    ({}, "turn 0; die -; H0 r,r,r,r,r,g; H2 g,g,g,g,g; R1 r"),
    ({}, "turn 0; die -; H0 r,r,r,r,r; H2 g,g,g,g,g; R1 r,g"),
    ({}, "turn 0; die -; H0 r,r,r,r; H2 g,g,g,g; R3 r,r,g,g"),
]
TYPED: list[Typed] = [
    (
        {},
        "turn 0; die 4; H0 r,r,r; H2 g,g,g; R5 r,rg,rg; R9 g",
        "",
        "hello; R9-R5; R5:rgg-R9; R5:rg-R8; R5:r-R9-R8; R5-R9-H0; R5:rg-H0; R5:r-H0; R5:rg-H2; S4.1-R30",
    ),
    ({}, "turn 0; die 4; H0 r,r,r; H2 g,g,g; R5 r,rg,rg; R9 g", "", "pass; stop; roll:4; R5-R9"),
    ({}, "turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", "", "R2-H0; R2-H0-R2; R2-H0:*-R1"),
    ({}, "turn 0; die 3; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", "", "R2-H0-R0"),
    ({}, "turn 0; die +; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", "", "R2-R3"),
    ({}, "turn 0; die -; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", "", "R2-R3; stop"),
    ({}, "turn 0; die 5; H0 r,r,r,r,r; H2 g,g; R0 rg; R3 g,g,g", "", "R0-H0-R3"),
    ({}, "turn 0; die 4; H0 r,r,r,r,r,r; H2 g,g,g; R3 g,g,g", "", "H0-R3"),
    ({"mode": "tower-race"}, "turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", "", "R2-H0-R1"),
    ({"mode": "golden-hat"}, "turn 0; die 3; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; R5 *; golden 0", "", "R5-R9-R8"),
    ({}, "turn 0; die -; R2 rgggggg; H0 r,r,r,r,r", "", "roll:1"),
]


def test_refusal_texts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(refusals("catch-the-hat", CHOICES, POSITIONS, TYPED)) == snapshot


def test_game_facts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(facts("catch-the-hat")) == snapshot


def test_game_course_matches_snapshot(snapshot: SnapshotAssertion) -> None:
    assert (
        "\n".join(
            [*story("catch-the-hat", 48, {}, 2), *story("catch-the-hat", 24, {"mode": "golden-hat"}, 2)]
        )
        == snapshot
    )
