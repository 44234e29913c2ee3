"""Formats as they are played: pairs of games of one-sided games, knockouts to their end."""

from dataclasses import replace

from bot.play.domain.people.players import person_of
from bot.play.domain.tournaments.formats import Format, Rules
from bot.play.domain.tournaments.tournament import Tournament, TournamentStatus
from tests.bot.play.fakes import ANNA, BEN, CARA, World
from tests.bot.play.tournaments.test_tournaments import CUP, opened, running

pytest_plugins = ("tests.bot.play.worlds",)

THREE = (ANNA, BEN, CARA)


async def won_by_earlier(world: World, tournament: Tournament) -> None:
    """Have whoever has entered earlier win all games that go on."""
    for match in await running(world, tournament):
        loser = next(one for one in THREE if one.id == max(match.people))
        await world.services.resignations.resign(world.by(loser), match.id)


async def test_each_pairing_of_a_one_sided_game_is_two_games_with_swapped_sides(world: World) -> None:
    terms = replace(CUP, key="fox-and-hens", places=3, rules=Rules(Format.SWISS, 2))
    tournament = await opened(world, terms, THREE)
    one, other = await running(world, tournament)
    assert one.players == other.players[::-1]
    free = [game.pairing.points for game in tournament.games if game.pairing.is_bye]
    assert free == [(2.0,)]
    await won_by_earlier(world, tournament)
    after = await world.services.tournaments.get(tournament.id)
    assert after.crosstable.round == 2
    assert len(await running(world, tournament)) == 2


async def test_a_knockout_goes_on_to_its_last_pair_of_games(world: World) -> None:
    tournament = await opened(world, replace(CUP, places=3, rules=Rules(Format.KNOCKOUT)), THREE)
    assert [game.pairing.seats for game in tournament.games] == [(2, 3), (3, 2), (1,)]
    await won_by_earlier(world, tournament)
    final = await running(world, tournament)
    assert {frozenset(match.people) for match in final} == {frozenset((ANNA.id, BEN.id))}
    await won_by_earlier(world, tournament)
    over = await world.services.tournaments.get(tournament.id)
    assert over.status is TournamentStatus.FINISHED
    places = {person_of(one.player): one.place for one in over.entrants}
    assert places == {ANNA.id: 1, BEN.id: 2, CARA.id: 3}
    assert [person_of(one.player) for one in over.entrants if one.cup] == [ANNA.id]
