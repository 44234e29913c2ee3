"""Presses on following buttons, also on forged ones."""

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.features.following import buttons as following_buttons
from bot.features.following.domain import FollowedEvents
from bot.features.offers.buttons import more_buttons
from tests.bot.chat.guilds import guild
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")


async def test_a_hidden_game_cannot_be_followed(world: World) -> None:
    match = await world.match()
    presses = Presses(world, following_buttons.HANDLERS)
    answer = await presses.answer_to(CARA, custom_ids.write("follow-as", match.id, "end"))
    assert await world.services.following.followed_matches(CARA.id) == ()
    assert f"#{match.id}" not in answer.text.replace(f"“{match.id}”", ""), (
        "the answer reveals nothing about the match"
    )


@pytest.mark.parametrize(
    ("locale", "language"), [(discord.Locale.british_english, "en"), (discord.Locale.german, "de")]
)
async def test_pages_of_following(
    world: World, approved: SnapshotAssertion, locale: discord.Locale, language: str
) -> None:
    first, second = await world.match("conhex"), await world.match("hnefatafl")
    presses = Presses(world, following_buttons.HANDLERS, locale=locale)
    own_game = await presses.answer_to(ANNA, custom_ids.write("follow", first.id))
    assert own_game.page == approved(name=f"own-game-{language}")
    await world.services.following.follow(world.by(CARA), first.id, FollowedEvents.PLIES)
    one_followed = await presses.answer_to(CARA, custom_ids.write("followed", first.id, 1))
    assert one_followed.page == approved(name=f"one-{language}")
    await world.services.following.follow(world.by(CARA), second.id, FollowedEvents.END)
    two_followed = await presses.answer_to(CARA, custom_ids.write("followed", first.id, 1))
    assert two_followed.page == approved(name=f"two-{language}")


@pytest.mark.parametrize(
    ("locale", "language"), [(discord.Locale.british_english, "en"), (discord.Locale.german, "de")]
)
async def test_following_and_unfollowing_a_game(
    world: World, approved: SnapshotAssertion, locale: discord.Locale, language: str
) -> None:
    match, other = await world.match("conhex"), await world.match("hnefatafl")
    server = guild([HALL.channel])
    presses = Presses(world, following_buttons.HANDLERS, server=server, locale=locale)
    pages = [await presses.answer_to(CARA, custom_ids.write("follow", match.id))]
    for choice in ("plies", "end"):
        pages.append(await presses.answer_to(CARA, custom_ids.write("follow-as", match.id, choice)))
        assert await world.services.following.followed_events(CARA.id, match.id) == choice
    pages.append(await presses.answer_to(CARA, custom_ids.write("follow", match.id)))
    await presses.answer_to(CARA, custom_ids.write("follow-as", other.id, "end"))
    pages.append(await presses.answer_to(CARA, custom_ids.write("follow-as", match.id, "nothing")))
    assert await world.services.following.followed_events(CARA.id, match.id) is FollowedEvents.NOTHING
    pages.append(await presses.answer_to(CARA, custom_ids.write("unfollow", other.id, 5), public=True))
    assert await world.services.following.followed_matches(CARA.id) == ()
    pages.append(await presses.answer_to(CARA, custom_ids.write("followed", other.id, 5), public=True))
    assert "\n".join(page.page for page in pages) == approved(name=language)
    assert [page.in_place for page in pages] == [False, True, True, False, True, False, False]


async def test_hidden_and_finished_games_are_not_followed(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(
        world,
        {**following_buttons.HANDLERS, **more_buttons.HANDLERS},
        server=guild(hidden={HALL.channel: [31]}, roles=[31]),
        roles={CARA.id: [31]},
    )
    refusal = await presses.answer_to(CARA, custom_ids.write("follow-as", match.id, "plies"))
    assert "Only games that everybody in the server can see can be followed." in refusal.text
    await presses.answer_to(CARA, custom_ids.write("follow-as", match.id, "all"))
    presses.server = guild([HALL.channel])
    follow = custom_ids.write("follow", match.id)
    assert follow in (await presses.answer_to(CARA, custom_ids.write("more", match.id))).ids
    assert follow not in (await presses.answer_to(ANNA, custom_ids.write("more", match.id))).ids
    await world.services.resignations.resign(world.by(ANNA), match.id)
    assert follow not in (await presses.answer_to(CARA, custom_ids.write("more", match.id))).ids
    answer = await presses.answer_to(CARA, follow)
    assert "over" in answer.text
    assert await world.services.following.followed_matches(CARA.id) == ()
