"""Labels of move buttons: the points, and the move's effect where the player may know it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from bot.chat.core.words import phrases
from bot.locale import Language
from bot.model.match.match import Match
from render import point_named
from rules.contract import Game, Meaning, Move, State
from rules.contract.capabilities import calls_of, point_name, point_names_of, punishes_oversight

_MOST_AT_ONCE: Final = 2
"""So many moves that touch no point need no panel; there is no room for more beside a board's own buttons."""

HANDFUL: Final = 5
"""So many moves are seen at a glance, whatever they are called."""
_MOST_PIECES: Final = 10
"""So many pieces have room in two rows below a board."""


class MoveLabel(IntEnum):
    """How much a move tells, the most telling one first."""

    WINS = 0
    DOES = 1
    PLAIN = 2
    LOSES = 3


SHOWN: Final = 38
"""So many characters of a button's label are sure to be seen."""
_TOLD: Final = 20
"""In so much room both ends of a name still say which move it is."""
_SPACED: Final = 7
"""With more points than that there is no room for blanks on a button."""
GOES, _TAKES = "→", "\N{MULTIPLICATION SIGN}"
_BETWEEN: Final = (Meaning.OVER, Meaning.TAKEN)
_ENDS: Final[Mapping[MoveLabel, str]] = {
    MoveLabel.WINS: "panel.wins",
    MoveLabel.DOES: "panel.draws",
    MoveLabel.LOSES: "panel.loses",
}


@dataclass(frozen=True, slots=True)
class Caption:
    """The effects of a move in clauses, the most telling first; empty for a quiet move.

    `rank` puts captions in the same order; a game declares its events in it.
    """

    clauses: tuple[str, ...] = ()
    rank: tuple[MoveLabel, int] = (MoveLabel.PLAIN, 0)


NO_CAPTION: Final = Caption()


def captions(
    match: Match, game: Game, state: State, moves: Sequence[Move], t: Language
) -> Mapping[Move, Caption]:
    """Return the effects of each of some legal moves; none if the rules punish oversight.

    Effects that all share are left out.
    """
    if punishes_oversight(state):
        return {move: Caption() for move in moves}
    after = {move: state.play(move) for move in moves}
    clauses = {
        # What a word such as "pass" does the word says itself.
        move: _clauses(match, game, after[move], t) if move.path else []
        for move in moves
    }
    common = set.intersection(*map(set, clauses.values())) if len(moves) > 1 else set()
    captions_by_move: dict[Move, Caption] = {}
    for move in moves:
        own_clauses = [clause for clause in clauses[move] if clause not in common]
        end = _end(state, after[move])
        words = (*([] if end is None else [t(_ENDS[end])]), *(clause.words for clause in own_clauses))
        telling = end if end is not None else (MoveLabel.DOES if own_clauses else MoveLabel.PLAIN)
        captions_by_move[move] = Caption(
            words, (telling, min((clause.rank for clause in own_clauses), default=0))
        )
    return captions_by_move


class _Clause(NamedTuple):
    rank: int
    words: str


def _clauses(match: Match, game: Game, reached: State, t: Language) -> list[_Clause]:
    """Return in words what a move has done, what tells most first."""
    ranks = {str(kind): rank for rank, kind in enumerate(game.vocabulary.events)}
    clauses = (
        _Clause(ranks.get(str(event.kind), len(ranks)), words)
        for event in reached.events
        if (words := phrases.event_clause(event, match, game, t, "caption"))
    )
    return sorted(set(clauses))


def _end(state: State, reached: State) -> MoveLabel | None:
    """Return the outcome that a move brings its player, in words."""
    if reached.outcome is None:
        return None
    if not reached.outcome.winners:
        return MoveLabel.DOES
    return MoveLabel.WINS if state.turn in reached.outcome.winners else MoveLabel.LOSES


def button_label(name: str, caption: Caption) -> str:
    """Return a name and as many clauses of a caption as a button shows; of a long name both ends.

    The name gives way to the first clause as long as it can still be told.
    """
    if caption.clauses:
        room = SHOWN - len(f", {caption.clauses[0]}")
        name = _squeezed(name, room if room >= _TOLD else SHOWN)
    label = _squeezed(name, SHOWN)
    for clause in caption.clauses:
        longer = f"{label}, {clause}"
        label = longer if len(longer) <= SHOWN else label
    return label


def _squeezed(name: str, room: int) -> str:
    """Return a name in so much room: without blanks if that will do, else both its ends."""
    if len(name) <= room:
        return name
    closed = close(name)
    return closed if len(closed) <= room else f"{name[: room // 2 - 1]}…{name[-(room // 2) :]}"


def close(name: str) -> str:
    """Return a name without blanks between its points."""
    return name.replace(f" {GOES} ", GOES).replace(f" {_TAKES} ", _TAKES)


def short_name(game: Game, point: str, t: Language) -> str:
    """Return a button's label for a point; the picture shows its kind."""
    name = point_name(game, point)
    text_id = "" if name is None or name.piece else f"{game.key}.point.{name.kind}.short"
    if name is None or text_id not in t:
        return point_named(game, point, t)
    role = t(f"{game.key}.role.{name.role}") if name.role else ""
    return t(text_id, role=role, number=name.number)


def points_label(
    game: Game, points: Sequence[str], t: Language, meanings: Sequence[Meaning] = (), *, short: bool = False
) -> str:
    """Return a path over points as players name them, with captures."""
    names = _short_names(game, points, t) if short else [point_named(game, point, t) for point in points]
    return joined(names, meanings)


def _short_names(game: Game, points: Sequence[str], t: Language) -> list[str]:
    """Return the names of a way for a button: "red 4→6" goes on along the spoke, "red 4→ring 6" leaves it."""
    names = list[str]()
    before = ""
    for point in points:
        name, short = point_name(game, point), short_name(game, point, t)
        line = "" if name is None or name.piece else name.role if name.number else ""
        if before and name is not None and not name.piece and name.number:
            short = str(name.number) if line == before else point_named(game, point, t)
        names.append(short)
        before = line
    return names


def joined(names: Sequence[str], meanings: Sequence[Meaning] = ()) -> str:
    """Return the way over points whose names are known."""
    text = "".join(
        name if not at else f" {_TAKES if Meaning.TAKEN in meanings[at : at + 1] else GOES} {name}"
        for at, name in enumerate(names)
    )
    return text if len(names) <= _SPACED else close(text)


def move_label(
    game: Game, move: Move, depth: int, t: Language, *, whole: bool = True, short: bool = False
) -> str:
    """Return the name of a move after its first `depth` points: the other points, or its action.

    Unless it is to be told `whole`, the points between the ends are left out, and what is taken.
    A `short` one is for a button.
    """
    points, meanings = move.path[depth:], move.meanings[depth:]
    if not points:
        return phrases.move_name(game, move, t)
    if whole or len(points) == 1:
        return points_label(game, points, t, meanings, short=short)
    if not meanings:
        return points_label(game, (points[0], points[-1]), t, short=short)
    ends = [point for point, meaning in zip(points, meanings, strict=True) if meaning not in _BETWEEN]
    return points_label(game, ends or points[:1], t, short=short)


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


def pieces_at_hand(state: State) -> tuple[str, ...]:
    """Return the pieces that a public board offers to move, by their points.

    None where the panel offers whole moves at once, as there are few or their points are called as they are
    written. None either where something else can be done, or where so many pieces would hide the board.
    """
    if state.turn is None or not point_names_of(state.game):
        return ()
    moves = state.legal_moves()
    if len(moves) <= HANDFUL:
        return ()
    pieces = dict.fromkeys(move.path[0] for move in moves if move.path and not move.action)
    whole = all(move.path and not move.action for move in moves)
    return tuple(pieces) if whole and len(pieces) <= _MOST_PIECES else ()
