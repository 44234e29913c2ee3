"""Play on ladders: challenging, climbing, sinking."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.servers.service.player_lists import Listing
from bot.features.tournaments.domain.ladder import ANSWERED_WITHIN, IDLE_AFTER
from bot.features.tournaments.domain.tournament import TournamentStatus
from bot.locale import Texts
from bot.model.challenges.challenge import ChallengeStatus
from bot.model.engine_question import NoEngines
from bot.model.people.person import Person
from bot.model.people.players import person_of
from tests.bot.features.tournaments.service.ladders import (
    FIVE,
    LADDER,
    begin_game,
    challenge_on_ladder,
    rungs,
    win_game,
)
from tests.bot.features.tournaments.service.test_tournaments import CUP, SERVER, open_tournament
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.services import make_services
from tests.bot.support.timed import pass_by

pytest_plugins = ("tests.bot.support.worlds",)

T = Texts.load().language("en")


async def test_a_ladder_starts_at_once_and_entrants_join_at_the_bottom(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN, CARA))
    assert ladder.status is TournamentStatus.RUNNING
    await win_game(world, ladder, CARA, ANNA)
    assert await rungs(world, ladder) == [CARA.id, ANNA.id, BEN.id]
    await world.services.tournaments.enter(world.by(DORA), ladder.id, SERVER)
    assert await rungs(world, ladder) == [CARA.id, ANNA.id, BEN.id, DORA.id]


async def test_a_loss_or_draw_keeps_the_rungs(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    match = await begin_game(world, ladder, BEN, ANNA)
    await world.services.resignations.resign(world.by(BEN), match.id)
    assert await rungs(world, ladder) == [ANNA.id, BEN.id]
    drawn_game = await begin_game(world, ladder, BEN, ANNA)
    await world.services.servers.adjudicate(world.by(ANNA), drawn_game.id, (), "", server=SERVER)
    assert await rungs(world, ladder) == [ANNA.id, BEN.id]


async def test_ladder_opponents_alternate_sides(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    first = await begin_game(world, ladder, BEN, ANNA)
    assert [person_of(player) for player in first.players] == [BEN.id, ANNA.id]
    await world.services.resignations.resign(world.by(BEN), first.id)
    second = await begin_game(world, ladder, BEN, ANNA)
    assert [person_of(player) for player in second.players] == [ANNA.id, BEN.id]
    assert second.clock == LADDER.terms.clock


async def test_only_free_players_within_three_rungs_can_be_challenged(world: World) -> None:
    ladder = await open_tournament(world, LADDER, FIVE)
    challenge = world.services.ladders.challenge
    await expect_refusal(challenge(world.by(EMIL), ladder.id, SERVER, 1), "ladder-out-of-reach")
    await expect_refusal(challenge(world.by(ANNA), ladder.id, SERVER, 2), "ladder-highest-rung")
    await expect_refusal(challenge(world.by(BEN), ladder.id, SERVER, 3), "ladder-out-of-reach")
    await challenge_on_ladder(world, ladder, EMIL, BEN)
    await expect_refusal(challenge(world.by(EMIL), ladder.id, SERVER, 3), "ladder-busy")
    await expect_refusal(challenge(world.by(BEN), ladder.id, SERVER, 1), "ladder-busy")
    await expect_refusal(challenge(world.by(CARA), ladder.id, SERVER, 2), "ladder-out-of-reach")
    await challenge_on_ladder(world, ladder, CARA, ANNA)
    await expect_refusal(challenge(world.by(DORA), ladder.id, SERVER, 3), "ladder-nobody-free")
    await expect_refusal(
        challenge(world.by(Person(99, "Z", "en")), ladder.id, SERVER, 1), "tournament-not-entered"
    )
    cup = await open_tournament(world, CUP, (ANNA,))
    await expect_refusal(challenge(world.by(ANNA), cup.id, SERVER, 1), "not-a-ladder")


async def test_two_unanswered_challenges_in_a_row_cost_the_rung(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN, CARA))
    first = await challenge_on_ladder(world, ladder, BEN, ANNA)
    await world.services.invitations.decline(world.by(ANNA), first, "no-time")
    assert await rungs(world, ladder) == [ANNA.id, BEN.id, CARA.id]
    second = await challenge_on_ladder(world, ladder, CARA, ANNA)
    challenge = await world.services.challenges.get(second)
    assert challenge.expires == world.time.now + ANSWERED_WITHIN
    await pass_by(world, ANSWERED_WITHIN)
    assert (await world.services.challenges.get(second)).status is ChallengeStatus.EXPIRED
    assert await rungs(world, ladder) == [CARA.id, ANNA.id, BEN.id]
    third = await challenge_on_ladder(world, ladder, BEN, ANNA)
    await world.services.invitations.decline(world.by(ANNA), third, "no-time")
    assert await rungs(world, ladder) == [CARA.id, ANNA.id, BEN.id], "the refusals are counted from zero"


async def test_a_game_resets_the_count_of_refusals(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    for _ in range(2):
        number = await challenge_on_ladder(world, ladder, BEN, ANNA)
        await world.services.invitations.decline(world.by(ANNA), number, "no-time")
        match = await begin_game(world, ladder, BEN, ANNA)
        await world.services.resignations.resign(world.by(BEN), match.id)
    assert await rungs(world, ladder) == [ANNA.id, BEN.id]


async def test_a_pair_has_at_most_one_challenge_or_game_at_once(world: World) -> None:
    ladder = await open_tournament(world, replace(LADDER, at_once=3), FIVE)
    await challenge_on_ladder(world, ladder, CARA, ANNA)
    await challenge_on_ladder(world, ladder, CARA, BEN)
    await expect_refusal(challenge_on_ladder(world, ladder, CARA, ANNA), "ladder-nobody-free")
    await begin_game(world, ladder, DORA, BEN)
    await challenge_on_ladder(world, ladder, DORA, ANNA)
    await expect_refusal(challenge_on_ladder(world, ladder, DORA, BEN), "ladder-out-of-reach")


async def test_a_substitute_does_not_inherit_challenges_to_the_leaver(world: World) -> None:
    ladder = await open_tournament(world, replace(LADDER, at_once=3), (ANNA, BEN, CARA, DORA))
    match = await begin_game(world, ladder, BEN, ANNA)
    challenge_id = await challenge_on_ladder(world, ladder, DORA, BEN)
    other = await challenge_on_ladder(world, ladder, DORA, CARA)
    offer = await world.services.substitutions.offer(world.by(BEN), match.id)
    await world.services.substitutions.accept(world.by(EMIL), offer.id)
    await pass_by(world, timedelta())
    assert (await world.services.challenges.get(challenge_id)).status is ChallengeStatus.WITHDRAWN
    assert (await world.services.challenges.get(other)).open
    await challenge_on_ladder(world, ladder, DORA, EMIL)


async def test_a_withdrawn_challenge_costs_nothing(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    for _ in range(3):
        number = await challenge_on_ladder(world, ladder, BEN, ANNA)
        await world.services.invitations.withdraw(world.by(BEN), number)
    assert await rungs(world, ladder) == [ANNA.id, BEN.id]


async def test_ladder_challenges_keep_the_ladders_terms(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    number = await challenge_on_ladder(world, ladder, BEN, ANNA)
    challenge = await world.services.challenges.get(number)
    await expect_refusal(
        world.services.counter_offers.counter(world.by(ANNA), number, challenge.terms), "tournament-terms"
    )
    await expect_refusal(
        world.services.term_changes.change(world.by(BEN), number, challenge.terms), "tournament-terms"
    )
    await world.services.invitations.decline(world.by(ANNA), number, "other-options")
    await expect_refusal(
        world.services.counter_offers.reoffer(world.by(ANNA), number, challenge.terms), "tournament-terms"
    )


async def test_an_idle_player_drops_one_rung_each_time(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    await pass_by(world, timedelta(days=3))
    for person in (CARA, DORA):
        await world.services.tournaments.enter(world.by(person), ladder.id, SERVER)
    await pass_by(world, IDLE_AFTER - timedelta(days=3))
    assert await rungs(world, ladder) == [ANNA.id, CARA.id, BEN.id, DORA.id], (
        "the highest rung cannot challenge"
    )
    await pass_by(world, timedelta(days=3))
    # Cara and Dora are idle by now; Ben was passed only recently.
    assert await rungs(world, ladder) == [ANNA.id, BEN.id, CARA.id, DORA.id]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_idle_players_drop_on_the_hour(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    await pass_by(world, timedelta(hours=3))
    for person in (CARA, DORA):
        await world.services.tournaments.enter(world.by(person), ladder.id, SERVER)
    await pass_by(world, IDLE_AFTER - timedelta(hours=1))
    assert await rungs(world, ladder) == [ANNA.id, CARA.id, BEN.id, DORA.id], "Ben is idle since the start"
    await pass_by(world, timedelta(hours=1))
    assert await rungs(world, ladder) == [ANNA.id, BEN.id, CARA.id, DORA.id]


async def test_playing_prevents_an_idle_drop(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN, CARA))
    match = await begin_game(world, ladder, BEN, ANNA)
    for mover in (BEN, ANNA, BEN, ANNA, BEN, ANNA):
        await pass_by(world, timedelta(days=2))
        await world.services.turns.take_turn(world.by(mover), match.id, "take 1")
    await world.services.tournaments.enter(world.by(DORA), ladder.id, SERVER)
    await pass_by(world, timedelta(days=2, hours=1))
    assert await rungs(world, ladder) == [ANNA.id, BEN.id, DORA.id, CARA.id]


async def test_a_vacation_prevents_idle_drops_and_lost_rungs(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN, CARA))
    today = world.time.now.date()
    await world.services.settings.take_vacation(world.by(BEN), today, today + timedelta(days=13))
    for _ in range(2):
        await challenge_on_ladder(world, ladder, CARA, BEN)
        await pass_by(world, ANSWERED_WITHIN)
    await pass_by(world, timedelta(days=4))
    await world.services.tournaments.enter(world.by(DORA), ladder.id, SERVER)
    await pass_by(world, timedelta(days=5))
    assert await rungs(world, ladder) == [ANNA.id, BEN.id, CARA.id, DORA.id]
    await pass_by(world, timedelta(days=12))
    number = await challenge_on_ladder(world, ladder, CARA, ANNA)
    await world.services.invitations.withdraw(world.by(CARA), number)
    assert (await rungs(world, ladder))[1] == BEN.id, "the idle time restarted after the vacation"
    await pass_by(world, timedelta(days=1))
    assert await rungs(world, ladder) == [ANNA.id, CARA.id, BEN.id, DORA.id]


async def test_a_running_vacation_prevents_an_idle_drop(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    await pass_by(world, IDLE_AFTER - timedelta(days=2))
    await world.services.tournaments.enter(world.by(CARA), ladder.id, SERVER)
    today = world.time.now.date()
    await world.services.settings.take_vacation(world.by(BEN), today, today + timedelta(days=6))
    await pass_by(world, timedelta(days=3))
    assert await rungs(world, ladder) == [ANNA.id, BEN.id, CARA.id]


async def test_challenges_unanswered_during_a_pause_are_no_refusals(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    for _ in range(2):
        await challenge_on_ladder(world, ladder, BEN, ANNA)
        await world.services.presence.pause_server(SERVER)
        await pass_by(world, ANSWERED_WITHIN)
        await world.services.presence.resume_server(SERVER)
    assert await rungs(world, ladder) == [ANNA.id, BEN.id]


async def test_nobody_drops_while_the_bot_is_away(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    await pass_by(world, timedelta(days=13))
    await world.services.tournaments.enter(world.by(CARA), ladder.id, SERVER)
    await world.services.presence.pause_server(SERVER)
    await pass_by(world, timedelta(days=3))
    assert await rungs(world, ladder) == [ANNA.id, BEN.id, CARA.id]


async def test_a_barred_person_can_challenge_nobody_on_a_ladder(world: World) -> None:
    """Nor other barred people, whose rungs would be won without a game."""
    services = make_services(world.store, world.games, world.time, world.chance, engines=NoEngines(1))
    setup = replace(LADDER, terms=replace(LADDER.terms, key="conhex"), engine_level=2, places=4)
    ladder = await services.tournaments.open(world.by(ANNA), HALL, setup)
    for person in (ANNA, BEN, CARA):
        ladder = await services.tournaments.enter(world.by(person), ladder.id, SERVER)
    assert [ladder.entrant(rung).is_engine for rung in ladder.rungs()] == [True, False, False, False]
    await services.player_lists.add(world.by(DORA), SERVER, Listing.BARRED, [BEN, CARA], [])
    for rung in ladder.rungs()[:3]:
        await expect_refusal(
            services.ladders.challenge(world.by(CARA), ladder.id, SERVER, rung), "player-barred"
        )
    assert (await services.tournaments.get(ladder.id)).games == ()


async def test_rungs_depend_on_the_order_of_results(world: World) -> None:
    ladder = await open_tournament(world, replace(LADDER, at_once=2), FIVE)
    first = await begin_game(world, ladder, EMIL, CARA)
    second = await begin_game(world, ladder, CARA, ANNA)
    await world.services.resignations.resign(world.by(ANNA), second.id)
    await world.services.resignations.resign(world.by(CARA), first.id)
    assert await rungs(world, ladder) == [person.id for person in (EMIL, CARA, ANNA, BEN, DORA)]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_ladder_of_another_server_cannot_be_challenged(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    await expect_refusal(
        world.services.ladders.challenge(world.by(BEN), ladder.id, SERVER + 1, 1), "unknown-tournament"
    )
