"""Conditional moves: a player's private tree of "if they play this, I play that".

On the opponent's turn, begin with `ConditionalMoves.at`, add lines, and store its `str` with the seat;
`read_conditional_moves` parses it. After the opponent's ply, in the same transaction: call `follow` with the
state before and their move. Play the reply as a separate ply, store the rest for the position after it, and
delete the plan if there is no rest. If the opponent has a plan, too, follow theirs with the reply, and so on;
this terminates, as every plan is finite.

A plan belongs to one position. In any other position (after a take-back or the end) `follow` finds no reply:
no reply is ever played in an unforeseen position.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.model.refusal import Refusal
from rules.contract import Move, RulesError, State

DEEPEST: Final = 10
"""The most plies of a line, both sides counted."""
MAX_REPLIES: Final = 100
"""The most replies of a plan."""
REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "plan-own-turn": (),
    "plan-dice": (),
    "position-changed": (),
    "line-without-reply": (),
    "line-too-long": ("limit",),
    "line-illegal": ("number", "move"),
    "line-not-alternating": ("number", "move"),
    "line-contradicts": ("number", "move", "reply"),
    "line-known": (),
    "plan-full": ("limit",),
    "unknown-line": (),
}
"""All refusal reasons of this module, with their details. `number` counts a line's plies."""


@dataclass(frozen=True, slots=True)
class Branch:
    """If the opponent plays `move`, play `reply`; `then` continues from there. Moves are canonical texts."""

    move: str
    reply: str
    then: tuple["Branch", ...] = ()


@dataclass(frozen=True, slots=True)
class FollowedLine:
    """A plan's answer to an opponent's ply: the foreseen reply, if any, and the remaining plan."""

    reply: Move | None = None
    rest: "ConditionalMoves | None" = None


@dataclass(frozen=True, slots=True)
class ConditionalMoves:
    """A plan of the player on `seat` from the position `start`, on another player's turn.

    `str` gives the text that `read_conditional_moves` reads.
    """

    seat: int
    start: str
    branches: tuple[Branch, ...] = ()

    @classmethod
    def at(cls, state: State, seat: int) -> "ConditionalMoves":
        """Return an empty plan.

        Raises Refusal: "plan-own-turn", "plan-dice"; "position-changed" after the end.
        """
        if state.is_chance:
            raise Refusal("plan-dice")
        if state.turn is None:
            raise Refusal("position-changed")
        if state.turn == seat:
            raise Refusal("plan-own-turn")
        return cls(seat, state.position)

    def lines(self) -> tuple[tuple[str, ...], ...]:
        """Return the complete lines, the opponent's ply first, in order of addition."""
        return tuple(_lines(self.branches))

    def add(self, state: State, line: Sequence[str]) -> "ConditionalMoves":
        """Add a line (opponent's ply, own reply, and so on), merging a common beginning with other lines.

        `state` is the plan's position. The line is played on it: every move must be legal there, and the
        players must alternate. An existing prefix with another reply to the same ply is a contradiction:
        delete that line first. Raises Refusal: "position-changed", "line-without-reply", "line-too-long",
        "line-illegal" (the RulesError is its cause), "line-not-alternating", "plan-dice", "line-contradicts",
        "line-known", "plan-full".
        """
        if state.position != self.start or state.turn in {None, self.seat}:
            raise Refusal("position-changed")
        if not line or len(line) % 2:
            raise Refusal("line-without-reply")
        if len(line) > DEEPEST:
            raise Refusal("line-too-long", limit=str(DEEPEST))
        branches = _grow(self.branches, _line_texts(state, self.seat, line))
        if branches == self.branches:
            raise Refusal("line-known")
        if _count(branches) > MAX_REPLIES:
            raise Refusal("plan-full", limit=str(MAX_REPLIES))
        return replace(self, branches=branches)

    def delete(self, line: Sequence[str]) -> "ConditionalMoves":
        """Remove a line or a common beginning, everything after it, and prefixes left without a reply.

        Raises Refusal: "unknown-line".
        """
        return replace(self, branches=_prune(self.branches, tuple(line)))

    def follow(self, before: State, move: Move) -> FollowedLine:
        """Return the reply to another player's `move` in the state `before`, and the plan after it.

        There is no reply in a position other than the plan's, to an unforeseen move, or if the rules refuse
        the reply. `rest` is None at the end of the plan.
        """
        branch = next((branch for branch in self.branches if branch.move == move.text), None)
        if branch is None or before.position != self.start or before.turn in {None, self.seat}:
            return FollowedLine()
        try:
            after = before.play(move)
            reply = after.parse(branch.reply)
            end = after.play(reply)
        except RulesError:
            return FollowedLine()
        if after.turn != self.seat:
            return FollowedLine()
        return FollowedLine(
            reply, ConditionalMoves(self.seat, end.position, branch.then) if branch.then else None
        )

    def __str__(self) -> str:
        data = {"seat": self.seat, "start": self.start, "replies": _write_branches(self.branches)}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def read_conditional_moves(text: str) -> ConditionalMoves:
    """Parse the text of a plan. Raises ValueError for any text that `str` does not produce."""
    data = json.loads(text)
    match data:
        case {"seat": int(seat), "start": str(start), "replies": list(replies)} if len(data) == 3:
            plan = ConditionalMoves(seat, start, tuple(_read(replies, DEEPEST // 2)))
        case _:
            raise ValueError("not a plan")
    if str(plan) != text:
        raise ValueError("not a plan as it is written")
    return plan


def _line_texts(state: State, seat: int, line: Sequence[str]) -> tuple[str, ...]:
    """Return the canonical texts of a line's moves. Raises Refusal."""
    texts = []
    for number, text in enumerate(line, start=1):
        if state.is_chance:
            raise Refusal("plan-dice")
        if state.outcome is None and (state.turn == seat) is not (number % 2 == 0):
            raise Refusal("line-not-alternating", number=str(number), move=text)
        try:
            move = state.parse(text)
            state = state.play(move)
        except RulesError as error:
            raise Refusal("line-illegal", number=str(number), move=text) from error
        texts.append(move.text)
    return tuple(texts)


def _grow(branches: tuple[Branch, ...], line: tuple[str, ...], number: int = 2) -> tuple[Branch, ...]:
    if not line:
        return branches
    move, reply, *rest = line
    old = next((branch for branch in branches if branch.move == move), None)
    if old is None:
        return (*branches, Branch(move, reply, _grow((), tuple(rest))))
    if old.reply != reply:
        raise Refusal("line-contradicts", number=str(number), move=move, reply=old.reply)
    new = replace(old, then=_grow(old.then, tuple(rest), number + 2))
    return tuple(new if branch is old else branch for branch in branches)


def _prune(branches: tuple[Branch, ...], line: tuple[str, ...]) -> tuple[Branch, ...]:
    old = next((branch for branch in branches if (branch.move, branch.reply) == line[:2]), None)
    if old is None:
        raise Refusal("unknown-line")
    then = _prune(old.then, line[2:]) if line[2:] else ()
    new = (replace(old, then=then),) if then else ()
    index = branches.index(old)
    return (*branches[:index], *new, *branches[index + 1 :])


def _count(branches: Iterable[Branch]) -> int:
    return sum(1 + _count(branch.then) for branch in branches)


def _lines(branches: Iterable[Branch]) -> Iterator[tuple[str, ...]]:
    for branch in branches:
        for rest in _lines(branch.then) if branch.then else ((),):
            yield (branch.move, branch.reply, *rest)


def _write_branches(branches: Iterable[Branch]) -> list[list[object]]:
    return [[branch.move, branch.reply, _write_branches(branch.then)] for branch in branches]


def _read(replies: list[object], depth: int) -> Iterator[Branch]:
    for entry in replies:
        match entry:
            case [str(move), str(reply), list(then)] if depth:
                yield Branch(move, reply, tuple(_read(then, depth - 1)))
            case _:
                raise ValueError("not a plan")
