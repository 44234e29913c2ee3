"""Private pages for newcomers: the rules, and how the bot works."""

from collections.abc import Mapping

from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.offered_boards import offered_boards
from bot.chat.parts.new_game import board_menus
from bot.locale import Language
from rules.contract import Game


def rules_list_page(games: Mapping[str, Game], t: Language) -> ui.LayoutView:
    """Return the page for choosing the game whose rules to read."""
    menus = board_menus("choose-rules", offered_boards(games), t)
    return layouts.page(layouts.text(t("welcome.choose-rules")), *menus)


def how_it_works_page(t: Language, *, guides: bool = False) -> ui.LayoutView:
    """Return how to start and play a game; with `guides`, a button to the first lesson."""
    guided = layouts.button(t("button.first-steps"), custom_ids.write("first-steps"), ButtonStyle.primary)
    row = layouts.buttons(
        *([guided] if guides else []),
        layouts.button(t("button.new-game"), custom_ids.write("new-game"), ButtonStyle.success),
        layouts.button(t("button.rules"), custom_ids.write("rules-list")),
    )
    return layouts.page(layouts.text(t("welcome.how-it-works")), row)
