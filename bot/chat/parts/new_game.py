"""Entries to a new game: menus and a picture of all boards, the button of a welcome."""

from collections.abc import Mapping
from typing import Final

import discord

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import SheetScene
from bot.chat.core.offered_boards import OfferedBoard, offered_boards
from bot.locale import Language
from bot.model.servers.server_rules import ServerRules
from rules.contract import Game

FIRST_BOARD: Final = "hnefatafl/brandubh-7"
"""The board of a small game that is easy to learn."""
IN_PRIVATE: Final = 0
"""The notice number of a message to a single reader."""


def new_game_mark(notice: int) -> str:
    """Return the custom_id of the button *New game* in a notice's message; it identifies the message."""
    return custom_ids.write("new-game", notice)


def sheet(games: Mapping[str, Game], t: Language, rules: ServerRules | None = None) -> SheetScene:
    """Return a picture of all boards that can be played."""
    boards = offered_boards(games, rules)
    text = t("start.sheet", boards=t("list.and").join(board.name(t) for board in boards))
    return SheetScene(tuple(board.on_sheet(t) for board in boards), text)


def board_menus(verb: str, boards: tuple[OfferedBoard, ...], t: Language) -> list[layouts.Block]:
    """Return menus of boards with their descriptions."""
    options = [
        discord.SelectOption(label=board.name(t)[:100], value=board.id, description=board.about(t)[:100])
        for board in boards
    ]
    return [
        layouts.select(custom_ids.write(verb, number), t("welcome.game"), part)
        for number, part in enumerate(layouts.in_menus(options))
    ]
