"""Presses on following that no message of the bot's offers."""

from bot.chat.core import custom_ids
from bot.features.following import buttons as following_buttons
from bot.features.following.domain import ToldOf
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, CARA, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_what_cannot_be_seen_is_not_followed(world: World) -> None:
    match = await world.match()
    presses = Presses(world, following_buttons.HANDLERS)
    answer = await presses.one(CARA, custom_ids.write("follow-as", match.id, "end"))
    assert await world.services.following.followed_by(CARA.id) == ()
    assert f"#{match.id}" not in answer.text.replace(f"“{match.id}”", ""), "nothing is said of it"


async def test_who_plays_is_told_so(world: World) -> None:
    match = await world.match()
    presses = Presses(world, following_buttons.HANDLERS)
    answer = await presses.one(ANNA, custom_ids.write("follow", match.id))
    assert "You play in this game yourself" in answer.text


async def test_what_is_followed_is_listed(world: World) -> None:
    first, second = await world.match(), await world.match()
    await world.services.following.follow(world.by(CARA), first.id, ToldOf.PLIES)
    await world.services.following.follow(world.by(CARA), second.id, ToldOf.END)
    presses = Presses(world, following_buttons.HANDLERS)
    answer = await presses.one(CARA, custom_ids.write("followed", first.id, 1))
    assert f"#{first.id}: every move · <#70>" in answer.text
    assert f"#{second.id}: the end · <#70>" in answer.text
    assert "You follow 2 games (at most 10):" in answer.text
