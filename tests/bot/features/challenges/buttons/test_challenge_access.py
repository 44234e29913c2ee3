"""Challenge pages of a channel hidden since: each press checks the current permissions."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.features.challenges.buttons import challenge_buttons, counter_offer_buttons, partner_buttons
from bot.model.challenges.challenge import Challenge
from tests.bot.chat import guilds
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

LOUNGE, MODERATOR = 71, 5
UNKNOWN = "There is no such challenge."
HANDLERS: Mapping[str, HandlerOf[Any]] = {
    **challenge_buttons.HANDLERS,
    **partner_buttons.HANDLERS,
    **counter_offer_buttons.HANDLERS,
}


def in_lounge(world: World, *, hidden: bool) -> Presses:
    """Return presses in the lounge; if the hall is `hidden`, only moderators such as Cara see it."""
    closed = {HALL.channel: (MODERATOR,)} if hidden else {}
    channels = (LOUNGE,) if hidden else (LOUNGE, HALL.channel)
    server = guilds.guild(channels, closed, roles=(MODERATOR,))
    return Presses(world, HANDLERS, server, LOUNGE, {CARA.id: (MODERATOR,)})


async def open_challenge(world: World, verb: str) -> Challenge:
    return await (world.lobby() if "table" in verb else world.challenge("conhex", opponent=None))


def is_in(challenge: Challenge, person: int) -> bool:
    return challenge.match is not None or any(member.person == person for member in challenge.members)


@pytest.mark.parametrize("verb", ["accept", "take", "join a table", "take a table", "accept a table"])
async def test_an_old_page_gives_no_access_to_a_hidden_challenge(world: World, verb: str) -> None:
    challenge = await open_challenge(world, verb)
    press = custom_ids.write(verb.partition(" ")[0], challenge.id)
    refused = await in_lounge(world, hidden=True).answer_to(BEN, press)
    assert refused.text.strip() == UNKNOWN
    assert not is_in(await world.services.challenges.get(challenge.id), BEN.id)
    await in_lounge(world, hidden=True).press(CARA, press)
    assert is_in(await world.services.challenges.get(challenge.id), CARA.id), "a moderator still has access"


@pytest.mark.parametrize("verb", ["accept", "take", "join a table", "take a table", "accept a table"])
async def test_anyone_with_channel_access_can_join(world: World, verb: str) -> None:
    challenge = await open_challenge(world, verb)
    await in_lounge(world, hidden=False).press(BEN, custom_ids.write(verb.partition(" ")[0], challenge.id))
    assert is_in(await world.services.challenges.get(challenge.id), BEN.id)


@pytest.mark.parametrize(
    ("verb", "parts"), [("look", ()), ("decline", ()), ("change", ()), ("side", (0, "red"))]
)
async def test_a_hidden_challenge_is_answered_as_unknown(
    world: World, verb: str, parts: tuple[int | str, ...]
) -> None:
    challenge = await world.challenge("conhex", opponent=None)
    press = custom_ids.write(verb, challenge.id, *parts)
    assert (await in_lounge(world, hidden=True).answer_to(BEN, press)).text.strip() == UNKNOWN
    assert (await in_lounge(world, hidden=False).answer_to(BEN, press)).text.strip() != UNKNOWN
    unknown = custom_ids.write(verb, challenge.id + 99, *parts)
    assert (await in_lounge(world, hidden=True).answer_to(BEN, unknown)).text.strip() == UNKNOWN


async def test_hidden_challenges_are_not_listed(world: World) -> None:
    take = custom_ids.write("take", (await world.challenge("conhex", opponent=None)).id)
    listed = custom_ids.write("partners", 0)
    assert take not in (await in_lounge(world, hidden=True).answer_to(BEN, listed)).ids
    assert take in (await in_lounge(world, hidden=True).answer_to(CARA, listed)).ids, (
        "a moderator sees the challenge"
    )
    assert take in (await in_lounge(world, hidden=False).answer_to(BEN, listed)).ids


@pytest.mark.parametrize("verb", ["accept", "look", "decline", "change"])
async def test_a_challenged_player_may_always_answer(world: World, verb: str) -> None:
    challenge = await world.challenge("conhex", opponent=BEN)
    answers = await in_lounge(world, hidden=True).press(BEN, custom_ids.write(verb, challenge.id))
    assert UNKNOWN not in [answer.text.strip() for answer in answers]
