"""Take one's data along, or have oneself deleted, from the page of `/privacy`."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.features.people import privacy_pages


async def overview(app: AppContext, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show what is kept of someone."""
    await context.show(privacy_pages.privacy_page(app.links, context.leaving, context.t))


async def export(app: AppContext, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Hand over all that is kept of someone, as a file."""
    data = await app.services.personal_exports.of(context.person)
    await context.show(*privacy_pages.export_page(data, context.t))


async def ask(_app: AppContext, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Ask whether someone wants to be deleted."""
    await context.go_on(privacy_pages.first_question(context.t))


async def ask_again(_app: AppContext, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Ask whether they are sure."""
    await context.go_on(privacy_pages.second_question(context.t))


async def forget(app: AppContext, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Have someone deleted when the time to change their mind is over."""
    due = await app.services.deletions.ask(context.request)
    await context.go_on(privacy_pages.asked_page(due, context.t))


async def stay(app: AppContext, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Call a deletion off; who has not asked for one yet has just said that they do not want it."""
    await app.services.deletions.call_off(context.request)
    await context.go_on(layouts.note(context.t("privacy.stays")))


HANDLERS: Mapping[str, Handler] = {
    "privacy": overview,
    "my-data": export,
    "forget-me": ask,
    "forget-me-sure": ask_again,
    "forget-me-now": forget,
    "stay": stay,
}
