"""A look at the weekly letter before it comes, for the admins of a server."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.visibility import channels_of, place_visibility_at
from bot.chat.core.messages import layouts
from bot.chat.core.rights.admin_rights import admin_server
from bot.chat.parts.new_game import IN_PRIVATE
from bot.features.letters.services import LetterServices
from bot.model.people.person import Place
from bot.model.refusal import Refusal


async def preview(services: LetterServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show the letter that the server would get now, to an admin alone."""
    server = admin_server(context.interaction)
    due = await services.letters.upcoming(server)
    if due is None:
        raise Refusal("no-letter")
    channels = channels_of(context.interaction.guild)
    sees = place_visibility_at(Place(server, due.channel, context.place.locale), channels)
    message = await services.composer.letter(due, sees, IN_PRIVATE, context.pictures, context.t)
    if message is None:
        await context.show(layouts.note(context.t("letter.preview-nothing")))
        return
    picture = None if message.scene is None else await message.scene.draw(context.pictures)
    page = message.layout(None if picture is None else picture.words)
    page.add_item(layouts.text(context.t("letter.preview")))
    await context.show(page, [] if picture is None else [picture])


HANDLERS: Mapping[str, HandlerOf[LetterServices]] = {"letter-preview": preview}
