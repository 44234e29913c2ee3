"""Messages without a nonce, for channels that refuse it."""

from typing import Any

import discord
import pytest

from bot.chat.core.pictures import Pictures
from bot.chat.delivery.discord_sender import DiscordSender, Post
from bot.chat.delivery.refused_forms import RefusedForms, RequestForm
from bot.model.people.person import MessageRef
from tests.bot.chat import guilds
from tests.bot.chat.delivery.test_discord_sender import BOARD, EPOCH, HALL, MORE, NOW, notice
from tests.bot.chat.posted import MessagesInMemory
from tests.galleries import GALLERY


@pytest.mark.parametrize("silent", [True, False])
async def test_a_message_without_nonce_is_otherwise_the_same(silent: bool) -> None:
    messages = MessagesInMemory()
    state = guilds.guild([HALL.channel])._state
    messages.state, http = state, messages
    client: Any = discord.Client(intents=discord.Intents(guilds=True))
    client.http = client._connection.http = http
    client._connection.user = state.user
    forms = RefusedForms(everywhere=frozenset({RequestForm.NONCE}))
    nothing: Any = None
    sender = DiscordSender(client, nothing, nothing, lambda: NOW, EPOCH, forms=forms)
    post = Post(BOARD, (1001,), MORE, NOW, Pictures(GALLERY), (), HALL)
    ref = await sender.post(HALL.channel, notice(silent=silent), post)
    (sent,) = messages.log
    assert ref == MessageRef(HALL.channel, min(messages.messages))
    assert sent.startswith(f"#{HALL.channel} posts{' silently' * silent} (pings 1001) m1\n**A board**")
    assert "[picture]" in sent
    assert "More" in sent
