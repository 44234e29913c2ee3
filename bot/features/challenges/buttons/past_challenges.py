"""Answers presses on closed challenges with the game, or with the challenge's outcome."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.features.challenges.buttons.challenge_access import visible_challenge
from bot.features.challenges.pages.challenge_page import begun_page
from bot.features.challenges.services import ChallengeServices
from bot.model.refusal import Refusal

_CLOSED: Final = frozenset({"challenge-closed", "challenge-expired"})
_Handlers = Mapping[str, HandlerOf[ChallengeServices]]


def with_outcomes(handlers: _Handlers) -> _Handlers:
    """Return handlers that answer presses on closed challenges with their outcome."""
    return {verb: partial(_answer_or_show_outcome, handler) for verb, handler in handlers.items()}


async def _answer_or_show_outcome(
    handler: HandlerOf[ChallengeServices],
    services: ChallengeServices,
    context: InteractionContext,
    press: custom_ids.Press,
) -> None:
    try:
        await handler(services, context, press)
    except Refusal as refusal:
        number = press.rest.partition(":")[0] or (context.choice if press.verb == "challenge" else "")
        if refusal.reason not in _CLOSED or not number.isdecimal():
            raise
        await _show(services, context, int(number), refusal)


async def _show(
    services: ChallengeServices, context: InteractionContext, challenge_id: int, refusal: Refusal
) -> None:
    challenge = await visible_challenge(services.challenges, context, challenge_id)
    if challenge.match is not None:
        match = await services.matches.get(challenge.match)
        if not context.may_see(match):
            raise refusal
        page = begun_page(match, context.t)
    elif end := phrases.challenge_end(challenge, context.t):
        page = layouts.note(end)
    else:
        raise refusal
    if context.is_private:
        await context.turn_page(page)
    else:
        await context.show(page)
