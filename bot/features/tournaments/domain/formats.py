"""Formats: the rounds and the standings of each kind of tournament."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.features.tournaments.domain.knockout import knockout_round, placings
from bot.features.tournaments.domain.ladder import ladder_standings
from bot.features.tournaments.domain.leagues import LeagueRules, first_groups, season
from bot.features.tournaments.domain.pairings import Crosstable, Pairing
from bot.features.tournaments.domain.round_robin import round_robin
from bot.features.tournaments.domain.standings import Standing, TieBreaker, standings
from bot.features.tournaments.domain.swiss import swiss_round
from bot.features.tournaments.domain.table_draws import table_round


class Format(StrEnum):
    """The kinds of tournaments. All have rounds except ladders, on which people challenge each other."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    LEAGUE = "league"
    TABLES = "tables"
    LADDER = "ladder"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a tournament.

    `rounds` is the number of rounds of a Swiss system or a tournament of tables. With `pairs` each pairing is
    two games with swapped roles, which count together. A table has `least` to `most` players; `league` are
    the rules of a league.
    """

    format: Format
    rounds: int = 3
    pairs: bool = False
    least: int = 2
    most: int = 2
    league: LeagueRules = field(default_factory=LeagueRules)

    @property
    def season(self) -> int | None:
        """The number of a league's season, None for other formats."""
        return self.league.season if self.format is Format.LEAGUE else None


def next_round(rules: Rules, now: Crosstable) -> tuple[Pairing, ...]:
    """Return the next games after all games so far are over; empty at the end.

    A format whose rounds are all paired at once, such as a round robin, returns all of them. This may take
    tenths of a second: call it off the event loop.
    """
    return _ROUNDS[rules.format](rules, now)


def tie_breakers(rules: Rules) -> tuple[TieBreaker, ...]:
    """Return the tie-breakers, in their order."""
    return _ORDERS[rules.format]


def ranking(rules: Rules, now: Crosstable) -> tuple[tuple[Standing, ...], ...]:
    """Return the standings by group, the best first; only a league has several groups."""
    if rules.format is Format.LEAGUE:
        groups = first_groups(now.entrants, rules.league)
        return tuple(
            standings(
                Crosstable(
                    group,
                    tuple(pairing for pairing in now.pairings if pairing.group == number),
                    now.withdrawn,
                ),
                tie_breakers(rules),
                all_meet=True,
            )
            for number, group in enumerate(groups)
        )
    if rules.format is Format.LADDER:
        return (ladder_standings(now),)
    if rules.format is Format.KNOCKOUT:
        by_entrant = {standing.entrant: standing for standing in standings(now, ())}
        ranked: list[Standing] = []
        for place in placings(now):
            rank = len(ranked) + 1
            ranked += [replace(by_entrant[entrant], rank=rank) for entrant in place]
        return (tuple(ranked),)
    all_meet = rules.format is Format.ROUND_ROBIN
    return (standings(now, tie_breakers(rules), all_meet=all_meet),)


def _round_robin(rules: Rules, now: Crosstable) -> tuple[Pairing, ...]:
    return () if now.pairings else round_robin(now.entrants, swapped=rules.pairs)


def _swiss(rules: Rules, now: Crosstable) -> tuple[Pairing, ...]:
    return () if now.round >= rules.rounds else swiss_round(now, pairs=rules.pairs)


def _knockout(_: Rules, now: Crosstable) -> tuple[Pairing, ...]:
    return knockout_round(now)


def _league(rules: Rules, now: Crosstable) -> tuple[Pairing, ...]:
    return () if now.pairings else season(first_groups(now.entrants, rules.league), rules.league)


def _tables(rules: Rules, now: Crosstable) -> tuple[Pairing, ...]:
    return () if now.round >= rules.rounds else table_round(now, rules.least, rules.most, rules.rounds)


def _ladder(_rules: Rules, _now: Crosstable) -> tuple[Pairing, ...]:
    return ()


_ROUNDS: Mapping[Format, Callable[[Rules, Crosstable], tuple[Pairing, ...]]] = {
    Format.ROUND_ROBIN: _round_robin,
    Format.SWISS: _swiss,
    Format.KNOCKOUT: _knockout,
    Format.LEAGUE: _league,
    Format.TABLES: _tables,
    Format.LADDER: _ladder,
}
_ORDERS: Mapping[Format, tuple[TieBreaker, ...]] = {
    Format.ROUND_ROBIN: (TieBreaker.DIRECT_ENCOUNTER, TieBreaker.SONNEBORN_BERGER, TieBreaker.WINS),
    Format.SWISS: (TieBreaker.BUCHHOLZ, TieBreaker.DIRECT_ENCOUNTER, TieBreaker.SONNEBORN_BERGER),
    Format.KNOCKOUT: (),
    Format.LEAGUE: (TieBreaker.DIRECT_ENCOUNTER, TieBreaker.SONNEBORN_BERGER, TieBreaker.WINS),
    Format.TABLES: (TieBreaker.WINS, TieBreaker.BUCHHOLZ),
    Format.LADDER: (),
}
