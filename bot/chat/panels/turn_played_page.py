"""What the panel becomes when its move is played."""

from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot.chat.toolkit import custom_ids, layouts, phrases
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.play.domain.matches import Turn


async def played_page(
    app: AppContext, context: InteractionContext, turn: Turn, also: Sequence[str]
) -> ui.LayoutView:
    """Return what was played and what `also` is to be said, with the way to the next game that waits.

    Once, after ten games, it asks whether moves are still to be confirmed.
    """
    t, match = context.t, turn.match
    said = "\n".join([phrases.move_told(turn, t), *also])
    blocks = [layouts.text(said)]
    if await app.services.agenda.does_another_wait(context.person.id, match.id):
        onward = layouts.button(t("button.next"), custom_ids.write("next", match.id), ButtonStyle.primary)
        blocks.append(layouts.buttons(onward))
    if not turn.repeated and await app.services.settings.asks_about_confirming(context.request):
        keep = layouts.button(t("button.confirming-keep"), custom_ids.write("confirming", 1))
        end = layouts.button(t("button.confirming-end"), custom_ids.write("confirming", 0))
        blocks += [layouts.text(t("confirming.ask")), layouts.buttons(keep, end)]
    return layouts.page(*blocks, accent=layouts.DONE) if len(blocks) > 1 else layouts.note(said)
