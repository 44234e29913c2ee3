"""The weekly letter of a server: its event, and the content of a week."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar, Final
from zoneinfo import ZoneInfo

from bot.features.servers.domain import WEEK, Subscription
from bot.model.event import DomainEvent
from bot.model.match.match import Match, PlayedPly
from bot.model.people.players import HumanPlayer
from rules.contract import State


@dataclass(frozen=True, slots=True)
class LetterDue(DomainEvent):
    """A server's weekly letter is due: it covers the time from `since` to `until`, and sets a puzzle.

    `puzzle_before` is the puzzle of the previous letter. Both puzzles may be None.
    """

    background: ClassVar[bool] = True

    server: int
    channel: int
    number: int
    since: datetime
    until: datetime
    puzzle: int | None = None
    puzzle_before: int | None = None


WEEKLY_LETTER: Final = "letter"
"""The kind of letters among subscriptions."""
_MIN_CAPTURES: Final = 2
"""The fewest captures of a remarkable ply, unless it ends its game."""


@dataclass(frozen=True, slots=True)
class FinestPly:
    """The ply of a match with the most captures; `closes` if it ended the match."""

    ply: PlayedPly
    men: int
    closes: bool

    @property
    def rank(self) -> tuple[int, bool]:
        """The ply's rank among other plies: captures, then whether it ended its match."""
        return self.men, self.closes


@dataclass(frozen=True, slots=True)
class MostWins:
    """The players with the most wins, and their number."""

    people: tuple[int, ...]
    wins: int


def period_start(letter: Subscription, now: datetime) -> datetime:
    """Return the start of a letter's period: a week before it was due, or the previous letter if later.

    The week is measured in the zone's local time: it is an hour longer when clocks go back.
    """
    week_ago = (min(letter.due, now).astimezone(ZoneInfo(letter.rhythm.zone)) - WEEK).astimezone(UTC)
    return week_ago if letter.posted is None else max(letter.posted, week_ago)


def most_wins(matches: Iterable[Match]) -> MostWins | None:
    """Return the players with the most wins in games between people; None without any win."""
    wins = Counter(
        player.id
        for match in matches
        if match.outcome is not None and not match.has_engines
        for player in (match.players[seat] for seat in match.outcome.winners)
        if isinstance(player, HumanPlayer)
    )
    best = max(wins.values(), default=0)
    return MostWins(tuple(person for person, count in wins.items() if count == best), best) if best else None


def finest(match: Match, plies: Sequence[PlayedPly]) -> FinestPly | None:
    """Return the ply of an ended match with a person's most captures, None if none is remarkable.

    Captures are the events that the game declares decisive; among equal plies the last one counts.
    """
    best = None
    for ply in plies[match.taken_over :]:
        if ply.seat is None or ply.move is None or match.person_at(ply.seat) is None:
            continue
        men = _captured_men(ply.state)
        closes = men > 0 and ply.number == match.plies and match.ended_by is None
        candidate = FinestPly(ply, men, closes)
        if (men >= _MIN_CAPTURES or closes) and (best is None or candidate.rank >= best.rank):
            best = candidate
    return best


def _captured_men(state: State) -> int:
    """Return the most points of one kind of decisive event in the last ply; kinds are not added up."""
    counts = Counter[str]()
    for event in state.events:
        if event.kind in state.game.vocabulary.decisive and event.points:
            counts[event.kind] += event.number or len(event.points)
    return max(counts.values(), default=0)
