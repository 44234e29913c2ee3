"""Challenges with dice, in tournaments and ladders, with deleted people, and from a person's menu."""

from dataclasses import replace

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

from bot.locale import LANGUAGES
from bot.model.challenges.challenge import OTHER_OPTIONS
from bot.model.challenges.terms import Terms
from bot.model.people.privacy import GRACE
from tests.bot.chat import guilds
from tests.bot.chat.walks import CONHEX, FERN, Walk, walk_between
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.features.tournaments.service.ladders import LADDER, challenge_on_ladder
from tests.bot.features.tournaments.service.test_tournaments import CUP, open_tournament
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

HAT = Terms("catch-the-hat", {}, "random", players=3)
PAIR = replace(HAT, players=2)


async def test_dice_words_enter_by_command(world: World, approved: SnapshotAssertion) -> None:
    """The acceptor's word enters the dice; challenges without dice take no word."""
    walk = await walk_between(world, "en", "de")
    invitations = world.services.invitations
    await walk.command(BEN, "dice", "accept", word="Pomeranze")
    await invitations.challenge(world.by(ANNA), CONHEX, HALL, [BEN])
    first = await invitations.challenge(world.by(ANNA), PAIR, HALL, [BEN])
    await walk.posted.deliver()
    await walk.command(BEN, "dice", "accept", word="Pomeranze", challenge="1")
    await walk.command(ANNA, "dice", "accept", word="Apfel")
    await walk.command(BEN, "dice", "accept", word=" ")
    await walk.command(BEN, "dice", "accept", word="x" * 101)
    table = await invitations.challenge(world.by(CARA), HAT, HALL)
    await walk.posted.deliver()
    await walk.suggestions(BEN, "challenge", "", "dice", "accept")
    await walk.suggestions(BEN, "challenge", "cara", "dice", "accept")
    await walk.suggestions(CARA, "challenge", f"#{first.id}", "dice", "accept")
    await walk.command(BEN, "dice", "accept", word="Pomeranze")
    await walk.command(BEN, "dice", "accept", word="Zitrone", challenge="no number")
    await walk.command(BEN, "dice", "accept", word="Pomeranze", challenge=f"#{first.id} whatever")
    await walk.command(BEN, "dice", "accept", word="z" * 100, challenge=f"{table.id}-0")
    await walk.deliver()
    assert walk.text == approved(name="en-de")


async def test_cards_of_a_tournament(world: World, approved: SnapshotAssertion) -> None:
    """A ladder's card cannot be changed; a cup's games share the round's card."""
    walk = await walk_between(world, "de", "en")
    ladder = await open_tournament(world, replace(LADDER, terms=CONHEX), (ANNA, BEN))
    await walk.posted.deliver()
    number = await challenge_on_ladder(world, ladder, BEN, ANNA)
    await walk.deliver()
    (page,) = await walk.press(ANNA, "decline", number)
    assert page.view is not None
    menus = [item for item in page.view.walk_children() if isinstance(item, ui.Select)]
    assert OTHER_OPTIONS not in [option.value for menu in menus for option in menu.options]
    await walk.press(ANNA, "change", number)
    await walk.press(ANNA, "change-send", number, "01020010")
    await walk.press(ANNA, "accept", number)
    await open_tournament(world, replace(CUP, name="Cup", terms=CONHEX), (ANNA, BEN, CARA, DORA))
    await walk.deliver()
    assert walk.text == approved(name="de-en")


async def test_challenges_of_a_deleted_person(world: World, approved: SnapshotAssertion) -> None:
    """Their challenge is withdrawn, one to them declined; a table and an offered seat lose them."""
    walk = await walk_between(world, "en", "de")
    invitations = world.services.invitations
    await invitations.challenge(world.by(BEN), CONHEX, HALL, [CARA])
    await invitations.challenge(world.by(CARA), CONHEX, HALL, [BEN])
    table = await invitations.challenge(world.by(ANNA), replace(HAT, players=4), HALL)
    for person in (BEN, CARA):
        await world.services.lobbies.join(world.by(person), table.id)
    match = await world.match("conhex")
    offer = await world.services.substitutions.offer(world.by(BEN), match.id)
    await walk.posted.deliver()
    await world.services.deletions.ask(world.by(BEN))
    world.time.pass_by(GRACE)
    await world.services.timers.act()
    await walk.deliver()
    assert not (await world.services.substitutions.get(offer.id)).open
    assert [member.person for member in (await world.services.challenges.get(table.id)).members] == [
        ANNA.id,
        CARA.id,
    ]
    assert walk.text == approved(name="en-de")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_person_menu_opens_a_form_for_that_person(
    world: World, language: str, approved: SnapshotAssertion
) -> None:
    """The form already names the person."""
    with_engines(world)
    walk = Walk(world, language)
    server = walk.presses.server
    assert server is not None
    for person in (ANNA, BEN, FERN):
        await walk.menu(ANNA, "challenges", guilds.member(server, person.id, name=person.name))
    assert walk.text == approved(name=language)


async def test_playing_a_rematch_at_a_table(world: World, approved: SnapshotAssertion) -> None:
    """The first player asks and the others join; the rematch is of the channel's latest game."""
    walk = await walk_between(world, "de", "en")
    lobby = await world.services.invitations.challenge(world.by(ANNA), HAT, HALL)
    for person in (BEN, CARA):
        await world.services.lobbies.join(world.by(person), lobby.id)
    number = (await world.services.challenges.get(lobby.id)).match or 0
    await walk.posted.deliver()
    for person in (ANNA, BEN):
        await world.services.resignations.resign(world.by(person), number)
    await walk.posted.deliver()
    await walk.command(CARA, "rematch")
    await walk.press(ANNA, "rematch", number)
    await walk.deliver()
    await walk.press(ANNA, "leave", lobby.id + 1)
    await walk.press(BEN, "rematch", number)
    await walk.press(ANNA, "join", lobby.id + 1)
    await walk.deliver()
    assert walk.text == approved(name="de-en")
