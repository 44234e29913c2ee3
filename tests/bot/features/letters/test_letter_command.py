"""`/server letter`, its preview, and the posted letter."""

from datetime import timedelta
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.chat.delivery.discord_sender import PlaceClosed
from bot.features.letters import commands as letter_commands
from bot.features.letters.domain import LetterDue
from bot.features.servers.buttons import settings_buttons
from bot.features.servers.domain import WEEK
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.people.person import Place
from bot.model.time.clocks import read_clock
from data.store import Store
from rules import GAMES
from tests.bot.chat import guilds
from tests.bot.chat.delivery.collected_posts import CollectedPosts, access_to, send
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import command_of, features_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

SERVER, LOUNGE, CLOSED, MODERATORS = HALL.server or 0, 71, 74, 5
HOUR = timedelta(hours=1)
PREVIEW = custom_ids.write("letter-preview")
EACH_LANGUAGE = pytest.mark.parametrize("code", ["en", "de"])


@pytest.fixture
def world(store: Store) -> World:
    """Return a world with real games, since the letter uses their translated names."""
    return World(store, {key: GAMES[key] for key in ("hnefatafl", "conhex")})


def presses_at(world: World, channel: int) -> Presses:
    """Return a driver for a server with two public channels and one for moderators."""
    server = guilds.guild((HALL.channel, LOUNGE), {CLOSED: (MODERATORS,)}, roles=(MODERATORS,))
    handlers: dict[str, Any] = {**letter_commands.HANDLERS, **settings_buttons.HANDLERS}
    return Presses(world, handlers, server, channel, {CARA.id: (MODERATORS,)})


async def command(presses: Presses, **options: object) -> str:
    """Run `/server letter` as an admin; return the command and its answer as text."""
    letter = command_of(presses.app, "server", "letter")
    (answer,) = await presses.command(CARA, letter, admin=True, **options)
    assert not answer.public
    return f"> /server letter {options}\n{answer.page}"


async def play_and_resign(world: World, channel: int, *moves: str) -> Match:
    """Play the given moves in a channel; Anna then resigns."""
    terms = Terms("conhex", {"swap": "off"}, "red", clock=read_clock("3d"))
    place = Place(SERVER, channel, "de")
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, place, [BEN])
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    match = accepted.match or 0
    for number, move in enumerate(moves):
        await world.services.turns.take_turn(world.by((ANNA, BEN)[number % 2]), match, move)
    await world.services.resignations.resign(world.by(ANNA), match)
    return await world.services.matches.get(match)


@EACH_LANGUAGE
async def test_answers_of_the_letter_command(world: World, approved: SnapshotAssertion, code: str) -> None:
    await world.services.settings.set_preferences(world.by(CARA), language=code, zone="Europe/Berlin")
    presses = presses_at(world, LOUNGE)
    lines = presses.app.slots.server_lines
    (line,) = [entry for entry in lines if entry.key == "letter"]
    pages = [
        await command(presses, on=False),
        (await presses.answer_to(CARA, PREVIEW, admin=True)).page,
        await command(presses, on=True),
        await command(presses, on=True, day="wednesday", time="9:30"),
        await command(presses, on=True, day="friday", time="noon o'clock"),
        (await presses.answer_to(CARA, PREVIEW, admin=True)).page,
    ]
    letter = await world.services.weekly_letters.of_server(SERVER)
    assert letter is not None
    assert (letter.channel, letter.rhythm.day, f"{letter.rhythm.time:%H:%M}", letter.rhythm.zone) == (
        LOUNGE,
        2,
        "09:30",
        "Europe/Berlin",
    )
    settings = command_of(presses.app, "server", "settings")
    (settings_page,) = await presses.command(CARA, settings, admin=True)
    pages += [row for row in settings_page.text.splitlines() if "09:30" in row]
    (page,) = [await presses.answer_to(CARA, "fp:server-line:0", "letter", admin=True)]
    pages.append(page.page)
    pages.append(await command(presses, on=False))
    assert line.place == letter_commands.PLACE
    assert await world.services.weekly_letters.of_server(SERVER) is None
    assert "\n".join(pages) == approved(name=code)


@EACH_LANGUAGE
async def test_preview_and_letter_omit_hidden_games(
    world: World, approved: SnapshotAssertion, code: str
) -> None:
    """The lounge's letter omits games in a closed channel, even if previewed from there."""
    await world.services.settings.set_preferences(world.by(CARA), language=code)
    await world.services.servers.set_server(world.by(CARA), SERVER, language=code, theme="print")
    await command(presses_at(world, LOUNGE), on=True)
    open_match = await play_and_resign(world, HALL.channel, "a1", "f6", "b3")
    closed_match = await play_and_resign(world, CLOSED, "a1")
    await world.deliver_all()
    world.time.pass_by(HOUR)
    (preview,) = await presses_at(world, CLOSED).press(CARA, PREVIEW, admin=True)
    assert not preview.public
    assert f"#{open_match.id}]" in preview.text
    assert f"#{closed_match.id}]" not in preview.text
    refused = await presses_at(world, CLOSED).answer_to(DORA, PREVIEW)
    assert refused.text.strip() == "Only people who manage this server can do that."
    letter = await letter_after_week(world, LOUNGE)
    for message in (preview.page, letter.text):
        assert message == approved(name=f"{'letter' if message == letter.text else 'preview'}-{code}")
    ((_, _, post),) = letter.posts
    assert post.pictures.theme == "print"


async def test_a_closed_channel_s_letter_includes_its_own_games(world: World) -> None:
    await command(presses_at(world, CLOSED), on=True)
    matches = [await play_and_resign(world, channel, "a1") for channel in (HALL.channel, CLOSED)]
    await world.deliver_all()
    text = (await letter_after_week(world, CLOSED)).text
    assert not [match.id for match in matches if f"#{match.id}]" not in text]
    (preview,) = await presses_at(world, CLOSED).press(CARA, PREVIEW, admin=True)
    assert f"#{matches[1].id}]" in preview.text, "previews cover seven days, even if already posted"


@pytest.mark.parametrize("gone", [True, False])
async def test_only_a_deleted_channel_ends_the_letters(world: World, *, gone: bool) -> None:
    await command(presses_at(world, LOUNGE), on=True)
    await play_and_resign(world, HALL.channel, "a1")
    await world.deliver_all()
    posts = await letter_after_week(world, LOUNGE, CollectedPosts(closed=PlaceClosed("no", gone=gone)))
    assert posts.posts == []
    assert (await world.services.weekly_letters.of_server(SERVER) is None) is gone


async def test_no_letter_is_posted_without_news_for_its_readers(world: World) -> None:
    await command(presses_at(world, LOUNGE), on=True)
    await play_and_resign(world, CLOSED, "a1")
    await world.deliver_all()
    world.time.pass_by(HOUR)
    (preview,) = await presses_at(world, CLOSED).press(CARA, PREVIEW, admin=True)
    assert (await letter_after_week(world, LOUNGE)).posts == []
    assert "Nothing happened here" in preview.text


async def test_a_forum_post_gets_no_letter(world: World) -> None:
    server = guilds.guild(forums=(HALL.channel,), channels=(HALL.channel,))
    presses = Presses(world, {}, server, 7001, thread=True)
    answer = await command(presses, on=True)
    assert "A forum has no place for a weekly letter" in answer
    await command(presses, on=False)
    assert await world.services.weekly_letters.of_server(SERVER) is None


async def letter_after_week(
    world: World, channel: int, posts: CollectedPosts | None = None
) -> CollectedPosts:
    """Advance the clock by a week; return the letters posted by then."""
    world.time.pass_by(WEEK)
    await world.services.timers.act()
    collected = posts or CollectedPosts()
    presses = presses_at(world, channel)
    features = features_of(presses.app)
    assert presses.server is not None
    access = access_to(collected, presses.server)
    messages = features.letters.messages(presses.app.chat, access, features.servers.services)
    for notice in await world.deliver_all():
        if isinstance(notice.event, LetterDue):
            await send(messages, notice)
    return collected
