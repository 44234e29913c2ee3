"""Buttons of a challenge's card: accept, decline, withdraw."""

from dataclasses import replace

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.features.challenges.buttons import challenge_buttons
from bot.features.challenges.buttons.past_challenges import with_outcomes
from bot.features.challenges.messages import card_ids
from bot.model.challenges.terms import CHOICE_ROLE
from tests.bot.chat import guilds
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")


async def test_accepting_starts_a_game(world: World) -> None:
    challenge = await world.challenge("conhex")
    presses = Presses(world, challenge_buttons.HANDLERS)
    answer = await presses.answer_to(BEN, custom_ids.write("accept", challenge.id))
    match = (await world.services.challenges.get(challenge.id)).match
    assert custom_ids.write("board", match or 0) in answer.ids


@pytest.mark.parametrize("side", [0, 1])
async def test_accepting_asks_for_a_side_if_the_terms_leave_it_open(world: World, side: int) -> None:
    challenge = await world.challenge("hnefatafl", role=CHOICE_ROLE, board="brandubh-7")
    presses = Presses(world, challenge_buttons.HANDLERS)
    question = await presses.answer_to(BEN, custom_ids.write("accept", challenge.id))
    roles = ("attackers", "defenders")
    assert question.ids == [custom_ids.write("side", challenge.id, 0, role) for role in roles]
    answer = await presses.answer_to(BEN, question.ids[side])
    match = await world.services.matches.get((await world.services.challenges.get(challenge.id)).match or 0)
    assert match.people[side] == BEN.id
    first_choice = custom_ids.write("choose", match.id, 0, ":d7")
    assert (first_choice if side == 0 else custom_ids.write("board", match.id)) in answer.ids


async def test_choosing_a_side_after_changed_terms_starts_no_match(world: World) -> None:
    challenge = await world.challenge("hnefatafl", role=CHOICE_ROLE, board="brandubh-7")
    presses = Presses(world, challenge_buttons.HANDLERS)
    question = await presses.answer_to(BEN, custom_ids.write("accept", challenge.id))
    changed = replace(challenge.terms, options={"board": "tablut-9"})
    await world.services.term_changes.change(world.by(ANNA), challenge.id, changed)
    answer = await presses.answer_to(BEN, question.ids[0])
    assert "Tablut" in answer.text
    assert (await world.services.challenges.get(challenge.id)).match is None


async def test_others_open_an_open_challenge_only_in_its_channel(world: World) -> None:
    look = custom_ids.write("look", (await world.challenge("conhex", opponent=None)).id)
    server = guilds.guild((HALL.channel, 71))
    pages = [
        await Presses(world, challenge_buttons.HANDLERS, server, channel).answer_to(person, look)
        for person, channel in ((ANNA, 71), (BEN, 71), (BEN, HALL.channel))
    ]
    assert [bool(page.ids) for page in pages] == [True, False, True]


async def test_joining_a_table_requires_the_current_terms(world: World) -> None:
    table = await world.lobby(players=3)
    changed = await world.services.term_changes.change(
        world.by(ANNA), table.id, replace(table.terms, players=4)
    )
    presses = Presses(world, challenge_buttons.HANDLERS)
    for shown, joined in ((table, False), (changed, True)):
        await presses.answer_to(BEN, card_ids.join_id(shown))
        members = (await world.services.challenges.get(table.id)).members
        assert (BEN.id in [member.person for member in members]) is joined


@pytest.mark.parametrize(
    ("locale", "language"), [(discord.Locale.british_english, "en"), (discord.Locale.german, "de")]
)
async def test_answers_to_card_buttons(
    world: World, approved: SnapshotAssertion, locale: discord.Locale, language: str
) -> None:
    presses = Presses(world, with_outcomes(challenge_buttons.HANDLERS), locale=locale)
    choice = await world.challenge("hnefatafl", role=CHOICE_ROLE, board="brandubh-7")
    question = await presses.answer_to(BEN, custom_ids.write("accept", choice.id))
    assert question.page == approved(name=f"which-side-{language}")
    challenge = await world.challenge("conhex")
    why = await presses.answer_to(BEN, custom_ids.write("decline", challenge.id))
    assert why.page == approved(name=f"why-not-{language}")
    withdrawn = await presses.answer_to(BEN, custom_ids.write("withdraw", challenge.id))
    assert withdrawn.page == approved(name=f"not-yours-{language}")
    await world.services.invitations.decline(world.by(BEN), challenge.id, "no-time")
    declined = await presses.answer_to(ANNA, custom_ids.write("withdraw", challenge.id))
    assert declined.page == approved(name=f"declined-{language}")


async def test_declining_asks_why_and_only_the_challenger_withdraws(world: World) -> None:
    challenge = await world.challenge("conhex")
    presses = Presses(world, challenge_buttons.HANDLERS)
    question = await presses.answer_to(BEN, custom_ids.write("decline", challenge.id))
    assert question.ids == [custom_ids.write("decline-because", challenge.id)]
    assert (await presses.answer_to(BEN, custom_ids.write("withdraw", challenge.id))).ids == []
    assert (await world.services.challenges.get(challenge.id)).status == "open"
    await presses.answer_to(ANNA, custom_ids.write("withdraw", challenge.id))
    assert (await world.services.challenges.get(challenge.id)).status == "withdrawn"


async def test_an_accepted_card_links_the_game(world: World) -> None:
    challenge = await world.challenge("conhex")
    presses = Presses(world, with_outcomes(challenge_buttons.HANDLERS))
    await presses.answer_to(BEN, custom_ids.write("accept", challenge.id))
    match = (await world.services.challenges.get(challenge.id)).match
    for verb in ("withdraw", "look"):
        past = await presses.answer_to(ANNA, custom_ids.write(verb, challenge.id))
        assert past.ids == [custom_ids.write("board", match or 0)]
        assert "has started" in past.text or "hat begonnen" in past.text
