"""A person's latest results, their most played board, and their most frequent opponents."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.features.ratings.domain.statistics import FROM_OUTSIDE
from bot.model.match.match import Match
from bot.model.people.privacy import is_alias
from rules.contract import Game
from rules.contract.capabilities import named_boards

_MAX_RESULTS: Final = 10
_MAX_RIVALS: Final = 3


class ResultKind(StrEnum):
    """A game's result for a person."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class FavouriteBoard:
    """A person's most played board: the options that choose it, and the number of games."""

    key: str
    options: Mapping[str, str]
    games: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The results of a person's games for two against another person."""

    other: int
    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class RecentResults:
    """A person's last results, the newest last; their favourite board; their most frequent opponents."""

    last: tuple[ResultKind, ...] = ()
    favourite: FavouriteBoard | None = None
    rivals: tuple[HeadToHead, ...] = ()


def recent_results(
    games: Mapping[str, Game], person: int, matches: Sequence[Match], reader: int
) -> RecentResults:
    """Return the results of a person from finished matches, which are given newest first.

    Games with engines, aborted games and results by admins do not count. The `reader` comes first among the
    rivals.
    """
    relevant = [match for match in matches if match.key in games and not match.has_engines]
    results = [(match, kind) for match in relevant if (kind := result_of(match, person)) is not None]
    rivals: dict[int, Counter[ResultKind]] = {}
    boards = Counter(_board(games[match.key], match) for match, _ in results)
    for match, kind in results:
        others = [other for other in match.people if other != person and not is_alias(other)]
        if len(match.players) == 2 and others:
            rivals.setdefault(others[0], Counter())[kind] += 1
    most = sorted(rivals.items(), key=lambda rival: (rival[0] != reader, -rival[1].total(), rival[0]))[
        :_MAX_RIVALS
    ]
    return RecentResults(
        tuple(kind for _, kind in reversed(results[:_MAX_RESULTS])),
        None if not boards else _favourite(*boards.most_common(1)[0]),
        tuple(HeadToHead(other, *(found[kind] for kind in ResultKind)) for other, found in most),
    )


def result_of(match: Match, person: int) -> ResultKind | None:
    """Return a match's result for a person; None if it does not count or they have no seat."""
    outcome, seat = match.outcome, match.seat_of(person)
    if outcome is None or seat is None or outcome.reason in FROM_OUTSIDE:
        return None
    if not outcome.winners:
        return ResultKind.DRAWN
    return ResultKind.WON if seat in outcome.winners else ResultKind.LOST


def _board(game: Game, match: Match) -> tuple[str, tuple[tuple[str, str], ...]]:
    boards = (board for board in named_boards(game) if board.items() <= match.options.items())
    return match.key, tuple(next(boards, {}).items())


def _favourite(board: tuple[str, tuple[tuple[str, str], ...]], games: int) -> FavouriteBoard:
    key, options = board
    return FavouriteBoard(key, dict(options), games)
