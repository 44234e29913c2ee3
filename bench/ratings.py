"""Measure how soon slow players settle, how long idle players stay settled, and the gain by collusion.

It uses the product's code for rating changes and for what counts. The figures are those of
docs/ratings-formula.md and docs/ratings-gains.md.
"""

from collections.abc import Iterator, Mapping, Sequence
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
"""Days between two results of a player."""
RESULTS: Final = 40
TABLE: Final = 6
CLUB: Final = 12
SPREAD: Final = 200.0
"""The standard deviation of playing strengths in a club."""
RUNS: Final = 20
MONTHS: Final = (1, 3, 6, 12, 24)
RING: Final = 10
"""The simulated number of accounts of one person."""
_OPPONENT: Final = Rating(deviation=80)
_ONE, _OTHER = 1, 2
_A_MONTH: Final = 30 * 4
"""The number of games that two accounts finish per month; only a few of them count."""


@dataclass(frozen=True, slots=True)
class Settling:
    """The number of results until a player is settled (0: never), and the final deviation."""

    after: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Lift:
    """An account's rating after collusion or honest play, the deviation, and the number of counted games."""

    value: float
    deviation: float
    counted: int


def settling_of_two(every: int) -> Settling:
    """Return how a newcomer settles with alternating wins and losses against settled players."""
    newcomer = RatingStanding()
    after = 0
    for number in range(RESULTS):
        moment = BEGIN + timedelta(days=every * number)
        opponent = RatingStanding(Rating(newcomer.rating.value, _OPPONENT.deviation), 20, moment)
        newcomer = _after(_two(number, moment, won=number % 2 == 0), {_ONE: newcomer, _OTHER: opponent})[_ONE]
        after = after or (number + 1 if newcomer.rating.is_settled else 0)
    return Settling(after, newcomer.rating.deviation)


def settling_of_six(every: int) -> Settling:
    """Return how a club's newcomers settle at tables of six where only the winner is distinguished."""
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
    """Return the days without a result after which a regular player becomes provisional again.

    0 for a player who never settles.
    """
    rating = Rating(deviation=settling_of_two(every).deviation)
    until = settled_until(rating, BEGIN)
    return 0 if until is None else (until.date() - BEGIN.date()).days


def one_opponent_lift(months: Sequence[int], *, many: bool = False, losing: int = 0) -> list[Lift]:
    """Return an account's rating after each of `months` of wins against one other account, four a day.

    Every `losing`-th counted result is a loss, which reduces the deviation; 0 for none.
    """
    lifts: list[Lift] = []
    standings: dict[int, RatingStanding] = {}
    ends: list[datetime] = []
    for number in range(max(months) * _A_MONTH):
        won = not losing or len(ends) % losing != 1
        result = _two(number, BEGIN + timedelta(hours=6 * number), won=won, many=many)
        if decide(result, ends) is Counting.COUNTS:
            standings |= _after(result, standings)
            ends.append(result.ended)
        if number + 1 in {month * _A_MONTH for month in months}:
            rating = standings[_ONE].rating
            lifts.append(Lift(rating.value, rating.deviation, len(ends)))
    return lifts


def honest_lift(months: int, *, many: bool = False) -> Lift:
    """Return an account's rating after as many wins against settled players of average strength.

    The wins are those of `one_opponent_lift` that count.
    """
    winner, ends = RatingStanding(), list(_ends(months))
    for number, moment in enumerate(ends):
        opponent = RatingStanding(_OPPONENT, 20, moment)
        winner = _after(_two(number, moment, won=True, many=many), {_ONE: winner, _OTHER: opponent})[_ONE]
    return Lift(winner.rating.value, winner.rating.deviation, len(ends))


def settled_pair_lift(months: Sequence[int], *, many: bool = False) -> list[Lift | None]:
    """Return the best settled rating of two accounts after each of `months`, over several shares of losses.

    None if no share leaves the account settled.
    """
    by_losses = [one_opponent_lift(months, many=many, losing=losing) for losing in range(13) if losing != 1]
    return [
        max(
            (lift for lift in lifts if Rating(lift.value, lift.deviation).is_settled),
            key=lambda lift: lift.value,
            default=None,
        )
        for lifts in zip(*by_losses, strict=True)
    ]


def ring_lift(months: Sequence[int], accounts: int = RING, *, many: bool = False) -> list[Lift]:
    """Return the first account's rating after each of `months`, if each account loses to the earlier ones.

    Every pair plays once a day, and as many games count as the limit permits. Each day the last accounts play
    first, so that the others meet them at their highest rating. `counted` is the first account's wins.
    """
    lifts: list[Lift] = []
    standings: dict[int, RatingStanding] = {}
    ends: dict[tuple[int, int], list[datetime]] = {}
    wins = 0
    for day in range(max(months) * 30):
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
        if day + 1 in {month * 30 for month in months}:
            best = standings[_ONE].rating
            lifts.append(Lift(best.value, best.deviation, wins))
    return lifts


def unlimited_lift(results: int) -> Lift:
    """Return the rating after a day's results if all of them counted."""
    standings: dict[int, RatingStanding] = {}
    for number in range(results):
        standings |= _after(_two(number, BEGIN, won=True), standings)
    return Lift(standings[_ONE].rating.value, standings[_ONE].rating.deviation, results)


def run() -> None:
    print("one result in    two: settled after, then    six: settled after, then    idle: provisional after")
    for every in EVERY:
        two, six = settling_of_two(every), settling_of_six(every)
        print(f"{every:>9} days    {_row(two):>23}    {_row(six):>23}    {idle_days(every):>17} days")
    print("\nalways winning    against one account            against people of 1500")
    pairs = zip(MONTHS, one_opponent_lift(MONTHS), one_opponent_lift(MONTHS, many=True), strict=True)
    for months, pair, pair_many in pairs:
        lifts = (pair, honest_lift(months), pair_many, honest_lift(months, many=True))
        single, honest, one_many, honest_many = (
            f"{lift.value:.0f} ± {2 * lift.deviation:.0f}" for lift in lifts
        )
        print(
            f"{months:>8} months    {single} ({lifts[0].counted} results), of more: {one_many}"
            f"    {honest}, of more: {honest_many}"
        )
    rings = zip(MONTHS, ring_lift(MONTHS), ring_lift(MONTHS, many=True), strict=True)
    for months, ring, ring_many in rings:
        texts = [f"{lift.value:.0f} ± {2 * lift.deviation:.0f}" for lift in (ring, ring_many)]
        print(f"{RING} accounts, {months} months    {texts[0]} ({ring.counted} wins), of more: {texts[1]}")
    for many in (False, True):
        for months, best in zip(MONTHS, settled_pair_lift(MONTHS, many=many), strict=True):
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
    for number in range(months * _A_MONTH):
        result = _two(number, BEGIN + timedelta(hours=6 * number), won=True)
        if decide(result, ends) is Counting.COUNTS:
            ends.append(result.ended)
            yield result.ended


def _two(number: int, moment: datetime, *, won: bool, many: bool = False) -> RatedResult:
    sides = (Side((_ONE,), WON if won else STAYED), Side((_OTHER,), STAYED if won else WON))
    return RatedResult(number, "game", None, moment, sides, many=many)


def _after(result: RatedResult, standings: Mapping[int, RatingStanding]) -> dict[int, RatingStanding]:
    return {change.person: change.after for change in changes(result, standings)}
