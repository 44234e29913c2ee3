"""Pieces as application emojis: limits, uploads, labels without them."""

import io
import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from PIL import Image

import rules
from bot.chat.core.messages import layouts
from bot.chat.gateway.piece_emojis import PieceEmoji, piece_emojis, sync_emojis
from bot.locale import Texts
from tests.galleries import FRESH_GALLERY

WANTED = (
    PieceEmoji("conhex.red", "conhex_red_0001", b"r"),
    PieceEmoji("conhex.blue", "conhex_blue_0002", b"b"),
)


class Held:
    """The application's emojis at Discord; `refuses`: uploads fail."""

    def __init__(self, *names: str, refuses: bool = False) -> None:
        self.emojis = [self._emoji(name) for name in names]
        self.refuses = refuses
        self.uploads: list[str] = []

    def _emoji(self, name: str) -> Any:
        return discord.PartialEmoji(name=name, id=len(name))

    async def fetch_application_emojis(self) -> Sequence[Any]:
        return self.emojis

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        assert image
        self.uploads.append(name)
        if self.refuses:
            response: Any = SimpleNamespace(status=400, reason="Bad Request")
            raise discord.HTTPException(response, {"code": 30008, "message": "too many"})
        return self._emoji(name)


def test_every_piece_meets_discords_emoji_limits() -> None:
    emojis = piece_emojis(rules.GAMES, FRESH_GALLERY)
    assert {emoji.icon.partition(".")[0] for emoji in emojis} == set(rules.GAMES)
    assert len({emoji.name for emoji in emojis}) == len(emojis) == len({emoji.png for emoji in emojis})
    for emoji in emojis:
        assert re.fullmatch(r"\w{2,32}", emoji.name, re.ASCII), emoji.name
        picture = Image.open(io.BytesIO(emoji.png))
        assert picture.size == (128, 128)
        assert picture.getchannel("A").getpixel((0, 0)) == 0, "the ground is clear"
        assert len(emoji.png) <= 256 * 1024


async def test_only_missing_pieces_are_uploaded() -> None:
    client: Any = Held("conhex_red_0001", "conhex_red_old")
    assert await sync_emojis(client, WANTED) == {
        "conhex.red": "<:conhex_red_0001:15>",
        "conhex.blue": "<:conhex_blue_0002:16>",
    }
    assert client.uploads == ["conhex_blue_0002"]


async def test_a_refusal_leaves_labels_without_icons(caplog: pytest.LogCaptureFixture) -> None:
    client: Any = Held(refuses=True)
    assert await sync_emojis(client, WANTED) == {}
    assert "labels omit them" in caplog.text


def test_languages_have_icons_once_published() -> None:
    texts = Texts.load()
    t = texts.language("de")
    assert t.icon("conhex.red") is None
    assert layouts.button("Move", "fp:move:1", icon=t.icon("conhex.red")).emoji is None
    texts.icons.publish({"conhex.red": "<:conhex_red_0001:15>"})
    button = layouts.button("Move", "fp:move:1", icon=t.icon("conhex.red"))
    assert str(button.emoji) == "<:conhex_red_0001:15>"


def test_every_role_of_the_fullest_table_has_an_emoji() -> None:
    icons = {emoji.icon for emoji in piece_emojis(rules.GAMES, FRESH_GALLERY)}
    several = {key: game for key, game in rules.GAMES.items() if max(game.seats) > min(game.seats)}
    assert several
    for key, game in several.items():
        roles = game.roles(max(game.seats))
        assert {role for role in roles if any(icon.startswith(f"{key}.{role}") for icon in icons)} == set(
            roles
        )
