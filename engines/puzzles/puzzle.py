"""What a puzzle is, and how one is written down."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from sys import intern
from types import MappingProxyType
from typing import TypeAlias

PuzzleTree: TypeAlias = Mapping[str, Mapping[str, "PuzzleTree"]]
"""The moves that solve a position, each with all replies and what solves the position after them.

A move without replies has reached the goal.
"""


class PuzzleError(ValueError):
    """A puzzle that cannot be read."""


class Goal(StrEnum):
    """What is to be found."""

    WIN = "win"
    """The only move that wins for certain with so many moves of one's own."""
    SAVE = "save"
    """The only move after which the other side cannot win at once."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a game for two, the goal in it, and all lines of its solution.

    `plies` lead from the start of the game to the position, `moves` is how many of one's own the goal takes.
    At the root of `tree` stands exactly one move. `quiet` says that it changes nothing that catches the eye;
    `nodes` is how much work an engine needs to find it.
    """

    options: Mapping[str, str]
    plies: tuple[str, ...]
    goal: Goal
    moves: int
    quiet: bool
    nodes: int
    tree: PuzzleTree

    @property
    def answer(self) -> str:
        """The first move of the solution."""
        return next(iter(self.tree))

    @property
    def difficulty(self) -> tuple[int, bool, int]:
        """What puzzles are sorted by, the easiest first."""
        return self.moves, self.quiet, self.nodes

    def written(self) -> str:
        """Return it as one line of JSON."""
        fields = {
            "options": dict(self.options),
            "plies": list(self.plies),
            "goal": self.goal.value,
            "moves": self.moves,
            "quiet": self.quiet,
            "nodes": self.nodes,
            "tree": self.tree,
        }
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, line: str) -> "Puzzle":
        """Read what `written` has written. Raises PuzzleError."""
        try:
            match json.loads(line):
                case {
                    "options": dict(options),
                    "plies": list(plies),
                    "goal": str(goal),
                    "moves": int(moves),
                    "quiet": bool(quiet),
                    "nodes": int(nodes),
                    "tree": tree,
                }:
                    return cls(
                        MappingProxyType({str(key): str(value) for key, value in options.items()}),
                        tuple(intern(str(ply)) for ply in plies),
                        Goal(goal),
                        moves,
                        quiet,
                        nodes,
                        _tree(tree),
                    )
        except (ValueError, RecursionError) as error:
            raise PuzzleError(f"no puzzle: {line[:60]!r}") from error
        raise PuzzleError(f"no puzzle: {line[:60]!r}")


def _tree(read: object) -> PuzzleTree:
    """Return a tree as it was read. Raises ValueError."""
    if not isinstance(read, dict):
        raise ValueError("a tree is an object")  # noqa: TRY004  # every fault of a text is one of its value
    tree: dict[str, Mapping[str, PuzzleTree]] = {}
    for move, replies in read.items():
        if not isinstance(replies, dict):
            raise ValueError("replies are an object")  # noqa: TRY004  # every fault of a text is one of its value
        tree[intern(str(move))] = {intern(str(reply)): _tree(after) for reply, after in replies.items()}
    return tree
