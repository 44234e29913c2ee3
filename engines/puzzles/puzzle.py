"""Puzzles, and their text form."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from sys import intern
from types import MappingProxyType
from typing import Any, Final, TypeAlias

_TREE: Final = ',"tree":'

PuzzleTree: TypeAlias = Mapping[str, Mapping[str, "PuzzleTree"]]
"""The solving moves of a position, each with all replies and the solution after them.

A move without replies has reached the goal.
"""


class PuzzleError(ValueError):
    """A puzzle text is invalid."""


class Goal(StrEnum):
    """The goal of a puzzle."""

    WIN = "win"
    """The only move that wins by force within the solver's given number of moves."""
    SAVE = "save"
    """The only move after which the other side cannot win immediately."""
    HOLD = "hold"
    """A series of moves, each of them the only move that keeps a draw, by a table."""
    KEEP = "keep"
    """A series of moves, each of them the only move that keeps a win, by a table."""
    TAKE = "take"
    """The only way to capture the next man, or win, within the given number of moves, by a table."""

    @property
    def is_solved(self) -> bool:
        """Whether a table of solved positions proves the solution, rather than a search."""
        return self in {Goal.HOLD, Goal.KEEP, Goal.TAKE}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a game for two, its goal, and the lines of its solution.

    `plies` lead to the position: from the start of the game, or from `start` if given. `moves` is the
    solver's number of moves to the goal. The root of `tree` has exactly one move. `quiet`: the move has no
    immediate effect on the other side; `nodes` is an engine's work to find it without tables. A goal proved
    by a table needs no other replies, so the tree has one reply to each move.
    """

    options: Mapping[str, str]
    plies: tuple[str, ...]
    goal: Goal
    moves: int
    quiet: bool
    nodes: int
    tree: PuzzleTree
    start: str | None = None

    @property
    def answer(self) -> str:
        return next(iter(self.tree))

    @property
    def difficulty(self) -> tuple[int, bool, int]:
        """The sort key of puzzles, easiest first."""
        return self.moves, self.quiet, self.nodes

    def to_line(self) -> str:
        """Return the puzzle as one line of JSON."""
        fields: dict[str, object] = {
            "options": dict(self.options),
            "plies": list(self.plies),
            "goal": self.goal.value,
            "moves": self.moves,
            "quiet": self.quiet,
            "nodes": self.nodes,
            **({} if self.start is None else {"start": self.start}),
            # Last, so that the rest can be read without it.
            "tree": self.tree,
        }
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, line: str) -> "Puzzle":
        """Parse the output of `to_line`. Raises PuzzleError."""
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
                    **rest,
                }:
                    start = rest.get("start")
                    return cls(
                        MappingProxyType({str(key): str(value) for key, value in options.items()}),
                        tuple(intern(str(ply)) for ply in plies),
                        Goal(goal),
                        moves,
                        quiet,
                        nodes,
                        _tree(tree),
                        None if start is None else str(start),
                    )
        except (ValueError, RecursionError) as error:
            raise PuzzleError(f"no puzzle: {line[:60]!r}") from error
        raise PuzzleError(f"no puzzle: {line[:60]!r}")


@dataclass(frozen=True, slots=True)
class PuzzleLine:
    """A shipped puzzle as a line, of which only the beginning has been parsed."""

    options: Mapping[str, str]
    line: str

    @property
    def puzzle(self) -> Puzzle:
        """The whole puzzle, parsed on each access. Raises PuzzleError."""
        return Puzzle.read(self.line)

    @property
    def position(self) -> str:
        """The options and plies as one text, parsed on each access; unique to the puzzle."""
        head = _head(self.line)
        start = (str(head["start"]),) if "start" in head else ()
        choices = (f"{key}={value}" for key, value in self.options.items())
        return "\n".join((*choices, *start, *map(str, head["plies"])))

    @classmethod
    def read(cls, line: str) -> "PuzzleLine":
        """Parse the beginning of a line. Raises PuzzleError."""
        match _head(line):
            case {"options": dict(options), "plies": list()}:
                texts = {intern(str(key)): intern(str(value)) for key, value in options.items()}
                return cls(MappingProxyType(texts), line)
        raise PuzzleError(f"no puzzle: {line[:60]!r}")


def _head(line: str) -> Mapping[str, Any]:
    """Return a line's fields before its tree; empty without a tree. Raises PuzzleError."""
    head, separator, _ = line.partition(_TREE)
    try:
        read = json.loads(head + "}") if separator else {}
    except ValueError as error:
        raise PuzzleError(f"no puzzle: {line[:60]!r}") from error
    return read if isinstance(read, dict) else {}


def _tree(read: object) -> PuzzleTree:
    """Parse a tree. Raises ValueError."""
    if not isinstance(read, dict):
        raise ValueError("a tree is an object")  # noqa: TRY004  # every fault of a text is one of its value
    tree: dict[str, Mapping[str, PuzzleTree]] = {}
    for move, replies in read.items():
        if not isinstance(replies, dict):
            raise ValueError("replies are an object")  # noqa: TRY004  # every fault of a text is one of its value
        tree[intern(str(move))] = {intern(str(reply)): _tree(after) for reply, after in replies.items()}
    return tree
