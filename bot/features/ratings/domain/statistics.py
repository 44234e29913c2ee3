"""Statistics: finished games by their endings. Aborted games and admins' verdicts do not count."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.model.match.match import (
    ADJUDICATION,
    AGREEMENT,
    CORRECTION,
    RESIGNATION,
    TIMEOUT,
    WITHOUT_RESULT,
    only_winners_remain,
)
from rules.contract import Game, Outcome

OTHERS_LEFT: Final = "others-left"
"""The reason of an ending outside the rules: all other players have left."""
_BY_PLAYERS: Final = frozenset({AGREEMENT, RESIGNATION, TIMEOUT})
FROM_OUTSIDE: Final = WITHOUT_RESULT | {ADJUDICATION, CORRECTION}
"""Reasons of admins' verdicts and of aborted games."""


@dataclass(frozen=True, slots=True)
class ResultTally:
    """The number of games with equal options, numbers of players and endings, and their total plies.

    `retired` are the seats that left before the end; `rolls`: their plies include rolls.
    """

    options: Mapping[str, str]
    players: int
    outcome: Outcome
    games: int
    plies: int
    retired: frozenset[int] = frozenset()
    rolls: bool = False

    @property
    def reason(self) -> str:
        if self.outcome.reason in _BY_PLAYERS:
            return self.outcome.reason
        left = only_winners_remain(self.outcome, self.players, self.retired)
        return OTHERS_LEFT if left else self.outcome.reason


@dataclass(frozen=True, slots=True)
class SeatTally:
    """A person's number of games of a kind with the same seat and ending."""

    key: str
    players: int
    seat: int
    outcome: Outcome
    games: int


@dataclass(frozen=True, slots=True)
class Balance:
    """The results of a group of games: wins by role, draws, and total plies."""

    games: int = 0
    plies: int = 0
    wins: Mapping[str, int] = field(default_factory=dict)
    draws: int = 0

    @property
    def length(self) -> int:
        """The average number of plies."""
        return round(self.plies / self.games) if self.games else 0


@dataclass(frozen=True, slots=True)
class VariantBalance:
    """The results of the games with a value of an option."""

    option: str
    value: str
    balance: Balance


@dataclass(frozen=True, slots=True)
class Ending:
    """The number of games that ended for a reason, won or `drawn`."""

    reason: str
    drawn: bool
    games: int


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """Statistics of a game's finished matches: overall, by variant, and by ending.

    `rolls`: rolls count for the length.
    """

    key: str
    total: Balance
    variants: tuple[VariantBalance, ...]
    endings: tuple[Ending, ...]
    rolls: bool = False


@dataclass(frozen=True, slots=True)
class RoleRecord:
    """A person's record in a role of a game."""

    key: str
    role: str
    won: int
    drawn: int
    lost: int


def game_statistics(game: Game, tallies: Iterable[ResultTally]) -> GameStatistics:
    """Return the statistics of a game's finished matches.

    Variants are sorted by option and then by frequency, endings by frequency.
    """
    relevant = [tally for tally in tallies if tally.outcome.reason not in FROM_OUTSIDE]
    by_variant: dict[tuple[str, str], list[ResultTally]] = {}
    endings: Counter[tuple[str, bool]] = Counter()
    for tally in relevant:
        endings[tally.reason, not tally.outcome.winners] += tally.games
        for option in game.options:
            value = tally.options.get(option.key, option.default)
            by_variant.setdefault((option.key, value), []).append(tally)
    # An option whose value never varied is not a variant.
    counts = Counter(option for option, _ in by_variant)
    variants = [
        VariantBalance(option, value, _balance(game, of_one))
        for (option, value), of_one in by_variant.items()
        if counts[option] > 1
    ]
    order = [option.key for option in game.options]
    variants.sort(key=lambda variant: (order.index(variant.option), -variant.balance.games, variant.value))
    ordered = (Ending(reason, drawn, number) for (reason, drawn), number in endings.most_common())
    rolls = any(tally.rolls for tally in relevant)
    return GameStatistics(game.key, _balance(game, relevant), tuple(variants), tuple(ordered), rolls)


def role_records(games: Mapping[str, Game], tallies: Iterable[SeatTally]) -> tuple[RoleRecord, ...]:
    """Return a person's results by game and role, in the order of the games."""
    counters: dict[tuple[str, str], Counter[str]] = {}
    for tally in tallies:
        if tally.key not in games or tally.outcome.reason in FROM_OUTSIDE:
            continue
        role = games[tally.key].roles(tally.players)[tally.seat]
        won = tally.seat in tally.outcome.winners
        how = "won" if won else ("lost" if tally.outcome.winners else "drawn")
        counters.setdefault((tally.key, role), Counter())[how] += tally.games
    order = list(games)
    return tuple(
        RoleRecord(key, role, counter["won"], counter["drawn"], counter["lost"])
        for (key, role), counter in sorted(
            counters.items(), key=lambda entry: (order.index(entry[0][0]), entry[0][1])
        )
    )


def _balance(game: Game, tallies: Iterable[ResultTally]) -> Balance:
    games = plies = draws = 0
    wins: Counter[str] = Counter()
    for tally in tallies:
        games, plies = games + tally.games, plies + tally.plies
        roles = game.roles(tally.players)
        for role in roles:
            wins[role] += 0
        for seat in tally.outcome.winners:
            wins[roles[seat]] += tally.games
        draws += 0 if tally.outcome.winners else tally.games
    return Balance(games, plies, dict(wins), draws)
