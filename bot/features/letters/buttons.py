"""A look at the weekly letter before it comes, for the admins of a server."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.visibility import channels_of, seen_at
from bot.chat.core.messages import layouts
from bot.chat.core.rights.admin_rights import admin_server
from bot.chat.parts.new_game import IN_PRIVATE
from bot.features.letters.events import LetterDue
from bot.features.letters.messages import LetterPuzzle, letter_message
from bot.features.letters.services import LetterServices
from bot.features.puzzles.service.puzzles import Puzzles, PuzzleTask
from bot.model.people.person import Place
from bot.model.refusal import Refusal


async def puzzle_of(puzzles: Puzzles, due: LetterDue) -> LetterPuzzle:
    """Return the puzzle of a letter and that of the letter before, as far as this version has them."""
    return LetterPuzzle(due.number, await _task(puzzles, due.puzzle), await _task(puzzles, due.puzzle_before))


async def preview(services: LetterServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show the letter that the server would get now, to an admin alone."""
    server = admin_server(context.interaction)
    due = await services.letters.upcoming(server)
    if due is None:
        raise Refusal("no-letter")
    channels = channels_of(context.interaction.guild)
    sees = seen_at(Place(server, due.channel, context.place.locale), channels)
    week = await services.contents.week(server, due.since, due.until, sees)
    if week is None:
        await context.show(layouts.note(context.t("letter.preview-nothing")))
        return
    puzzle = await puzzle_of(services.puzzles, due)
    message = letter_message(week, puzzle, IN_PRIVATE, context.pictures, context.t)
    drawn = None if message.scene is None else await message.scene.draw(context.pictures)
    page = message.layout(None if drawn is None else drawn.words)
    page.add_item(layouts.text(context.t("letter.preview")))
    await context.show(page, [] if drawn is None else [drawn])


async def _task(puzzles: Puzzles, number: int | None) -> PuzzleTask | None:
    try:
        return None if number is None else await puzzles.get(number)
    except Refusal:
        # Another version has posted one that this one does not have.
        return None


HANDLERS: Mapping[str, HandlerOf[LetterServices]] = {"letter-preview": preview}
