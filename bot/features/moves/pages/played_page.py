"""What a player reads after their move, and what the panel becomes: it is played, and how to undo it."""

from collections.abc import Sequence

from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.chat.parts.moves.happened import Before
from bot.features.moves.services import MoveServices
from bot.features.people.service.agenda import AgendaQueries
from bot.locale import Language
from bot.model.match.match import Match, MatchStatus, Turn


def before_next(turn: Turn, t: Language, also: Sequence[str] = ()) -> Before:
    """Return what is said, with what `also` is to be said, where a turn's player goes on at once."""
    undo = undo_row(turn.match, turn.number, t)
    hint = (t("undo.hint"),) if undo else ()
    return Before((phrases.move_told(turn, t), *also), undo[0] if undo else None, hint)


def typed_page(said: str, turn: Turn, t: Language) -> ui.LayoutView:
    """Return the answer to a typed move: what is said of it, and below how it can be undone."""
    undo = undo_row(turn.match, turn.number, t)
    return layouts.note(said, *([layouts.text(t("undo.hint")), layouts.buttons(*undo)] if undo else []))


async def played_page(
    services: MoveServices, context: InteractionContext, turn: Turn, also: Sequence[str]
) -> ui.LayoutView:
    """Return what was played and what `also` is to be said, how to undo it, and the way to the next game.

    Once, after ten games, it asks whether moves are still to be confirmed.
    """
    t, match = context.t, turn.match
    said = "\n".join([phrases.move_told(turn, t), *also, *told_elsewhere(context, match)])
    blocks = [layouts.text(said), *await below(services.agenda, context, match, turn.number)]
    if not turn.repeated and await services.settings.asks_about_confirming(context.request):
        here = (match.id, turn.number, match.taken_back)
        keep = layouts.button(t("button.confirming-keep"), custom_ids.write("confirming", 1, *here))
        end = layouts.button(t("button.confirming-end"), custom_ids.write("confirming", 0, *here))
        blocks += [layouts.text(t("confirming.ask")), layouts.buttons(keep, end)]
    return layouts.page(*blocks, accent=layouts.DONE) if len(blocks) > 1 else layouts.note(said)


def told_elsewhere(context: InteractionContext, match: Match) -> tuple[str, ...]:
    """Return where the new board is posted, for a player who speaks outside of the match's server."""
    if match.place.server in {None, context.place.server}:
        return ()
    return (context.t("move.told-in", where=f"<#{match.home}>"),)


async def below(
    agenda: AgendaQueries, context: InteractionContext, match: Match, number: int
) -> list[layouts.Block]:
    """Return what stands below a played ply: how it can be undone, and the way to the next game."""
    t, row = context.t, undo_row(match, number, context.t)
    blocks = [layouts.text(t("undo.hint"))] if row else []
    if await agenda.does_another_wait(context.person.id, match.id):
        next_game = custom_ids.write("next", match.id)
        row.append(layouts.button(t("button.next"), next_game, ButtonStyle.primary))
    return [*blocks, layouts.buttons(*row)] if row else blocks


def undo_row(match: Match, number: int, t: Language) -> list[layouts.Button]:
    """Return the button by which a ply is undone; none where it cannot be."""
    if match.status is not MatchStatus.RUNNING or match.plies != number:
        return []
    undo = custom_ids.write("undo", match.id, number, match.taken_back)
    return [layouts.button(t("button.undo"), undo)]
