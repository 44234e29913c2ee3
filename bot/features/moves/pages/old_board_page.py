"""The page after a press on an outdated board."""

from discord import ButtonStyle, ui

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.locale import Language
from bot.model.match.match import Match


def old_board_page(match: Match, person: int, t: Language) -> ui.LayoutView:
    """Return the page of an outdated board, with a link to the newest one."""
    board = match.board
    if board is None:
        text = t("board.old-unposted")
    else:
        server = "@me" if match.place.server is None else match.place.server
        text = t("board.old", url=f"https://discord.com/channels/{server}/{board.channel}/{board.message}")
    row = [layouts.button(t("button.board"), custom_ids.write("board", match.id))]
    if match.mover == person:
        row.append(
            layouts.button(
                t("button.move"),
                custom_ids.write("move", match.id, position_token.mark(match)),
                ButtonStyle.primary,
            )
        )
    return layouts.page(layouts.text(text), layouts.buttons(*row))
