"""Proofs in small trees of moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engines.puzzles.proof import Prover
from engines.puzzles.puzzle import Goal
from rules import Move
from rules.contract import Outcome

ME, THEM = 0, 1
WON, LOST, DRAWN = Outcome((ME,), "won"), Outcome((THEM,), "lost"), Outcome((), "drawn")


@dataclass(frozen=True)
class Node:
    """A position: the seat to act, its moves, or the end of the game."""

    turn: int | None = None
    after: Mapping[str, "Node"] = field(default_factory=dict)
    outcome: Outcome | None = None

    def legal_moves(self) -> tuple[Move, ...]:
        return tuple(map(Move, self.after))

    def play(self, move: Move) -> "Node":
        return self.after[str(move)]


def end(outcome: Outcome) -> Any:
    return Node(outcome=outcome)


def my_turn(**after: Node) -> Any:
    return Node(ME, after)


def their_turn(**after: Node) -> Any:
    return Node(THEM, after)


QUIET = their_turn(any=my_turn(x=end(DRAWN)))
LOSING = their_turn(harmless=my_turn(x=end(DRAWN)), kill=end(LOST))


def test_saving_moves_lose_neither_now_nor_next_turn() -> None:
    state = my_turn(
        lost=end(LOST), drawn=end(DRAWN), won=end(WON), bad=LOSING, quiet=QUIET, again=my_turn(x=end(LOST))
    )
    assert list(map(str, Prover().saving(state))) == ["drawn", "won", "quiet", "again"]
    assert list(map(str, Prover().saving(state, 1))) == ["drawn"]


def test_forced_win_holds_against_all_replies() -> None:
    forced = their_turn(a=my_turn(x=end(WON), y=end(DRAWN)), b=my_turn(z=end(WON)))
    escape = their_turn(a=my_turn(x=end(WON)), b=my_turn(z=end(DRAWN)))
    state = my_turn(forced=forced, escape=escape, late=QUIET)
    assert list(map(str, Prover().winning(state, 2))) == ["forced"]
    assert list(Prover().winning(state, 1)) == []
    assert not Prover().wins(end(LOST), ME, 3)
    assert not Prover().wins(end(Outcome((ME, THEM), "both")), ME, 3)


def test_a_solution_has_one_first_move_and_all_replies() -> None:
    forced = their_turn(a=my_turn(x=end(WON), y=end(DRAWN)), b=my_turn(z=end(WON), w=end(WON)))
    state = my_turn(forced=forced, late=QUIET)
    assert Prover().solution(state, Goal.WIN, 2) == {"forced": {"a": {"x": {}}, "b": {"z": {}, "w": {}}}}
    assert Prover().solution(my_turn(forced=forced, now=end(WON)), Goal.WIN, 2) == {}
    assert Prover().solution(my_turn(one=end(WON), two=end(WON)), Goal.WIN, 1) == {}
    assert Prover().solution(my_turn(one=end(WON), two=QUIET), Goal.WIN, 1) == {"one": {}}


def test_solution_needs_a_single_saving_move() -> None:
    assert Prover().solution(my_turn(bad=LOSING, drawn=end(DRAWN)), Goal.SAVE, 1) == {"drawn": {}}
    assert Prover().solution(my_turn(bad=LOSING, a=QUIET, b=end(DRAWN)), Goal.SAVE, 1) == {}
    assert Prover().solution(my_turn(bad=LOSING, won=end(WON)), Goal.SAVE, 1) == {}


def test_move_is_no_reply_to_itself() -> None:
    twice = my_turn(go=my_turn(on=end(WON)), other=QUIET)
    assert Prover().solution(twice, Goal.WIN, 2) == {"go": {"": {"on": {}}}}
    stubborn = my_turn(go=their_turn(a=their_turn(b=my_turn(x=end(WON)))), other=QUIET)
    assert Prover().solution(stubborn, Goal.WIN, 2) == {}
