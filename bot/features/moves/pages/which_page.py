"""Private pages that ask which game, or which move, is meant."""

from collections.abc import Sequence

import discord

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.features.moves.commands.move_suggestions import in_board_order
from bot.locale import Language
from bot.model.match.match import MatchPosition
from rules.contract import Move

MAX_MOVES = 15
_ROW = 4


def which_move_page(
    position: MatchPosition, text_id: str, moves: Sequence[Move], t: Language
) -> discord.ui.LayoutView | None:
    """Return the question which move is meant, with a button for each; None if there are too many."""
    match = position.match
    token = position_token.mark(match)
    try:
        ids = {move: custom_ids.write("confirm", match.id, token, move.text) for move in moves}
    except custom_ids.MalformedId:
        return None
    if len(moves) > MAX_MOVES:
        return None
    row = [
        layouts.button(phrases.offered_name(position.state, move, t), ids[move])
        for move in in_board_order(moves)
    ]
    rows = [layouts.buttons(*row[start : start + _ROW]) for start in range(0, len(row), _ROW)]
    return layouts.page(layouts.text(text_id), *rows)
