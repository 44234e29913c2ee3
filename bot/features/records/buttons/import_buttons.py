"""The buttons of imported games: show, step through, replay, explore and delete them."""

import asyncio
from collections.abc import Mapping

from bot.chat.core import custom_ids, position_token, walked_game
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.parts.matches.history_page import history_page, read_direction
from bot.chat.parts.moves.line_offer import pressed_text
from bot.chat.parts.moves.line_page import line_page
from bot.features.records.domain.imports import ImportedRecord
from bot.features.records.domain.replaying import game_of
from bot.features.records.domain.walked import step_of
from bot.features.records.pages.import_page import import_page, import_replay_page
from bot.features.records.services import RecordServices
from bot.model.match.history import Direction, HistoryStep
from bot.model.match.match_log import CannotReplay


async def open_import(records: RecordServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show the imported game chosen in the menu."""
    (number,) = custom_ids.Press("imports", context.choice).numbers(1)
    imported = await records.imports.get(context.person.id, number)
    await context.show(*await import_page(context.pictures, records.games, imported, context.t))


async def replay(records: RecordServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the animation of an imported game."""
    (number,) = press.numbers(1)
    imported = await records.imports.get(context.person.id, number)
    await context.show(*await import_replay_page(context.pictures, records.games, imported, context.t))


async def delete(records: RecordServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Delete an imported game."""
    (number,) = press.numbers(1)
    await records.imports.delete(context.person.id, number)
    await context.turn_page(layouts.note(context.t("import.deleted")))


async def step(records: RecordServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show another step of an imported game; the last step is the page of its end."""
    number, ply = press.numbers(2)
    direction, _ = read_direction(press)
    imported = await records.imports.get(context.person.id, number)
    history_step = await _step(records, imported, ply, direction)
    if history_step.is_last:
        page = await import_page(context.pictures, records.games, imported, context.t)
    else:
        page = await history_page(
            context.pictures, history_step, context.person.id, context.t, walked=walked_game.IMPORTED
        )
    await context.show_page(*page)


async def explore(records: RecordServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show an explored line from the position after a ply of an imported game."""
    number, token = press.numbers(2)
    imported = await records.imports.get(context.person.id, number)
    ply, _ = position_token.split(token)
    history_step = await _step(records, imported, ply, Direction.HERE)
    if history_step.position.stop is not None:
        raise CannotReplay(history_step.position.stop)
    page = await line_page(
        context.pictures,
        history_step.position,
        history_step.ply,
        pressed_text(context, press.after(2)),
        context.person.id,
        context.t,
        walked_game.IMPORTED,
    )
    await context.show_page(*page)


async def _step(
    records: RecordServices, imported: ImportedRecord, ply: int, direction: Direction
) -> HistoryStep:
    record = imported.record
    return await asyncio.to_thread(
        step_of, record, game_of(record, records.games), imported.id, ply, direction
    )


HANDLERS: Mapping[str, HandlerOf[RecordServices]] = {
    "import-step": step,
    "import-explore": explore,
    "imports": open_import,
    "import-replay": replay,
    "import-delete": delete,
}
