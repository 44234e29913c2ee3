"""Uploads of the games' pieces as application emojis, each once.

A name ends with a hash of the picture: a redrawn piece gets a new name, and older messages keep the old
emoji. If Discord refuses, labels have no icons.
"""

import hashlib
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import discord

from bot.chat.core.failures.discord_refusals import FAILURES, got, in_words
from bot.locale import icons
from render import Gallery
from rules.contract import Game

log = logging.getLogger(__name__)

_MAX_NAME_LENGTH: Final = 32
_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class PieceEmoji:
    """A picture to upload: its icon, such as "conhex.red", its name at Discord, and the PNG."""

    icon: str
    name: str
    png: bytes


def piece_emojis(games: Mapping[str, Game], gallery: Gallery) -> list[PieceEmoji]:
    """Draw the pieces of all games; each game has them for the roles of its largest number of players."""
    emojis = []
    for key, game in games.items():
        seats = max(game.seats)
        roles = game.roles(seats)
        pieces = sorted(gallery.pieces(game.new({}, players=seats)).items())
        emojis += [_emoji(icons.piece(key, roles[seat], kind), png) for (seat, kind), png in pieces]
    return emojis


def _emoji(icon: str, png: bytes) -> PieceEmoji:
    digest = hashlib.sha256(png).hexdigest()[:_DIGITS]
    plain = icon.replace("-", "_").replace(".", "_")[: _MAX_NAME_LENGTH - _DIGITS - 1]
    return PieceEmoji(icon, f"{plain}_{digest}", png)


async def sync_emojis(client: discord.Client, own_emojis: Iterable[PieceEmoji]) -> Mapping[str, str]:
    """Upload the emojis that Discord lacks; return the markup of all by icon, none after a failure."""
    emojis = list(own_emojis)
    try:
        existing = {emoji.name: emoji for emoji in await got(client.fetch_application_emojis())}
        for emoji in emojis:
            if emoji.name not in existing:
                created = await got(client.create_application_emoji(name=emoji.name, image=emoji.png))
                existing[created.name] = created
    except FAILURES as error:
        log.warning("some emojis of pieces are missing, labels omit them: %s", in_words(error))
        return {}
    return {emoji.icon: str(existing[emoji.name]) for emoji in emojis if emoji.name in existing}
