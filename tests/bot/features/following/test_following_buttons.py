"""Presses on following that no message of the bot's offers."""

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.features.following import buttons as following_buttons
from bot.features.following.domain import ToldOf
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, CARA, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")


async def test_what_cannot_be_seen_is_not_followed(world: World) -> None:
    match = await world.match()
    presses = Presses(world, following_buttons.HANDLERS)
    answer = await presses.one(CARA, custom_ids.write("follow-as", match.id, "end"))
    assert await world.services.following.followed_by(CARA.id) == ()
    assert f"#{match.id}" not in answer.text.replace(f"“{match.id}”", ""), "nothing is said of it"


@pytest.mark.parametrize(
    ("locale", "language"), [(discord.Locale.british_english, "en"), (discord.Locale.german, "de")]
)
async def test_pages_of_following(
    world: World, approved: SnapshotAssertion, locale: discord.Locale, language: str
) -> None:
    first, second = await world.match("conhex"), await world.match("hnefatafl")
    presses = Presses(world, following_buttons.HANDLERS, locale=locale)
    own = await presses.one(ANNA, custom_ids.write("follow", first.id))
    assert own.page == approved(name=f"own-game-{language}")
    await world.services.following.follow(world.by(CARA), first.id, ToldOf.PLIES)
    one = await presses.one(CARA, custom_ids.write("followed", first.id, 1))
    assert one.page == approved(name=f"one-{language}")
    await world.services.following.follow(world.by(CARA), second.id, ToldOf.END)
    two = await presses.one(CARA, custom_ids.write("followed", first.id, 1))
    assert two.page == approved(name=f"two-{language}")
