"""Reviews of finished matches: the value of each ply, the turning points, the remaining searches."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Final

from bot.model.match.match import Match
from engines import Fact, GameValue, MoveWorth, PlyVerdict

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "review-running": (),
    "review-empty": (),
    "review-not-now": (),
    "review-no-engines": (),
    "play-on-over": (),
    "play-on-left": (),
}
"""All refusal reasons of reviews and of games from their positions, with the names of their details."""

_SIDES: Final = 2
_TURNING: Final = 3
_LEAST: Final = 0.03
"""The minimum cost of a turning point, as a loss of winning chance."""
_GRAVE: Final = 0.25
"""A large cost, or a large drop of the evaluation."""
_SECOND_LOOKS: Final = 8
"""The maximum number of plies of a match with a second, longer search."""
_MAX_THINKING: Final = 0.4
"""The maximum seconds of a ply's first search."""
_ALL_LOOKS: Final = 20.0
"""Seconds for all first searches of a match, unless its plies get their minimum or maximum."""
_MIN_THINKING: Final = 0.05
"""The minimum seconds of a ply's first search."""
_LONGER: Final = 4
"""The factor by which a second search is longer."""
_AT_ONCE: Final = 1.5
"""Seconds for the searches of one request."""


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """A ply with its number of searches and its verdict, which is None for chance and departures."""

    number: int
    seat: int | None
    text: str
    looks: int
    verdict: PlyVerdict | None


class TurnKind(StrEnum):
    """The kind of a costly move. Forced wins and draws are proved; the last two kinds are estimates."""

    MISSED_WIN = "missed-win"
    """Another move was a forced win; after this one no forced win was found."""
    GAVE_WIN = "gave-win"
    """Another move was a forced win, and this one gave the other side a forced win."""
    WIN_TO_DRAW = "win-to-draw"
    """Another move was a forced win, and the position after this one is a proved draw."""
    GAVE_DRAW = "gave-draw"
    """It gave the other side a forced win; another move was a proved draw."""
    LOSES = "loses"
    """It gave the other side a forced win; the best move found was not refuted."""
    GRAVE = "grave"
    SLIP = "slip"

    @property
    def misses_win(self) -> bool:
        """Whether the move missed a forced win."""
        return self in {TurnKind.MISSED_WIN, TurnKind.GAVE_WIN, TurnKind.WIN_TO_DRAW}


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A ply that cost its seat some of its winning chance; the verdict has the better ply."""

    number: int
    seat: int
    text: str
    kind: TurnKind
    verdict: PlyVerdict

    @property
    def cost(self) -> float:
        """Return the loss of winning chances."""
        return self.verdict.of_best.chance - self.verdict.of_played.chance


@dataclass(frozen=True, slots=True)
class NextSearch:
    """The next search: the plies from `first` to `last`, with this many seconds each."""

    first: int
    last: int
    seconds: float
    looks: int


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a finished match so far: its reviewed plies, in order."""

    match: Match
    plies: tuple[ReviewedPly, ...]

    @property
    def next_look(self) -> NextSearch | None:
        return next_look(self.match.plies, self.plies)

    @property
    def is_complete(self) -> bool:
        return self.next_look is None

    @property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        return turning_points(settle(self.plies))

    def chances(self, seat: int) -> tuple[tuple[int, float], ...]:
        """Return a seat's winning chance by the number of plies played, as far as they are reviewed."""
        settled_plies = settle(self.plies)
        points = [
            (ply.number - 1, ply.verdict.shares[seat]) for ply in settled_plies if ply.verdict is not None
        ]
        outcome, last = (
            self.match.outcome,
            next((ply for ply in reversed(settled_plies) if ply.verdict), None),
        )
        if outcome is not None and self.match.ended_by is None:
            share = float(seat in outcome.winners) if outcome.winners else 1 / 2
            points.append((self.match.plies, share))
        elif last is not None and last.verdict is not None and len(last.verdict.shares) == _SIDES:
            own = last.verdict.of_played.chance
            points.append((self.match.plies, own if last.seat == seat else 1 - own))
        return tuple(points)


def next_look(count: int, plies: Sequence[ReviewedPly]) -> NextSearch | None:
    """Return the next search of a match of `count` plies; None when its review is complete."""
    seconds = min(_MAX_THINKING, max(_MIN_THINKING, _ALL_LOOKS / max(1, count)))
    numbers = {ply.number for ply in plies}
    first = next((number for number in range(1, count + 1) if number not in numbers), None)
    if first is not None:
        most = min(count, first + max(1, int(_AT_ONCE / seconds)) - 1)
        last = next((number - 1 for number in range(first + 1, most + 1) if number in numbers), most)
        return NextSearch(first, last, seconds, 1)
    if sum(ply.looks > 1 for ply in plies) >= _SECOND_LOOKS:
        return None
    once = {ply.number for ply in plies if ply.looks == 1}
    again = next((number for number in doubtful(plies) if number in once), None)
    return None if again is None else NextSearch(again, again, _LONGER * seconds, 2)


def doubtful(plies: Sequence[ReviewedPly]) -> tuple[int, ...]:
    """Return the plies to search again, the most doubtful first.

    They are missed replies to a proved loss, best moves that were refuted later, turning points, and moves
    after which the evaluation dropped.
    """
    settled_plies = settle(plies)
    points = (point.number for point in turning_points(settled_plies))
    return tuple(
        dict.fromkeys(
            (*contradictions(plies), *_refuted_plies(settled_plies), *points, *_falls(settled_plies))
        )
    )


def _refuted_plies(plies: Sequence[ReviewedPly]) -> Iterator[int]:
    """Yield the plies that played the best move found, which a later proof refuted."""
    for ply in plies:
        verdict = ply.verdict
        if verdict and verdict.best == ply.text and verdict.of_played.loses and not verdict.of_best.loses:
            yield ply.number


def _falls(plies: Sequence[ReviewedPly]) -> Sequence[int]:
    """Return the plies after which their seat's evaluation dropped far, the largest drop first."""
    falls: list[tuple[float, int]] = []
    for before, after in pairwise(plies):
        if before.verdict is None or after.verdict is None or before.seat is None:
            continue
        # With several seats, or dice in between, chances change without a mistake.
        if len(after.verdict.shares) == _SIDES and after.number == before.number + 1:
            fall = before.verdict.of_played.chance - after.verdict.shares[before.seat]
            falls += [(-fall, before.number)] * (fall >= _GRAVE)
    return [number for _, number in sorted(falls)]


def contradictions(plies: Sequence[ReviewedPly]) -> tuple[int, ...]:
    """Return the plies whose search found no win although the previous ply lost by force."""
    return tuple(
        after.number
        for before, after in pairwise([ply for ply in plies if ply.verdict is not None])
        if before.seat != after.seat
        and after.number == before.number + 1
        and before.verdict is not None
        and after.verdict is not None
        and len(after.verdict.shares) == _SIDES
        and before.verdict.of_played.loses
        and not after.verdict.of_best.wins
    )


def settle(plies: Sequence[ReviewedPly]) -> tuple[ReviewedPly, ...]:
    """Return the plies, corrected by later proofs about the positions after them.

    With more than two seats nothing is corrected: a proof does not cover the other seats.
    """
    by_number: dict[int, ReviewedPly] = {}
    after: ReviewedPly | None = None
    for ply in reversed(plies):
        if ply.verdict is None:
            continue
        after = by_number[ply.number] = ply if after is None else _knowing(ply, after)
    return tuple(by_number.get(ply.number, ply) for ply in plies)


def _knowing(ply: ReviewedPly, after: ReviewedPly) -> ReviewedPly:
    """Correct a ply by a proof about the next position: the best move there wins, or all moves there lose."""
    verdict, then = ply.verdict, after.verdict
    if verdict is None or then is None or len(verdict.shares) != _SIDES or verdict.keepers:
        return ply
    if after.number != ply.number + 1 or not (then.of_best.wins or then.of_best.loses):
        # Chance acted in between, or nothing is proved.
        return ply
    worth = _one_ply_before(then.of_best, same_seat=ply.seat == after.seat)
    if worth.loses:
        # Only this move is refuted: the other moves keep their evaluation.
        return replace(ply, verdict=replace(verdict, of_played=worth))
    if verdict.of_best.wins and verdict.best != ply.text:
        return replace(ply, verdict=replace(verdict, of_played=worth))
    shares = (1.0, 0.0) if ply.seat == 0 else (0.0, 1.0)
    return replace(ply, verdict=PlyVerdict(ply.text, worth, worth, shares))


def _one_ply_before(best: MoveWorth, *, same_seat: bool) -> MoveWorth:
    """Return the value of a move after which the best reply is proved to win or to lose."""
    wins = best.wins is same_seat
    if best.ends:
        plies = abs(best.ends) + 1
        return MoveWorth(float(wins), plies if wins else -plies)
    return MoveWorth(float(wins), fact=Fact(GameValue.WON if wins else GameValue.LOST))


def turning_points(plies: Sequence[ReviewedPly]) -> tuple[TurningPoint, ...]:
    """Return, in order, the three plies with the highest cost, and all others that missed a proved win."""
    points = [
        TurningPoint(ply.number, ply.seat, ply.text, kind, ply.verdict)
        for ply in plies
        if ply.verdict is not None
        and ply.seat is not None
        and ply.verdict.best != ply.text
        and (kind := _kind(ply.verdict)) is not None
    ]
    worst = sorted(points, key=lambda point: -point.cost)[:_TURNING]
    return tuple(point for point in points if point in worst or point.kind.misses_win)


def _kind(verdict: PlyVerdict) -> TurnKind | None:
    best, actual = verdict.of_best, verdict.of_played
    if best.wins and actual.draws:
        return TurnKind.WIN_TO_DRAW
    if best.draws and actual.loses:
        return TurnKind.GAVE_DRAW
    if best.wins and not actual.wins:
        return TurnKind.GAVE_WIN if actual.loses else TurnKind.MISSED_WIN
    cost = best.chance - actual.chance
    if best.loses or cost < _LEAST:
        return None
    if actual.loses:
        return TurnKind.LOSES
    return TurnKind.GRAVE if cost >= _GRAVE else TurnKind.SLIP
