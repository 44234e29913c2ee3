"""Logs of plies: the meaning of their texts, and the resulting states."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.model.refusal import Refusal
from rules.contract import InvalidMove, Move, State
from rules.contract.capabilities import RETIREMENT, retire


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the rules in force cannot follow a game: after its first `ply` plies.

    It was begun under version `begun_under` of its rules, `in_force` is the present one. With `elsewhere`
    every ply can be replayed, and they lead to another position than the one that was reached, or to an end
    that the game did not have.
    """

    ply: int
    begun_under: int
    in_force: int
    elsewhere: bool = False


class CannotReplay(Refusal):
    """Raised for a position that the rules in force cannot replay."""

    def __init__(self, stop: Stop) -> None:
        if stop.elsewhere:
            super().__init__("replay-differs")
        else:
            super().__init__("cannot-replay", ply=str(stop.ply))
        self.stop = stop


def replay(state: State, texts: Iterable[str]) -> tuple[State, int]:
    """Return the state after plies of any kind, by their texts, and their number.

    They end before the first that the rules refuse.
    """
    number = 0
    for text in texts:
        try:
            state = step(state, text)
        except ValueError:  # what leaves without a seat is no move either
            break
        number += 1
    return state, number


def step(state: State, text: str) -> State:
    """Return the state after one ply of a log. Raises rules.RulesError for a text that is none here."""
    move = read_ply(state, text)
    return retire(state, int(text.removeprefix(RETIREMENT))) if move is None else state.play(move)


def read_ply(state: State, text: str) -> Move | None:
    """Return the move or chance ply of a logged text, None for a departure.

    Raises rules.RulesError for a text that is none here.
    """
    return None if text.startswith(RETIREMENT) else read_move(state, text)


def read_move(state: State, text: str) -> Move:
    """Return the move or chance ply of a logged text. Raises rules.RulesError for any other text."""
    if not state.is_chance:
        return state.parse(text)
    move = next((move for move, _ in state.chances() if move.text == text), None)
    if move is None:
        raise InvalidMove(f"{text!r} does not come by chance here", "not-a-chance", text=text)
    return move
