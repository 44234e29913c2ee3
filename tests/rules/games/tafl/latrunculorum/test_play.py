"""Ludus latrunculorum: rules and endings."""

from collections.abc import Mapping

import pytest

import rules
from rules.games.tafl.latrunculorum import GAME, LatrunculorumState
from tests.rules.games.tafl.latrunculorum.positions import KING, board, captures_in


def play(state: LatrunculorumState, *texts: str) -> LatrunculorumState:
    for text in texts:
        state = state.play(state.parse(text))
    return state


@pytest.mark.parametrize(
    ("position", "options", "move", "expected"),
    [
        (board("b", r5="bw6b", r1="www6"), {}, "i5-c5", "b5"),
        (board("b", r5="bwbw4b", r1="www6"), {}, "i5-e5", "d5"),
        (board("w", r5="b1b6", r9="1w7", r2="8w"), {}, "b9-b5", ""),
        (board("b", r1="w7b", r10="ww7", r5="bb7"), {}, "i1-b1", ""),
        (board("b", r4="2b6", r5="1w1w5", r3="1bb6", r6="1b1b4b", r1="www6"), {}, "c4-c5", ""),
        (board("b", r5="bw1wb4", r6="2w6", r7="2b6", r1="ww6w", r2="2b6"), {}, "c2-c5", "b5 d5 c6"),
        (board("b", r5="Bw6b", r1="wwW6"), KING, "i5-c5", "b5"),
        (board("b", r5="bw6B", r1="wwW6"), KING, "i5-c5", "b5"),
        (board("b", r5="bW6b", r1="www6", r9="B8"), KING, "i5-c5", ""),
    ],
)
def test_moves_capture_enclosed_men(
    position: str, options: Mapping[str, str], move: str, expected: str
) -> None:
    before = GAME.from_position(position, options)
    after = play(before, move)
    assert captures_in(after) == set(expected.split())
    assert len(after.pieces) == len(before.pieces) - len(expected.split())
    assert not [
        event
        for event in after.events
        if not (event.kind == "capture" and event.seat == 1 - (before.turn or 0))
    ]
    assert after.quiet == (0 if expected else 1)


def test_a_side_with_one_man_has_lost() -> None:
    state = play(GAME.from_position(board("b", r5="bw6b", r1="w8")), "i5-c5")
    assert state.outcome == rules.Outcome((0,), "few-men")
    assert GAME.from_position(state.position).outcome == state.outcome
    assert state.turn is None
    assert state.legal_moves() == ()
    assert state.position.endswith(" w")


def test_two_men_play_on() -> None:
    assert play(GAME.from_position(board("b", r5="bw6b", r1="ww7")), "i5-c5").outcome is None


def test_king_alone_has_lost_but_king_and_man_play_on() -> None:
    state = GAME.from_position(board("b", r5="bw6b", r1="W8", r9="B8"), KING)
    assert play(state, "i5-c5").outcome == rules.Outcome((0,), "few-men")
    state = GAME.from_position(board("b", r5="bw6b", r1="Ww7", r9="B8"), KING)
    assert play(state, "i5-c5").outcome is None


@pytest.mark.parametrize(
    ("position", "options", "outcome"),
    [
        (board("b", r1="bb7"), {}, rules.Outcome((0,), "few-men")),
        (board("w", r1="ww7", r5="b8"), {}, rules.Outcome((1,), "few-men")),
        (board("b", r1="w8", r5="b8"), {}, rules.Outcome((), "few-men")),
        (board("b"), {}, rules.Outcome((), "few-men")),
        (board("w", r1="W8", r5="Bb7"), KING, rules.Outcome((0,), "few-men")),
        (board("b", r1="bbw6", r2="ww7"), {}, rules.Outcome((1,), "no-moves")),
        (board("w", r1="bbw6", r2="ww7"), {}, None),
        (board("w", r1="WbB6", r2="b2w5"), KING, None),
    ],
)
def test_finished_positions_have_their_outcome(
    position: str, options: Mapping[str, str], outcome: rules.Outcome | None
) -> None:
    state = GAME.from_position(position, options)
    assert state.outcome == outcome
    assert bool(state.legal_moves()) == (outcome is None)


def test_player_without_a_move_loses() -> None:
    state = play(GAME.from_position(board("w", r1="bb7", r2="ww7", r9="2w6")), "c9-c1")
    assert state.outcome == rules.Outcome((1,), "no-moves")


SHUFFLE = ("a9-a8", "a2-a3", "a8-a9", "a3-a2")


def test_third_repetition_counts_men() -> None:
    state = play(GAME.new(), *SHUFFLE, *SHUFFLE)
    assert state.outcome == rules.Outcome((), "repetition")
    uneven = GAME.from_position("bbbbbbbb1/bbbbbbbbb/9/9/9/9/9/9/wwwwwwwww/wwwwwwwww b")
    assert play(uneven, *SHUFFLE, *SHUFFLE[:3]).outcome is None
    assert play(uneven, *SHUFFLE, *SHUFFLE).outcome == rules.Outcome((1,), "repetition")


def wander(plies: int, position: str) -> LatrunculorumState:
    """Walk one man of each side, without captures or repeated positions."""
    state = GAME.from_position(position)
    # Black's man circles on two files, White's cycles along one; the lengths of their cycles are coprime.
    black = [
        f"{file}{rank}" for file, ranks in (("a", range(9, 3, -1)), ("b", range(4, 10))) for rank in ranks
    ]
    white = ["i2", "i3", "i4", "i5", "i6", "i7", "i8"]
    for ply in range(plies):
        way, step = (black, ply // 2) if ply % 2 == 0 else (white, ply // 2)
        state = play(state, f"{way[step % len(way)]}-{way[(step + 1) % len(way)]}")
    return state


@pytest.mark.parametrize(
    ("position", "winners"),
    [
        (board("b", r9="b3bb3", r2="4ww2w"), ()),
        (board("b", r9="b3bbb2", r2="4ww2w"), (0,)),
        (board("b", r9="b3bb3", r2="3www2w"), (1,)),
    ],
)
def test_a_hundred_plies_without_a_capture_count_men(position: str, winners: tuple[int, ...]) -> None:
    state = wander(99, position)
    assert state.outcome is None
    assert state.quiet == 99
    last = state.legal_moves()[0]
    assert state.play(last).outcome == rules.Outcome(winners, "no-capture-limit")
    assert GAME.from_position(state.position).quiet == 0
    assert GAME.from_position(state.position) == state, "equality ignores the count"


def test_capture_resets_the_count() -> None:
    state = wander(99, board("b", r9="b3bb3", r2="4ww2w", r10="2wb2w2"))
    assert state.quiet == 99
    after = play(state, "g10-e10")
    assert captures_in(after) == {"d10"}
    assert (after.quiet, after.outcome) == (0, None)


@pytest.mark.parametrize(
    ("position", "options", "reason"),
    [
        (board("b", r5="B8", r1="ww7"), {}, "wrong-kings"),
        (board("b", r5="bb7", r1="wW7"), {}, "wrong-kings"),
        (board("b", r5="bb7", r1="wW7"), KING, "wrong-kings"),
        (board("b", r5="BB7", r1="wW7"), KING, "wrong-kings"),
        (board("b", r5="bB7", r1="WW7"), KING, "wrong-kings"),
        (board("a"), {}, "position-side"),
        (board("b", r5="8"), {}, "position-row"),
        (board("b", r5="k8"), {}, "position-piece"),
        ("9/9/9/9/9/9/9/9/9 b", {}, "position-rows"),
    ],
)
def test_impossible_positions_are_refused(position: str, options: Mapping[str, str], reason: str) -> None:
    with pytest.raises(rules.InvalidPosition) as refusal:
        GAME.from_position(position, options)
    assert refusal.value.reason == reason


@pytest.mark.parametrize("text", ["a9-a8", "a9a8", "A9A8", " a9-a8xb8xc8 "])
def test_move_spelling_is_forgiving(text: str) -> None:
    assert str(GAME.new().parse(text)) == "a9-a8"


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("a9", rules.InvalidMove, "not-a-move"),
        ("j9-j8", rules.InvalidMove, "no-such-square"),
        ("a9-a11", rules.InvalidMove, "no-such-square"),
        ("a5-a6", rules.IllegalMove, "no-piece"),
        ("a2-a3", rules.IllegalMove, "not-your-piece"),
        ("a9-a9", rules.IllegalMove, "stands-still"),
        ("a9-b8", rules.IllegalMove, "not-in-line"),
        ("a9-a2", rules.IllegalMove, "occupied"),
        ("a9-a1", rules.IllegalMove, "blocked"),
    ],
)
def test_invalid_and_illegal_moves_are_refused(text: str, kind: type[rules.RulesError], reason: str) -> None:
    with pytest.raises(kind) as refusal:
        GAME.new().parse(text)
    assert refusal.value.reason == reason
