"""Block people, and undo it, on the panel of `/block`."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.features.people.block_panel import panel_of
from bot.play.domain.refusal import Refusal


async def overview(app: AppContext, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show whom someone blocks."""
    await context.show(await panel_of(app, context.person.id, context.t))


async def block(app: AppContext, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Block the chosen person. Raises Refusal for bots."""
    people, _ = context.mentioned()
    if context.names_a_bot:
        raise Refusal("opponent-bot")
    if not people:
        raise custom_ids.MalformedId("nobody")
    await app.services.blocks.block(context.request, people[0])
    await context.go_on(await panel_of(app, context.person.id, context.t))


async def unblock(app: AppContext, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Block the chosen person no more."""
    await app.services.blocks.unblock(context.request, custom_ids.snowflake(context.choice))
    await context.go_on(await panel_of(app, context.person.id, context.t))


async def abort(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Abort a game against someone who is blocked, or leave it where it goes on."""
    (match_id,) = press.numbers(1)
    await app.services.blocked_games.end(context.request, match_id)
    await context.go_on(await panel_of(app, context.person.id, context.t))


async def resign(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Get out of a game against someone who is blocked, also where that counts as resigning."""
    (match_id,) = press.numbers(1)
    await app.services.blocked_games.end(context.request, match_id, resigning=True)
    await context.go_on(await panel_of(app, context.person.id, context.t))


HANDLERS: Mapping[str, Handler] = {
    "blocks": overview,
    "block-person": block,
    "unblock": unblock,
    "abort-blocked": abort,
    "resign-blocked": resign,
}
