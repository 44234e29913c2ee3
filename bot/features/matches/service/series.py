"""Series: the options of the next game, and the state of the series."""

from collections.abc import Mapping, Sequence

from bot.model.match.match import Match, SeriesRecord
from bot.model.match.substitutions import Handover, successor
from bot.model.people.players import people_among
from rules.contract import Game, Outcome
from rules.contract.capabilities import series_of
from rules.contract.series import Result, Series, winner


def options_of(series: Series, game: Game, first: Match, number: int) -> Mapping[str, str]:
    """Return the options of game `number` (from 1) of a series that began with `first`."""
    values = next((option.values for option in game.options if option.key == series.alternates), ())
    return series.options(first.options, values, number)


def standing_of(
    game: Game, matches: Sequence[Match], handovers: Sequence[Handover] = ()
) -> SeriesRecord | None:
    """Return the state of the series of these games, in order; None if they belong to none.

    An aborted game has no result, and its series ends undecided. A leaver's wins count for their substitute.
    """
    series = series_of(game)
    if series is None or not matches or matches[0].tie_break is None:
        return None
    aborted = any(match.is_aborted for match in matches)
    results = tuple(
        Result(_winners(match, match.outcome, handovers), match.plies)
        for match in matches
        if not match.running and match.outcome is not None and not match.is_aborted
    )
    tie_break = matches[0].tie_break
    complete = len(results) == series.games
    return SeriesRecord(
        id=matches[0].challenge,
        key=game.key,
        games=tuple(match.id for match in matches),
        length=series.games,
        tie_break=tie_break,
        results=results,
        winner=winner(series, results, tie_break) if complete else None,
        finished=complete or aborted,
    )


def _winners(match: Match, outcome: Outcome, handovers: Sequence[Handover]) -> frozenset[int]:
    people = people_among(match.players[seat] for seat in outcome.winners)
    return frozenset(successor(person, handovers, after=match.id) for person in people)
