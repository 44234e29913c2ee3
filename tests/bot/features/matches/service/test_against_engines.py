"""Games against computers, muted reminders, and games that newer rules cannot replay."""

from dataclasses import replace

import pytest
import sqlalchemy as sa

from bot.features.engines.service.practice import TermsDraft
from bot.kernel.outbox.notices import Notice
from bot.model.challenges.terms import Terms
from bot.model.events.events import DeadlineNear, DeadlinePassed
from bot.model.match.match_log import CannotReplay
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.people.preferences import AUTO_VACATION
from bot.repositories.tables.match_tables import games
from rules.contract import RulesVersion
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, practice
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, Counting, World
from tests.bot.support.timed import DAY, begin_timed, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_practice_starts_fresh_or_from_another_game(world: World) -> None:
    engines = practice(world, FirstMoveEngines(world))
    world.chance.result = 5
    match = await engines.begin(world.by(CARA), TermsDraft(Terms("conhex", {}, "blue"), level=3), HALL)
    assert (match.is_practice, match.plies, match.commitment, match.place) == (
        True,
        0,
        None,
        replace(HALL, server=None),
    )
    assert match.players == (EnginePlayer("conhex", 3), HumanPlayer(CARA.id))
    assert await world.deliver_all() == [], "practice is shown on its own page"
    hats = await engines.begin(world.by(CARA), TermsDraft(Terms("catch-the-hat", {}), level=1), HALL)
    assert hats.commitment is not None
    assert hats.plies > 0, "practice rolls at once, without waiting for a message"
    first = await world.match("conhex")
    for person in (ANNA, BEN, ANNA):
        move = (await world.services.matches.position(first.id)).state.legal_moves()[0].text
        await world.services.turns.take_turn(world.by(person), first.id, move)
    await world.services.servers.adjudicate(world.by(CARA), first.id, (), "")
    practice_match = await engines.play_on(world.by(CARA), first.id, 2, HALL)
    assert (practice_match.plies, practice_match.taken_over, practice_match.mover) == (2, 2, CARA.id)
    position = await world.services.matches.position(practice_match.id)
    assert position.state == (await world.services.matches.position(first.id, 2)).state
    assert [ply.text for ply in await world.services.matches.plies(practice_match.id, 0, 2)] == [
        ply.text for ply in await world.services.matches.plies(first.id, 0, 2)
    ]


async def test_a_silenced_turn_gets_no_reminder_but_the_next_does(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA, BEN)
    other = await play(world, await begin_timed(world, "3d"), ANNA, BEN)
    await world.services.deadlines.silence(world.by(ANNA), match.id)

    def matches_in_reminders(notices: list[Notice]) -> set[int]:
        return {notice.event.match for notice in notices if isinstance(notice.event, DeadlineNear)}

    assert matches_in_reminders(await pass_by(world, 2 * DAY)) == {other.id}
    await play(world, match, ANNA)
    await play(world, other, ANNA)
    assert matches_in_reminders(await pass_by(world, 2 * DAY)) == {match.id, other.id}


async def test_an_unreplayable_match_is_shown_but_not_played_on(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA, BEN)
    newer = replace(Counting(), versions=(RulesVersion(1, "Old."), RulesVersion(2, "New.")))
    world.games = {**world.games, "counting": newer}
    world.services = world.other_services()
    async with world.store._engines.writer.begin() as connection:
        await connection.execute(sa.update(games).where(games.c.id == match.id).values(position="9 1 2"))
    display = await world.services.matches.display_position(match.id)
    assert display.stop is not None
    with pytest.raises(CannotReplay):
        await world.services.matches.position(match.id)
    await world.services.resignations.resign(world.by(ANNA), match.id)
    with pytest.raises(CannotReplay):
        await world.services.matches.position_after(match.id, match.plies, 0)


async def test_an_expired_soft_time_is_announced_once(world: World) -> None:
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    await world.match()
    match = await play(world, await begin_timed(world, "2d soft"), ANNA, BEN)
    notices = await pass_by(world, 9 * DAY)
    passed = [notice.event for notice in notices if isinstance(notice.event, DeadlinePassed)]
    assert passed == [DeadlinePassed(match.id, 2, 0)]
