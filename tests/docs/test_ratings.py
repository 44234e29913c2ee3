"""The rating pages suffice to recompute every rating; their figures are those the bench prints.

The recomputation below follows only the pages: it reads tables by SQL and uses no code of the bot.
"""

import json
import random
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp, log, pi, sqrt
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import rules
from bench import ratings as bench
from bot.model.challenges.terms import Terms
from bot.model.ratings.counting import MAX_COUNTED, WITHIN
from bot.model.ratings.rating import IDLE, PERIOD, SETTLED
from rules.contract.capabilities import least_plies
from tests.bot.features.privacy.service.leaving import leave
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.rated import ELSEWHERE, begin, play, play_to_end

pytest_plugins = ("tests.bot.support.worlds",)

DOCS = Path(__file__).parents[2] / "docs"
PAGE = "\n".join(
    (DOCS / f"{name}.md").read_text(encoding="utf-8")
    for name in ("ratings", "ratings-formula", "ratings-gains")
)
UNIT = 173.7178


@dataclass
class Rating:
    """A rating in points, as on the page."""

    value: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    day: datetime | None = None


@dataclass(frozen=True)
class ScopeResult:
    """A result in a scope: the rank of each person."""

    game: int
    scope: int
    ended: datetime
    ranks: dict[int, int]


def deviation_after_wait(rating: Rating, moment: datetime) -> tuple[float, float]:
    """Return t and the deviation after the elapsed time."""
    if rating.day is None:
        return 0.0, rating.deviation
    t = max(0, (moment.date() - rating.day.date()).days) / 30
    return t, min(350.0, UNIT * sqrt((rating.deviation / UNIT) ** 2 + t * rating.volatility**2))


def glicko(rating: Rating, t: float, other: tuple[float, float], score: float) -> Rating:
    mu, phi = (rating.value - 1500) / UNIT, rating.deviation / UNIT
    mu_j, phi_j = (other[0] - 1500) / UNIT, other[1] / UNIT
    g = 1 / sqrt(1 + 3 * phi_j**2 / pi**2)
    e = 1 / (1 + exp(-g * (mu - mu_j)))
    v = 1 / (g * g * e * (1 - e))
    delta = v * g * (score - e)
    a = log(rating.volatility**2)

    def f(x: float) -> float:
        top = exp(x) * (delta**2 - phi**2 - v - exp(x))
        return top / (2 * (phi**2 + v + exp(x)) ** 2) - (x - a) / 0.5**2

    low = a
    if delta**2 > phi**2 + v:
        high = log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * 0.5) < 0:
            k += 1
        high = a - k * 0.5
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 0.000001:
        new = low + (low - high) * f_low / (f_high - f_low)
        f_new = f(new)
        if f_new * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = new, f_new
    sigma = exp(low / 2)
    star = sqrt(phi**2 + t * sigma**2)
    after = 1 / sqrt(1 / star**2 + 1 / v)
    value = mu + after**2 * g * (score - e)
    return Rating(1500 + UNIT * value, min(350.0, UNIT * after), sigma)


def plackett_luce(table: Sequence[tuple[float, float]], ranks: Sequence[int]) -> list[tuple[float, float]]:
    vs = [deviation**2 + 3.5**2 for _, deviation in table]
    c = sqrt(sum(v + 175**2 for v in vs))
    es = [exp(value / c) for value, _ in table]
    after = []
    for i, (value, _) in enumerate(table):
        omega = delta = 0.0
        for q in range(len(table)):
            if ranks[q] <= ranks[i]:
                level = ranks.count(ranks[q])
                p = es[i] / sum(e for e, rank in zip(es, ranks, strict=True) if rank >= ranks[q])
                omega += ((1 if q == i else 0) - p) / level
                delta += p * (1 - p) / level
        shrunk = vs[i] * max(1 - len(table) * vs[i] * delta / c**2, 0.0001)
        after.append((value + vs[i] * omega / c, min(350.0, sqrt(shrunk))))
    return after


async def rows(world: World, statement: str, **values: object) -> list[dict[str, Any]]:
    async with world.store._engines.reader.connect() as connection:
        return [dict(row) for row in (await connection.execute(sa.text(statement), values)).mappings()]


def moment(value: datetime | str) -> datetime:
    return value if isinstance(value, datetime) else datetime.fromisoformat(value)


async def results_of(world: World, key: str) -> list[ScopeResult]:
    results = []
    of_challenge = defaultdict(list)
    for row in await rows(
        world,
        "SELECT games.id, challenge, games.server, games.outcome, retired, updated, counting, tie_break"
        " FROM games"
        " JOIN challenges ON challenges.id = games.challenge"
        " WHERE challenges.rated AND games.key = :key ORDER BY challenge, number",
        key=key,
    ):
        of_challenge[row["challenge"]].append(row)
    for plies in of_challenge.values():
        last = plies[-1]
        if last["counting"] != "counts":
            continue
        assert last["tie_break"] is None, "the page leaves tie-breaks of series to the rulebook"
        outcome, retired = (
            json.loads(last[name]) if isinstance(last[name], str) else last[name]
            for name in ("outcome", "retired")
        )
        leavers = {seat for seat, _ in retired}
        seats = await rows(
            world, "SELECT seat, player, unrated FROM seats WHERE game = :game ORDER BY seat", game=last["id"]
        )
        changed = await rows(
            world,
            "SELECT leaver, substitute FROM substitutions"
            " WHERE game = :game AND status = 'accepted' ORDER BY id",
            game=last["id"],
        )
        for scope, scope_outcome in ((0, outcome.get("neutral", outcome)), (last["server"], outcome)):
            if scope_outcome["reason"] in {"aborted", "annulled"}:
                continue
            ranks: dict[int, int] = {}
            for row in seats:
                seat, person = row["seat"], row["player"]
                rank = 1 if seat in scope_outcome["winners"] else 3 if seat in leavers else 2
                for change in reversed(changed):
                    if change["substitute"] == person:
                        person, rank = change["leaver"], 3
                if not row["unrated"]:
                    ranks[person] = rank
            results.append(ScopeResult(last["id"], scope, moment(last["updated"]), ranks))
    return sorted(results, key=lambda result: (result.ended, result.game))


async def recompute(world: World, key: str, *, many: bool) -> dict[tuple[int, int], Rating]:
    """Return the ratings of present people, by scope and person."""
    expected = {
        (row["game"], row["scope"], row["player"]): Rating(row["value_before"], row["deviation_before"])
        for row in await rows(world, "SELECT * FROM rating_changes WHERE key = :key AND player < 0", key=key)
    }
    ratings: dict[tuple[int, int], Rating] = {}
    for result in await results_of(world, key):
        before = [
            expected.get((result.game, result.scope, person), Rating())
            if person < 0
            else ratings.get((result.scope, person), Rating())
            for person in result.ranks
        ]
        aged = [deviation_after_wait(rating, result.ended) for rating in before]
        current = [(rating.value, deviation) for rating, (_, deviation) in zip(before, aged, strict=True)]
        ranks = list(result.ranks.values())
        if many:
            after = [
                Rating(value, deviation, rating.volatility)
                for rating, (value, deviation) in zip(before, plackett_luce(current, ranks), strict=True)
            ]
        else:
            score = 0.5 if ranks[0] == ranks[1] else float(ranks[0] < ranks[1])
            after = [
                glicko(before[0], aged[0][0], current[1], score),
                glicko(before[1], aged[1][0], current[0], 1 - score),
            ]
        for person, rating in zip(result.ranks, after, strict=True):
            rating.day = result.ended
            if person > 0:
                ratings[result.scope, person] = rating
    return ratings


async def compare_with_database(world: World, key: str, *, many: bool = False) -> int:
    """Return the number of compared ratings; each must match the database."""
    expected = await recompute(world, key, many=many)
    stored = await rows(world, "SELECT * FROM ratings WHERE key = :key", key=key)
    assert {(row["scope"], row["player"]) for row in stored} == expected.keys()
    for row in stored:
        rating = expected[row["scope"], row["player"]]
        assert (row["value"], row["deviation"], row["volatility"]) == pytest.approx(
            (rating.value, rating.deviation, rating.volatility), rel=1e-9
        )
    return len(stored)


async def test_ratings_are_reproducible_from_the_page(world: World) -> None:
    dice = random.Random("stranger")
    last = 0
    for number in range(16):
        first, second = dice.sample([ANNA, BEN, CARA, DORA], 2)
        match = await begin(world, first, second, place=dice.choice([HALL, ELSEWHERE]), rated=number % 6 != 0)
        if number == 9:
            await play(world, match)
            offer = await world.services.substitutions.offer(world.by(first), match.id)
            taker = next(person for person in (ANNA, BEN, CARA, DORA) if person not in (first, second))
            await world.services.substitutions.accept(world.by(taker), offer.id)
            match = await world.services.matches.get(match.id)
        match = await play_to_end(world, match, dice)
        last = match.id if match.place == HALL and match.rated else last
        world.time.pass_by(timedelta(hours=dice.randrange(400)))
    assert await compare_with_database(world, "counting") > 8
    await world.services.result_corrections.correct(
        world.by(CARA), last, None, "a look at it", server=HALL.server or 0
    )
    assert await compare_with_database(world, "counting") > 8
    player = await world.services.matches.get(last)
    for winner in player.people:
        (admin,) = (person for person in (ANNA, BEN, CARA, DORA) if person.id == winner)
        await world.services.result_corrections.correct(
            world.by(admin), last, (winner,), "it was mine", server=HALL.server or 0
        )
        assert await compare_with_database(world, "counting") > 7
    await leave(world, DORA)
    for first, second in ((ANNA, BEN), (BEN, CARA), (CARA, ANNA)):
        await play_to_end(world, await begin(world, first, second), dice)
    assert await compare_with_database(world, "counting") > 5


async def test_multiplayer_ratings_are_reproducible_from_the_page(world: World) -> None:
    for guests in ((BEN, DORA), (DORA, CARA), (BEN, CARA)):
        lobby = await world.services.invitations.challenge(
            world.by(ANNA), Terms("crowd", {"goal": "4"}, "first", players=3, rated=True), HALL
        )
        for person in guests:
            lobby = await world.services.lobbies.join(world.by(person), lobby.id)
        assert lobby.match is not None
        match = await world.services.matches.get(lobby.match)
        while match.mover is not None:
            await play(world, match, "take 2")
            match = await world.services.matches.get(match.id)
        world.time.pass_by(timedelta(days=25))
    assert await compare_with_database(world, "crowd", many=True) == 8
    await leave(world, DORA)
    assert await compare_with_database(world, "crowd", many=True) == 6


def cells(heading: str) -> list[list[str]]:
    """Return the cells of the table below a heading's text, without its head."""
    lines = PAGE[PAGE.index(heading) :].split("\n\n", 1)[0].splitlines()
    return [[cell.strip() for cell in line.strip(" |").split("|")] for line in lines[2:]]


def test_slow_players_settle_as_printed_and_no_later_than_on_lichess() -> None:
    """At Lichess' 0.214 periods a day: 12 results every 14 days (deviation 81), 14 results every 30 (97)."""
    lichess = {14: (12, 81), 30: (14, 97)}
    for every, (days, *figures) in zip(bench.EVERY, cells("| one result in |"), strict=True):
        two, six = bench.settling_of_two(every), bench.settling_of_six(every)
        results, deviation = lichess.get(every, (19, 350))
        assert 0 < two.after <= results
        assert two.deviation <= deviation
        assert 0 < six.after < 20
        assert days == f"{every} days"
        assert figures == [
            f"{two.after:g}", f"{two.deviation:.0f}", f"{six.after:g}", f"{six.deviation:.0f}",
            f"{bench.idle_days(every)} days",
        ]  # fmt: skip


def test_two_colluding_accounts_gain_less_and_stay_provisional() -> None:
    pairs = [bench.one_opponent_lift(bench.MONTHS, many=many) for many in (False, True)]
    for months, (printed_months, results, *figures), *of_pairs in zip(
        bench.MONTHS, cells("| months | results |"), *pairs, strict=True
    ):
        lifts = []
        for many, pair in enumerate(of_pairs):
            honest = bench.honest_lift(months, many=bool(many))
            assert pair.value < honest.value
            assert pair.deviation >= SETTLED
            assert pair.counted == honest.counted == int(results)
            lifts += [pair, honest]
        assert printed_months == str(months)
        assert figures == [f"{lift.value:.0f} ± {2 * lift.deviation:.0f}" for lift in lifts]
    ((of_two, of_more),) = re.findall(r"is (\d{4}) for\s+two, and (\d{4}) in", PAGE)
    for many, printed_best in ((False, of_two), (True, of_more)):
        settled_lifts = bench.settled_pair_lift(bench.MONTHS, many=many)
        assert f"{max(lift.value for lift in settled_lifts if lift is not None):.0f}" == printed_best
    assert f"made {bench.unlimited_lift(100).value:.0f} in an evening" in PAGE


def test_ten_colluding_accounts_gain_the_printed_figures() -> None:
    rings = [bench.ring_lift(bench.MONTHS, many=many) for many in (False, True)]
    for months, (printed_months, results, *figures), *lifts in zip(
        bench.MONTHS, cells("| months | wins |"), *rings, strict=True
    ):
        assert (printed_months, int(results)) == (str(months), lifts[0].counted)
        assert figures == [f"{lift.value:.0f} ± {2 * lift.deviation:.0f}" for lift in lifts]
        assert not [lift for lift in lifts if not (lift.deviation < SETTLED)]


def test_the_page_states_the_actual_limits() -> None:
    assert f"below {SETTLED:g}, and again" in PAGE
    assert f"more than {IDLE} days" in PAGE
    assert f"A rating period has {PERIOD} days" in PAGE
    assert f"at most {MAX_COUNTED} results within {WITHIN.days} days" in PAGE
    table = cells("| game | plies |")
    rows = "docs/ratings.md has a row for each game, in their order"
    assert len(table) == len(rules.GAMES), f"{rows}: {', '.join(rules.GAMES)}"
    least = {
        key: [str(least_plies(game, 2, (seat,))) for seat in range(2)] for key, game in rules.GAMES.items()
    }
    limits = {key: re.findall(r"\d+", cell) for key, (_, cell) in zip(rules.GAMES, table, strict=True)}
    assert limits.pop("catch-the-hat") == [str(least_plies(rules.GAMES["catch-the-hat"], 6, (0,)) // 6)]
    differences = {
        key: (numbers, least[key])
        for key, numbers in limits.items()
        if list(dict.fromkeys(least[key])) != numbers
    }
    assert not differences, "docs/ratings.md and `least_plies` disagree"
