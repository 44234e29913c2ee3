"""A real discord.py bot in the playground: its messages arrive as Discord would show them."""

import discord
import pytest

from tests.openapi import OpenApi, find
from tests.playground.little_bot import LittleBot, picture_file, png
from tests.pocket import BEN, BRETTSPIELE, LOBBY, Pocket, Refused, button, components_of, text_of

EPHEMERAL, LOADING, V2 = 64, 128, 1 << 15

pytestmark = pytest.mark.usefixtures("bot")


async def test_bot_logs_in_and_syncs_commands(pocket: Pocket, bot: LittleBot) -> None:
    state = await pocket.anna.state()
    assert state["bot"]["online"]
    assert {c["name"] for c in state["commands"]} == {
        "hello",
        "late",
        "silent",
        "picture",
        "pick",
        "form",
        "find",
    }
    assert [guild.name for guild in bot.guilds] == ["Spieleabend", "Game Night"]
    assert [channel.name for channel in bot.guilds[0].text_channels] == ["brettspiele", "plauderei"]
    assert bot.guilds[0].preferred_locale is discord.Locale.american_english
    channel = bot.get_channel(int(BRETTSPIELE))
    assert isinstance(channel, discord.TextChannel)
    assert channel.permissions_for(channel.guild.me).create_public_threads
    assert not channel.permissions_for(channel.guild.me).manage_messages


async def test_second_sync_keeps_command_ids(pocket: Pocket, bot: LittleBot) -> None:
    before = {c["name"]: (c["id"], c["version"]) for c in (await pocket.anna.state())["commands"]}
    bot.tree.remove_command("late")
    await bot.tree.sync()
    after = {c["name"]: (c["id"], c["version"]) for c in (await pocket.anna.state())["commands"]}
    del before["late"]
    assert after == before
    fetched = await bot.tree.fetch_commands()
    assert {(c.name, str(c.id)) for c in fetched} == {(name, ids[0]) for name, ids in after.items()}


async def test_slash_command_is_answered(pocket: Pocket, bot: LittleBot) -> None:
    outcome = await pocket.anna.command(BRETTSPIELE, "hello", who=BEN)
    assert outcome["status"] == "answered"
    message = outcome["message"]
    assert message["content"] == f"Hello <@{BEN}> from de/en-US"
    assert message["mention_ids"] == [BEN]
    assert message["interaction"]["name"] == "hello"
    assert message["interaction_metadata"]["user"]["username"] == "anna"
    assert message["author"]["id"] == str(bot.application_id)
    assert await pocket.ben.messages(BRETTSPIELE) == [message]


async def test_interaction_carries_person_and_server_locales(pocket: Pocket) -> None:
    await pocket.line.ask("PATCH", f"/playground/users/{BEN}", {"locale": "fr"})
    outcome = await pocket.ben.command(LOBBY, "hello")
    assert outcome["message"]["content"] == "Hello all from fr/en-US"
    dm = await pocket.ben.open_dm()
    outcome = await pocket.ben.command(dm, "hello")
    assert outcome["message"]["content"] == "Hello all from fr/None"


async def test_deferred_answer_and_follow_up_are_posted(pocket: Pocket) -> None:
    outcome = await pocket.anna.command(BRETTSPIELE, "late")
    assert outcome["callback_type"] == 5
    assert outcome["message"]["flags"] & LOADING

    async def both_messages() -> list[str] | None:
        texts = [message["content"] for message in await pocket.anna.messages(BRETTSPIELE)]
        return texts if len(texts) == 2 and texts[0] else None

    assert await pocket.until(both_messages) == ["first", "second"]
    rows = await pocket.anna.messages(BRETTSPIELE)
    assert rows[0]["id"] == outcome["message"]["id"]
    assert not rows[0]["flags"] & LOADING
    assert [message["content"] for message in await pocket.ben.messages(BRETTSPIELE)] == ["first"]


async def test_a_private_deferral_makes_the_first_follow_up_private(pocket: Pocket) -> None:
    outcome = await pocket.anna.command(BRETTSPIELE, "late", private=True)
    assert outcome["message"]["flags"] & EPHEMERAL
    assert await pocket.ben.messages(BRETTSPIELE) == []


async def test_picture_is_posted_in_a_gallery(pocket: Pocket) -> None:
    message = (await pocket.anna.command(BRETTSPIELE, "picture"))["message"]
    assert message["flags"] & V2
    assert message["attachments"] == []
    gallery = next(c for c in components_of(message) if c["type"] == 12)
    media = gallery["items"][0]["media"]
    assert (media["width"], media["height"], media["content_type"]) == (4, 3, "image/png")
    assert gallery["items"][0]["description"] == "an empty board"
    async with pocket.line.session.get(media["url"]) as response:
        assert response.content_type == "image/png"
        assert await response.read() == png()


async def test_a_button_edits_the_picture(pocket: Pocket) -> None:
    message = (await pocket.anna.command(BRETTSPIELE, "picture"))["message"]
    outcome = await pocket.ben.press(message, button(message, "Press"))
    assert (outcome["status"], outcome["callback_type"]) == ("answered", 6)

    async def message_after_press() -> object:
        (message,) = await pocket.anna.messages(BRETTSPIELE)
        return message if text_of(message) == "pressed 1" else None

    items = await pocket.until(message_after_press)
    assert next(c for c in components_of(items) if c["type"] == 12)["items"][0]["media"]["width"] == 4
    assert items["edited_timestamp"] is not None


async def test_page_client_refuses_impossible_presses(pocket: Pocket) -> None:
    message = (await pocket.anna.command(BRETTSPIELE, "picture", private=True))["message"]
    with pytest.raises(Refused, match="disabled"):
        await pocket.anna.press(message, "press:2")
    with pytest.raises(Refused, match="no such component"):
        await pocket.anna.press(message, "press:77")
    with pytest.raises(Refused, match="no such message"):
        await pocket.ben.press(message, "press:1")


async def test_selects_are_answered_and_validated(pocket: Pocket) -> None:
    message = (await pocket.anna.command(BRETTSPIELE, "pick"))["message"]
    outcome = await pocket.anna.choose(message, "pick", "one", "three")
    assert (outcome["callback_type"], outcome["message"]["content"]) == (7, "picked one, three")
    assert outcome["message"]["id"] == message["id"]
    answer_to_ben = await pocket.ben.choose(message, "people", BEN, kind=5)
    assert answer_to_ben["message"]["content"] == "met ben"
    assert answer_to_ben["message"]["ephemeral_for"] == BEN
    with pytest.raises(Refused, match="not one of the options"):
        await pocket.anna.choose(message, "pick", "four")
    with pytest.raises(Refused, match="choose 1 to 2"):
        await pocket.anna.choose(message, "pick", "one", "two", "three")
    forged = await pocket.anna.choose(message, "pick", "four", forged=True)
    assert forged["message"]["content"] == "picked four"


async def test_modal_is_submitted_and_validated(pocket: Pocket) -> None:
    outcome = await pocket.anna.command(BRETTSPIELE, "form")
    assert outcome["callback_type"] == 9
    modal = outcome["modal"]
    assert modal["title"] == "A form"
    answer = await pocket.anna.submit(BRETTSPIELE, modal, name="Anna")
    assert answer["message"]["content"] == "You are Anna"
    assert answer["message"]["ephemeral_for"] == pocket.anna.id
    with pytest.raises(Refused, match="name"):
        await pocket.anna.submit(BRETTSPIELE, modal, name="far too long a name")
    with pytest.raises(Refused, match="filled in"):
        await pocket.anna.submit(BRETTSPIELE, modal, name="")
    with pytest.raises(Refused, match="no such modal"):
        await pocket.ben.submit(BRETTSPIELE, modal, name="Ben")


async def test_autocomplete_suggests_choices(pocket: Pocket) -> None:
    choices = await pocket.anna.complete(BRETTSPIELE, "find word", "text", text="ap")
    assert [choice["value"] for choice in choices] == ["apple", "apricot"]
    outcome = await pocket.anna.command(BRETTSPIELE, "find word", text="kiwi")
    assert outcome["message"]["content"] == "found kiwi"
    assert outcome["message"]["interaction"]["name"] == "find word"


async def test_page_client_refuses_invalid_command_input(pocket: Pocket) -> None:
    for name, options, reason in (
        ("nothing", {}, "unknown command"),
        ("hello", {"whom": BEN}, "unknown option"),
        ("hello", {"who": "1"}, "no such person"),
        ("find word", {}, "missing option"),
        ("late", {"private": "yes"}, "yes or no"),
    ):
        with pytest.raises(Refused, match=reason):
            await pocket.anna.command(BRETTSPIELE, name, **options)


async def test_a_silent_bot_fails_after_three_seconds(pocket: Pocket) -> None:
    outcome = await pocket.anna.command(BRETTSPIELE, "silent")
    assert (outcome["status"], outcome["message"]) == ("failed", None)


async def test_threads_dms_and_nonces_work(pocket: Pocket, bot: LittleBot) -> None:
    channel = await bot.fetch_channel(int(BRETTSPIELE))
    assert isinstance(channel, discord.TextChannel)
    first = await channel.send("once", nonce="n1")
    assert (await channel.send("once", nonce="n1")).id == first.id
    pocket.clock.pass_by(600)
    assert (await channel.send("once", nonce="n1")).id != first.id

    thread = await first.create_thread(name="A game", auto_archive_duration=10080)
    assert thread.id == first.id
    assert thread.auto_archive_duration == 10080
    with pytest.raises(discord.HTTPException) as twice:
        await first.create_thread(name="Again")
    assert twice.value.code == 160004
    posted = await thread.send(view=discord.ui.LayoutView().add_item(discord.ui.TextDisplay("go")))
    assert (await thread.fetch_message(posted.id)).flags.components_v2
    rows = await pocket.ben.messages(str(thread.id))
    assert [text_of(message) for message in rows] == ["go"]
    state = await pocket.ben.state()
    listed = next(c for c in state["guilds"][0]["channels"] if c["id"] == str(thread.id))
    assert (listed["type"], listed["parent_id"], listed["archived"]) == (11, BRETTSPIELE, False)
    in_thread = await pocket.ben.command(str(thread.id), "hello")
    assert in_thread["status"] == "answered"

    ben = await bot.fetch_user(int(BEN))
    assert [m.content for m in [await ben.send("psst")]] == ["psst"]
    (dm,) = (await pocket.ben.state())["dms"]
    assert [m["content"] for m in await pocket.ben.messages(dm["id"])] == ["psst"]
    assert (await pocket.anna.state())["dms"] == []
    with pytest.raises(Refused):
        await pocket.anna.messages(dm["id"])


async def test_edit_replaces_and_drops_files(bot: LittleBot) -> None:
    channel = await bot.fetch_channel(int(BRETTSPIELE))
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send("two", files=[picture_file("a.png"), picture_file("b.png")])
    message_after = await message.edit(attachments=[message.attachments[1]])
    assert [file.filename for file in message_after.attachments] == ["b.png"]
    with_new_file = await message_after.edit(attachments=[*message_after.attachments, picture_file("c.png")])
    assert [file.filename for file in with_new_file.attachments] == ["b.png", "c.png"]
    assert with_new_file.attachments[1].description == "an empty board"
    bare = await with_new_file.edit(content="none", attachments=[])
    assert bare.attachments == []


async def test_every_request_matches_the_openapi_description(pocket: Pocket, bot: LittleBot) -> None:
    if find() is None:
        pytest.skip("no openapi.json at hand")
    message = (await pocket.anna.command(BRETTSPIELE, "picture"))["message"]
    await pocket.anna.press(message, "press:1")
    await pocket.anna.command(BRETTSPIELE, "late")
    await pocket.anna.command(BRETTSPIELE, "form")
    await pocket.anna.command(BRETTSPIELE, "pick")
    channel = await bot.fetch_channel(int(BRETTSPIELE))
    assert isinstance(channel, discord.TextChannel)
    posted = await channel.send("x", file=picture_file(), nonce="n")
    await posted.create_thread(name="t")
    await (await bot.fetch_user(int(BEN))).send("dm")
    description = OpenApi.load()
    requests = await pocket.control.requests()
    assert len(requests) > 12
    problems = [
        line
        for request in requests
        for line in description.problems(request["method"], request["path"], request["json"])
    ]
    assert problems == []
    uploaded = [file for request in requests for file in request["files"]]
    assert {file["description"] for file in uploaded} == {"an empty board"}
