"""Private pages that ask which one is meant: which of someone's games, or which of several moves."""

from collections.abc import Mapping, Sequence

import discord

from bot.chat.panels.moves.move_suggestions import in_board_order
from bot.chat.panels.people.agenda_page import title
from bot.chat.toolkit import custom_ids, layouts, position_token
from bot.chat.toolkit.words import phrases
from bot.locale import Language
from bot.play.domain.matches import Match, Position
from rules.contract import Move

MOST_BUTTONS = 8
"""As many games as get a button each; more are chosen in a menu."""
MOST_MOVES = 15
_ROW = 5


def which_game_page(
    matches: Sequence[Match], person: int, names: Mapping[int, str], verb: str, then: str, t: Language
) -> discord.ui.LayoutView:
    """Return the question which game is meant; whoever answers goes on with `verb`, its match and `then`.

    Their own turn comes first. What is too long to go on with is left out.
    """
    ordered = sorted(matches, key=lambda match: match.mover != person)[: layouts.SELECT_LIMIT]
    labels = [(match.id, title(match, person, names, t)) for match in ordered]
    then = _brief(then, verb)
    blocks = [layouts.text(t("which.game"))]
    if len(labels) <= MOST_BUTTONS:
        blocks += [
            layouts.buttons(layouts.button(label, custom_ids.write(verb, number, then)))
            for number, label in labels
        ]
    else:
        options = [discord.SelectOption(label=label[:100], value=str(number)) for number, label in labels]
        blocks.append(layouts.select(custom_ids.write(verb, 0, then), t("games.open"), options))
    return layouts.page(*blocks)


def _brief(then: str, verb: str) -> str:
    longest = custom_ids.LONGEST - len(custom_ids.write(verb, "9" * 18, ""))
    return then if len(then) <= longest else ""


def which_move_page(
    position: Position, asked: str, moves: Sequence[Move], t: Language
) -> discord.ui.LayoutView | None:
    """Return the question which move is meant, with a button for each; None where they are too many."""
    match = position.match
    marked = position_token.mark(match)
    try:
        ids = {move: custom_ids.write("confirm", match.id, marked, move.text) for move in moves}
    except custom_ids.MalformedId:
        return None
    if len(moves) > MOST_MOVES:
        return None
    row = [
        layouts.button(phrases.offered_name(position.state, move, t), ids[move])
        for move in in_board_order(moves)
    ]
    rows = [layouts.buttons(*row[start : start + _ROW]) for start in range(0, len(row), _ROW)]
    return layouts.page(layouts.text(asked), *rows)
