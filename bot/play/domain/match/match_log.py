"""Logs of plies: what their texts stand for, and the states they lead to."""

from collections.abc import Iterable

from rules.contract import InvalidMove, Move, State
from rules.contract.capabilities import RETIREMENT, retire


def replay(state: State, texts: Iterable[str]) -> State:
    """Return the state after plies of any kind, by their texts. Raises rules.RulesError for a broken log."""
    for text in texts:
        state = step(state, text)
    return state


def step(state: State, text: str) -> State:
    """Return the state after one ply of a log. Raises rules.RulesError for a text that is none here."""
    move = read_ply(state, text)
    return retire(state, int(text.removeprefix(RETIREMENT))) if move is None else state.play(move)


def read_ply(state: State, text: str) -> Move | None:
    """Return the move or chance ply a logged text stands for, None for that of a player who left.

    Raises rules.RulesError for a text that is none here.
    """
    return None if text.startswith(RETIREMENT) else read_move(state, text)


def read_move(state: State, text: str) -> Move:
    """Return the move or chance ply a logged text stands for. Raises rules.RulesError for any other text."""
    if not state.is_chance:
        return state.parse(text)
    move = next((move for move, _ in state.chances() if move.text == text), None)
    if move is None:
        raise InvalidMove(f"{text!r} does not come by chance here", "not-a-chance", text=text)
    return move
