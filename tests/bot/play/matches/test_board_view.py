"""What a message about a board is made of."""

import pytest

from bot.play.domain.refusal import Refusal
from tests.bot.play.fakes import ANNA, BEN, HALL, World

pytest_plugins = ("tests.bot.play.worlds",)


async def _played(world: World) -> int:
    match = await world.match()
    for person in (ANNA, BEN, ANNA):
        await world.services.turns.take_turn(world.by(person), match.id, "take 1")
    return match.id


async def test_it_shows_a_match_after_some_plies_and_how_it_came_there(world: World) -> None:
    match = await _played(world)
    shown = await world.services.matches.board_view(match, 1, 2)
    assert shown.position == await world.services.matches.position(match, 2)
    assert shown.position.match.plies == 3
    assert shown.played == await world.services.matches.plies(match, 1, 2)
    assert shown.names == {ANNA.id: "Anna", BEN.id: "Ben"}
    with pytest.raises(Refusal, match="unknown-ply"):
        await world.services.matches.board_view(match, 3, 4)
    with pytest.raises(Refusal, match="unknown-match"):
        await world.services.matches.board_view(404, 0, 0)


async def test_everyone_reads_the_public_language(world: World) -> None:
    match = await _played(world)
    shown = await world.services.matches.board_view(match, 0, 0)
    assert (shown.locale, shown.theme) == (HALL.locale, None)


async def test_one_reader_reads_their_own_language_in_their_own_colours(world: World) -> None:
    match = await _played(world)
    shown = await world.services.matches.board_view(match, 0, 0, BEN.id)
    assert (shown.locale, shown.theme) == ("en-US", "")
    await world.services.settings.set_preferences(world.by(BEN), language="fr", theme="dark")
    shown = await world.services.matches.board_view(match, 0, 0, BEN.id)
    assert (shown.locale, shown.theme) == ("fr", "dark")
    # Of someone who was never met only the place is known.
    shown = await world.services.matches.board_view(match, 0, 0, 404)
    assert (shown.locale, shown.theme) == (HALL.locale, "")
