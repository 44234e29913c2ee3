"""Alpha-beta with iterative deepening, a transposition table, and quiescence search of captures."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Final

from engines.contract import (
    DRAW,
    UNCLEAR,
    WIN,
    Budget,
    Chance,
    Exhausted,
    KnowsPressure,
    Level,
    Position,
    shuffle,
    soft,
)

_DECIDED: Final = WIN - 1000
"""Scores beyond it are forced wins or losses, by their distance in plies."""

_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2

_MAX_TABLE: Final = 100_000
"""The number of entries at which a table is cleared, about 20 MB."""

_SPREAD: Final = 0x9E3779B97F4A7C15
_LONGER: Final = 4
"""The maximum number of plies by which threats extend a search."""
_FIRST_MOVES: Final = 4
"""The number of moves searched to full depth; later quiet moves get a ply less."""

Scored = list[tuple[int, int]]
"""Moves, each preceded by its score."""


def best_move(
    position: Position, level: Level, budget: Budget, chance: Chance, only: Sequence[int] = ()
) -> int:
    """Return a level's move, restricted to the moves in `only` if given.

    May leave the position changed.
    """
    search = _Search(position, level, budget, int(chance.random() * 2**53))
    seen = search.filter_by_attention(only or position.moves(), position.loud()) or list(position.moves())
    scored = search.deepen(shuffle(chance, seen))
    return soft(chance, scored, level.margin)


def forced_win(position: Position, level: Level, budget: Budget, moves: Sequence[int]) -> int | None:
    """Return one of `moves` that wins by force; None if the budget finds none.

    May leave the position changed.
    """
    score, move = _Search(position, level, budget, 0).deepen(list(moves))[0]
    return move if score > _DECIDED else None


def best_score(position: Position, level: Level, budget: Budget) -> int:
    """Return the score of the best move for the seat to act, from the deepest search within the budget.

    May leave the position changed.
    """
    return _Search(position, level, budget, 0).deepen(list(position.moves()))[0][0]


def compare(position: Position, level: Level, budget: Budget, played: int) -> tuple[tuple[int, int], int]:
    """Return the best move with its score, and the score of the `played` move.

    Both scores come from the deepest search within the budget, which covers at least the first ply. The best
    score is a loss only if all moves were searched and lose. May leave the position changed.
    """
    first_look = _Search(position, replace(level, depth=1), Budget(), 0)
    ranked = first_look.score_alternatives(played, 1, [move for move in position.moves() if move != played])
    best, of_played = ranked[0], _score_of(played, ranked)
    search = _Search(position, level, budget, 0)
    for depth in range(2, level.depth + 1):
        if abs(best[0]) > _DECIDED and abs(of_played) > _DECIDED:
            break
        done: Scored = []
        try:
            search.score_alternatives(played, depth, [move for _, move in ranked if move != played], done)
        except Exhausted:
            # If all moves searched so far lose, another move may still save the game.
            if {best[1], played} <= {move for _, move in done} and _rank(done)[0][0] >= -_DECIDED:
                best, of_played = _rank(done)[0], _score_of(played, done)
            break
        ranked = _rank(done)
        best, of_played = ranked[0], _score_of(played, ranked)
    return best, of_played


class _TranspositionTable:
    """The transposition table: the depth of the search, the kind of bound, the score and the best move."""

    def __init__(self) -> None:
        self._entries: dict[int, tuple[int, int, int, int]] = {}

    def look(self, key: int, depth: int, window: tuple[int, int], ply: int) -> tuple[int | None, int]:
        """Return a known score that suffices at this depth, if any, and the best move or 0."""
        entry = self._entries.get(key)
        if entry is None:
            return None, 0
        known_depth, bound, score, move = entry
        if known_depth < depth:
            return None, move
        score = score - ply if score > _DECIDED else score + ply if score < -_DECIDED else score
        alpha, beta = window
        settled = bound == _EXACT or (score >= beta if bound == _AT_LEAST else score <= alpha)
        return (score if settled else None), move

    def keep(self, key: int, entry: tuple[int, int, int], window: tuple[int, int], ply: int) -> None:
        """Store a search's result within a window: its depth, score and best move."""
        depth, best, choice = entry
        alpha, beta = window
        bound = _AT_LEAST if best >= beta else _EXACT if best > alpha else _AT_MOST
        # Distances to the end are stored relative to this position, not to the root.
        score = best + ply if best > _DECIDED else best - ply if best < -_DECIDED else best
        if len(self._entries) >= _MAX_TABLE:
            self._entries.clear()
        self._entries[key] = (depth, bound, score, choice)


class _Search:
    """A single search, with its table and move statistics."""

    def __init__(self, position: Position, level: Level, budget: Budget, salt: int) -> None:
        self._position = position
        self._level = level
        self._budget = budget
        self._salt = salt
        self._table = _TranspositionTable()
        self._merit: defaultdict[int, int] = defaultdict(int)
        self._farthest = 0
        self._pressed = position.pressed if isinstance(position, KnowsPressure) else _never

    def filter_by_attention(self, moves: Sequence[int], loud: Iterable[int]) -> list[int]:
        """Return the moves that the level considers here; with full `attention` all of them.

        It considers loud moves by its `loud_attention`, and others by its `attention`.
        """
        level = self._level
        if level.attention >= 100:
            return list(moves)
        seen = set(loud)
        here = self._position.key ^ self._salt
        return [
            move
            for move in moves
            if ((here ^ move * _SPREAD) * _SPREAD >> 40) % 100
            < (level.loud_attention if move in seen else level.attention)
        ]

    def deepen(self, moves: list[int]) -> Scored:
        """Return moves with their scores from the deepest search within the budget, best first."""
        ranked: Scored = [(0, move) for move in moves]
        done: Scored = []
        depth = 0
        try:
            for depth in range(1, self._level.depth + 1):
                done = []
                self._at_root(depth, [move for _, move in ranked], done)
                ranked = _rank(done)
                if abs(ranked[0][0]) > _DECIDED or len(ranked) == 1:
                    break
        except Exhausted:
            # The previous best move was searched first: a move that has beaten it since is better.
            if done and (depth == 1 or self._level.margin == 0):
                best, rest = _rank(done), ranked[len(done) :]
                lost = best[0][0] < -_DECIDED
                return rest if lost and rest and rest[0][0] > best[0][0] else best
        return ranked

    def score_alternatives(
        self, played: int, depth: int, others: list[int], done: Scored | None = None
    ) -> Scored:
        """Score `played` into `done`, then better moves among the others; return all, best first."""
        done = [] if done is None else done
        self._at_root(depth, [played], done)
        self._at_root(depth, others, done)
        return _rank(done)

    def _at_root(self, depth: int, moves: list[int], done: Scored) -> None:
        """Score moves one by one into `done`; moves beyond the margin get only a bound."""
        best = max((score for score, _ in done), default=-UNCLEAR)
        margin = self._level.margin
        self._farthest = depth + _LONGER if self._level.depth > 1 else 0
        for move in moves:
            floor = best - margin if done else -UNCLEAR
            score = self._after(move, depth, floor, UNCLEAR, 0)
            done.append((score, move))
            best = max(best, score)

    def _after(self, move: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the score of a move for its mover."""
        position = self._position
        seat = position.turn
        position.make(move)
        winner = position.winner
        self._budget.spend()
        if winner is not None:
            score = 0 if winner == DRAW else WIN - ply - 1 if winner == seat else ply + 1 - WIN
        elif depth <= 1 and (ply >= self._farthest or not self._pressed()):
            score = self._quiesce(self._level.exchanges, alpha, beta, ply + 1, seat)
        elif position.turn == seat:
            score = self._score(depth - 1, alpha, beta, ply + 1)
        else:
            score = -self._score(depth - 1, -beta, -alpha, ply + 1)
        position.unmake()
        return score

    def _score(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the score for the seat to act, exact between alpha and beta, else a bound."""
        if ply < self._farthest and self._pressed():
            depth += 1
        if depth <= 1:
            return self._last_ply(alpha, beta, ply)
        key = self._position.key
        known, first = self._table.look(key, depth, (alpha, beta), ply)
        if known is not None:
            return known
        best, choice, floor = -UNCLEAR, 0, alpha
        loud = set(self._position.loud())
        for place, move in enumerate(self._order(first, loud)):
            quiet = move not in loud
            score = self._try_move(move, depth, (floor, beta), ply, place if quiet else min(place, 1))
            if score > best:
                best, choice = score, move
                floor = max(floor, best)
                if best >= beta:
                    if quiet:
                        self._merit[move] += depth * depth
                    break
        self._table.keep(key, (depth, best, choice), (alpha, beta), ply)
        return best

    def _try_move(self, move: int, depth: int, window: tuple[int, int], ply: int, place: int) -> int:
        """Return the score of a move; a later move is first tested for being better at all."""
        alpha, beta = window
        if place:
            reduced = depth - 1 if depth > 2 and place >= _FIRST_MOVES else depth
            score = self._after(move, reduced, alpha, alpha + 1, ply)
            if score <= alpha or (reduced == depth and score >= beta):
                return score
        return self._after(move, depth, alpha, beta, ply)

    def _order(self, first: int, loud: set[int]) -> list[int]:
        """Return the moves in search order: the table's move, loud moves, then moves good elsewhere."""
        moves = self.filter_by_attention(self._position.moves(), loud)
        merit = self._merit
        order = sorted(moves, key=lambda move: (move in loud, merit.get(move, 0)), reverse=True)
        if first in order:
            order.remove(first)
            order.insert(0, first)
        return order

    def _last_ply(self, alpha: int, beta: int, ply: int) -> int:
        """Return the score one ply before the horizon: moves are tried in order of static value.

        After a quiet move a position is worth at most its static value to the mover, as the other side may
        pass.
        """
        position = self._position
        outlook = position.outlook()
        if self._level.attention < 100:
            seen = set(self.filter_by_attention([move for _, move in outlook], position.loud()))
            outlook = [line for line in outlook if line[1] in seen] or outlook
        outlook = sorted(outlook, key=itemgetter(0), reverse=True)
        self._budget.foreseen += sum(1 for promise, _ in outlook if promise != UNCLEAR)
        self._budget.watch()
        best = -UNCLEAR
        for promise, move in outlook:
            if promise <= max(alpha, best):
                return max(best, promise)
            score = self._after(move, 1, max(alpha, best), beta, ply)
            if score > best:
                best = score
                if best >= beta:
                    break
        return best

    def _quiesce(self, exchanges: int, alpha: int, beta: int, ply: int, seat: int) -> int:
        """Return the score for `seat` after all captures, whichever seat acts next."""
        if self._position.turn == seat:
            return self._exchange(exchanges, alpha, beta, ply)
        return -self._exchange(exchanges, -beta, -alpha, ply)

    def _exchange(self, exchanges: int, alpha: int, beta: int, ply: int) -> int:
        """Return the score for the seat to act, which may decline the exchange."""
        position = self._position
        best = position.evaluate()
        if best >= beta or exchanges <= 0:
            return best
        seat = position.turn
        for move in position.loud():
            position.make(move)
            winner = position.winner
            self._budget.spend()
            if winner is not None:
                score = 0 if winner == DRAW else WIN - ply - 1 if winner == seat else ply + 1 - WIN
            else:
                score = self._quiesce(exchanges - 1, max(alpha, best), beta, ply + 1, seat)
            position.unmake()
            if score > best:
                best = score
                if best >= beta:
                    break
        return best


def _rank(scored: Scored) -> Scored:
    """Return moves by score, best first; equal ones in search order."""
    return sorted(scored, key=itemgetter(0), reverse=True)


def _score_of(move: int, scored: Scored) -> int:
    return next(score for score, candidate in scored if candidate == move)


def _never() -> bool:
    return False
