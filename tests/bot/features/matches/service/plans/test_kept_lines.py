"""Saved lines of exploration: private to their player, each stored once, until deleted."""

import pytest

from bot.features.matches.domain.kept_lines import MOST
from bot.model.refusal import Refusal
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)
LINE = ("take 1", "take 2")


async def test_a_kept_line_is_stored_once_and_private(world: World) -> None:
    match, service = await world.match(), world.services.kept_lines
    for _ in range(2):
        (line,) = await service.keep(world.by(ANNA), match.id, 0, 0, LINE)
    assert (line.ply, line.taken_back, line.moves) == (0, 0, LINE)
    assert await service.of(ANNA.id, match.id) == (line,)
    assert await service.get(ANNA.id, match.id, line.id) == line
    assert await service.of(BEN.id, match.id) == ()
    with pytest.raises(Refusal, match="unknown-kept-line"):
        await service.get(BEN.id, match.id, line.id)


async def test_only_the_owner_deletes_a_kept_line(world: World) -> None:
    match, service = await world.match(), world.services.kept_lines
    (line,) = await service.keep(world.by(ANNA), match.id, 0, 0, LINE)
    assert await service.delete(BEN.id, match.id, line.id) == ()
    assert await service.of(ANNA.id, match.id) == (line,)
    for _ in range(2):
        assert await service.delete(ANNA.id, match.id, line.id) == ()


async def test_kept_lines_are_limited_per_match(world: World) -> None:
    match, service = await world.match(), world.services.kept_lines
    for number in range(MOST):
        await service.keep(world.by(ANNA), match.id, MOST - number, 0, LINE)
    plies = [line.ply for line in await service.of(ANNA.id, match.id)]
    assert plies == list(range(MOST, 0, -1)), "in the order of saving, not by ply"
    with pytest.raises(Refusal, match="too-many-kept-lines"):
        await service.keep(world.by(ANNA), match.id, MOST + 1, 0, LINE)
    assert len(await service.keep(world.by(ANNA), match.id, MOST, 0, LINE)) == MOST
    assert len(await service.keep(world.by(BEN), match.id, 0, 0, LINE)) == 1
    other = await world.match()
    (line,) = await service.keep(world.by(ANNA), other.id, 0, 0, LINE)
    assert await service.of(ANNA.id, other.id) == (line,)
    assert await service.delete(ANNA.id, other.id, (await service.of(ANNA.id, match.id))[0].id) == (line,)
    assert len(await service.of(ANNA.id, match.id)) == MOST


async def test_lines_differ_by_position_take_backs_and_moves(world: World) -> None:
    await world.match()
    match, service = await world.match(), world.services.kept_lines
    lines = [(2, 0, LINE), (3, 0, LINE), (2, 1, LINE), (2, 0, LINE[:1]), (2, 0, LINE[::-1])]
    for _ in range(2):
        for line in lines:
            kept = await service.keep(world.by(ANNA), match.id, *line)
    assert [(line.ply, line.taken_back, line.moves) for line in kept] == lines
    third = kept[2]
    assert await service.get(ANNA.id, match.id, third.id) == third
    assert await service.delete(ANNA.id, match.id, third.id) == (*kept[:2], *kept[3:])
