"""`/dice accept` of a challenge chosen from the list, before and after its terms changed."""

from dataclasses import replace

from bot.model.time.clocks import read_clock
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_terms_changed_since_the_list_are_not_accepted(world: World) -> None:
    presses = Presses(world, {})
    accept = command_of(presses.app, "dice", "accept")
    challenge = await world.challenge("catch-the-hat")
    ((_, listed),) = await presses.suggestions(BEN, accept, "challenge")
    faster = replace(challenge.terms, clock=read_clock("1d"))
    await world.services.term_changes.change(world.by(ANNA), challenge.id, faster)
    await presses.command(BEN, accept, word="luck", challenge=listed)
    assert (await world.services.challenges.get(challenge.id)).open
    ((_, listed_later),) = await presses.suggestions(BEN, accept, "challenge")
    await presses.command(BEN, accept, word="luck", challenge=listed_later)
    assert not (await world.services.challenges.get(challenge.id)).open
