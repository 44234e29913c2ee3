"""Ladders with leavers, at their end, and under concurrent changes."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.servers.service.player_lists import Listing
from bot.features.tournaments.buttons.ladder_buttons import outcome_text
from bot.features.tournaments.domain.ladder import ANSWERED_WITHIN
from bot.features.tournaments.domain.tournament import Tournament, TournamentStatus
from bot.locale import Texts
from bot.model.agenda import Limits
from bot.model.challenges.challenge import ChallengeStatus
from bot.model.engine_question import NoEngines
from bot.model.events.events import ChallengeMade, TournamentEnded
from bot.model.people.person import Person
from bot.model.people.players import person_of
from bot.model.people.preferences import AUTO_VACATION
from bot.model.refusal import Refusal
from data.store import Store
from tests.bot.features.privacy.service.leaving import leave
from tests.bot.features.tournaments.service.ladders import (
    FIVE,
    LADDER,
    begin_game,
    challenge_on_ladder,
    rungs,
    win_game,
)
from tests.bot.features.tournaments.service.test_tournaments import SERVER, open_tournament
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.services import Services, make_services
from tests.bot.support.timed import pass_by

pytest_plugins = ("tests.bot.support.worlds",)

T = Texts.load().language("en")


async def test_a_leaver_frees_the_rung_and_can_reenter_at_the_bottom(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN, CARA))
    number = await challenge_on_ladder(world, ladder, BEN, ANNA)
    await world.services.tournaments.quit(world.by(ANNA), ladder.id, SERVER)
    assert await rungs(world, ladder) == [BEN.id, CARA.id]
    await pass_by(world, timedelta())
    assert (await world.services.challenges.get(number)).status is ChallengeStatus.WITHDRAWN
    assert await world.services.timers.next_due() != world.time.now
    await world.services.tournaments.enter(world.by(ANNA), ladder.id, SERVER)
    assert await rungs(world, ladder) == [BEN.id, CARA.id, ANNA.id]
    await win_game(world, ladder, ANNA, BEN)
    assert await rungs(world, ladder) == [ANNA.id, BEN.id, CARA.id]


async def test_leaving_and_reentering_withdraws_open_challenges(
    world: World,
) -> None:
    ladder = await open_tournament(world, LADDER, FIVE)
    challenge_id = await challenge_on_ladder(world, ladder, EMIL, DORA)
    await world.services.tournaments.quit(world.by(EMIL), ladder.id, SERVER)
    await world.services.tournaments.enter(world.by(EMIL), ladder.id, SERVER)
    await pass_by(world, timedelta())
    assert (await world.services.challenges.get(challenge_id)).status is ChallengeStatus.WITHDRAWN


async def test_a_corrected_or_annulled_game_recomputes_the_rungs(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN, CARA))
    first = await win_game(world, ladder, CARA, ANNA)
    await win_game(world, ladder, BEN, ANNA)
    assert await rungs(world, ladder) == [CARA.id, BEN.id, ANNA.id]
    decided = [game.decided for game in (await world.services.tournaments.get(ladder.id)).games]
    world.time.pass_by(timedelta(days=1))
    await world.services.result_corrections.correct(world.by(ANNA), first.id, (ANNA.id,), "", server=SERVER)
    corrected = (await world.services.tournaments.get(ladder.id)).games
    assert [game.decided for game in corrected] == decided, "a correction is not a played game"
    assert await rungs(world, ladder) == [BEN.id, ANNA.id, CARA.id]
    await world.services.result_corrections.correct(world.by(ANNA), first.id, (CARA.id,), "", server=SERVER)
    assert await rungs(world, ladder) == [CARA.id, BEN.id, ANNA.id]
    annulled = await begin_game(world, ladder, ANNA, CARA)
    await world.services.servers.adjudicate(world.by(ANNA), annulled.id, None, "", server=SERVER)
    assert await rungs(world, ladder) == [CARA.id, BEN.id, ANNA.id]
    await world.services.tournaments.call_off(world.by(ANNA), ladder.id, SERVER)
    await world.services.result_corrections.correct(world.by(ANNA), first.id, (ANNA.id,), "", server=SERVER)
    after = (await world.services.tournaments.get(ladder.id)).games
    assert [game.match for game in after][:1] == [first.id], "a game corrected after the end is kept"


async def test_a_timeout_takes_the_rung(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    match = await begin_game(world, ladder, BEN, ANNA)
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    await pass_by(world, timedelta(days=6))
    assert await rungs(world, ladder) == [BEN.id, ANNA.id]


async def test_the_top_rung_wins_an_ended_ladder(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN, CARA))
    await win_game(world, ladder, CARA, BEN)
    running_game = await begin_game(world, ladder, CARA, ANNA)
    await world.services.tournaments.enter(world.by(DORA), ladder.id, SERVER)
    challenge_id = await challenge_on_ladder(world, ladder, DORA, BEN)
    await world.deliver_all()
    finished = await world.services.tournaments.call_off(world.by(ANNA), ladder.id, SERVER)
    assert finished.status is TournamentStatus.FINISHED
    assert TournamentEnded in [notice.kind for notice in await world.deliver_all()]
    await pass_by(world, timedelta())
    assert (await world.services.challenges.get(challenge_id)).status is ChallengeStatus.WITHDRAWN
    await world.services.resignations.resign(world.by(ANNA), running_game.id)
    after = await world.services.tournaments.get(ladder.id)
    places = {person_of(entrant.player): entrant.place for entrant in after.entrants}
    assert places == {ANNA.id: 1, CARA.id: 2, BEN.id: 3, DORA.id: 4}
    assert [person_of(entrant.player) for entrant in after.entrants if entrant.cup] == [ANNA.id]
    assert [cup.name for cup in await world.services.tournaments.cups(ANNA.id)] == ["Ladder"]
    await expect_refusal(
        world.services.ladders.challenge(world.by(BEN), ladder.id, SERVER, 1), "tournament-over"
    )


async def test_a_substitute_in_an_ended_ladder_gets_no_place_or_cup(
    world: World,
) -> None:
    ladder = await open_tournament(world, replace(LADDER, at_once=2), (ANNA, BEN, CARA))
    await win_game(world, ladder, BEN, ANNA)
    games = [await begin_game(world, ladder, challenger, BEN) for challenger in (ANNA, CARA)]
    await world.services.tournaments.call_off(world.by(ANNA), ladder.id, SERVER)
    offer = await world.services.substitutions.offer(world.by(BEN), games[0].id)
    await world.services.substitutions.accept(world.by(EMIL), offer.id)
    after = await world.services.tournaments.get(ladder.id)
    assert [person_of(entrant.player) for entrant in after.entrants if entrant.cup] == [BEN.id]
    players = [(await world.services.matches.get(game.id)).people for game in games]
    assert [EMIL.id in people for people in players] == [True, False]
    assert [BEN.id in people for people in players] == [False, True]


async def test_a_ladder_without_games_has_no_winner(world: World) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN))
    finished = await world.services.tournaments.call_off(world.by(ANNA), ladder.id, SERVER)
    assert not finished.winners()


async def test_a_ladder_survives_the_deletion_of_players(world: World) -> None:
    ladder = await open_tournament(world, LADDER, FIVE)
    await win_game(world, ladder, DORA, ANNA)
    running_game = await begin_game(world, ladder, EMIL, CARA)
    challenge_id = await challenge_on_ladder(world, ladder, BEN, DORA)
    await leave(world, DORA)
    assert await rungs(world, ladder) == [ANNA.id, BEN.id, CARA.id, EMIL.id]
    assert not (await world.services.challenges.get(challenge_id)).open
    await leave(world, CARA)
    assert not (await world.services.matches.get(running_game.id)).running
    assert await rungs(world, ladder) == [ANNA.id, BEN.id, EMIL.id]
    current = await world.services.tournaments.get(ladder.id)
    assert not current.busy()


async def test_ladder_engines_start_at_once_give_way_and_win_no_cup(world: World) -> None:
    services = make_services(world.store, world.games, world.time, world.chance, engines=NoEngines(1))
    setup = replace(LADDER, terms=replace(LADDER.terms, key="conhex"), engine_level=2, places=3)
    ladder = await services.tournaments.open(world.by(ANNA), HALL, setup)
    assert [entrant.is_engine for entrant in ladder.entrants] == [True, True, True]
    ladder = await services.tournaments.enter(world.by(ANNA), ladder.id, SERVER)
    assert [ladder.entrant(rung).is_engine for rung in ladder.rungs()] == [True, True, False]
    ladder = await services.ladders.challenge(world.by(ANNA), ladder.id, SERVER, ladder.rungs()[1])
    (game,) = ladder.games
    challenge = await services.challenges.get(game.challenge or 0)
    assert challenge.match is not None
    match = await services.matches.get(challenge.match)
    assert match.has_engines
    assert person_of(match.players[0]) == ANNA.id
    assert not match.rated
    ladder = await services.tournaments.enter(world.by(BEN), ladder.id, SERVER)
    assert [ladder.entrant(rung).is_engine for rung in ladder.rungs()] == [True, False, False]
    assert ladder.room == 0, "the other engine is in a game"
    await expect_refusal(services.tournaments.enter(world.by(CARA), ladder.id, SERVER), "tournament-full")
    await services.resignations.resign(world.by(ANNA), match.id)
    finished = await services.tournaments.call_off(world.by(ANNA), ladder.id, SERVER)
    assert not any(entrant.cup for entrant in finished.entrants), (
        "nobody has won a game, and a computer is on top"
    )
    assert [person_of(entrant.player) for entrant in finished.best_people()] == [ANNA.id]
    assert finished.standings()[0][0].rank == 1


async def test_engines_cannot_be_challenged_over_the_limit_or_when_off(world: World) -> None:
    services = make_services(world.store, world.games, world.time, world.chance, engines=NoEngines(1))
    ladder = await services.tournaments.open(
        world.by(ANNA),
        HALL,
        replace(LADDER, terms=replace(LADDER.terms, key="conhex"), engine_level=2, places=3),
    )
    ladder = await services.tournaments.enter(world.by(ANNA), ladder.id, SERVER)
    engine = ladder.rungs()[1]
    services_at_limit = make_services(
        world.store, world.games, world.time, world.chance, Limits(games_per_person=0), engines=NoEngines(1)
    )
    await expect_refusal(
        services_at_limit.ladders.challenge(world.by(ANNA), ladder.id, SERVER, engine),
        "too-many-games",
        limit="0",
    )
    await services.servers.set_server(world.by(CARA), SERVER, engines=False)
    await expect_refusal(services.ladders.challenge(world.by(ANNA), ladder.id, SERVER, engine), "engines-off")


@pytest.fixture
async def others(database_url: str, world: World) -> AsyncIterator[list[Services]]:
    """Yield the services of three more processes on the same database."""
    stores = [await Store.open(database_url) for _ in range(3)]
    yield [make_services(store, world.games, world.time, world.chance) for store in stores]
    for store in stores:
        await store.close()


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_concurrent_challenges_to_one_player_start_once(world: World, others: list[Services]) -> None:
    ladder = await open_tournament(world, LADDER, (ANNA, BEN, CARA, DORA))
    processes = [world.services, *others]
    answers = await asyncio.gather(
        *(
            services.ladders.challenge(world.by(person), ladder.id, SERVER, 1)
            for services, person in zip(processes, (BEN, CARA, DORA), strict=False)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, Refusal) for answer in answers) == 2
    assert sum(isinstance(answer, Tournament) for answer in answers) == 1
    current = await world.services.tournaments.get(ladder.id)
    assert len(current.games) == 1
    assert len(current.busy()) == 2


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_a_ladder_ending_amid_concurrent_events_stays_consistent(
    world: World, others: list[Services]
) -> None:
    """The end, an answer, a result and an entry run concurrently, each in its own process."""
    for number in range(2):
        ladder = await open_tournament(
            world, replace(LADDER, name=f"Ladder {number}"), (ANNA, BEN, CARA, DORA)
        )
        running_game = await begin_game(world, ladder, BEN, ANNA)
        challenge_id = await challenge_on_ladder(world, ladder, DORA, CARA)
        ending, answering, playing = others
        results = await asyncio.gather(
            ending.tournaments.call_off(world.by(ANNA), ladder.id, SERVER),
            answering.invitations.decline(world.by(CARA), challenge_id, "no-time"),
            playing.resignations.resign(world.by(ANNA), running_game.id),
            world.services.tournaments.enter(world.by(EMIL), ladder.id, SERVER),
            return_exceptions=True,
        )
        errors = [
            result
            for result in results
            if isinstance(result, BaseException) and not isinstance(result, Refusal)
        ]
        assert errors == []
        await pass_by(world, timedelta())
        finished = await world.services.tournaments.get(ladder.id)
        assert finished.status is TournamentStatus.FINISHED
        assert not [game for game in finished.games if game.runs]
        assert sorted(entrant.place or 0 for entrant in finished.entrants) == list(
            range(1, len(finished.entrants) + 1)
        )


class TestBlocks:
    """A block does not keep a rung from the entrants below."""

    async def number_of(self, world: World, ladder: Tournament, challenged: Person) -> int:
        entry = (await world.services.tournaments.get(ladder.id)).entry_of(challenged.id)
        assert entry is not None
        return entry.number

    async def challenge(
        self, world: World, ladder: Tournament, challenger: Person, challenged: Person
    ) -> Tournament:
        number = await self.number_of(world, ladder, challenged)
        request = world.by(challenger)
        after = await world.services.ladders.challenge(request, ladder.id, SERVER, number)
        world.services.answered_requests.keep(request.id)
        return after

    async def test_a_challenge_meeting_a_block_counts_as_unaccepted(self, world: World) -> None:
        ladder = await open_tournament(world, LADDER, (ANNA, BEN, CARA))
        for person in (BEN, CARA):
            await world.services.blocks.block(world.by(ANNA), person)
        after = await self.challenge(world, ladder, BEN, ANNA)
        assert await rungs(world, ladder) == [ANNA.id, BEN.id, CARA.id]
        number = await self.number_of(world, ladder, ANNA)
        assert outcome_text(after, number, BEN.id, T).startswith("<@1001> cannot accept your challenge. That")
        assert not [notice for notice in await world.deliver_all() if isinstance(notice.event, ChallengeMade)]
        after = await self.challenge(world, ladder, CARA, ANNA)
        assert await rungs(world, ladder) == [CARA.id, ANNA.id, BEN.id]
        assert outcome_text(after, number, CARA.id, T).endswith("you take the rung.")

    async def test_a_blocked_challenge_counts_once_in_three_days(self, world: World) -> None:
        ladder = await open_tournament(world, LADDER, (ANNA, BEN))
        await world.services.blocks.block(world.by(ANNA), BEN)
        await self.challenge(world, ladder, BEN, ANNA)
        await expect_refusal(self.challenge(world, ladder, BEN, ANNA), "ladder-asked-lately")
        await pass_by(world, ANSWERED_WITHIN + timedelta(hours=1))
        await self.challenge(world, ladder, BEN, ANNA)
        assert await rungs(world, ladder) == [BEN.id, ANNA.id]

    async def test_an_own_block_costs_nobody_a_rung(self, world: World) -> None:
        ladder = await open_tournament(world, LADDER, (ANNA, BEN))
        await world.services.blocks.block(world.by(BEN), ANNA)
        await expect_refusal(self.challenge(world, ladder, BEN, ANNA), "blocked-by-you")
        await world.services.blocks.block(world.by(ANNA), BEN)
        await expect_refusal(self.challenge(world, ladder, BEN, ANNA), "blocked-by-you")
        assert (await world.services.tournaments.get(ladder.id)).games == ()

    async def test_a_barred_player_loses_the_rung_to_challengers(self, world: World) -> None:
        ladder = await open_tournament(world, LADDER, (ANNA, BEN))
        await world.services.player_lists.add(world.by(BEN), SERVER, Listing.BARRED, [ANNA], [])
        await self.challenge(world, ladder, BEN, ANNA)
        await pass_by(world, ANSWERED_WITHIN + timedelta(hours=1))
        await self.challenge(world, ladder, BEN, ANNA)
        assert await rungs(world, ladder) == [BEN.id, ANNA.id]

    async def test_blocking_during_a_ladder_game_loses_it(self, world: World) -> None:
        ladder = await open_tournament(
            world, replace(LADDER, terms=replace(LADDER.terms, rated=False)), (ANNA, BEN)
        )
        match = await begin_game(world, ladder, BEN, ANNA)
        await world.services.blocks.block(world.by(ANNA), BEN)
        await expect_refusal(world.services.blocked_games.end(world.by(ANNA), match.id), "would-resign")
        await world.services.blocked_games.end(world.by(ANNA), match.id, resigning=True)
        assert await rungs(world, ladder) == [BEN.id, ANNA.id]
