"""What a player reads after their move: that it is played, what followed, and how to undo it."""

from discord import ui

from bot.chat.toolkit import custom_ids, layouts
from bot.locale import Language
from bot.play.domain.matches import MatchStatus, Turn


def played_page(said: str, turn: Turn, t: Language) -> ui.LayoutView:
    """Return the answer to a move: what is said of it, and below how it can be undone."""
    return layouts.note(said, *played_rows(turn, t))


def played_rows(turn: Turn, t: Language) -> list[layouts.Block]:
    """Return the row by which a ply is undone and what says for how long; nothing where it cannot be."""
    match = turn.match
    if match.status is not MatchStatus.RUNNING or match.plies != turn.number:
        return []
    undo = layouts.button(t("button.undo"), custom_ids.write("undo", match.id, turn.number, match.taken_back))
    return [layouts.text(t("undo.hint")), layouts.buttons(undo)]
