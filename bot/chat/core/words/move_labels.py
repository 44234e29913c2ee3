"""Labels of move buttons: the points, and the move's effect unless the rules punish oversight."""

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

_MAX_AT_ONCE: Final = 2
"""Up to this many moves without points get buttons on the board, which has no room for more."""

HANDFUL: Final = 5
"""Up to this many moves are easy to survey, whatever their names."""
_MAX_PIECES: Final = 10
"""Up to this many pieces fit in two rows of buttons below a board."""


class MoveLabel(IntEnum):
    """The kinds of effects, the most informative first."""

    WINS = 0
    DOES = 1
    PLAIN = 2
    LOSES = 3


SHOWN: Final = 38
"""Discord always shows this many characters of a button's label."""
_TOLD: Final = 20
"""This many characters, from both ends of a name, still identify the move."""
_SPACED: Final = 7
"""With more points than this, a button omits spaces."""
GOES, _TAKES = "→", "\N{MULTIPLICATION SIGN}"
_BETWEEN: Final = (Meaning.OVER, Meaning.TAKEN)
_ENDS: Final[Mapping[MoveLabel, str]] = {
    MoveLabel.WINS: "panel.wins",
    MoveLabel.DOES: "panel.draws",
    MoveLabel.LOSES: "panel.loses",
}


@dataclass(frozen=True, slots=True)
class Caption:
    """A move's effects as clauses, the most informative first; empty for a quiet move.

    `rank` sorts captions the same way; a game declares its events in that order.
    """

    clauses: tuple[str, ...] = ()
    rank: tuple[MoveLabel, int] = (MoveLabel.PLAIN, 0)


NO_CAPTION: Final = Caption()


def captions(
    match: Match, game: Game, state: State, moves: Sequence[Move], t: Language
) -> Mapping[Move, Caption]:
    """Return the effects of each legal move; none if the rules punish oversight.

    Effects shared by all moves are omitted.
    """
    if punishes_oversight(state):
        return {move: Caption() for move in moves}
    after = {move: state.play(move) for move in moves}
    clauses = {
        # A word such as "pass" already names its effect.
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
    """Return a move's effects in words, the most informative first."""
    ranks = {str(kind): rank for rank, kind in enumerate(game.vocabulary.events)}
    clauses = (
        _Clause(ranks.get(str(event.kind), len(ranks)), words)
        for event in reached.events
        if (words := phrases.event_clause(event, match, game, t, "caption"))
    )
    return sorted(set(clauses))


def _end(state: State, reached: State) -> MoveLabel | None:
    """Return the result of a move for its player, None while the game continues."""
    if reached.outcome is None:
        return None
    if not reached.outcome.winners:
        return MoveLabel.DOES
    return MoveLabel.WINS if state.turn in reached.outcome.winners else MoveLabel.LOSES


def button_label(name: str, caption: Caption) -> str:
    """Return a name and as many clauses as a button shows; a long name keeps both ends.

    The name is shortened in favour of the first clause as long as it still identifies the move.
    """
    if caption.clauses:
        room = SHOWN - len(f", {caption.clauses[0]}")
        name = _squeeze(name, room if room >= _TOLD else SHOWN)
    label = _squeeze(name, SHOWN)
    for clause in caption.clauses:
        longer = f"{label}, {clause}"
        label = longer if len(longer) <= SHOWN else label
    return label


def _squeeze(name: str, room: int) -> str:
    """Return a name cut to `room` characters: without spaces if that suffices, else both ends."""
    if len(name) <= room:
        return name
    closed = close(name)
    return closed if len(closed) <= room else f"{name[: room // 2 - 1]}…{name[-(room // 2) :]}"


def close(name: str) -> str:
    """Return a name without spaces between its points."""
    return name.replace(f" {GOES} ", GOES).replace(f" {_TAKES} ", _TAKES)


def short_name(game: Game, point: str, t: Language) -> str:
    """Return a button's label for a point; its picture shows the kind of point."""
    name = point_name(game, point)
    text_id = "" if name is None or name.piece else f"{game.key}.point.{name.kind}.short"
    if name is None or text_id not in t:
        return point_named(game, point, t)
    role = t(f"{game.key}.role.{name.role}") if name.role else ""
    return t(text_id, role=role, number=name.number)


def points_label(
    game: Game, points: Sequence[str], t: Language, meanings: Sequence[Meaning] = (), *, short: bool = False
) -> str:
    """Return a path as players name its points, with captures."""
    names = _short_names(game, points, t) if short else [point_named(game, point, t) for point in points]
    return join_path(names, meanings)


def _short_names(game: Game, points: Sequence[str], t: Language) -> list[str]:
    """Return a path's names for a button: "red 4→6" stays on the spoke, "red 4→ring 6" leaves it."""
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


def join_path(names: Sequence[str], meanings: Sequence[Meaning] = ()) -> str:
    """Join the names of a path's points."""
    text = "".join(
        name if not at else f" {_TAKES if Meaning.TAKEN in meanings[at : at + 1] else GOES} {name}"
        for at, name in enumerate(names)
    )
    return text if len(names) <= _SPACED else close(text)


def move_label(
    game: Game, move: Move, depth: int, t: Language, *, whole: bool = True, short: bool = False
) -> str:
    """Return the name of a move after its first `depth` points: its other points, or its action.

    Unless `whole`, the points between the ends and the captures are omitted. A `short` name is for a button.
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


def plain_moves(state: State) -> tuple[Move, ...]:
    """Return the moves to offer as plain buttons; none if there are other moves.

    These are the only legal move, or a few moves that do not touch the board ("roll again", "stop").
    """
    if state.turn is None or calls_of(state):
        return ()
    moves = state.legal_moves()
    words = len(moves) <= _MAX_AT_ONCE and not any(move.path for move in moves)
    return moves if len(moves) == 1 or words else ()


def at_hand(state: State) -> tuple[Move, ...]:
    """Return the moves that a public board offers; none if the rules punish oversight."""
    return () if punishes_oversight(state) else plain_moves(state)


def pieces_at_hand(state: State) -> tuple[str, ...]:
    """Return the movable pieces that a public board offers, by their points.

    Empty if the panel offers whole moves, because they are few or the points have no spoken names, if other
    actions are possible, or if the buttons would hide the board.
    """
    if state.turn is None or not point_names_of(state.game):
        return ()
    moves = state.legal_moves()
    if len(moves) <= HANDFUL:
        return ()
    pieces = dict.fromkeys(move.path[0] for move in moves if move.path and not move.action)
    whole = all(move.path and not move.action for move in moves)
    return tuple(pieces) if whole and len(pieces) <= _MAX_PIECES else ()
