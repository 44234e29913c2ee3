"""What buttons for moves say: the points, and what the move does where its player may be told."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from bot.chat.toolkit import phrases
from bot.locale import Language
from bot.play.domain.matches import Match
from rules.contract import Game, Move, State
from rules.contract.capabilities import calls_of, punishes_oversight

_MOST_AT_ONCE: Final = 3
"""So many moves that touch no point can be chosen from without a look at the board."""


class Telling(IntEnum):
    """How much a move tells, the most telling one first."""

    WINS = 0
    DOES = 1
    PLAIN = 2
    LOSES = 3


_SPACED: Final = 8
"""With more points than that there is no room for blanks on a button."""
_ENDS: Final[Mapping[Telling, str]] = {
    Telling.WINS: "panel.wins",
    Telling.DOES: "panel.draws",
    Telling.LOSES: "panel.loses",
}


@dataclass(frozen=True, slots=True)
class Caption:
    """What a move does, as short as a button has room for; empty where that is nothing worth a word.

    `rank` puts captions in order, the most telling first: of those that do something, what fewest moves do.
    """

    text: str = ""
    rank: tuple[Telling, int] = (Telling.PLAIN, 0)


def captions(
    match: Match, game: Game, state: State, moves: Sequence[Move], t: Language
) -> Mapping[Move, Caption]:
    """Return what each of some legal moves does; nothing at all where the rules punish oversight.

    What all of them do is left out: it tells none from the others.
    """
    if punishes_oversight(state):
        return {move: Caption() for move in moves}
    after = {move: state.play(move) for move in moves}
    clauses = {move: _clauses(match, game, reached, t) for move, reached in after.items()}
    common = set.intersection(*map(set, clauses.values())) if len(moves) > 1 else set()
    often = Counter(
        kind for told in clauses.values() for clause in told if clause not in common for kind in clause[1:]
    )
    said: dict[Move, Caption] = {}
    for move in moves:
        told = [clause for clause in clauses[move] if clause not in common]
        end = _end(state, after[move])
        rarest = min((often[kind] for _, kind in told), default=0)
        words = [*(words for words, _ in told), *([] if end is None else [t(_ENDS[end])])]
        telling = end if end is not None else (Telling.DOES if told else Telling.PLAIN)
        said[move] = Caption(", ".join(words), (telling, rarest))
    return said


def _clauses(match: Match, game: Game, reached: State, t: Language) -> Mapping[tuple[str, str], None]:
    """Return in words what a move has done, each clause with the kind of its event."""
    told = ((phrases.event_clause(event, match, game, t, "caption"), event.kind) for event in reached.events)
    return dict.fromkeys((words, kind) for words, kind in told if words)


def _end(state: State, reached: State) -> Telling | None:
    """Return what the end of the game that a move brings is for its player; a draw is told as it is."""
    if reached.outcome is None:
        return None
    if not reached.outcome.winners:
        return Telling.DOES
    return Telling.WINS if state.turn in reached.outcome.winners else Telling.LOSES


def points_label(points: Sequence[str]) -> str:
    """Return the way over some points."""
    return (" → " if len(points) <= _SPACED else "→").join(points)


def move_label(key: str, move: Move, known: int, t: Language, *, whole: bool = True) -> str:
    """Return what a move is called where its first `known` points are known: the others, or its action.

    Unless it is to be told `whole`, the points between the ends are left out.
    """
    points = move.path[known:]
    if not points:
        return phrases.move_name(key, move, t)
    return points_label(points if whole or len(points) == 1 else (points[0], points[-1]))


def unasked(state: State) -> tuple[Move, ...]:
    """Return the moves that are played without a question, in a state in which there are no others.

    That is the only legal move, or the few there are where none touches the board ("roll again", "stop").
    """
    if state.turn is None or calls_of(state):
        return ()
    moves = state.legal_moves()
    words = len(moves) <= _MOST_AT_ONCE and not any(move.path for move in moves)
    return moves if len(moves) == 1 or words else ()


def at_hand(state: State) -> tuple[Move, ...]:
    """Return the moves that a public board offers by itself; none where the rules punish oversight."""
    return () if punishes_oversight(state) else unasked(state)
