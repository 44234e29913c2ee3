"""The data of a board's message."""

from datetime import timedelta

import pytest

from bot.model.challenges.terms import Terms
from bot.model.refusal import Refusal
from rules.contract.series import TieBreak
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.rated import begin, lose, ratings

pytest_plugins = ("tests.bot.support.worlds",)


async def _play_game(world: World) -> int:
    match = await world.match()
    for person in (ANNA, BEN, ANNA):
        await world.services.turns.take_turn(world.by(person), match.id, "take 1")
    return match.id


async def test_a_view_shows_a_position_and_the_plies_before_it(world: World) -> None:
    match = await _play_game(world)
    view = await world.services.matches.board_view(match, 1, 2)
    assert view.position == await world.services.matches.position(match, 2)
    assert view.position.match.plies == 3
    assert view.plies == await world.services.matches.plies(match, 1, 2)
    assert view.position.names == {ANNA.id: "Anna", BEN.id: "Ben"}
    with pytest.raises(Refusal, match="unknown-ply"):
        await world.services.matches.board_view(match, 3, 4)
    with pytest.raises(Refusal, match="unknown-match"):
        await world.services.matches.board_view(404, 0, 0)


async def test_a_public_view_uses_the_public_language(world: World) -> None:
    match = await _play_game(world)
    view = await world.services.matches.board_view(match, 0, 0)
    assert (view.locale, view.theme) == (HALL.locale, "")


async def test_a_public_view_uses_the_server_s_theme(world: World) -> None:
    match = await _play_game(world)
    await world.services.servers.set_server(world.by(CARA), HALL.server or 0, theme="print")
    assert (await world.services.matches.board_view(match, 0, 0)).theme == "print"
    assert (await world.services.matches.board_view(match, 0, 0, BEN.id)).theme == ""


async def test_positions_include_the_series_standing(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", tie_break=TieBreak.NONE), HALL, [BEN]
    )
    match = (await world.services.invitations.accept(world.by(BEN), challenge.id)).match or 0
    turn = await world.services.turns.take_turn(world.by(ANNA), match, "take 1")
    position = (await world.services.matches.board_view(match, 0, 1)).position
    series = await world.services.matches.series(challenge.id)
    assert position.series == series
    after = await world.services.matches.after(turn)
    assert (after.match, after.state) == (turn.match, turn.state)
    assert (after.series, after.names) == (series, {ANNA.id: "Anna", BEN.id: "Ben"})
    single_game = await _play_game(world)
    assert (await world.services.matches.position(single_game)).series is None


async def test_a_personal_view_uses_the_reader_s_language_and_theme(world: World) -> None:
    match = await _play_game(world)
    view = await world.services.matches.board_view(match, 0, 0, BEN.id)
    assert (view.locale, view.theme) == ("en-US", "")
    await world.services.settings.set_preferences(world.by(BEN), language="fr", theme="dark")
    view = await world.services.matches.board_view(match, 0, 0, BEN.id)
    assert (view.locale, view.theme) == ("fr", "dark")
    # A stranger gets the language of the place.
    view = await world.services.matches.board_view(match, 0, 0, 404)
    assert (view.locale, view.theme) == (HALL.locale, "")


async def test_the_end_of_a_rated_game_shows_ratings_and_score(world: World) -> None:
    boards = []
    for loser in (BEN, BEN, ANNA):
        match = await begin(world, ANNA, BEN)
        await lose(world, match, loser)
        boards.append(await world.services.matches.board_view(match.id, 0, 1))
        world.time.pass_by(timedelta(hours=1))
    score = boards[-1].score
    assert score is not None
    assert (score.won, score.drawn, score.lost) == (2, 0, 1)
    changes = {
        change.person: change.after.rating.value - change.before.rating.value for change in boards[0].ratings
    }
    assert changes.keys() == {ANNA.id, BEN.id}
    assert changes[ANNA.id] > 0 > changes[BEN.id]
    running_match = await begin(world, ANNA, BEN)
    view = await world.services.matches.board_view(running_match.id, 0, 0)
    assert (view.score, view.ratings) == (None, ())
    unrated = await begin(world, ANNA, BEN, rated=False)
    await lose(world, unrated, BEN)
    assert (await world.services.matches.board_view(unrated.id, 0, 1)).ratings == ()


async def test_the_last_game_of_a_rated_series_shows_no_ratings(world: World) -> None:
    first = await begin(world, ANNA, BEN, series=True)
    for number in (first.id, first.id + 1):
        await lose(world, await world.services.matches.get(number), BEN)
    assert await ratings(world, ANNA) != []
    assert (await world.services.matches.board_view(first.id + 1, 0, 1)).ratings == ()
