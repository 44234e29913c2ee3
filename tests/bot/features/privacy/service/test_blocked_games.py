"""Leaving games against a blocked person: which are resigned, and which are aborted."""

import pytest

from bot.features.privacy.service.blocked_games import BlockedGames
from bot.model.challenges.terms import Terms
from bot.model.events.events import ChallengeChanged
from bot.model.match.match import Match
from bot.model.people.person import Person
from bot.model.people.preferences import AUTO_VACATION
from bot.model.time.clocks import read_clock
from tests.bot.features.tournaments.service.test_tournaments import open_tournament, running
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.rated import begin, lose
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import DAY, kinds, play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def exits_that_resign(world: World, person: Person = ANNA) -> list[bool]:
    """Return, for each game against a blocked person, whether leaving it resigns it."""
    return [exit_option.resigning for exit_option in await world.services.blocked_games.of(person.id)]


async def block(world: World, blocker: Person = ANNA, blocked: Person = BEN) -> None:
    await world.services.blocks.block(world.by(blocker), blocked)


async def test_an_unrated_game_is_aborted_at_any_ply(world: World) -> None:
    match = await play(world, await world.match(), ANNA, BEN)
    await block(world)
    assert await exits_that_resign(world) == [False]
    final_match = await world.services.blocked_games.end(world.by(ANNA), match.id, resigning=True)
    assert final_match.is_aborted


async def test_a_later_game_of_an_unrated_series_is_aborted(world: World) -> None:
    first = await begin(world, series=True, rated=False)
    await lose(world, first, ANNA)
    await block(world)
    assert await exits_that_resign(world) == [False]


async def test_a_rated_game_is_resigned_once_both_have_moved(world: World) -> None:
    match = await begin(world)
    await block(world)
    resigns = []
    for person in (ANNA, BEN):
        await play(world, match, person)
        resigns += await exits_that_resign(world)
    assert resigns == [False, True]


async def test_a_tournament_game_is_resigned_before_its_first_move(world: World) -> None:
    tournament = await open_tournament(world)
    match: Match = next(game for game in await running(world, tournament) if ANNA.id in game.people)
    (other,) = [person for person in (BEN, CARA, DORA) if person.id in match.people]
    await block(world, ANNA, other)
    assert (match.plies, await exits_that_resign(world)) == (0, [True])
    games: BlockedGames = world.services.blocked_games
    await expect_refusal(games.end(world.by(ANNA), match.id), "would-resign", number=str(match.id))
    final_match = await games.end(world.by(ANNA), match.id, resigning=True)
    assert final_match.outcome is not None
    assert final_match.outcome.winners == (match.seat_of(other.id),)


async def test_a_late_player_cannot_resign_a_rated_game_by_blocking(world: World) -> None:
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    terms = Terms("counting", {"goal": "40"}, "first", rated=True, clock=read_clock("2d"))
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [BEN])
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    match = await play(world, await world.services.matches.get(accepted.match or 0), ANNA, BEN)
    await block(world)
    world.time.pass_by(3 * DAY)
    games: BlockedGames = world.services.blocked_games
    await expect_refusal(games.end(world.by(ANNA), match.id, resigning=True), "time-is-up")


async def test_blocking_changes_only_shared_tables(world: World) -> None:
    table_with_ben = await world.lobby(BEN, CARA)
    annas_table = await world.services.invitations.challenge(world.by(ANNA), Terms("gathering", {}), HALL)
    await world.services.lobbies.join(world.by(CARA), annas_table.id)
    doras_table = await world.services.invitations.challenge(world.by(DORA), Terms("gathering", {}), HALL)
    for person in (ANNA, CARA):
        await world.services.lobbies.join(world.by(person), doras_table.id)
    await world.deliver_all()
    await block(world)
    members = {
        table.id: [member.person for member in (await world.services.challenges.get(table.id)).members]
        for table in (table_with_ben, annas_table, doras_table)
    }
    assert members == {
        table_with_ben.id: [ANNA.id, CARA.id],
        annas_table.id: [ANNA.id, CARA.id],
        doras_table.id: [DORA.id, ANNA.id, CARA.id],
    }
    assert kinds(await world.deliver_all()) == [ChallengeChanged]


async def test_a_blocked_newcomer_is_recorded_by_name(world: World) -> None:
    nora = Person(5555, "Nora", "en")
    assert await world.services.people.names({nora.id}) == {}
    await block(world, ANNA, nora)
    assert await world.services.people.names({nora.id}) == {nora.id: "Nora"}
    renamed = Person(5555, "Norah", "en")
    await block(world, ANNA, renamed)
    assert await world.services.people.names({nora.id}) == {nora.id: "Norah"}
