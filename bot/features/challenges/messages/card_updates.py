"""Answers to presses on cards: they update the card, or the private page shown in its place."""

from collections.abc import Awaitable

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.whereabouts import may_post
from bot.chat.core.words import error_text, phrases
from bot.features.challenges.messages.challenge_card import public_card
from bot.features.challenges.pages.challenge_page import (
    begun_page,
    challenge_page,
    choose_side_page,
    first_move_page,
)
from bot.features.challenges.services import ChallengeServices
from bot.model.challenges.challenge import Challenge
from bot.model.match.permissions import seat_to_move
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import THREADS


async def begin(services: ChallengeServices, context: InteractionContext, challenge: Challenge) -> None:
    """Answer the press that started a challenge's game.

    If the presser moves first, they get the panel for their move immediately, unless the board follows in
    this channel. The notice of the closed challenge then changes the card.
    """
    match = None if challenge.match is None else await services.matches.get(challenge.match)
    if match is None or not (context.is_private or await _gets_own_place(services, context)):
        await close_card(services, context, challenge)
    elif match.mover == context.person.id:
        position = await services.matches.position(match.id)
        seat = seat_to_move(position.match, context.person.id)
        await context.show_page(*await first_move_page(context.pictures, position, seat, context.t))
    elif context.is_private:
        await context.turn_page(begun_page(match, context.t))
    else:
        await close_card(services, context, challenge)


async def _gets_own_place(services: ChallengeServices, context: InteractionContext) -> bool:
    """Return whether a game that starts here gets a thread or a post, and the bot can edit its card."""
    place = context.place
    if place.server is None or place.parent is not None or not may_post(context.interaction):
        return False
    server = await services.servers.server(place.server)
    return server.forum is not None or server[THREADS]


async def accept_or_ask(
    services: ChallengeServices,
    context: InteractionContext,
    agreeing: Awaitable[Challenge],
) -> Challenge | None:
    """Return the accepted challenge, or None after showing a page with a question.

    The page asks for a side if one must be chosen, or shows changed terms. Raises Refusal for any other
    reason.
    """
    try:
        return await agreeing
    except Refusal as refusal:
        if refusal.reason == "choose-side":
            challenge = await services.challenges.get(int(refusal.details["challenge"]))
            game = services.games[challenge.terms.key]
            await context.show(choose_side_page(game, challenge, context.t))
            return None
        if refusal.reason != "terms-changed":
            raise
        challenge = await services.challenges.get(int(refusal.details["challenge"]))
        text = error_text.refuse(refusal, context.t)
        page = await challenge_page(
            services.cards, context.pictures, challenge, context.person.id, context.t, text
        )
        await context.show(*page)
        return None


async def close_card(services: ChallengeServices, context: InteractionContext, challenge: Challenge) -> None:
    """Remove the buttons of the pressed card and show the outcome of the challenge."""
    remark = phrases.challenge_end(challenge, await services.cards.readers.public(challenge))
    await services.pressed.close(context, remark, await public_card(services.cards, challenge))


async def bring_up_to_date(
    services: ChallengeServices, context: InteractionContext, challenge: Challenge, remark: str
) -> None:
    """Update the pressed card, or the private page shown in its place.

    `remark` is the result of the press, for a person who does not see the card or its change.
    """
    message = context.interaction.message
    if message is None or message.flags.ephemeral:
        page = await challenge_page(
            services.cards, context.pictures, challenge, context.person.id, context.t, remark
        )
        await context.turn_page(*page)
        return
    public = await public_card(services.cards, challenge)
    await services.pressed.rewrite(context, message, public, remark)
