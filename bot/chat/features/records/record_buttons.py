"""Show a match again as an animation, and take it along as files."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.pictures import PUBLIC_THEME
from bot.chat.core.whereabouts import Whereabouts, is_heard, whereabouts
from bot.chat.features.records.record_page import export_page, public_replay, replay_page
from bot.play.domain.matches import Match


async def replay(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the animation of a match to one person."""
    (match_id,) = press.numbers(1)
    await show_replay(app, context, await app.lookup.visible(context, match_id))


async def show_replay(app: AppContext, context: InteractionContext, match: Match) -> None:
    """Answer with the animation of a match that the person may see."""
    record = await app.services.exports.of(match.id)
    await context.show(*await replay_page(app, match, record, context.person.id, context.t))


async def post_replay(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the animation of a match to everybody in the place of the press, or say where that can be done."""
    (match_id,) = press.numbers(1)
    match = await app.lookup.visible(context, match_id)
    if not is_heard(context.interaction):
        await context.tell(context.t("replay.only-you", where=f"<#{match.home}>"))
        return
    record = await app.services.exports.of(match.id)
    seen = app.painted(PUBLIC_THEME)
    t = await app.public(match)
    elsewhere = whereabouts(context.interaction) is Whereabouts.ELSEWHERE
    await context.post(*await public_replay(seen, match, record, t, board=not elsewhere))


async def export(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Hand a match over as files."""
    (match_id,) = press.numbers(1)
    await show_export(app, context, await app.lookup.visible(context, match_id))


async def show_export(app: AppContext, context: InteractionContext, match: Match) -> None:
    """Answer with the files of a match that the person may see. Raises Refusal: "export-running"."""
    record = await app.services.exports.for_person(match.id, context.person.id)
    await context.show(*export_page(match, record, context.t))


HANDLERS: Mapping[str, Handler] = {
    "replay": replay,
    "replay-post": post_replay,
    "export": export,
}
