"""Positions to show a board with, from games played by a fixed rule, so that they are the same everywhere."""

from collections.abc import Iterator, Mapping
from itertools import count, islice
from typing import Final

from render.contract.scoreboard import PlayerLine, Scoreboard
from rules import GAMES, State

NAMES: Final = ("Anna", "Ben", "Clara", "David", "Emma", "Felix")

_STRIDE: Final = 61


def midgame(key: str, options: Mapping[str, str], plies: int, players: int | None = None) -> State:
    """Return the state of a game after `plies` plies, or its end if that comes first."""
    *_, state = islice(midgames(key, options, players), plies + 1)
    return state


def midgames(key: str, options: Mapping[str, str], players: int | None = None) -> Iterator[State]:
    """Yield the states of a game up to its end.

    Moves that capture or conquer are preferred; a fixed stride chooses among equal moves and the faces of a
    die.
    """
    state = GAMES[key].new(options, players)
    for ply in count(1):
        yield state
        if state.outcome is not None:
            return
        moves = state.legal_moves() or tuple(roll for roll, _ in state.chances())
        after = [state.play(move) for move in moves]
        pool = [child for child in after if child.events] or after
        state = pool[ply * _STRIDE % len(pool)]


def scoreboard(state: State, plies: int, how: str = "") -> Scoreboard:
    """Return a sample position's scoreboard after `plies` plies, with winner and reason at the end."""
    roles = state.game.roles(state.players)
    lines = tuple(PlayerLine(NAMES[seat], roles[seat]) for seat in range(state.players))
    if state.outcome is None:
        return Scoreboard(lines, f"Move {plies}")
    won = " and ".join(lines[seat].name for seat in state.outcome.winners)
    return Scoreboard(lines, f"Move {plies}", (f"{won} wins" if won else "A draw", how))
