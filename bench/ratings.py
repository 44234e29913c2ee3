"""Measure how soon slow players are settled, how long idle ones stay so, and the gain of colluding accounts.

It uses the product's code for rating changes and for what counts. The figures are those of
docs/ratings-formula.md and docs/ratings-gains.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import exp
from random import Random
from statistics import median
from typing import Final

from bot.features.ratings.domain.changes import RatingStanding, changes
from bot.model.match.match import Counting
from bot.model.ratings.counting import decide
from bot.model.ratings.rating import SCALE, Rating, settled_until
from bot.model.ratings.results import STAYED, WON, RatedResult, Side

BEGIN: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
EVERY: Final = (7, 14, 30, 91)
"""Days between two results of a person."""
RESULTS: Final = 40
TABLE: Final = 6
CLUB: Final = 12
SPREAD: Final = 200.0
"""The standard deviation of the strengths in a club."""
RUNS: Final = 20
MONTHS: Final = (1, 3, 6, 12, 24)
RING: Final = 10
"""The number of accounts that one person may have in the simulation."""
_OPPONENT: Final = Rating(deviation=80)
_ONE, _OTHER = 1, 2


@dataclass(frozen=True, slots=True)
class Settling:
    """The number of results until a person is settled (0: never), and their deviation after the last one."""

    after: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Lift:
    """The rating gain of winning always, and the number of results that counted."""

    value: float
    deviation: float
    counted: int


def settling_of_two(every: int) -> Settling:
    """Return how a newcomer settles who alternately wins and loses against settled people, `days` apart."""
    newcomer = RatingStanding()
    after = 0
    for number in range(RESULTS):
        moment = BEGIN + timedelta(days=every * number)
        opponent = RatingStanding(Rating(newcomer.rating.value, _OPPONENT.deviation), 20, moment)
        newcomer = _after(_two(number, moment, won=number % 2 == 0), {_ONE: newcomer, _OTHER: opponent})[_ONE]
        after = after or (number + 1 if newcomer.rating.is_settled else 0)
    return Settling(after, newcomer.rating.deviation)


def settling_of_six(every: int) -> Settling:
    """Return how newcomers of a club settle at tables of six where only the winner is distinguished."""
    dice = Random("six")
    after: list[int] = []
    deviations: list[float] = []
    for _ in range(RUNS):
        strengths = [dice.gauss(0, SPREAD) for _ in range(CLUB)]
        standings: dict[int, RatingStanding] = {}
        results_until: dict[int, int] = {}
        count = 0
        while count < RESULTS * CLUB // TABLE:
            moment = BEGIN + timedelta(days=every * count * TABLE / CLUB)
            people = dice.sample(range(CLUB), TABLE)
            (best,) = dice.choices(people, [exp(strengths[person] / SCALE) for person in people])
            sides = tuple(Side((person,), WON if person == best else STAYED) for person in people)
            standings |= _after(RatedResult(count, "table", None, moment, sides, many=True), standings)
            for person in people:
                if standings[person].rating.is_settled:
                    results_until.setdefault(person, standings[person].results)
            count += 1
        after += [results_until.get(person, 10 * RESULTS) for person in range(CLUB)]
        deviations += [standing.rating.deviation for standing in standings.values()]
    typical = median(after)
    return Settling(typical if typical <= RESULTS else 0, median(deviations))


def idle_days(every: int) -> int:
    """Return the days without a result after which a regular player is provisional again."""
    rating = Rating(deviation=settling_of_two(every).deviation)
    until = settled_until(rating, BEGIN)
    return 0 if until is None else (until.date() - BEGIN.date()).days


def one_opponent_lift(months: int, *, many: bool = False, losing: int = 0) -> Lift:
    """Return an account's gain by wins against one other account, several times a day.

    One in `losing` results is a loss, so that the deviation shrinks; 0 for never.
    """
    standings: dict[int, RatingStanding] = {}
    ends: list[datetime] = []
    for number in range(months * 30 * 4):
        won = not losing or len(ends) % losing != 1
        result = _two(number, BEGIN + timedelta(hours=6 * number), won=won, many=many)
        if decide(result, ends) is Counting.COUNTS:
            standings |= _after(result, standings)
            ends.append(result.ended)
    return Lift(standings[_ONE].rating.value, standings[_ONE].rating.deviation, len(ends))


def honest_lift(months: int, *, many: bool = False) -> Lift:
    """Return an account's gain by as many wins against settled people of average strength."""
    winner, ends = RatingStanding(), list(_ends(months))
    for number, moment in enumerate(ends):
        opponent = RatingStanding(_OPPONENT, 20, moment)
        winner = _after(_two(number, moment, won=True, many=many), {_ONE: winner, _OTHER: opponent})[_ONE]
    return Lift(winner.rating.value, winner.rating.deviation, len(ends))


def settled_pair_lift(months: int, *, many: bool = False) -> Lift | None:
    """Return the best settled rating of two accounts in a given time, with as many losses as they like."""
    lifts = [one_opponent_lift(months, many=many, losing=losing) for losing in range(13) if losing != 1]
    settled = [lift for lift in lifts if Rating(lift.value, lift.deviation).is_settled]
    return max(settled, key=lambda lift: lift.value, default=None)


def ring_lift(months: int, accounts: int = RING, *, many: bool = False) -> Lift:
    """Return the gain of the first of several accounts if each always loses to the earlier ones.

    Every pair plays as many games as the limit counts. Each month the last accounts play first, so that all
    others meet them at their highest rating.
    """
    standings: dict[int, RatingStanding] = {}
    ends: dict[tuple[int, int], list[datetime]] = {}
    wins = 0
    for day in range(months * 30):
        moment = BEGIN + timedelta(days=day)
        for first in range(accounts - 1, 0, -1):
            for second in range(accounts, first, -1):
                sides = (Side((first,), WON), Side((second,), STAYED))
                result = RatedResult(day, "game", None, moment, sides, many=many)
                same = ends.setdefault((first, second), [])
                if decide(result, same) is Counting.COUNTS:
                    standings |= _after(result, standings)
                    same.append(moment)
                    wins += first == _ONE
    best = standings[_ONE].rating
    return Lift(best.value, best.deviation, wins)


def unlimited_lift(results: int) -> Lift:
    """Return the rating after a day's results, if all counted."""
    standings: dict[int, RatingStanding] = {}
    for number in range(results):
        standings |= _after(_two(number, BEGIN, won=True), standings)
    return Lift(standings[_ONE].rating.value, standings[_ONE].rating.deviation, results)


def run() -> None:
    """Measure and print."""
    print("one result in    two: settled after, then    six: settled after, then    idle: provisional after")
    for every in EVERY:
        two, six = settling_of_two(every), settling_of_six(every)
        print(f"{every:>9} days    {_row(two):>23}    {_row(six):>23}    {idle_days(every):>17} days")
    print("\nalways winning    against one account            against people of 1500")
    for months in MONTHS:
        lifts = (
            one_opponent_lift(months),
            honest_lift(months),
            one_opponent_lift(months, many=True),
            honest_lift(months, many=True),
        )
        single, honest, one_many, honest_many = (
            f"{lift.value:.0f} ± {2 * lift.deviation:.0f}" for lift in lifts
        )
        print(
            f"{months:>8} months    {single} ({lifts[0].counted} results), of more: {one_many}"
            f"    {honest}, of more: {honest_many}"
        )
    for months in MONTHS:
        ring, ring_many = ring_lift(months), ring_lift(months, many=True)
        texts = [f"{lift.value:.0f} ± {2 * lift.deviation:.0f}" for lift in (ring, ring_many)]
        print(f"{RING} accounts, {months} months    {texts[0]} ({ring.counted} wins), of more: {texts[1]}")
    for months in MONTHS:
        for many in (False, True):
            best = settled_pair_lift(months, many=many)
            text = "none" if best is None else f"{best.value:.0f} ± {2 * best.deviation:.0f}"
            print(f"best settled one of two accounts, {months} months{', of more' if many else ''}: {text}")
    free = unlimited_lift(100)
    print(f"\n100 results of two accounts, all counted: {free.value:.0f} ± {2 * free.deviation:.0f}")


def _row(settling: Settling) -> str:
    return (
        f"{settling.after:g} results, {settling.deviation:.0f}"
        if settling.after
        else f"never, {settling.deviation:.0f}"
    )


def _ends(months: int) -> Iterator[datetime]:
    """Yield the end times of the results that the limit allows one pair."""
    ends: list[datetime] = []
    for number in range(months * 30 * 4):
        result = _two(number, BEGIN + timedelta(hours=6 * number), won=True)
        if decide(result, ends) is Counting.COUNTS:
            ends.append(result.ended)
            yield result.ended


def _two(number: int, moment: datetime, *, won: bool, many: bool = False) -> RatedResult:
    sides = (Side((_ONE,), WON if won else STAYED), Side((_OTHER,), STAYED if won else WON))
    return RatedResult(number, "game", None, moment, sides, many=many)


def _after(result: RatedResult, standings: Mapping[int, RatingStanding]) -> dict[int, RatingStanding]:
    return {change.person: change.after for change in changes(result, standings)}
