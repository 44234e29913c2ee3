"""What a player reads after their move, and what the panel becomes: it is played, and how to undo it."""

from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot.chat.toolkit import custom_ids, layouts
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.chat.toolkit.words import phrases
from bot.locale import Language
from bot.play.domain.matches import MatchStatus, Turn


def typed_page(said: str, turn: Turn, t: Language) -> ui.LayoutView:
    """Return the answer to a typed move: what is said of it, and below how it can be undone."""
    undo = _undo(turn, t)
    return layouts.note(said, *([layouts.text(t("undo.hint")), layouts.buttons(*undo)] if undo else []))


async def played_page(
    app: AppContext, context: InteractionContext, turn: Turn, also: Sequence[str]
) -> ui.LayoutView:
    """Return what was played and what `also` is to be said, how to undo it, and the way to the next game.

    Once, after ten games, it asks whether moves are still to be confirmed.
    """
    t, match = context.t, turn.match
    said = "\n".join([phrases.move_told(turn, t), *also])
    blocks = [layouts.text(said)]
    row = _undo(turn, t)
    if row:
        blocks.append(layouts.text(t("undo.hint")))
    if await app.services.agenda.does_another_wait(context.person.id, match.id):
        next_game = custom_ids.write("next", match.id)
        row = [*row, layouts.button(t("button.next"), next_game, ButtonStyle.primary)]
    if row:
        blocks.append(layouts.buttons(*row))
    if not turn.repeated and await app.services.settings.asks_about_confirming(context.request):
        keep = layouts.button(t("button.confirming-keep"), custom_ids.write("confirming", 1))
        end = layouts.button(t("button.confirming-end"), custom_ids.write("confirming", 0))
        blocks += [layouts.text(t("confirming.ask")), layouts.buttons(keep, end)]
    return layouts.page(*blocks, accent=layouts.DONE) if len(blocks) > 1 else layouts.note(said)


def _undo(turn: Turn, t: Language) -> list[layouts.Button]:
    """Return the button by which a ply is undone; none where it cannot be."""
    match = turn.match
    if match.status is not MatchStatus.RUNNING or match.plies != turn.number:
        return []
    undo = custom_ids.write("undo", match.id, turn.number, match.taken_back)
    return [layouts.button(t("button.undo"), undo)]
