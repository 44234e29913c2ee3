"""The web page's buttons in the chat: open the board, sign out everywhere, show a name, hide a page."""

from collections.abc import Mapping
from contextlib import suppress

import discord

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.features.web.services import WebServices
from bot.locale import Language
from bot.model.match.match import Match
from bot.model.refusal import Refusal


def board_button(match_id: int, t: Language) -> layouts.Button:
    """Return the button that opens the board in a browser."""
    return layouts.button(t("button.open-board"), custom_ids.write("open-board", match_id))


def sign_out_button(t: Language) -> layouts.Button:
    """Return the button that ends all of a person's sessions."""
    return layouts.button(t("button.web-sign-out"), custom_ids.write("web-sign-out"))


def names_button(t: Language) -> layouts.Button:
    """Return the button that asks about the person's name on public pages."""
    return layouts.button(t("button.web-names"), custom_ids.write("web-names"))


async def open_board(services: WebServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Send a link to a match to the person who pressed."""
    (match_id,) = press.numbers(1)
    settings = services.settings
    match = await _visible_match(services, context, match_id)
    token = await services.grants.link(context.request, match)
    t = context.t
    row = [layouts.link(t("button.open-board"), settings.link(token, match_id))]
    text = t("web.link", number=match_id)
    if settings.client_secret is not None and _has_activities(context):
        row.append(layouts.button(t("button.open-activity"), custom_ids.write("open-activity", match_id)))
    page = await _page_of(services, match)
    if page is not None:
        text = f"{text}\n{t('web.page-there', url=settings.page(match_id))}"
        if match.seat_of(context.person.id) is not None:
            row.append(layouts.button(t("button.web-hide"), custom_ids.write("web-hide", match_id)))
    await context.show(layouts.note(text, layouts.buttons(*row)))


async def _visible_match(services: WebServices, context: InteractionContext, match_id: int) -> Match:
    """Return a match that the person may see. Raises Refusal.

    In direct messages, where followers get boards, Discord is asked whether onlookers may see it.
    """
    try:
        return await services.lookup.visible(context, match_id)
    except Refusal:
        if context.place.server is not None:
            raise
        with suppress(Refusal):
            match = await services.lookup.matches.get(match_id)
            if await services.visibility.is_open_to(match, context.person.id):
                return match
        raise


async def _page_of(services: WebServices, match: Match) -> Match | None:
    return None if match.running else await services.pages.match_with_page(match.id)


def _has_activities(context: InteractionContext) -> bool:
    """Return whether Discord documents Activities for the place, which excludes threads and forum posts."""
    channel = context.interaction.channel
    return context.place.parent is None and not isinstance(channel, discord.Thread)


async def open_activity(_services: WebServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Launch the Activity; it opens the match of the person's latest link."""
    press.numbers(1)
    if not await context.launch():
        await context.reply(context.t("web.no-activity"))


async def hide(services: WebServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Hide the public page of a match, as one of its players."""
    (match_id,) = press.numbers(1)
    await services.pages.hide(context.request, match_id)
    await context.show_page(layouts.note(context.t("web.page-hidden", number=match_id)))


async def sign_out(services: WebServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """End all links and sessions of the person."""
    await services.grants.sign_out(context.request)
    await services.hub.check_person(context.person.id)
    await context.reply(context.t("web.signed-out"))


async def names(services: WebServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask whether the person's name may appear on public pages, or store the answer."""
    if press.rest in {"0", "1"}:
        await services.pages.set_named(context.request, on=press.rest == "1")
    named = await services.pages.is_named(context.person.id)
    t = context.t
    other = layouts.button(
        t("button.web-names-off" if named else "button.web-names-on"),
        custom_ids.write("web-names", 0 if named else 1),
    )
    page = layouts.note(t("web.names-on" if named else "web.names-off"), layouts.buttons(other))
    if press.rest:
        await context.turn_page(page)
    else:
        await context.show(page)


HANDLERS: Mapping[str, HandlerOf[WebServices]] = {
    "open-board": open_board,
    "open-activity": open_activity,
    "web-hide": hide,
    "web-sign-out": sign_out,
    "web-names": names,
}
