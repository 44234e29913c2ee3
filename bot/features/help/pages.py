"""What newcomers are shown in private: rules to read, and how it all works."""

from collections.abc import Mapping, Sequence

from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.offered_boards import OfferedBoard, offered_boards
from bot.chat.core.pictures import Pictures
from bot.features.help.rules_command import rules_page
from bot.features.start.page import board_menus
from bot.locale import Language
from rules.contract import Game


def rules_list_page(games: Mapping[str, Game], t: Language) -> ui.LayoutView:
    """Return the page on which a game is chosen whose rules are to be read."""
    menus = board_menus("choose-rules", offered_boards(games), t)
    return layouts.page(layouts.text(t("welcome.choose-rules")), *menus)


async def read_rules_page(
    pictures: Pictures,
    games: Mapping[str, Game],
    board: OfferedBoard,
    t: Language,
    *,
    learn: Sequence[layouts.Button] = (),
    practises: bool = False,
) -> layouts.Page:
    """Return the rules of a game with the ways to `learn` it and to begin it, and to those of another one."""
    alone = layouts.button(t("button.practise"), custom_ids.write("practise", board.id))
    row = layouts.buttons(
        layouts.button(t("button.play-this"), custom_ids.write("set-up", board.id), ButtonStyle.success),
        *([alone] if practises else []),
        *learn,
        layouts.button(t("button.other-rules"), custom_ids.write("rules-list")),
    )
    return await rules_page(pictures, games, board, t, below=(row,))


def how_it_works_page(t: Language, *, guides: bool = False) -> ui.LayoutView:
    """Return how a game comes about and is played; with `guides`, a way to the first lesson of all."""
    guided = layouts.button(t("button.first-steps"), custom_ids.write("first-steps"), ButtonStyle.primary)
    row = layouts.buttons(
        *([guided] if guides else []),
        layouts.button(t("button.new-game"), custom_ids.write("new-game"), ButtonStyle.success),
        layouts.button(t("button.rules"), custom_ids.write("rules-list")),
    )
    return layouts.page(layouts.text(t("welcome.how-it-works")), row)
