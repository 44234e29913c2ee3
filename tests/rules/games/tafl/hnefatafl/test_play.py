"""Hnefatafl: boards, worked examples, endings and options."""

from collections.abc import Mapping

import pytest

import rules
from rules.games.tafl.hnefatafl import GAME, HnefataflState

ROWS = range(13, 0, -1)
FILES = "abcdefghijklm"


def set_up(pieces: str, side: str, options: Mapping[str, str] | None = None) -> HnefataflState:
    """Place pieces ("A c5 e9, D d5") on the 13x13 board; an unnamed king is on k11."""
    squares_by_piece = {group.split()[0]: group.split()[1:] for group in pieces.split(", ")}
    squares_by_piece.setdefault("K", ["k11"])
    where = {square: kind.lower() for kind, squares in squares_by_piece.items() for square in squares}
    rows = []
    for rank in ROWS:
        row, gap = "", 0
        for file in FILES:
            piece = where.get(f"{file}{rank}")
            if piece is None:
                gap += 1
                continue
            row += (str(gap) if gap else "") + piece
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    return GAME.from_position(f"{'/'.join(rows)} {side}", options)


def captures_in(state: HnefataflState) -> set[str]:
    return {point for event in state.events if event.kind == "capture" for point in event.points}


def play(state: HnefataflState, *texts: str) -> HnefataflState:
    for text in texts:
        state = state.play(state.parse(text))
    return state


SHIELDWALL = {"shieldwall": "on"}


CAPTURES = [
    ("TV2", "A c5 e9, D d5", "e9-e5", "d5", {}),
    ("TV3", "A c5 e5, D d9", "d9-d5", "", {}),
    ("TV4a", "A c5, D b1", "c5-c1", "b1", {}),
    ("TV5", "A e5, D e1", "e5-e2", "", {}),
    ("TV6a", "A d5, D c5, K e9", "e9-e5", "d5", {}),
    ("king as anvil", "A d5, D e9, K c5", "e9-e5", "d5", {}),
    ("TV7a", "A g8, D c9", "c9-g9", "g8", {}),
    ("TV7b", "A c9, D g8", "c9-g9", "g8", {}),
    ("TV7c", "A c9, D g8, K g7", "c9-g9", "", {}),
    ("king on the throne as anvil", "A g8, D c9, K g7", "c9-g9", "g8", {}),
    ("TV8a", "A c5 e3 e12, D d5 e4", "e12-e5", "d5 e4", {}),
    ("TV8b", "A c5 e3 g5 e12, D d5 e4 f5", "e12-e5", "d5 e4 f5", {}),
    ("corner, double", "A c1 e6 a3, D b1 e1, K k11", "e6-e2", "", {}),
    ("corner and a right angle", "A a9, D b1", "a9-a2", "", {}),
    ("edge is no anvil in a corner line", "A c9, D a2", "c9-c2", "", {}),
    ("TV11a", "A e2 f2 d1 g5, D e1 f1", "g5-g1", "e1 f1", SHIELDWALL),
    ("TV11b", "A e2 f2 d1 g5, D e1 f1", "g5-g1", "", {}),
    ("TV11c", "A b2 c2 d5, D b1 c1", "d5-d1", "", SHIELDWALL),
    ("TV11e", "A e2 d1 g5, D e1 f1", "g5-g1", "", SHIELDWALL),
    ("closed by a front piece", "A e2 f7 d1 g1, D e1 f1", "f7-f2", "e1 f1", SHIELDWALL),
    ("one is no row", "A e2 d1 f5, D e1", "f5-f1", "e1", SHIELDWALL),
    ("one is no row, closed in front", "A e7 d1 f1, D e1", "e7-e2", "", SHIELDWALL),
    ("left edge", "A b4 b5 b6 a7 c3, D a4 a5 a6", "c3-a3", "a4 a5 a6", SHIELDWALL),
    ("right edge", "A m4 m5, D l4 l5 m3 h6", "h6-m6", "m4 m5", SHIELDWALL),
    ("top edge", "A d13 e13, D d12 e12 c13 f6", "f6-f13", "d13 e13", SHIELDWALL),
    ("king encloses", "A d13 e13, D d12 e12 c13, K f6", "f6-f13", "d13 e13", SHIELDWALL),
    ("king in the row stays", "A d1 h1 e2 f2 g5, D f1 g1, K e1", "g5-g2", "f1 g1", SHIELDWALL),
    ("moved piece encloses nothing", "A e2 f2 d1 g1 a5, D e1 f1", "a5-a6", "", SHIELDWALL),
    ("union", "A e2 f2 d1 i1 g5, D e1 f1 h1", "g5-g1", "e1 f1 h1", SHIELDWALL),
    ("two rows", "A b2 c2 e2 f2 g1 d5, D c1 e1 f1", "d5-d1", "e1 f1", SHIELDWALL),
    ("both sides at once", "A b1 c2 d2 f2 g2 h1 e5, D c1 d1 f1 g1", "e5-e1", "c1 d1 f1 g1", SHIELDWALL),
    (
        "another row elsewhere is safe",
        "A e2 f2 d1 g1 d13 g9 e12 f12, D e1 f1 e13 f13",
        "g9-g13",
        "e13 f13",
        SHIELDWALL,
    ),
]


@pytest.mark.parametrize(
    ("pieces", "move", "expected", "options"), [pytest.param(*c[1:], id=c[0]) for c in CAPTURES]
)
def test_moves_capture_enclosed_men(
    pieces: str, move: str, expected: str, options: Mapping[str, str]
) -> None:
    origin = move.partition("-")[0]
    mover = next(group[0] for group in pieces.split(", ") if origin in group.split())
    before = set_up(pieces, "a" if mover == "A" else "d", options)
    after = play(before, move)
    assert captures_in(after) == set(expected.split())
    assert set(before.pieces) - set(after.pieces) == {origin, *expected.split()}
    assert after.outcome is None or after.outcome.reason == "no-moves"
    for event in after.events:
        assert event.seat == (1 if mover == "A" else 0)


SIEGES = [
    ("TV9a", "A f7 h7 g6 g12, K g7", "g12-g8", "king-captured"),
    ("TV9b", "A f7 h7 g12, D g6, K g7", "g12-g8", None),
    ("TV9c", "A f8 g9 h12, K g8", "h12-h8", "king-captured"),
    ("TV9d", "A f8 h12, K g8", "h12-h8", None),
    ("TV9e", "A d1 f1 e9, K e1", "e9-e2", "king-captured"),
    ("TV9f", "A d1 e9, D f1, K e1", "e9-e2", None),
    ("TV9h", "A d5 f9, K e5", "f9-f5", None),
    ("corner", "A c1 b9, K b1", "b9-b2", "king-captured"),
    ("corner, one missing", "A d2 b9, K b1", "b9-b2", None),
    ("open field", "A d5 f5 e4 e11, K e5", "e11-e6", "king-captured"),
    ("TV10a", "A d5 f5 e4 d6 f6 e11, D e6, K e5", "e11-e7", "king-and-defender-captured"),
    ("TV10b", "A d5 f5 e4 d6 e11, D e6, K e5", "e11-e7", None),
    ("pair at the edge", "A d1 e2 f9 g1, D f1, K e1", "f9-f2", "king-and-defender-captured"),
    ("pair, defender at the throne", "A f9 h9 g11 f8 h2, D g8, K g9", "h2-h8", None),
    ("pair, closed by the throne", "A f9 h9 f8 g11 h2, D g8, K g9", "g11-g10", None),
    (
        "pair, all closed by the throne",
        "A f9 h9 f8 h8 g12, D g8, K g9",
        "g12-g10",
        "king-and-defender-captured",
    ),
    ("pair in front of a corner", "A d1 b2 c9, D c1, K b1", "c9-c2", "king-and-defender-captured"),
    ("two defenders", "A e4 f5 f6 e11 c5 d4, D e6 d5, K e5", "e11-e7", None),
    ("a man caught by the same move still stands", "A e6 e4 f5 d4 a6, D d5, K e5", "a6-a7", None),
]


@pytest.mark.parametrize(("pieces", "move", "reason"), [pytest.param(*c[1:], id=c[0]) for c in SIEGES])
def test_sieges_capture_the_king(pieces: str, move: str, reason: str | None) -> None:
    state = play(set_up(pieces, "a"), move)
    if reason is None:
        assert state.outcome is None
        assert "k" in state.pieces.values()
        return
    assert state.outcome == rules.Outcome((0,), reason)
    assert state.turn is None
    assert state.legal_moves() == ()
    assert "k" not in state.pieces.values()
    assert state.position.endswith(" d")
    assert [event.kind for event in state.events if event.kind == "king-captured"] == ["king-captured"]
    assert GAME.from_position(state.position) == state
    assert GAME.from_position(state.position).outcome == rules.Outcome((0,), "king-captured")


def test_man_captured_by_the_closing_move_still_shields_the_king() -> None:
    state = play(set_up("A e6 e4 f5 d4 d9, D d5, K e5", "a"), "d9-d6")
    assert captures_in(state) == {"d5"}
    assert state.outcome is None


def test_king_may_enter_an_enclosure_and_falls_next_move() -> None:
    state = play(set_up("A f8 h8 g9 b2, K g7", "d"), "g7-g8")
    assert state.outcome is None
    assert GAME.from_position(state.position).outcome is None
    fallen = play(state, "b2-b3")
    assert fallen.outcome == rules.Outcome((0,), "king-captured")


@pytest.mark.parametrize(
    ("pieces", "move", "options", "reason"),
    [
        ("A c7", "c7-j7", {}, "forbidden-crossing"),
        ("A c7", "c7-j7", {"throne_pass": "attackers"}, None),
        ("A c7", "c7-j7", {"throne_pass": "both"}, None),
        ("A c7", "c7-j7", {"throne_pass": "defenders"}, "forbidden-crossing"),
        ("A c7", "c7-g7", {"throne_pass": "attackers"}, "forbidden-square"),
        ("A c7", "c7-g7", {}, "forbidden-square"),
        ("A c7, K g7", "c7-j7", {"throne_pass": "attackers"}, "blocked"),
        ("D c7", "c7-j7", {"throne_pass": "defenders"}, None),
        ("D c7", "c7-j7", {"throne_pass": "both"}, None),
        ("D c7", "c7-j7", {"throne_pass": "attackers"}, "forbidden-crossing"),
        ("D g3", "g3-g9", {"throne_pass": "defenders"}, None),
        ("A a9", "a9-a13", {}, "forbidden-square"),
        ("A a9", "a9-a13", {"throne_pass": "both"}, "forbidden-square"),
        ("K c7", "c7-j7", {}, None),
        ("K c7", "c7-g7", {}, None),
        ("A c7 c9", "c7-c10", {}, "blocked"),
        ("A c7 c9", "c7-c9", {}, "occupied"),
        ("A c7", "c7-d8", {}, "not-in-line"),
        ("A c7", "c7-c7", {}, "stands-still"),
        ("A c7", "c8-c9", {}, "no-piece"),
        ("A c7", "k11-k12", {}, "not-your-piece"),
        ("A c7", "c7-c14", {}, "no-such-square"),
    ],
)
def test_moves_follow_the_rules(
    pieces: str, move: str, options: Mapping[str, str], reason: str | None
) -> None:
    state = set_up(pieces, "a" if pieces[0] == "A" else "d", options)
    listed = {str(legal) for legal in state.legal_moves()}
    if reason is None:
        assert move in listed
        assert str(state.parse(move)) == move
        return
    assert move not in listed
    with pytest.raises(rules.IllegalMove) as refusal:
        state.parse(move)
    assert refusal.value.reason == reason
    with pytest.raises(rules.IllegalMove):
        state.play(rules.Move(move, tuple(move.split("-"))))


def test_king_escapes_through_a_corner() -> None:
    state = play(set_up("A b2, K a9", "d"), "a9-a13")
    assert state.outcome == rules.Outcome((1,), "king-escaped")
    assert [(event.kind, event.points) for event in state.events] == [("king-escaped", ("a13",))]
    assert state.position.endswith(" a")
    restored = GAME.from_position(state.position)
    assert restored == state
    assert restored.outcome == state.outcome
    with pytest.raises(rules.IllegalMove) as refusal:
        restored.parse("b2-b3")
    assert refusal.value.reason == "game-over"
    with pytest.raises(rules.InvalidMove):
        restored.parse("well played")
    with pytest.raises(rules.IllegalMove):
        restored.play(rules.Move("b2-b3", ("b2", "b3")))


def test_men_caught_by_the_escaping_move_are_removed() -> None:
    state = play(set_up("A b13 e5, D c13, K a9", "d"), "a9-a13")
    assert captures_in(state) == {"b13"}
    assert state.outcome == rules.Outcome((1,), "king-escaped")


@pytest.mark.parametrize(
    ("pieces", "side", "options", "outcome"),
    [
        ("A f7 h7 g6 g8, K g7", "d", {}, rules.Outcome((0,), "king-captured")),
        ("A f7 h7 g6 g8, K g7", "a", {}, None),
        ("A d5 f5 e4 d6 f6 e7, D e6, K e5", "d", {}, rules.Outcome((0,), "king-and-defender-captured")),
        ("A d5 f5 e4 d6 f6 e7, D e6, K e5", "a", {}, None),
        ("A e5, K a1", "a", {}, rules.Outcome((1,), "king-escaped")),
        ("K e5", "a", {}, rules.Outcome((1,), "no-moves")),
        ("A b1, D c1 b2", "a", {}, rules.Outcome((1,), "no-moves")),
        ("A c1 g1 d2 e2 f2, D d1 f1, K e1", "d", {}, rules.Outcome((0,), "no-moves")),
        ("A d5 f6 e4 d6 f5 e7, K e5", "d", {"encirclement": "on"}, rules.Outcome((0,), "encircled")),
        ("A d5 f6 e4 d6 f5 e7, K e5", "a", {"encirclement": "on"}, None),
        ("A d5 f6 e4 d6 f5 e7, K e5", "d", {}, None),
        ("A d5 f6 e4 d6 f5 e7, D j5, K e5", "d", {"encirclement": "on"}, None),
    ],
)
def test_finished_positions_have_their_outcome(
    pieces: str, side: str, options: Mapping[str, str], outcome: rules.Outcome | None
) -> None:
    state = set_up(pieces, side, options)
    assert state.outcome == outcome
    assert (state.turn is None) == (outcome is not None)
    assert bool(state.legal_moves()) == (outcome is None)


def test_attackers_without_a_move_lose() -> None:
    state = play(set_up("A e1, D d1 f1 e5", "d"), "e5-e2")
    assert state.outcome == rules.Outcome((1,), "no-moves")


def test_defenders_without_a_move_lose() -> None:
    state = play(set_up("A c1 g1 d9 e2 f2, D d1 f1, K e1", "a"), "d9-d2")
    assert state.outcome == rules.Outcome((0,), "no-moves")
    assert state.events == ()


def test_encirclement_is_judged_after_attackers_moves() -> None:
    ring = "A d5 f6 e4 d6 e7 l5, K e5"
    on = play(set_up(ring, "a", {"encirclement": "on"}), "l5-f5")
    assert on.outcome == rules.Outcome((0,), "encircled")
    assert "k" in on.pieces.values()
    assert GAME.from_position(on.position, {"encirclement": "on"}) == on
    assert play(set_up(ring, "a"), "l5-f5").outcome is None


def test_throne_and_corners_break_an_encirclement() -> None:
    through_the_throne = "A f9 h9 g10 f8 h8 f7 h7 l3, K g9"
    assert play(set_up(through_the_throne, "a", {"encirclement": "on"}), "l3-l4").outcome is None
    sealed = "A f8 h8 g10 f9 h9 f7 h7 l6, K g8"
    assert play(set_up(sealed, "a", {"encirclement": "on"}), "l6-g6").outcome == rules.Outcome(
        (0,), "encircled"
    )
    at_the_edge = "A a3 b4 c2 c1 l3, K b3"
    assert play(set_up(at_the_edge, "a", {"encirclement": "on"}), "l3-c3").outcome is None


SHUFFLE = ("e1-d1", "g9-f9", "d1-e1", "f9-g9")


@pytest.mark.parametrize(("repetition", "winners"), [("draw", ()), ("mover-loses", (0,))])
def test_third_repetition_ends_the_game(repetition: str, winners: tuple[int, ...]) -> None:
    state = play(GAME.new({"repetition": repetition}), *SHUFFLE, *SHUFFLE[:3])
    assert state.outcome is None
    state = play(state, SHUFFLE[3])
    assert state.outcome == rules.Outcome(winners, "repetition")
    assert state == GAME.new({"repetition": repetition}), "equality ignores the history"


def test_attackers_can_lose_by_repetition() -> None:
    cycle = ("g9-f9", "d1-c1", "f9-g9", "c1-d1")
    state = play(GAME.new({"repetition": "mover-loses"}), "e1-d1", *cycle, *cycle)
    assert state.outcome == rules.Outcome((1,), "repetition")


def test_repetition_is_detected_after_many_plies() -> None:
    state = set_up("A a2, K k11", "a")
    route = [f"{file}2" for file in FILES] + [f"{file}3" for file in reversed(FILES)]
    king = ["k11", "j11"]
    ply = 0
    for _ in range(2):
        for origin, goal in zip(route, [*route[1:], route[0]], strict=True):
            assert state.outcome is None
            state = play(state, f"{origin}-{goal}", f"{king[ply % 2]}-{king[1 - ply % 2]}")
            ply += 1
    assert state.outcome == rules.Outcome((), "repetition")
    assert ply == 52


def test_positions_differ_by_the_side_to_move() -> None:
    state = set_up("A a2 c2, K k11", "a")
    # The attackers lose a tempo by a triangle: the same board recurs with the defenders to move.
    plies = ("a2-a3", "k11-k10", "a3-a4", "k10-k11", "a4-a2")
    state = play(state, *plies)
    assert state.position.split()[0] == set_up("A a2 c2, K k11", "a").position.split()[0]
    assert state.turn == 1
    assert state != set_up("A a2 c2, K k11", "a")


def test_forged_moves_are_refused() -> None:
    for move in (rules.Move("e1-d1"), rules.Move("e1-d1", ("e1", "d1"), "pass"), rules.Move("nonsense")):
        with pytest.raises(rules.IllegalMove) as refusal:
            GAME.new().play(move)
        assert refusal.value.reason == "unknown-move"
