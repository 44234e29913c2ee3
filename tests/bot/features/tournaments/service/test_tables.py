"""Tournaments at tables: drawn, left midway, corrected, played to their end."""

from collections import Counter
from dataclasses import replace
from itertools import count
from random import Random

import pytest

from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import Tournament, TournamentStatus
from bot.model.engine_question import NoEngines
from bot.model.match.match import Match
from bot.model.people.person import Person
from bot.model.people.players import EnginePlayer, person_of
from rules.contract import InvalidOption
from rules.contract.capabilities import score_of
from tests.bot.features.tournaments.service.test_tournaments import CUP, SERVER, open_tournament, running
from tests.bot.support.fakes import ANNA, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.services import make_services

pytest_plugins = ("tests.bot.support.worlds",)

PEOPLE = tuple(Person(2000 + number, f"P{number}", "en") for number in range(9))
HATS = replace(
    CUP, terms=replace(CUP.terms, key="catch-the-hat"), places=7, rules=Rules(Format.TABLES, 2, most=4)
)


def by_id(number: int | None) -> Person:
    return next(candidate for candidate in PEOPLE if candidate.id == number)


async def resign_seats(world: World, match: Match, *seats: int) -> None:
    """Resign for the players of the given seats, in that order."""
    for seat in seats:
        await world.services.resignations.resign(world.by(by_id(person_of(match.players[seat]))), match.id)


async def resign_at_tables(world: World, tournament: Tournament) -> None:
    """Resign at all tables for every seat except the first, from the last seat on."""
    for match in await running(world, tournament):
        await resign_seats(world, match, *range(len(match.players) - 1, 0, -1))


async def play_until_hats_differ(world: World, match: Match) -> tuple[int, ...]:
    """Play until all players have different numbers of hats; return these by seat."""
    await world.open(match.id)
    rng = Random(4)
    for _ in count():
        position = await world.services.matches.position(match.id)
        hats = score_of(position.state)
        if len(set(hats)) == len(match.players):
            return hats
        mover = by_id(position.match.person_at(position.match.turn))
        move = rng.choice(position.state.legal_moves())
        await world.services.turns.take_turn(world.by(mover), match.id, str(move))
    raise AssertionError("count() never ends")


async def test_tables_are_played_to_the_end(world: World) -> None:
    tournament = await open_tournament(world, HATS, PEOPLE[:7])
    assert tournament.status is TournamentStatus.RUNNING
    assert sorted(len(game.pairing.seats) for game in tournament.games) == [3, 4]
    await resign_at_tables(world, tournament)
    second = await world.services.tournaments.get(tournament.id)
    points = {
        len(game.pairing.seats): game.pairing.points for game in second.games if game.pairing.round == 1
    }
    assert points == {4: (3.0, 2.0, 1.0, 0.0), 3: (2.5, 1.5, 0.5)}
    assert sorted(len(game.pairing.seats) for game in second.games if game.runs) == [3, 4]
    seatings = Counter(
        (seat, place) for game in second.games for place, seat in enumerate(game.pairing.seats)
    )
    assert max(seatings.values()) == 1, "nobody has the same seat twice"
    await resign_at_tables(world, tournament)
    finished = await world.services.tournaments.get(tournament.id)
    assert finished.status is TournamentStatus.FINISHED
    assert sum(standing.points for standing in finished.standings()[0]) == 2 * 7 * 1.5
    assert [entrant.place for entrant in finished.entrants if entrant.cup] == [1]


async def test_table_places_follow_the_score_of_the_game(world: World) -> None:
    tournament = await open_tournament(world, replace(HATS, places=3), PEOPLE[:3])
    (match,) = await running(world, tournament)
    hats = await play_until_hats_differ(world, match)
    least = hats.index(min(hats))
    winner = person_of(match.players[least]) or 0
    await world.services.servers.adjudicate(world.by(ANNA), match.id, (winner,), "", server=SERVER)
    after = await world.services.tournaments.get(tournament.id)
    points = after.games[0].pairing.points
    assert points is not None
    order = sorted(range(3), key=lambda seat: (seat != least, -hats[seat]))
    assert [points[seat] for seat in order] == [2.5, 1.5, 0.5]


async def test_a_table_leaver_is_last_and_the_others_play_on(world: World) -> None:
    tournament = await open_tournament(world, replace(HATS, places=4), PEOPLE[:4])
    (match,) = await running(world, tournament)
    await resign_seats(world, match, 1)
    assert (await world.services.tournaments.get(tournament.id)).games[0].runs
    await resign_seats(world, match, 0, 2)
    after = await world.services.tournaments.get(tournament.id)
    assert after.games[0].pairing.points == (1.0, 0.0, 2.0, 3.0)


async def test_corrected_and_annulled_tables_change_the_standings(world: World) -> None:
    tournament = await open_tournament(world, HATS, PEOPLE[:7])
    small, large = sorted(await running(world, tournament), key=lambda match: len(match.players))
    await resign_seats(world, small, 1, 2)
    third = person_of(small.players[2]) or 0
    await world.services.result_corrections.correct(world.by(ANNA), small.id, (third,), "", server=SERVER)
    await world.services.servers.adjudicate(world.by(ANNA), large.id, None, "", server=SERVER)
    after = await world.services.tournaments.get(tournament.id)
    first = {game.challenge: game.pairing for game in after.games if game.pairing.round == 1}
    assert first[small.challenge].points == (1.5, 0.5, 2.5)
    assert (first[large.challenge].points, first[large.challenge].played) == ((0.0, 0.0, 0.0, 0.0), False)


async def test_a_tournament_leaver_is_not_seated_again(world: World) -> None:
    tournament = await open_tournament(world, HATS, PEOPLE[:7])
    await world.services.tournaments.quit(world.by(PEOPLE[0]), tournament.id, SERVER)
    await resign_at_tables(world, tournament)
    after = await world.services.tournaments.get(tournament.id)
    leaver = after.entry_of(PEOPLE[0].id)
    assert leaver is not None
    second = [game.pairing for game in after.games if game.pairing.round == 2]
    assert sorted(seat for pairing in second for seat in pairing.seats) == [
        entrant.number for entrant in after.entrants if entrant != leaver
    ]


async def test_a_bye_comes_once_and_gives_the_average_points(world: World) -> None:
    tournament = await open_tournament(world, replace(HATS, places=5), PEOPLE[:5])
    await resign_at_tables(world, tournament)
    after = await world.services.tournaments.get(tournament.id)
    byes = [game.pairing for game in after.games if game.pairing.is_bye]
    assert [pairing.points for pairing in byes] == [(1.5,), (1.5,)]
    assert len({pairing.seats for pairing in byes}) == 2


async def test_a_tournament_with_too_few_for_a_table_ends(world: World) -> None:
    tournament = await open_tournament(world, replace(HATS, places=3), PEOPLE[:3])
    await world.services.tournaments.quit(world.by(PEOPLE[0]), tournament.id, SERVER)
    await resign_at_tables(world, tournament)
    finished = await world.services.tournaments.get(tournament.id)
    assert (finished.status, finished.crosstable.round) == (TournamentStatus.FINISHED, 1)


async def test_engines_fill_tables_and_win_no_cup(world: World) -> None:
    services = make_services(world.store, world.games, world.time, world.chance, engines=NoEngines(1))
    tournament = await services.tournaments.open(world.by(ANNA), HALL, replace(HATS, engine_level=1))
    for person in PEOPLE[:2]:
        await services.tournaments.enter(world.by(person), tournament.id, SERVER)
    after = await services.tournaments.begin(world.by(ANNA), tournament.id, SERVER)
    assert [isinstance(entrant.player, EnginePlayer) for entrant in after.entrants] == [False] * 2 + [
        True
    ] * 5
    assert sorted(len(match.players) for match in await running(world, after)) == [3, 4]
    assert not [winner for winner in after.winners() if isinstance(winner.player, EnginePlayer)]


async def test_tables_require_a_game_for_each_table_size(world: World) -> None:
    service, request = world.services.tournaments, world.by(ANNA)
    await expect_refusal(
        service.open(request, HALL, replace(HATS, terms=replace(HATS.terms, key="conhex"))),
        "tournament-for-several",
    )
    await expect_refusal(
        service.open(request, HALL, replace(HATS, rules=Rules(Format.TABLES, 10, most=4))),
        "tournament-rounds",
    )
    with pytest.raises(InvalidOption, match="cannot be played by 3"):
        await service.open(request, HALL, replace(HATS, terms=replace(HATS.terms, options={"mode": "party"})))
    tournament = await service.open(request, HALL, replace(HATS, rules=Rules(Format.TABLES, 2, most=8)))
    assert (tournament.setup.rules.least, tournament.setup.rules.most) == (3, 6)
