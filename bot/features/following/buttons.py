"""Follow or unfollow a game between other people."""

from collections.abc import Mapping

from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.visibility import open_to_everyone
from bot.chat.core.messages import layouts
from bot.chat.core.words.game_names import game_name
from bot.chat.parts.matches.match_buttons import board_link
from bot.features.following.domain import MOST, FollowedEvents, check_following
from bot.features.following.services import FollowingServices
from bot.locale import Language
from bot.model.match.match import Match
from bot.model.refusal import Refusal


async def ask(services: FollowingServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the choice of events to a person who wants to follow a match."""
    (match_id,) = press.numbers(1)
    match = await _followable(services, context, match_id)
    events = await services.following.followed_events(context.person.id, match_id)
    await context.show(_page(match, events, context.t("follow.ask"), context.t))


async def follow(services: FollowingServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Follow a match: each ply, its end, or nothing."""
    (match_id,), choice = press.numbers(1), press.after(1)
    if choice not in set(FollowedEvents):
        raise custom_ids.MalformedId(press.rest)
    events = FollowedEvents(choice)
    if events is FollowedEvents.NOTHING:
        await services.following.unfollow(context.request, match_id)
        await context.show_page(layouts.note(context.t("follow.ended", number=match_id)))
        return
    match = await _followable(services, context, match_id)
    await services.following.follow(context.request, match_id, events)
    await context.show_page(_page(match, events, context.t(f"follow.told-of.{events}"), context.t))


async def unfollow(services: FollowingServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Unfollow a match from below one of its messages."""
    match_id, _notice = press.numbers(2)
    await services.following.unfollow(context.request, match_id)
    await context.reply(context.t("follow.ended", number=match_id))


async def show_followed(
    services: FollowingServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show the followed matches."""
    followers = await services.following.followed_matches(context.person.id)
    if not followers:
        await context.reply(context.t("follow.none"))
        return
    t, lines = context.t, list[str]()
    for follower in followers:
        match = await services.matches.get(follower.match)
        text = t(f"follow.line.{follower.events}")
        lines.append(
            t("follow.line", game=game_name(match, t), number=match.id, told=text, place=board_link(match))
        )
    list_text = t("follow.list", n=len(followers), limit=MOST)
    await context.show(layouts.note("\n".join((list_text, *lines))))


async def _followable(services: FollowingServices, context: InteractionContext, match_id: int) -> Match:
    """Return a match that the person may follow. Raises Refusal.

    Only matches visible to everybody in the server can be followed; delivery checks this before each message.
    """
    match = await services.lookup.visible(context, match_id)
    check_following(match, context.person.id)
    if not open_to_everyone(context.interaction.guild, match):
        raise Refusal("follow-private")
    return match


def _page(match: Match, events: FollowedEvents, text: str, t: Language) -> ui.LayoutView:
    choices = [
        choice
        for choice in FollowedEvents
        if choice is not FollowedEvents.NOTHING or events is not FollowedEvents.NOTHING
    ]
    row = [
        layouts.button(
            t(f"button.follow.{choice}"),
            custom_ids.write("follow-as", match.id, choice.value),
            ButtonStyle.primary
            if choice is events and choice is not FollowedEvents.NOTHING
            else ButtonStyle.secondary,
        )
        for choice in choices
    ]
    title = t("game.title", game=game_name(match, t), number=match.id)
    return layouts.note(f"{title}\n{text}", layouts.buttons(*row))


HANDLERS: Mapping[str, HandlerOf[FollowingServices]] = {
    "follow": ask,
    "follow-as": follow,
    "unfollow": unfollow,
    "followed": show_followed,
}
