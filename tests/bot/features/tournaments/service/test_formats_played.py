"""Whole tournaments by format: pairs of games, knockouts, leagues, engines."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.tournament import Tournament, TournamentStatus
from bot.model.engine_question import NoEngines
from bot.model.people.person import Person
from bot.model.people.players import person_of
from tests.bot.features.privacy.service.leaving import leave
from tests.bot.features.tournaments.service.test_tournaments import (
    CUP,
    FOUR,
    SERVER,
    open_tournament,
    running,
)
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.services import make_services

pytest_plugins = ("tests.bot.support.worlds",)

THREE = (ANNA, BEN, CARA)


async def resign_as_later_entrants(world: World, tournament: Tournament) -> None:
    """Resign each running game for the later entrant."""
    for match in await running(world, tournament):
        loser = next(person for person in FOUR if person.id == max(match.people))
        await world.services.resignations.resign(world.by(loser), match.id)


async def test_a_one_sided_game_is_paired_with_swapped_sides(world: World) -> None:
    setup = replace(CUP, terms=replace(CUP.terms, key="fox-and-hens"), places=3, rules=Rules(Format.SWISS, 2))
    tournament = await open_tournament(world, setup, THREE)
    first, second = await running(world, tournament)
    assert first.players == second.players[::-1]
    byes = [game.pairing.points for game in tournament.games if game.pairing.is_bye]
    assert byes == [(2.0,)]
    await resign_as_later_entrants(world, tournament)
    after = await world.services.tournaments.get(tournament.id)
    assert after.crosstable.round == 2
    assert len(await running(world, tournament)) == 2


async def test_a_knockout_runs_to_its_last_pair_of_games(world: World) -> None:
    tournament = await open_tournament(world, replace(CUP, places=3, rules=Rules(Format.KNOCKOUT)), THREE)
    assert [game.pairing.seats for game in tournament.games] == [(2, 3), (3, 2), (1,)]
    await resign_as_later_entrants(world, tournament)
    final = await running(world, tournament)
    assert {frozenset(match.people) for match in final} == {frozenset((ANNA.id, BEN.id))}
    await resign_as_later_entrants(world, tournament)
    finished = await world.services.tournaments.get(tournament.id)
    assert finished.status is TournamentStatus.FINISHED
    places = {person_of(entrant.player): entrant.place for entrant in finished.entrants}
    assert places == {ANNA.id: 1, BEN.id: 2, CARA.id: 3}
    assert [person_of(entrant.player) for entrant in finished.entrants if entrant.cup] == [ANNA.id]


async def test_a_semifinal_corrected_after_the_end_keeps_the_cup(world: World) -> None:
    tournament = await open_tournament(world, replace(CUP, rules=Rules(Format.KNOCKOUT)), FOUR)
    first = await running(world, tournament)
    while await running(world, tournament):
        await resign_as_later_entrants(world, tournament)
    for match in first:
        other = next(
            (person for person in match.people if person != ANNA.id and ANNA.id in match.people), None
        )
        if other is not None:
            await world.services.result_corrections.correct(
                world.by(ANNA), match.id, (other,), "", server=SERVER
            )
    finished = await world.services.tournaments.get(tournament.id)
    assert finished.status is TournamentStatus.FINISHED
    assert [person_of(entrant.player) for entrant in finished.entrants if entrant.cup] == [ANNA.id]


LEAGUE = replace(CUP, places=7, rules=Rules(Format.LEAGUE, league=LeagueRules(3)))
SIX = tuple(Person(2000 + number, f"P{number}", "en") for number in range(6))


async def play_season(world: World, league: Tournament, people: Sequence[Person]) -> Tournament:
    """Resign each game of a season for the later entrant; return the next season."""
    while games := await running(world, league):
        loser = next(person for person in people if person.id == max(games[0].people))
        await world.services.resignations.resign(world.by(loser), games[0].id)
    return next(iter(await world.services.tournaments.latest(SERVER)))


async def test_an_unplayed_season_ends_the_league_unless_somebody_joined(world: World) -> None:
    league = await open_tournament(world, LEAGUE, SIX)
    await world.services.tournaments.begin(world.by(ANNA), league.id, SERVER)
    joined_league = await open_tournament(world, LEAGUE, SIX)
    await world.services.tournaments.begin(world.by(ANNA), joined_league.id, SERVER)
    await world.services.tournaments.enter(world.by(DORA), joined_league.id, SERVER)
    world.time.pass_by(timedelta(days=4))
    await world.services.timers.act()
    assert (await world.services.tournaments.get(league.id)).status is TournamentStatus.FINISHED
    (second,) = (
        tournament
        for tournament in await world.services.tournaments.latest(SERVER)
        if tournament.setup.rules.season == 2
    )
    assert second.entry_of(DORA.id) is not None


async def test_a_late_league_entrant_plays_from_the_next_season(world: World) -> None:
    league = await open_tournament(world, LEAGUE, SIX)
    await world.services.tournaments.begin(world.by(ANNA), league.id, SERVER)
    after = await world.services.tournaments.enter(world.by(DORA), league.id, SERVER)
    assert [person_of(entrant.player) for entrant in after.waiting()] == [DORA.id]
    assert [len(group) for group in after.standings()] == [3, 3]
    await expect_refusal(
        world.services.tournaments.enter(world.by(EMIL), league.id, SERVER), "tournament-full"
    )
    second = await play_season(world, league, SIX)
    assert second.setup.rules.league.season == 2
    assert [person_of(entrant.player) for entrant in second.entrants] == [
        2000,
        2001,
        2003,
        2002,
        2004,
        2005,
        DORA.id,
    ]
    assert [cup.season for cup in await world.services.tournaments.cups(2000)] == [1]
    finished = await world.services.tournaments.get(league.id)
    assert [entrant.place for entrant in finished.entrants if person_of(entrant.player) == DORA.id] == [None]


async def test_a_league_leaver_can_return_in_the_next_season(world: World) -> None:
    league = await open_tournament(world, LEAGUE, SIX)
    await world.services.tournaments.begin(world.by(ANNA), league.id, SERVER)
    await world.services.tournaments.enter(world.by(DORA), league.id, SERVER)
    league_after = await world.services.tournaments.quit(world.by(DORA), league.id, SERVER)
    assert league_after.entry_of(DORA.id) is None, "a waiting entrant leaves no trace"
    await world.services.tournaments.quit(world.by(SIX[0]), league.id, SERVER)
    after = await world.services.tournaments.enter(world.by(SIX[0]), league.id, SERVER)
    assert [person_of(entrant.player) for entrant in after.waiting()] == [2000]
    second = await play_season(world, league, SIX)
    assert [person_of(entrant.player) for entrant in second.entrants][-1] == 2000
    assert len(second.entrants) == 6


async def test_league_engines_give_way_after_the_season(world: World) -> None:
    services = make_services(world.store, world.games, world.time, world.chance, engines=NoEngines(1))
    terms = replace(LEAGUE, terms=replace(LEAGUE.terms, key="conhex"), engine_level=1, places=4)
    league = await services.tournaments.open(world.by(ANNA), HALL, terms)
    for person in (ANNA, BEN):
        await services.tournaments.enter(world.by(person), league.id, SERVER)
    league = await services.tournaments.begin(world.by(ANNA), league.id, SERVER)
    assert (league.free, league.room) == (0, 2)
    for person in (CARA, DORA):
        league = await services.tournaments.enter(world.by(person), league.id, SERVER)
    assert league.room == 0
    assert sum(entrant.is_engine for entrant in league.entrants) == 2, "the season is played as it was drawn"
    while games := await running(world, league):
        await services.servers.adjudicate(world.by(ANNA), games[0].id, (), "", server=SERVER)
    second = next(iter(await services.tournaments.latest(SERVER)))
    assert sorted(person_of(entrant.player) or 0 for entrant in second.entrants) == sorted(
        (ANNA.id, BEN.id, CARA.id, DORA.id)
    )


async def test_a_person_deleted_while_waiting_for_a_season_is_removed(world: World) -> None:
    league = await open_tournament(world, LEAGUE, SIX)
    await world.services.tournaments.begin(world.by(ANNA), league.id, SERVER)
    await world.services.tournaments.enter(world.by(DORA), league.id, SERVER)
    await leave(world, DORA)
    assert not (await world.services.tournaments.get(league.id)).waiting()


async def test_no_season_starts_with_engines_only(world: World) -> None:
    services = make_services(world.store, world.games, world.time, world.chance, engines=NoEngines(1))
    terms = replace(LEAGUE, terms=replace(LEAGUE.terms, key="conhex"), engine_level=1, places=5)
    league = await services.tournaments.open(world.by(ANNA), HALL, terms)
    for person in (ANNA, BEN):
        await services.tournaments.enter(world.by(person), league.id, SERVER)
    await services.tournaments.begin(world.by(ANNA), league.id, SERVER)
    for person in (ANNA, BEN):
        await services.tournaments.quit(world.by(person), league.id, SERVER)
    while games := await running(world, league):
        await services.servers.adjudicate(world.by(ANNA), games[0].id, (), "", server=SERVER)
    assert [entry.id for entry in await services.tournaments.latest(SERVER)] == [league.id]


async def test_a_tournament_of_engines_only_is_cancelled(world: World) -> None:
    services = make_services(world.store, world.games, world.time, world.chance, engines=NoEngines(1))
    terms = replace(
        CUP, terms=replace(CUP.terms, key="conhex"), engine_level=1, starts=world.time.now + timedelta(days=2)
    )
    unentered = await services.tournaments.open(world.by(ANNA), HALL, terms)
    entered = await services.tournaments.open(world.by(ANNA), HALL, terms)
    await services.tournaments.enter(world.by(BEN), entered.id, SERVER)
    world.time.pass_by(timedelta(days=2))
    await services.timers.act()
    assert (await services.tournaments.get(unentered.id)).status is TournamentStatus.CALLED_OFF
    assert (await services.tournaments.get(entered.id)).status is TournamentStatus.RUNNING


async def test_engines_take_no_places_where_switched_off(world: World) -> None:
    services = make_services(world.store, world.games, world.time, world.chance, engines=NoEngines(1))
    setup = replace(CUP, terms=replace(CUP.terms, key="conhex"), engine_level=1)
    too_small = await services.tournaments.open(world.by(ANNA), HALL, setup)
    await services.tournaments.enter(world.by(ANNA), too_small.id, SERVER)
    large_enough = await services.tournaments.open(world.by(ANNA), HALL, setup)
    for person in (ANNA, BEN, CARA):
        await services.tournaments.enter(world.by(person), large_enough.id, SERVER)
    league = await services.tournaments.open(
        world.by(ANNA), HALL, replace(LEAGUE, terms=replace(LEAGUE.terms, key="conhex"), engine_level=1)
    )
    for person in (ANNA, BEN, CARA):
        await services.tournaments.enter(world.by(person), league.id, SERVER)
    await services.tournaments.begin(world.by(ANNA), league.id, SERVER)
    await services.servers.set_server(world.by(CARA), SERVER, engines=False)
    await expect_refusal(
        services.tournaments.begin(world.by(ANNA), too_small.id, SERVER), "tournament-too-few"
    )
    tournament = await services.tournaments.begin(world.by(ANNA), large_enough.id, SERVER)
    assert not [entrant for entrant in tournament.entrants if entrant.is_engine]
    while games := await running(world, league):
        await services.servers.adjudicate(world.by(ANNA), games[0].id, (), "", server=SERVER)
    second = next(iter(await services.tournaments.latest(SERVER)))
    assert second.setup.rules.league.season == 2
    assert sorted(person_of(entrant.player) or 0 for entrant in second.entrants) == [ANNA.id, BEN.id, CARA.id]
