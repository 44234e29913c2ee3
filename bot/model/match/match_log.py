"""Logs of plies: parsing and replay."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.model.refusal import Refusal
from rules.contract import InvalidMove, Move, State
from rules.contract.capabilities import RETIREMENT, retire


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the rules in force cannot follow a game: after its first `ply` plies.

    It was begun under version `begun_under` of its rules; version `in_force` applies now. `elsewhere`: all
    plies can be replayed, but they lead to another position than the stored one, or to an end that the game
    did not have.
    """

    ply: int
    begun_under: int
    in_force: int
    elsewhere: bool = False


class CannotReplay(Refusal):
    """The rules in force cannot reach a position."""

    def __init__(self, stop: Stop) -> None:
        if stop.elsewhere:
            super().__init__("replay-differs")
        else:
            super().__init__("cannot-replay", ply=str(stop.ply))
        self.stop = stop


def replay(state: State, texts: Iterable[str]) -> tuple[State, int]:
    """Replay plies of any kind; return the state and their number.

    Replay stops before the first ply that the rules refuse.
    """
    number = 0
    for text in texts:
        try:
            state = step(state, text)
        except ValueError:  # a departure without a seat cannot be played either
            break
        number += 1
    return state, number


def step(state: State, text: str) -> State:
    """Return the state after a logged ply. Raises rules.RulesError if the text is not a ply here."""
    move = read_ply(state, text)
    return retire(state, int(text.removeprefix(RETIREMENT))) if move is None else state.play(move)


def read_ply(state: State, text: str) -> Move | None:
    """Return a logged text's move or chance ply, None for a departure.

    Raises rules.RulesError if the text is not a ply here.
    """
    return None if text.startswith(RETIREMENT) else read_move(state, text)


def read_move(state: State, text: str) -> Move:
    """Return a logged text's move or chance ply. Raises rules.RulesError for any other text."""
    if not state.is_chance:
        return state.parse(text)
    move = next((move for move, _ in state.chances() if move.text == text), None)
    if move is None:
        raise InvalidMove(f"{text!r} does not come by chance here", "not-a-chance", text=text)
    return move
