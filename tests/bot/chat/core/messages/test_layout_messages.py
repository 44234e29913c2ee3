"""Edits of Components V2 messages, which versions before 0.9.0 posted."""

from collections.abc import AsyncIterator

import discord
import pytest

from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import closing_edit, kept_files, rewritten
from bot.chat.core.messages.public_message import PublicMessage
from tests.playground.little_bot import Card, LittleBot, log_in, picture_file
from tests.pocket import BRETTSPIELE, Pocket, pocket

__all__ = ["pocket"]

pytestmark = pytest.mark.assumes("layout-stays", "files-in-components-unlisted")


@pytest.fixture
async def layout_message(pocket: Pocket) -> AsyncIterator[discord.Message]:
    """A posted message with text, a picture and buttons."""
    async with log_in(pocket.playground.token) as bot:
        yield await _post(bot)


async def _post(bot: LittleBot) -> discord.Message:
    channel = await bot.fetch_channel(int(BRETTSPIELE))
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send(view=Card("Anna moves"), file=picture_file())
    return await channel.fetch_message(message.id)


def _custom_ids(message: discord.Message) -> list[str]:
    rows = [part for part in message.components if isinstance(part, discord.ActionRow)]
    return [str(button.custom_id) for row in rows for button in row.children]


async def test_closing_keeps_the_picture(layout_message: discord.Message) -> None:
    picture = kept_files(layout_message)
    assert len(picture) == 1
    edit = closing_edit(
        layout_message, "It is over", reworded=lambda words: words.replace("Anna", "a deleted player")
    )
    await edit.apply(layout_message)
    message = await layout_message.channel.fetch_message(layout_message.id)
    assert message.flags.components_v2
    assert _custom_ids(message) == []
    assert layouts.words_in(message) == ["a deleted player moves", "It is over"]
    assert [file.id for file in kept_files(message)] == [file.id for file in picture]
    assert layouts.words_on(message) == "an empty board"


@pytest.mark.parametrize(("old", "pictures"), [("Anna", 1), ("empty", 0)])
async def test_a_picture_with_a_changed_description_is_removed(
    layout_message: discord.Message, old: str, pictures: int
) -> None:
    view = layouts.replace_words(layout_message, lambda words: words.replace(old, "X"))
    galleries = [item for item in view.walk_children() if isinstance(item, discord.ui.MediaGallery)]
    texts = [item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay)]
    assert (len(galleries), texts[0]) == (pictures, "Anna moves".replace(old, "X"))


async def test_rewriting_the_text_keeps_the_picture(layout_message: discord.Message) -> None:
    picture = kept_files(layout_message)
    await rewritten(layout_message, PublicMessage("Ben moves"), 0).apply(layout_message)
    message = await layout_message.channel.fetch_message(layout_message.id)
    assert message.flags.components_v2
    assert layouts.words_in(message) == ["**Ben moves**"]
    assert [file.id for file in kept_files(message)] == [file.id for file in picture]
