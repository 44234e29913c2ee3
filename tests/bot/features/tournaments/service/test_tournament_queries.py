"""Queries about tournaments: lists, limits, and the right to enter."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import MOST, Tournament, TournamentSetup
from bot.features.tournaments.service.tournaments import LATEST_START, MAX_OPEN, MAX_ROUNDS
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from bot.model.people.preferences import AUTO_VACATION
from bot.model.time.clocks import read_clock
from bot.model.tournament_references import MAX_NAME_LENGTH
from tests.bot.features.tournaments.service.ladders import LADDER, win_game
from tests.bot.features.tournaments.service.test_tournaments import (
    CUP,
    SERVER,
    open_tournament,
    running,
)
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import DAY, pass_by

pytest_plugins = ("tests.bot.support.worlds",)

ELSEWHERE = Place(SERVER + 1, 80, "en")


async def test_ended_tournaments_are_listed_latest_first(world: World) -> None:
    service, ended, moments = world.services.tournaments, list[int](), []
    for number in range(3):
        ladder = await open_tournament(world, replace(LADDER, name=f"Ladder {number}"), (ANNA, BEN))
        await win_game(world, ladder, BEN, ANNA)
        world.time.pass_by(DAY)
        await service.call_off(world.by(ANNA), ladder.id, SERVER)
        ended.append(ladder.id)
        moments.append(world.time.now)
        cup = await open_tournament(world, people=(BEN,))
        await service.call_off(world.by(ANNA), cup.id, SERVER)
    first, second, third = ended
    within = [cup.id for cup in await service.list_ended(SERVER, moments[0], moments[2], 5)]
    assert within == [second, first], "neither cancelled ones nor those of the last moment"
    (latest,) = await service.list_ended(SERVER, moments[0], moments[2], 1)
    assert latest.id == second
    assert [cup.tournament for cup in await service.cups(BEN.id)] == [third, second, first]
    assert await service.cups(ANNA.id) == ()


async def test_running_tournaments_are_listed_per_server(world: World) -> None:
    service = world.services.tournaments
    first, second = [await open_tournament(world, LADDER, (ANNA,)) for _ in range(2)]
    unfilled = await open_tournament(world, people=(ANNA,))
    other = await service.open(world.by(ANNA), ELSEWHERE, LADDER)
    assert [cup.id for cup in await service.running(SERVER, 5)] == [second.id, first.id]
    assert [cup.id for cup in await service.running(SERVER, 1)] == [second.id]
    assert [cup.id for cup in await service.latest(SERVER)] == [
        unfilled.id,
        second.id,
        first.id,
    ]
    assert [cup.id for cup in await service.latest(SERVER + 1)] == [other.id]
    await expect_refusal(service.enter(world.by(BEN), other.id, SERVER), "unknown-tournament")


async def test_other_servers_tournaments_do_not_count_against_the_limit(world: World) -> None:
    service = world.services.tournaments
    for _ in range(MAX_OPEN):
        await service.open(world.by(ANNA), ELSEWHERE, CUP)
    assert (await open_tournament(world, people=())).place == HALL


@pytest.mark.parametrize(
    ("largest", "too_large", "reason"),
    [
        ({"starts": LATEST_START}, {"starts": LATEST_START + timedelta(seconds=1)}, "tournament-date"),
        ({"name": "W" * MAX_NAME_LENGTH}, {"name": "W" * (MAX_NAME_LENGTH + 1)}, "tournament-name"),
        ({"places": MOST}, {"places": MOST + 1}, "tournament-places"),
        ({"rounds": 3}, {"rounds": 4}, "tournament-rounds"),
        (
            {"rounds": MAX_ROUNDS, "places": MOST},
            {"rounds": MAX_ROUNDS + 1, "places": MOST},
            "tournament-rounds",
        ),
    ],
)
async def test_the_largest_tournaments_are_allowed_and_larger_refused(
    world: World, largest: dict[str, object], too_large: dict[str, object], reason: str
) -> None:
    def setup(changes: dict[str, object]) -> TournamentSetup:
        fields: dict[str, object] = {key: value for key, value in changes.items() if key != "rounds"}
        starts = changes.get("starts")
        if isinstance(starts, timedelta):
            fields["starts"] = world.time.now + starts
        rounds = changes.get("rounds", 2)
        assert isinstance(rounds, int)
        return replace(CUP, rules=Rules(Format.SWISS, rounds), **fields)  # type: ignore[arg-type]  # by name

    service = world.services.tournaments
    await expect_refusal(service.open(world.by(ANNA), HALL, setup(too_large)), reason)
    tournament = await service.open(world.by(ANNA), HALL, setup(largest))
    assert tournament.setup.rules.rounds == setup(largest).rules.rounds


async def test_only_timeouts_within_a_year_refuse_an_entry(world: World) -> None:
    """Anna loses a game on time; Ben resigns a game."""
    for loser in (ANNA, BEN):
        terms = Terms("counting", {}, "first", clock=read_clock("3d"))
        challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [BEN])
        match = (await world.services.invitations.accept(world.by(BEN), challenge.id)).match or 0
        for person in (ANNA, BEN):
            await world.services.turns.take_turn(world.by(person), match, "take 1")
        if loser is BEN:
            await world.services.resignations.resign(world.by(BEN), match)
        else:
            await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
            await pass_by(world, timedelta(days=6))
    service = world.services.tournaments

    async def open_cup(most: int) -> Tournament:
        return await service.open(world.by(CARA), HALL, replace(CUP, lost_on_time=most))

    strict_cup = await open_cup(0)
    await expect_refusal(
        service.enter(world.by(ANNA), strict_cup.id, SERVER), "tournament-lost-on-time", limit="0"
    )
    await service.enter(world.by(BEN), strict_cup.id, SERVER)
    await service.enter(world.by(ANNA), (await open_cup(1)).id, SERVER)
    world.time.pass_by(timedelta(days=366))
    await service.enter(world.by(ANNA), (await open_cup(0)).id, SERVER)


async def test_tournament_games_use_the_terms_of_the_tournament(world: World) -> None:
    terms = replace(CUP.terms, options={"goal": "4"}, rated=True, exploring=False)
    cup = await open_tournament(world, replace(CUP, terms=terms), (ANNA, BEN, CARA))
    cup = await world.services.tournaments.begin(world.by(ANNA), cup.id, SERVER)
    stored = (await world.services.tournaments.get(cup.id)).terms
    assert stored == replace(terms, options={"goal": "4", "again": "off"})
    (match, *_) = await running(world, cup)
    challenge = await world.services.challenges.get(match.challenge)
    assert replace(challenge.terms, role=stored.role) == stored
