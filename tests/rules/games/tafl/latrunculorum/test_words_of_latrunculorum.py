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


def test_every_refusal_says_what_is_wrong(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(refusals("ludus-latrunculorum", CHOICES, POSITIONS, TYPED)) == snapshot


def test_the_game_says_of_itself_what_it_did(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(facts("ludus-latrunculorum")) == snapshot


def test_a_game_goes_as_it_did(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(story("ludus-latrunculorum", 24, {"army": "king"})) == snapshot
