"""`/server end` and `/server result`: the winner an admin names, and refusals."""

from types import SimpleNamespace

from bot.model.match.match import ANNULLED
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

BEN_WINS = SimpleNamespace(id=BEN.id)


async def test_an_admin_ends_a_match_with_a_winner_and_corrects_that(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, {})
    options = {"game": str(match.id), "reason": " They agreed. "}
    end = command_of(presses.app, "server", "end")
    await presses.command(CARA, end, admin=True, winner=BEN_WINS, **options)
    outcome = (await world.services.matches.get(match.id)).outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    (entry,) = await world.services.servers.audit(HALL.server or 0)
    assert (entry.who, entry.note, entry.winners) == (CARA.id, "They agreed.", (BEN.id,))
    await presses.command(CARA, command_of(presses.app, "server", "result"), admin=True, draw=True, **options)
    draw = (await world.services.matches.get(match.id)).outcome
    assert draw is not None
    assert draw.winners == ()
    await presses.command(CARA, command_of(presses.app, "server", "result"), admin=True, **options)
    voided = (await world.services.matches.get(match.id)).outcome
    assert voided is not None
    assert voided.reason == ANNULLED


async def test_a_winner_in_a_draw_is_asked_about(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, {})
    command = command_of(presses.app, "server", "end")
    options = {"game": str(match.id), "reason": "both", "winner": BEN_WINS, "draw": True}
    (answer,) = await presses.command(CARA, command, admin=True, **options)
    assert "not both" in answer.text
    assert (await world.services.matches.get(match.id)).running


async def test_nobody_else_ends_matches(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, {})
    command = command_of(presses.app, "server", "end")
    await presses.command(ANNA, command, game=str(match.id), reason="I want to", winner=BEN_WINS)
    assert (await world.services.matches.get(match.id)).running
