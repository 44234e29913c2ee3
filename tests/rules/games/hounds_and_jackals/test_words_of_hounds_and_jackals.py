"""Approved facts and refusals of Hounds and Jackals."""

from syrupy.assertion import SnapshotAssertion

from tests.rules.games.game_texts import Choice, Position, Typed, facts, refusals, story

CHOICES: list[Choice] = [({"opens": "cats"}, None), ({}, 3)]
POSITIONS: list[Position] = [
    ({}, "nonsense"),
    ({}, "hounds 1 2 3 12 27; jackals 1 2 3 4 12; turn dogs"),
    ({}, "hounds 1 2 3 12; jackals 1 2 3 4 12; turn hounds"),
    ({}, "hounds 1 2 3 12 27; jackals 1 2 3 4 12 13; turn hounds"),
    ({}, "hounds 1 2 3 12 30; jackals 1 2 3 4 12; turn hounds"),
    ({}, "hounds 1 2 3 12 12; jackals 1 2 3 4 12; turn hounds"),
    ({}, "hounds 1 2 3 12 27; jackals 1 2 3 4 12; turn hounds; attacked 4"),
    ({}, "hounds 1 2 3 12 27; jackals 1 2 3 4 12; turn hounds; attacked 12; passed"),
]
TYPED: list[Typed] = [
    ({}, None, "", "hello; pass; 30-31; 1-99; 9-11; 5-5; 1-2; 5-4; 5-8"),
    ({}, "hounds 1 2 20 22 24; jackals 11 12 13 14 15; turn hounds", "", "22-21; 22-20; 24-10; 24-23"),
    ({}, "hounds 1 2 3 22 24; jackals 1 17 18 20 21; turn hounds", "", "22-19; 22-20"),
    ({}, "hounds 1 2 3 15 24; jackals 1 2 3 4 5; turn hounds", "", "24-10"),
    ({}, "hounds 1 2 10 25 29; jackals 4 5 6 10 29; turn hounds; attacked 10 29", "", "1-2"),
    ({}, "hounds 1 2 3 5 22; jackals 22 12 13 14 15; turn hounds", "", "22-20"),
    ({}, "hounds 1 2 3 4 24; jackals 11 12 13 14 15; turn hounds", "", "24-10"),
    ({}, "hounds 1 2 3 4 28; jackals 11 12 13 14 16; turn hounds", "", "28-29"),
    ({}, "hounds 1 2 3 4 27; jackals 11 12 13 14 16; turn hounds", "", "27-28"),
    ({}, "hounds 1 2 3 12 27; jackals 1 2 3 4 12; turn hounds; attacked 12 27", "", "1-2; 12-12; 27-26"),
    ({}, "hounds 1 2 3 12 27; jackals 1 2 3 4 12; turn hounds; attacked 12", "", "1-2"),
    (
        {"void_attack": "pass"},
        "hounds 5 8 11 19 29; jackals 3 10 11 12 15; turn hounds; attacked 29",
        "",
        "5-7",
    ),
]


def test_refusal_texts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(refusals("hounds-and-jackals", CHOICES, POSITIONS, TYPED)) == snapshot


def test_game_facts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(facts("hounds-and-jackals")) == snapshot


def test_game_course_matches_snapshot(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(story("hounds-and-jackals", 40)) == snapshot
