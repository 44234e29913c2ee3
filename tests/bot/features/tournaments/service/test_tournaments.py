"""The course of tournaments: entries, rounds, withdrawals, results, ends."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.tournament import OPEN_FOR, Tournament, TournamentSetup, TournamentStatus
from bot.features.tournaments.service.tournaments import MAX_OPEN
from bot.model.challenges.terms import Terms
from bot.model.engine_question import NoEngines
from bot.model.events.events import TournamentChanged
from bot.model.match.match import Match
from bot.model.people.person import Person
from bot.model.people.players import EnginePlayer, HumanPlayer, person_of
from bot.model.people.preferences import AUTO_VACATION
from bot.model.time.clocks import read_clock
from data.store import Store
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, FINN, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.services import Services, make_services
from tests.bot.support.timed import pass_by

pytest_plugins = ("tests.bot.support.worlds",)

SERVER = HALL.server or 0
FOUR = (ANNA, BEN, CARA, DORA)
CUP = TournamentSetup("Autumn cup", Terms("counting", {}, clock=read_clock("3d")), Rules(Format.SWISS, 2), 4)


async def open_tournament(
    world: World, setup: TournamentSetup = CUP, people: tuple[Person, ...] = FOUR
) -> Tournament:
    """Return a tournament entered by `people`."""
    tournament = await world.services.tournaments.open(world.by(ANNA), HALL, setup)
    for person in people:
        tournament = await world.services.tournaments.enter(world.by(person), tournament.id, SERVER)
    return tournament


async def running(world: World, tournament: Tournament) -> list[Match]:
    """Return a tournament's running games."""
    current = await world.services.tournaments.get(tournament.id)
    games = []
    for game in current.games:
        if game.runs and game.challenge is not None:
            challenge = await world.services.challenges.get(game.challenge)
            assert challenge.match is not None
            games.append(await world.services.matches.get(challenge.match))
    return games


async def resign_as_second(world: World, match: Match) -> None:
    """Resign for the player of the second seat."""
    loser = person_of(match.players[1])
    player = next(person for person in (*FOUR, EMIL) if person.id == loser)
    await world.services.resignations.resign(world.by(player), match.id)


async def test_a_full_tournament_starts_and_advances_through_its_rounds(world: World) -> None:
    tournament = await open_tournament(world)
    assert tournament.status is TournamentStatus.RUNNING
    assert [game.pairing.round for game in tournament.games] == [1, 1]
    for match in await running(world, tournament):
        assert (match.clock, match.place.channel) == (read_clock("3d"), HALL.channel)
        await resign_as_second(world, match)
    second = await world.services.tournaments.get(tournament.id)
    assert [game.pairing.round for game in second.games] == [1, 1, 2, 2]
    for match in await running(world, tournament):
        await resign_as_second(world, match)
    finished = await world.services.tournaments.get(tournament.id)
    assert finished.status is TournamentStatus.FINISHED
    (champion,) = (entrant for entrant in finished.entrants if entrant.place == 1)
    assert champion.cup
    assert isinstance(champion.player, HumanPlayer)
    cups = await world.services.tournaments.cups(champion.player.id)
    assert [cup.name for cup in cups] == ["Autumn cup"]
    cups_of_all = [await world.services.tournaments.cups(person.id) for person in FOUR]
    assert sum(map(len, cups_of_all)) == 1


async def test_a_round_robin_limits_simultaneous_games(world: World) -> None:
    setup = replace(CUP, rules=Rules(Format.ROUND_ROBIN), at_once=1)
    tournament = await open_tournament(world, setup)
    assert len(tournament.games) == 6
    games_at_once = 0
    while games := await running(world, tournament):
        playing = [person for match in games for person in match.people]
        assert len(playing) == len(set(playing))
        await resign_as_second(world, games[0])
        games_at_once += 1
    assert games_at_once == 6
    assert (await world.services.tournaments.get(tournament.id)).status is TournamentStatus.FINISHED


async def test_leaving_before_the_start_removes_the_entrant(world: World) -> None:
    tournament = await open_tournament(world, people=(ANNA, BEN))
    after = await world.services.tournaments.quit(world.by(BEN), tournament.id, SERVER)
    assert [person_of(entrant.player) for entrant in after.entrants] == [ANNA.id]
    await expect_refusal(
        world.services.tournaments.quit(world.by(CARA), tournament.id, SERVER), "tournament-not-entered"
    )


async def test_leaving_a_running_tournament_forfeits_unstarted_games(world: World) -> None:
    tournament = await open_tournament(world, replace(CUP, rules=Rules(Format.ROUND_ROBIN), at_once=1))
    await world.services.tournaments.quit(world.by(DORA), tournament.id, SERVER)
    after = await world.services.tournaments.get(tournament.id)
    dora = after.entry_of(DORA.id)
    assert dora is not None
    assert dora.withdrawn
    forfeits = [game.pairing for game in after.games if game.pairing.is_forfeit]
    assert [forfeit.points_of(dora.number) for forfeit in forfeits] == [0.0, 0.0]
    await expect_refusal(
        world.services.tournaments.enter(world.by(DORA), tournament.id, SERVER), "tournament-left"
    )


async def test_a_player_who_never_moves_forfeits_the_game(world: World) -> None:
    tournament = await open_tournament(world, replace(CUP, places=3), people=(ANNA, BEN, CARA))
    (match,) = await running(world, tournament)
    await pass_by(world, timedelta(days=60))
    after = await world.services.tournaments.get(tournament.id)
    first = next(game for game in after.games if len(game.pairing.seats) == 2)
    assert match.turn == 0
    assert (first.pairing.points, first.pairing.played) == ((0.0, 1.0), False)
    assert after.crosstable.round == 2


async def test_the_last_timeout_of_a_round_draws_the_next_one(world: World) -> None:
    tournament = await open_tournament(world)
    first, second = await running(world, tournament)
    mover = next(person for person in FOUR if person.id == first.mover)
    await world.services.turns.take_turn(world.by(mover), first.id, "take 1")
    opponent = next(person for person in FOUR if person.id == person_of(first.players[1]))
    await world.services.turns.take_turn(world.by(opponent), first.id, "take 1")
    await resign_as_second(world, second)
    await world.services.settings.set_value(world.by(mover), AUTO_VACATION, False)
    await pass_by(world, timedelta(days=6))
    after = await world.services.tournaments.get(tournament.id)
    assert after.crosstable.round == 2
    forfeit = next(game.pairing for game in after.games if game.challenge == first.challenge)
    assert (forfeit.points, forfeit.played) == ((0.0, 1.0), True)


async def test_annulled_and_corrected_games_change_the_standings(world: World) -> None:
    tournament = await open_tournament(world)
    first, second = await running(world, tournament)
    await resign_as_second(world, first)
    await world.services.servers.adjudicate(world.by(ANNA), second.id, None, "", server=SERVER)
    after = await world.services.tournaments.get(tournament.id)
    annulled = next(game.pairing for game in after.games if game.challenge == second.challenge)
    assert (annulled.points, annulled.played) == ((0.0, 0.0), False)
    loser = person_of(first.players[1]) or 0
    await world.services.result_corrections.correct(world.by(ANNA), first.id, (loser,), "", server=SERVER)
    after = await world.services.tournaments.get(tournament.id)
    corrected = next(game.pairing for game in after.games if game.challenge == first.challenge)
    assert corrected.points == (0.0, 1.0)


async def test_a_tournament_with_a_date_starts_on_it(world: World) -> None:
    starts = world.time.now + timedelta(days=2)
    tournament = await open_tournament(world, replace(CUP, starts=starts), people=(ANNA, BEN, CARA))
    assert tournament.status is TournamentStatus.OPEN
    assert await world.services.timers.next_due() == starts
    await pass_by(world, timedelta(days=2))
    assert (await world.services.tournaments.get(tournament.id)).status is TournamentStatus.RUNNING


async def test_a_tournament_with_too_few_entrants_is_cancelled(world: World) -> None:
    starts = world.time.now + timedelta(days=2)
    tournament = await open_tournament(world, replace(CUP, starts=starts), people=(ANNA, BEN))
    await expect_refusal(
        world.services.tournaments.begin(world.by(ANNA), tournament.id, SERVER), "tournament-too-few"
    )
    await pass_by(world, timedelta(days=2))
    assert (await world.services.tournaments.get(tournament.id)).status is TournamentStatus.CALLED_OFF


async def test_an_unfilled_tournament_is_cancelled(world: World) -> None:
    tournament = await open_tournament(world, people=(ANNA, BEN, CARA))
    await pass_by(world, OPEN_FOR)
    assert (await world.services.tournaments.get(tournament.id)).status is TournamentStatus.CALLED_OFF


async def test_a_restore_redraws_open_tournaments(world: World) -> None:
    open_cup = await open_tournament(world, people=(ANNA,))
    called_off = await open_tournament(world, replace(CUP, name="Over"), people=(BEN,))
    await world.services.tournaments.call_off(world.by(ANNA), called_off.id, SERVER)
    await world.deliver_all()
    await world.services.restoration.begin(timedelta(seconds=15), world.time.now)
    numbers = [
        notice.event.tournament
        for notice in await world.deliver_all()
        if isinstance(notice.event, TournamentChanged)
    ]
    assert numbers == [open_cup.id]


async def test_the_next_season_of_a_league_starts_automatically(world: World) -> None:
    people = tuple(Person(2000 + number, f"P{number}", "en") for number in range(6))
    setup = replace(CUP, places=6, rules=Rules(Format.LEAGUE, league=LeagueRules(3)))
    first = await open_tournament(world, setup, people)
    assert [game.pairing.group for game in first.games] == [0, 0, 0, 1, 1, 1]
    while games := await running(world, first):
        loser = max(games[0].people)
        player = next(person for person in people if person.id == loser)
        await world.services.resignations.resign(world.by(player), games[0].id)
    finished = await world.services.tournaments.get(first.id)
    assert finished.status is TournamentStatus.FINISHED
    assert [person_of(entrant.player) for entrant in finished.entrants if entrant.cup] == [2000]
    (second,) = [
        tournament
        for tournament in await world.services.tournaments.latest(SERVER)
        if tournament.id != first.id
    ]
    assert (second.status, second.setup.rules.league.season) == (TournamentStatus.RUNNING, 2)
    assert [person_of(entrant.player) for entrant in second.entrants] == [2000, 2001, 2003, 2002, 2004, 2005]
    assert len(await running(world, second)) == 6


async def test_a_league_with_too_few_remaining_ends(world: World) -> None:
    setup = replace(CUP, places=3, rules=Rules(Format.LEAGUE, league=LeagueRules(3)))
    league = await open_tournament(world, setup, (ANNA, BEN, CARA))
    await world.services.tournaments.quit(world.by(CARA), league.id, SERVER)
    while games := await running(world, league):
        await resign_as_second(world, games[0])
    assert [tournament.id for tournament in await world.services.tournaments.latest(SERVER)] == [league.id]


async def test_a_late_entrant_joins_a_swiss_tournament(world: World) -> None:
    tournament = await open_tournament(world, replace(CUP, places=6), people=FOUR)
    await world.services.tournaments.begin(world.by(ANNA), tournament.id, SERVER)
    late = await world.services.tournaments.enter(world.by(EMIL), tournament.id, SERVER)
    assert len(late.entrants) == 5
    for match in await running(world, tournament):
        await resign_as_second(world, match)
    after = await world.services.tournaments.get(tournament.id)
    emil = after.entry_of(EMIL.id)
    assert emil is not None
    assert [pairing.round for pairing in after.crosstable.of(emil.number)] == [2]
    late_entry = world.services.tournaments.enter(world.by(FINN), tournament.id, SERVER)
    await expect_refusal(late_entry, "tournament-closed")


async def test_engines_fill_free_places_and_win_no_cup(world: World) -> None:
    setup = replace(CUP, terms=replace(CUP.terms, key="conhex"), engine_level=1)
    services = make_services(world.store, world.games, world.time, world.chance, engines=NoEngines(1))
    tournament = await services.tournaments.open(world.by(ANNA), HALL, setup)
    for person in (ANNA, BEN):
        await services.tournaments.enter(world.by(person), tournament.id, SERVER)
    after = await services.tournaments.begin(world.by(ANNA), tournament.id, SERVER)
    engines = [isinstance(entrant.player, EnginePlayer) for entrant in after.entrants]
    assert engines == [False, False, True, True]
    assert not [winner for winner in after.winners() if not isinstance(winner.player, HumanPlayer)]
    seconds = [match.players[1] for match in await running(world, after)]
    assert [player for player in seconds if isinstance(player, EnginePlayer)], seconds


async def test_an_invalid_tournament_is_refused(world: World) -> None:
    service = world.services.tournaments
    request = world.by(ANNA)
    await expect_refusal(
        service.open(request, HALL, replace(CUP, terms=replace(CUP.terms, clock=read_clock("none")))),
        "tournament-needs-clock",
    )
    await expect_refusal(
        service.open(request, HALL, replace(CUP, terms=replace(CUP.terms, key="crowds"))), "no-such-game"
    )
    await expect_refusal(service.open(request, HALL, replace(CUP, places=2)), "tournament-places")
    await expect_refusal(
        service.open(request, HALL, replace(CUP, rules=Rules(Format.SWISS, 4))), "tournament-rounds"
    )
    await expect_refusal(service.open(request, HALL, replace(CUP, name=" ")), "tournament-name")
    await expect_refusal(service.open(request, HALL, replace(CUP, engine_level=1)), "no-engines")
    await expect_refusal(service.open(request, HALL, replace(CUP, starts=world.time.now)), "tournament-date")
    await expect_refusal(service.open(request, replace(HALL, parent=70), CUP), "tournament-in-thread")
    await expect_refusal(service.enter(request, 99, SERVER), "unknown-tournament")


async def test_frequent_timeouts_refuse_entry_where_required(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", clock=read_clock("3d")), HALL, [BEN]
    )
    match_id = (await world.services.invitations.accept(world.by(BEN), challenge.id)).match or 0
    match = await world.services.matches.get(match_id)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    await pass_by(world, timedelta(days=6))
    tournament = await open_tournament(world, replace(CUP, lost_on_time=0), people=(BEN,))
    await expect_refusal(
        world.services.tournaments.enter(world.by(ANNA), tournament.id, SERVER), "tournament-lost-on-time"
    )


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_server_has_a_limited_number_of_tournaments(world: World) -> None:
    tournaments = [await open_tournament(world, people=()) for _ in range(MAX_OPEN)]
    refused = world.services.tournaments.open(world.by(BEN), HALL, CUP)
    await expect_refusal(refused, "too-many-tournaments", limit=str(MAX_OPEN))
    await world.services.tournaments.call_off(world.by(ANNA), tournaments[0].id, SERVER)
    assert (await open_tournament(world, people=())).status is TournamentStatus.OPEN


async def test_a_repeated_entry_enters_once(world: World) -> None:
    tournament = await open_tournament(world, people=())
    request = world.by(BEN)
    first = await world.services.tournaments.enter(request, tournament.id, SERVER)
    retry = await world.services.tournaments.enter(request, tournament.id, SERVER)
    assert len(first.entrants) == len(retry.entrants) == 1


async def test_a_tournament_is_cancelled(world: World) -> None:
    tournament = await open_tournament(world)
    finished = await world.services.tournaments.call_off(world.by(ANNA), tournament.id, SERVER)
    assert finished.status is TournamentStatus.CALLED_OFF
    for match in await running(world, tournament):
        await resign_as_second(world, match)
    assert (await world.services.tournaments.get(tournament.id)).crosstable.round == 1
    await expect_refusal(
        world.services.tournaments.begin(world.by(ANNA), finished.id, SERVER), "tournament-over"
    )


@pytest.fixture
async def others(database_url: str, world: World) -> AsyncIterator[list[Services]]:
    """Yield the services of three more processes on the same database."""
    stores = [await Store.open(database_url) for _ in range(3)]
    yield [make_services(store, world.games, world.time, world.chance) for store in stores]
    for store in stores:
        await store.close()


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_concurrent_last_results_draw_the_next_round_once(world: World, others: list[Services]) -> None:
    people = tuple(Person(2000 + number, f"P{number}", "en") for number in range(8))
    tournament = await open_tournament(world, replace(CUP, places=8, rules=Rules(Format.SWISS, 3)), people)
    processes = [world.services, *others]
    for number in (1, 2, 3):
        games = await running(world, tournament)
        assert len(games) == 4
        await asyncio.gather(
            *(
                services.resignations.resign(
                    world.by(next(person for person in people if person.id == person_of(match.players[1]))),
                    match.id,
                )
                for services, match in zip(processes, games, strict=True)
            )
        )
        after = await world.services.tournaments.get(tournament.id)
        rounds = [game.pairing.round for game in after.games]
        assert rounds == [round_number for round_number in range(1, min(number + 1, 3) + 1) for _ in range(4)]
        assert not [game for game in after.games if game.challenge is None]
    assert (await world.services.tournaments.get(tournament.id)).status is TournamentStatus.FINISHED


async def test_an_uncommitted_round_is_drawn_by_the_next_process(world: World) -> None:
    """The process that ends a round's last game dies right before its commit."""
    tournament = await open_tournament(world)
    first, second = await running(world, tournament)
    await resign_as_second(world, first)
    dying_process = make_services(world.store, world.games, world.time, world.chance, alive=lambda: False)
    loser = next(person for person in FOUR if person.id == person_of(second.players[1]))
    with pytest.raises(Exception, match="others may serve"):
        await dying_process.resignations.resign(world.by(loser), second.id)
    before = await world.services.tournaments.get(tournament.id)
    assert before.crosstable.round == 1
    await resign_as_second(world, second)
    after = await world.services.tournaments.get(tournament.id)
    assert [game.pairing.round for game in after.games] == [1, 1, 2, 2]
