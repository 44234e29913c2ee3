"""Follow a game that one does not play, and stop doing so."""

from collections.abc import Mapping

from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.visibility import open_to_everyone
from bot.chat.core.messages import layouts
from bot.chat.core.words.game_names import game_name
from bot.chat.parts.matches.match_buttons import board_link
from bot.features.following.domain import MOST, ToldOf, check_following
from bot.features.following.services import FollowingServices
from bot.locale import Language
from bot.model.match.match import Match
from bot.model.refusal import Refusal


async def ask(services: FollowingServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask of what of a match somebody wants to be told."""
    (match_id,) = press.numbers(1)
    match = await _followable(services, context, match_id)
    told_of = await services.following.told_of(context.person.id, match_id)
    await context.show(_page(match, told_of, context.t("follow.ask"), context.t))


async def follow(services: FollowingServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Have somebody be told of each ply, of the end, or of nothing any more."""
    (match_id,), chosen = press.numbers(1), press.after(1)
    if chosen not in set(ToldOf):
        raise custom_ids.MalformedId(press.rest)
    told_of = ToldOf(chosen)
    if told_of is ToldOf.NOTHING:
        await services.following.unfollow(context.request, match_id)
        await context.go_on(layouts.note(context.t("follow.ended", number=match_id)))
        return
    match = await _followable(services, context, match_id)
    await services.following.follow(context.request, match_id, told_of)
    await context.go_on(_page(match, told_of, context.t(f"follow.told-of.{told_of}"), context.t))


async def unfollow(services: FollowingServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Have somebody not be told of a match any more, as they press below what they were told."""
    match_id, _notice = press.numbers(2)
    await services.following.unfollow(context.request, match_id)
    await context.tell(context.t("follow.ended", number=match_id))


async def followed(
    services: FollowingServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show what somebody follows."""
    found = await services.following.followed_by(context.person.id)
    if not found:
        await context.tell(context.t("follow.none"))
        return
    t, lines = context.t, list[str]()
    for one in found:
        match = await services.matches.get(one.match)
        told = t(f"follow.line.{one.told_of}")
        lines.append(
            t("follow.line", game=game_name(match, t), number=match.id, told=told, place=board_link(match))
        )
    said = t("follow.list", n=len(found), limit=MOST)
    await context.show(layouts.note("\n".join((said, *lines))))


async def _followable(services: FollowingServices, context: InteractionContext, match_id: int) -> Match:
    """Return a match that somebody may follow. Raises Refusal.

    Only matches that everybody in the server sees are followed; delivery checks that before each message.
    """
    match = await services.lookup.visible(context, match_id)
    check_following(match, context.person.id)
    if not open_to_everyone(context.interaction.guild, match):
        raise Refusal("follow-private")
    return match


def _page(match: Match, told_of: ToldOf, said: str, t: Language) -> ui.LayoutView:
    shown = [one for one in ToldOf if one is not ToldOf.NOTHING or told_of is not ToldOf.NOTHING]
    row = [
        layouts.button(
            t(f"button.follow.{one}"),
            custom_ids.write("follow-as", match.id, one.value),
            ButtonStyle.primary if one is told_of and one is not ToldOf.NOTHING else ButtonStyle.secondary,
        )
        for one in shown
    ]
    title = t("game.title", game=game_name(match, t), number=match.id)
    return layouts.note(f"{title}\n{said}", layouts.buttons(*row))


HANDLERS: Mapping[str, HandlerOf[FollowingServices]] = {
    "follow": ask,
    "follow-as": follow,
    "unfollow": unfollow,
    "followed": followed,
}
