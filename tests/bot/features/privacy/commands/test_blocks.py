"""Blocks by command, menu and button, and leaving games against blocked people."""

from types import SimpleNamespace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.features.privacy.commands import blocks
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.people.person import Person
from tests.bot.chat.presses import Answer, Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.chat.approved", "tests.bot.support.worlds")


def user(person: Person, *, bot: bool = False) -> Any:
    """Return a person as given by a command's option."""
    return SimpleNamespace(id=person.id, display_name=person.name, bot=bot)


def resolved_users(person: Person, *, bot: bool = False) -> dict[str, Any]:
    """Return a person as given by a menu."""
    return {"users": {str(person.id): {"username": person.name, "bot": bot}}}


async def rated_match(world: World) -> Match:
    """Start a rated game in which Anna and Ben have each moved."""
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("conhex", {"swap": "off"}, "red", rated=True), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    for person, move in ((ANNA, "f6"), (BEN, "c4")):
        await world.services.turns.take_turn(world.by(person), accepted.match, move)
    return await world.services.matches.get(accepted.match)


@pytest.mark.parametrize("code", ["en", "de"])
async def test_blocking_and_leaving_shared_games(
    world: World, approved: SnapshotAssertion, code: str
) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), language=code)
    friendly, rated = await world.match("conhex"), await rated_match(world)
    table = await world.gathering(BEN, CARA)
    presses = Presses(world, blocks.HANDLERS)
    (blocked,) = await presses.command(ANNA, command_of(presses.app, "block"), person=user(BEN))
    assert blocked.page == approved(name=f"blocked-{code}")
    assert await world.services.blocks.of(ANNA.id) == (BEN.id,)
    assert await world.services.blocks.of(BEN.id) == ()
    presses.resolved = resolved_users(CARA)
    panel = await presses.answer_to(ANNA, "fp:block-person", str(CARA.id))
    assert panel.in_place
    assert set(await world.services.blocks.of(ANNA.id)) == {BEN.id, CARA.id}
    aborted = await presses.answer_to(ANNA, custom_ids.write("abort-blocked", friendly.id))
    assert f"#{friendly.id} " not in aborted.text
    refused = await presses.answer_to(ANNA, custom_ids.write("abort-blocked", rated.id))
    assert refused.page == approved(name=f"would-resign-{code}")
    assert (await world.services.matches.get(rated.id)).running
    resigned = await presses.answer_to(ANNA, custom_ids.write("resign-blocked", rated.id))
    assert resigned.page == approved(name=f"resigned-{code}")
    after_leaving = await presses.answer_to(ANNA, custom_ids.write("abort-blocked", table.id))
    assert custom_ids.write("abort-blocked", table.id) not in after_leaving.ids
    matches = [await world.services.matches.get(match.id) for match in (friendly, rated, table)]
    assert [(match.running, match.is_aborted, match.resigned) for match in matches[:2]] == [
        (False, True, None),
        (False, False, 0),
    ]
    assert (matches[2].running, matches[2].retired) == (True, (0,))


async def test_unblocking_removes_the_block(world: World) -> None:
    await world.match("conhex")
    await world.services.blocks.block(world.by(ANNA), BEN)
    await world.services.blocks.block(world.by(ANNA), CARA)
    presses = Presses(world, blocks.HANDLERS)
    panel = await presses.answer_to(ANNA, custom_ids.write("blocks"))
    assert "fp:unblock" in panel.ids
    assert not panel.in_place
    await presses.answer_to(ANNA, "fp:unblock", str(BEN.id))
    assert await world.services.blocks.of(ANNA.id) == (CARA.id,)
    after = await presses.answer_to(ANNA, "fp:unblock", str(CARA.id))
    assert "fp:unblock" not in after.ids
    assert after.in_place
    assert await world.services.blocks.of(ANNA.id) == ()


async def test_bots_and_empty_selections_are_not_blocked(world: World) -> None:
    presses = Presses(world, blocks.HANDLERS)
    (panel,) = await presses.command(ANNA, command_of(presses.app, "block"))
    assert "(fp:block-person)" in panel.page
    refusals: list[Answer] = await presses.command(
        ANNA, command_of(presses.app, "block"), person=user(BEN, bot=True)
    )
    presses.resolved = resolved_users(BEN, bot=True)
    refusals += await presses.press(ANNA, "fp:block-person", str(BEN.id))
    assert {refusal.text.strip() for refusal in refusals} == {"Bots cannot be blocked. Choose a person."}
    presses.resolved = {}
    refusals += await presses.press(ANNA, "fp:block-person")
    assert [refusal.ids for refusal in refusals] == [[], [], []]
    assert await world.services.blocks.of(ANNA.id) == ()
