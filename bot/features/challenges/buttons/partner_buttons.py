"""`/open`: list the open challenges and lobbies of the server, accept one, subscribe to new ones."""

from collections.abc import Mapping
from typing import Final

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.visibility import place_visibility
from bot.chat.core.lookup.whereabouts import server_of
from bot.chat.core.rights import call_roles
from bot.features.challenges.buttons.challenge_access import visible_challenge
from bot.features.challenges.messages import card_ids, card_updates
from bot.features.challenges.pages.challenge_page import begun_page, challenge_page
from bot.features.challenges.pages.open_page import open_page
from bot.features.challenges.services import ChallengeServices
from bot.model.refusal import Refusal


async def page(
    services: ChallengeServices,
    context: InteractionContext,
    start: int = 0,
    *,
    has_role: bool | None = None,
) -> ui.LayoutView:
    """Return the server's open challenges that the person can see. Raises Refusal outside of servers.

    `has_role` is their subscription to new ones, if it has just changed.
    """
    server = server_of(context.interaction)
    if server is None:
        raise Refusal("servers-only")
    sees = place_visibility(context.interaction)
    challenges = await services.challenges.open_in(server)
    visible = [challenge for challenge in challenges if sees(challenge.place)]
    if has_role is None:
        rules = await services.servers.server(server)
        role = call_roles.role_in(context.interaction, rules.call_role)
        has_role = None if role is None else call_roles.has_role(context.interaction, role)
    return open_page(services.games, visible, context.person.id, context.t, start, has_role=has_role)


async def turn(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the page of open challenges that starts at an index of their list."""
    (start,) = press.numbers(1)
    await context.show_page(await page(services, context, start))


async def accept_listed(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Accept a challenge or join a table from a list.

    The private answer replaces a private list; a public list does not change.
    """
    challenge_id, revision = card_ids.read_accept(press)
    challenge = await visible_challenge(services.challenges, context, challenge_id)
    agreeing = (
        services.lobbies.join(context.request, challenge_id, revision=revision)
        if challenge.lobby
        else services.invitations.accept(context.request, challenge_id, revision)
    )
    outcome = await card_updates.accept_or_ask(services, context, agreeing)
    if outcome is None:
        return
    if outcome.match is not None:
        match = await services.matches.get(outcome.match)
        await context.show_page(begun_page(match, context.t))
        return
    text = context.t("lobby.joined-private")
    await context.show_page(
        *await challenge_page(services.cards, context.pictures, outcome, context.person.id, context.t, text)
    )


async def set_calls(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Switch the person's pings for new open challenges on or off.

    Raises Refusal: "servers-only", "no-call-role".
    """
    on, start = press.numbers(2)
    server = server_of(context.interaction)
    if server is None:
        raise Refusal("servers-only")
    role = (await services.servers.server(server)).call_role
    if role is None:
        raise Refusal("no-call-role")
    await call_roles.set_role(context.interaction, role, held=bool(on))
    await context.show_page(await page(services, context, start, has_role=bool(on)))


def open_command(services: ChallengeServices) -> Command:
    async def run(context: InteractionContext) -> None:
        await context.show(await page(services, context))

    return command(services.interactions, "command.open", run)


HANDLERS: Mapping[str, HandlerOf[ChallengeServices]] = {
    "partners": turn,
    "take": accept_listed,
    "tell-open": set_calls,
}

COMMANDS: Final = (SlashCommandOf("open", open_command, Reach.SERVERS, HelpGroup.BEGIN.at(20)),)
