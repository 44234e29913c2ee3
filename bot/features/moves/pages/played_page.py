"""The page after a move: its confirmation, and the button to undo it."""

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
    """Return the text above the next move, with `also` added, for a player who moves again."""
    undo = undo_row(turn.match, turn.number, t)
    hint = (t("undo.hint"),) if undo else ()
    return Before((phrases.move_sentence(turn, t), *also), undo[0] if undo else None, hint)


def typed_page(text: str, turn: Turn, t: Language) -> ui.LayoutView:
    """Return the answer to a typed move, with its undo button."""
    undo = undo_row(turn.match, turn.number, t)
    return layouts.page(_with_undo(text, undo[0], t), accent=layouts.DONE) if undo else layouts.note(text)


def _with_undo(text: str, undo: layouts.Button, t: Language) -> layouts.Block:
    return layouts.section_with_button(f"{text}\n{t('undo.hint')}", undo)


async def played_page(
    services: MoveServices, context: InteractionContext, turn: Turn, also: Sequence[str]
) -> ui.LayoutView:
    """Return the confirmation with `also` added, and the buttons to undo the move and for the next game.

    Once, after ten games, it asks whether moves still need a confirmation.
    """
    t, match = context.t, turn.match
    text = "\n".join([phrases.move_sentence(turn, t), *also, *board_location(context, match)])
    undo = undo_row(match, turn.number, t)
    onward = await _next_row(services.agenda, context, match)
    blocks = [_with_undo(text, undo[0], t) if undo else layouts.text(text)]
    blocks += [layouts.buttons(*onward)] if onward else []
    if not turn.repeated and await services.settings.asks_about_confirming(context.request):
        here = (match.id, turn.number, match.taken_back)
        keep = layouts.button(t("button.confirming-keep"), custom_ids.write("confirming", 1, *here))
        end = layouts.button(t("button.confirming-end"), custom_ids.write("confirming", 0, *here))
        blocks += [layouts.text(t("confirming.ask")), layouts.buttons(keep, end)]
    return layouts.page(*blocks, accent=layouts.DONE) if undo or len(blocks) > 1 else layouts.note(text)


def board_location(context: InteractionContext, match: Match) -> tuple[str, ...]:
    """Return a line that says where the new board is, if that is not here; empty without one."""
    if match.place.server is None:
        return ()
    if match.place.server == context.place.server:
        is_here = match.home == context.place.channel
        return () if is_here else (context.t("move.goes-on", where=f"<#{match.home}>"),)
    return (context.t("move.told-in", where=f"<#{match.home}>"),)


async def below(
    agenda: AgendaQueries, context: InteractionContext, match: Match, number: int
) -> list[layouts.Block]:
    """Return the buttons below a played ply: undo, and next game."""
    undo = undo_row(match, number, context.t)
    row = [*undo, *await _next_row(agenda, context, match)]
    hint = [layouts.text(context.t("undo.hint"))] if undo else []
    return [*hint, layouts.buttons(*row)] if row else []


async def _next_row(agenda: AgendaQueries, context: InteractionContext, match: Match) -> list[layouts.Button]:
    """Return the button to another game that waits for the person, if there is one."""
    if not await agenda.does_another_wait(context.person.id, match.id):
        return []
    next_game = custom_ids.write("next", match.id)
    return [layouts.button(context.t("button.next"), next_game, ButtonStyle.primary)]


def undo_row(match: Match, number: int, t: Language) -> list[layouts.Button]:
    """Return the undo button of a ply; none if it cannot be undone."""
    if match.status is not MatchStatus.RUNNING or match.plies != number:
        return []
    undo = custom_ids.write("undo", match.id, number, match.taken_back)
    return [layouts.button(t("button.undo"), undo)]
