"""Rated results: the ranking in a finished match or series, and the rated people.

A person who handed over their seat counts as having resigned then: they come last, and their substitute is
unrated.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.model.challenges.seat_assignment import parties_among
from bot.model.match.match import ADJUDICATION, WITHOUT_RESULT, Match, MatchStatus
from bot.model.match.substitutions import Handover
from bot.model.people.players import HumanPlayer, people_among
from rules.contract import Game, Outcome
from rules.contract.capabilities import least_plies, one_sided, series_of
from rules.contract.series import Result, TieBreak, winner

WON: Final = 1
STAYED: Final = 2
LEFT: Final = 3
_NEVER: Final = WITHOUT_RESULT | {ADJUDICATION}


@dataclass(frozen=True, slots=True)
class Side:
    """People who share a rank; lower ranks are better.

    `role` is their role in a game rated by role.
    """

    people: tuple[int, ...]
    rank: int
    role: str = ""


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A rated result: of a match, or of the series that `match` ended.

    `many` marks a game for more than two, whatever the actual number of players. A result that is not
    `long_enough` is too weak evidence of strength. `sides` apply within its server, and are empty if it does
    not count there; `corrected_everywhere` apply over all servers, if they differ because a playing admin
    corrected the result.
    """

    match: int
    key: str
    server: int | None
    ended: datetime
    sides: tuple[Side, ...]
    many: bool
    long_enough: bool = True
    corrected_everywhere: tuple[Side, ...] | None = None

    @property
    def everywhere(self) -> tuple[Side, ...]:
        """The sides for ratings over all servers; empty if it does not count there."""
        return self.sides if self.corrected_everywhere is None else self.corrected_everywhere

    @property
    def people(self) -> tuple[int, ...]:
        """Everyone whose rating it changes."""
        return tuple(person for side in self.sides or self.everywhere for person in side.people)


def is_among_many(game: Game) -> bool:
    """Return whether a game is rated as a game for more than two players."""
    return max(game.seats) > 2


def rated_roles(game: Game) -> tuple[str, ...]:
    """Return the roles of separate ratings: "" for all games or the series, then each role."""
    return ("", *game.roles(max(game.seats))) if one_sided(game) else ("",)


def rated_result(
    game: Game,
    matches: Sequence[Match],
    handovers: Sequence[Handover] = (),
    tie_break: TieBreak = TieBreak.NONE,
    unrated: Collection[tuple[int, int]] = (),
) -> RatedResult | None:
    """Return the rated result of a challenge's matches, in order; None if there is none (yet).

    A series counts once, at its end. `handovers` are those in these matches. `unrated` lists departures whose
    result does not count, by match and seat.
    """
    if not matches or not any(match.has_begun for match in matches):
        return None
    last = matches[-1]
    neutral = [replace(match, outcome=match.neutral_outcome or match.outcome) for match in matches]
    here, everywhere = (_sides(game, games, handovers, tie_break, unrated) for games in (matches, neutral))
    if not here and not everywhere:
        return None
    long_enough = sum(match.plies for match in matches) >= sum(
        required_plies(game, match) for match in matches
    )
    return RatedResult(
        last.id,
        game.key,
        last.place.server,
        last.updated,
        here,
        is_among_many(game),
        long_enough,
        everywhere if everywhere != here else None,
    )


def _sides(
    game: Game,
    matches: Sequence[Match],
    handovers: Sequence[Handover],
    tie_break: TieBreak,
    unrated: Collection[tuple[int, int]],
) -> tuple[Side, ...]:
    """Return the sides of a match or series, none if it does not count."""
    if not all(map(_counts, matches)):
        return ()
    last = matches[-1]
    if last.series is None:
        sides = _of_match(game, last, handovers, {seat for match, seat in unrated if match == last.id})
    else:
        sides = _of_series(game, matches, handovers, tie_break)
    return sides if len(sides) > 1 else ()


def required_plies(game: Game, match: Match) -> int:
    """Return the plies that a match's result requires; a series requires the sum of its games."""
    winners = () if match.outcome is None else match.outcome.winners
    return least_plies(game, len(match.players), winners)


def _counts(match: Match) -> bool:
    """Return whether a match is rated, and ended in a way that counts."""
    if not match.rated or match.status is not MatchStatus.FINISHED or match.outcome is None:
        return False
    first = match.first_outcome or match.outcome
    ends_well = first.reason not in _NEVER and match.outcome.reason not in WITHOUT_RESULT
    return ends_well and all(isinstance(player, HumanPlayer) for player in match.players)


def _of_match(
    game: Game, match: Match, handovers: Sequence[Handover], unrated: Collection[int]
) -> tuple[Side, ...]:
    roles = game.roles(len(match.players)) if one_sided(game) else ()
    here = [handover for handover in handovers if handover.match == match.id]
    began = [_first_of(person, here) for person in people_among(match.players)]
    seats = range(len(began))
    parties = parties_among(game, match.options, len(began)) or tuple((seat,) for seat in seats)
    handed_over = {seat for seat in seats if began[seat] != match.people[seat]}
    sides: list[Side] = []
    for party in parties:
        stayed = [seat for seat in party if seat not in handed_over and seat not in unrated]
        if stayed:
            people = tuple(began[seat] for seat in stayed)
            sides.append(Side(people, _rank(match, match.outcome, stayed), _role(roles, stayed[0])))
    sides += (Side((began[seat],), LEFT, _role(roles, seat)) for seat in sorted(handed_over))
    return tuple(sides)


def _rank(match: Match, outcome: Outcome | None, seats: Sequence[int]) -> int:
    if outcome is not None and not set(seats).isdisjoint(outcome.winners):
        return WON
    return LEFT if set(seats) <= set(match.retired) else STAYED


def _role(roles: Sequence[str], seat: int) -> str:
    return roles[seat] if roles else ""


def _of_series(
    game: Game, matches: Sequence[Match], handovers: Sequence[Handover], tie_break: TieBreak
) -> tuple[Side, ...]:
    """Return the sides of a series, in which all players had every role; none while it runs."""
    series = series_of(game)
    if series is None or len(matches) < series.games:
        return ()
    first = matches[0]
    began = [
        _first_of(person, [handover for handover in handovers if handover.match == first.id])
        for person in first.people
    ]
    leavers = {handover.leaver for handover in handovers}.intersection(began)
    if leavers:
        return tuple(Side((person,), LEFT if person in leavers else STAYED) for person in began)
    results = [Result(_winners(match), match.plies) for match in matches]
    winning_side = winner(series, results, tie_break)
    return tuple(Side((person,), WON if person == winning_side else STAYED) for person in began)


def _winners(match: Match) -> frozenset[int]:
    outcome = match.outcome
    return frozenset(() if outcome is None else (match.people[seat] for seat in outcome.winners))


def _first_of(person: int, handovers: Iterable[Handover]) -> int:
    """Return the person who began the match on a seat that `person` holds now."""
    for handover in reversed(list(handovers)):
        if handover.substitute == person:
            person = handover.leaver
    return person
