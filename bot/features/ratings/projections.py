"""Ratings: rated results are applied in the transaction in which their matches end.

Results count in the order in which their matches ended. If one is recorded out of order, or if the ratings of
its game were computed with an older formula, all ratings of the game are recomputed from its rated matches.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.features.ratings.domain.changes import RatingEffect, RatingStanding, changes
from bot.kernel.outbox.recorded import Recorded, RecordedInMatch
from bot.model.events.events import MatchEnded
from bot.model.match.match import Counting, Match
from bot.model.match.substitutions import Handover
from bot.model.people.privacy import is_alias
from bot.model.ratings.counting import WITHIN, decide
from bot.model.ratings.rating import FORMULA, Rating, settled_until
from bot.model.ratings.results import RatedResult, rated_result
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.matches.substitutions import SubstitutionRepository
from bot.repositories.ratings import RatingRepository
from bot.repositories.records.ratings import RatingChangeRecord, RatingRecord
from bot.repositories.tables.rating_tables import EVERYWHERE
from data.session import Session
from rules.contract import Game
from rules.contract.series import TieBreak

_Standings = dict[tuple[int, str, int], RatingStanding]
"""Standings by scope, role and person."""
_Kept = dict[tuple[int, int, int], RatingStanding]
"""Standings of erased people, by match, scope and alias."""


def project_ratings(
    games: Mapping[str, Game],
) -> Callable[[Session, Sequence[Recorded], datetime], Awaitable[None]]:
    """Return the projection that applies results to ratings."""

    async def project(session: Session, events: Sequence[Recorded], _now: datetime) -> None:
        for recorded in events:
            if (
                isinstance(recorded, RecordedInMatch)
                and isinstance(recorded.event, MatchEnded)
                and recorded.event.rated
            ):
                await _count(session, games, recorded.match.challenge)

    return project


async def recount_ratings(session: Session, game: Game) -> int:
    """Recompute all ratings of a game from its rated matches; return the number of results that count.

    Schedules the announcement of a new formula, and decides whether undecided results count.
    """
    await session.of(RatingRepository).lock()
    await session.of(RatingRepository).schedule_formula_news(game.key, FORMULA)
    records = await session.of(MatchRepository).rated_matches(game.key)
    handovers: dict[int, list[Handover]] = {}
    for handover in await session.of(SubstitutionRepository).handovers_in_rated_matches(game.key):
        handovers.setdefault(handover.match, []).append(handover)
    of_challenge: dict[int, list[Match]] = {}
    for match in records:
        of_challenge.setdefault(match.challenge, []).append(match)
    unrated = await session.of(MatchRepository).unrated_seats_of_kind(game.key)
    new_results = (
        _result(
            game,
            matches,
            [handover for match in matches for handover in handovers.get(match.id, ())],
            unrated,
        )
        for matches in of_challenge.values()
    )
    reached = sorted((result for result in new_results if result is not None), key=_order)
    results = await _results_to_count(session, reached, {match.id: match.counting for match in records})
    standings: _Standings = {}
    kept: _Kept = {
        (change.game, change.scope, change.player): RatingStanding(
            Rating(change.value_before, change.deviation_before)
        )
        for change in await session.of(RatingRepository).of_aliases(game.key)
    }
    rows = [row for result in results for row in _rate(result, standings, kept)]
    await session.of(RatingRepository).replace(game.key, _rows(game.key, standings), rows)
    return len(results)


async def count_outdated(session: Session, game: Game) -> int:
    """Call `recount_ratings` if a game's ratings were computed with an older formula; else return 0.

    If several processes call this at once, one recomputes and the others find the ratings up to date.
    """
    await session.of(RatingRepository).lock()
    return (
        await recount_ratings(session, game)
        if await session.of(RatingRepository).is_outdated(game.key, FORMULA)
        else 0
    )


async def _results_to_count(
    session: Session, reached: Sequence[RatedResult], countings: Mapping[int, Counting | None]
) -> list[RatedResult]:
    """Return the results that count; decide and store, in order, those that `countings` leaves undecided."""
    decided: dict[int, Counting] = {}
    ends: dict[frozenset[int], list[datetime]] = {}
    entries = []
    for result in reached:
        same = ends.setdefault(frozenset(result.people), [])
        standing = countings[result.match]
        counting = decide(result, same) if standing is None else standing
        if standing is None:
            decided[result.match] = counting
        if counting is Counting.COUNTS:
            same.append(result.ended)
            entries.append(result)
    await session.of(MatchRepository).count(decided)
    return entries


async def _count(session: Session, games: Mapping[str, Game], challenge: int) -> None:
    """Count the result of a challenge, if there is one by now."""
    records = await session.of(MatchRepository).of_challenge(challenge)
    game = games[records[0].key]
    left = any(match.retired for match in records)
    unrated = await session.of(MatchRepository).unrated_seats(challenge) if left else frozenset()
    result = _result(game, records, await session.of(SubstitutionRepository).handovers_in(challenge), unrated)
    if result is None:
        return
    await session.of(RatingRepository).lock()
    previous = records[-1].counting
    if previous is None:
        same = await session.of(RatingRepository).ends_of_same(game.key, result.people, result.ended - WITHIN)
        counting = decide(result, same)
        await session.of(MatchRepository).count({result.match: counting})
    else:
        counting = previous
    if counting is not Counting.COUNTS:
        return
    if await session.of(RatingRepository).is_outdated(game.key, FORMULA):
        await recount_ratings(session, game)
        return
    latest = await session.of(RatingRepository).latest(game.key, result.people)
    if latest is not None and latest >= _order(result):
        await recount_ratings(session, game)
        return
    standings: _Standings = {}
    for scope in _by_scope(result):
        for row in await session.of(RatingRepository).of_people(scope, game.key, result.people):
            rating = Rating(row.value, row.deviation, row.volatility)
            standings[scope, row.role, row.player] = RatingStanding(rating, row.results, row.rated)
    changes = _rate(result, standings, {})
    changed = {(change.scope, change.role, change.player) for change in changes}
    rows = [row for row in _rows(game.key, standings) if (row.scope, row.role, row.player) in changed]
    await session.of(RatingRepository).save(rows, changes)


def _result(
    game: Game,
    matches: Sequence[Match],
    handovers: Sequence[Handover],
    unrated: Collection[tuple[int, int]],
) -> RatedResult | None:
    tie_break = matches[0].tie_break or TieBreak.NONE
    return rated_result(game, tuple(matches), handovers, tie_break, unrated)


def _order(result: RatedResult) -> tuple[datetime, int]:
    return result.ended, result.match


def _by_scope(result: RatedResult) -> Mapping[int, RatedResult]:
    """Return the result for each scope in which it counts."""
    everywhere = replace(result, sides=result.everywhere, corrected_everywhere=None)
    by_scope = {EVERYWHERE: everywhere, **({} if result.server is None else {result.server: result})}
    return {scope: counted for scope, counted in by_scope.items() if counted.sides}


def _rate(
    result: RatedResult, standings: _Standings, kept: Mapping[tuple[int, int, int], RatingStanding]
) -> list[RatingChangeRecord]:
    """Apply a result to the standings in every scope; return the changes.

    A deleted person has no standing: the rating `kept` with the result counts, else a newcomer's.
    """
    rows: list[RatingChangeRecord] = []
    for scope, counted in _by_scope(result).items():
        forgotten = {person: kept.get((result.match, scope, person)) for person in result.people}
        roles = {person: side.role for side in counted.sides for person in side.people}
        by_person = {
            person: forgotten[person] if is_alias(person) else standings.get((scope, role, person))
            for person, role in roles.items()
        }
        present = {person: result for person, result in by_person.items() if result is not None}
        for change in changes(counted, present):
            if not is_alias(change.person):
                standings[scope, change.role, change.person] = change.after
                rows.append(_row(result, scope, change, change.after.rating))
            elif forgotten[change.person] is None:
                rows.append(_row(result, scope, change, change.before))
    return rows


def _row(result: RatedResult, scope: int, change: RatingEffect, after: Rating) -> RatingChangeRecord:
    return RatingChangeRecord(
        game=result.match,
        scope=scope,
        player=change.person,
        key=result.key,
        role=change.role,
        value_before=change.before.value,
        deviation_before=change.before.deviation,
        value=after.value,
        deviation=after.deviation,
        ended=result.ended,
    )


def _rows(key: str, standings: _Standings) -> list[RatingRecord]:
    return [
        RatingRecord(
            scope=scope,
            key=key,
            role=role,
            player=person,
            value=standing.rating.value,
            deviation=standing.rating.deviation,
            volatility=standing.rating.volatility,
            results=standing.results,
            rated=standing.rated,
            settled_until=settled_until(standing.rating, standing.rated),
            formula=FORMULA,
        )
        for (scope, role, person), standing in standings.items()
        if standing.rated is not None
    ]
