"""Recomposition of posted messages; messages from before a restore keep their words."""

from types import SimpleNamespace

import discord
import pytest

from bot.chat.core import custom_ids
from bot.chat.core.custom_ids import Press
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.delivery.recomposing import Recall, Recomposer
from tests.bot.chat import guilds
from tests.bot.chat.posted import MessagesInMemory

RESTORED = 467_000


def _game_of(press: Press) -> int | None:
    return press.numbers(1)[0] if press.verb == "more" else None


async def _game(number: int) -> PublicMessage:
    return PublicMessage(f"#{number} as it stands now")


async def _post(custom_id: str, epoch: int) -> discord.Message:
    """Return a posted message with one button of an epoch."""
    messages = MessagesInMemory(state=guilds.guild()._state)
    view = layouts.of_epoch(PublicMessage("#3", rows=((layouts.button("x", custom_id),),)).view(), epoch)
    assert view is not None
    payload = {"components": view.to_components()}
    return messages.message(await messages.send_message(70, params=SimpleNamespace(payload=payload)))


@pytest.mark.parametrize(("posted", "now"), [(0, 0), (0, RESTORED), (RESTORED, RESTORED), (RESTORED, 0)])
async def test_a_message_from_before_a_restore_is_not_recomposed(posted: int, now: int) -> None:
    recomposer = Recomposer(now)
    recomposer.add([Recall(_game_of, _game)])
    again = await recomposer.recompose(await _post(custom_ids.write("more", 3), posted))
    assert (None if again is None else again.headline) == ("#3 as it stands now" if posted == now else None)


@pytest.mark.parametrize("custom_id", ["fp:games", "fp:more:three", "poll:3"])
async def test_a_message_about_no_game_is_not_recomposed(custom_id: str) -> None:
    recomposer = Recomposer(0)
    recomposer.add([Recall(_game_of, _game)])
    assert await recomposer.recompose(await _post(custom_id, 0)) is None
