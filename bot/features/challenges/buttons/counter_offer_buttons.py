"""A panel for changing a challenge: a received one, the person's own open one, or a declined one."""

from collections.abc import Mapping
from typing import Final

import discord

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import rules_of
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.features.challenges.buttons.challenge_access import visible_challenge
from bot.features.challenges.commands.terms_fields import (
    Field,
    fields_of,
    terms_of,
    with_change,
    with_values,
)
from bot.features.challenges.pages.challenge_page import challenge_page
from bot.features.challenges.pages.counter_offer_panel import change_page
from bot.features.challenges.service.counter_offers import check_opponent, other_party
from bot.features.challenges.services import ChallengeServices
from bot.locale import Language
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.refusal import Refusal
from rules.contract import Game

OWN_SET: Final = "terms-set"
OWN_MORE: Final = "terms-more"


async def change(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Open the panel, for the person's own challenge or for a counter-offer."""
    (challenge_id,) = press.numbers(1)
    challenge = await visible_challenge(services.challenges, context, challenge_id)
    own = challenge.challenger == context.person.id
    challenge = await _answerable(services, context, challenge_id, own=own)
    game = services.games[challenge.terms.key]
    fields = _fields(game, challenge, context.t, own=own)
    await context.show_page(change_page(game, challenge, fields, context.t, own=own))


async def change_field(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Change a field in the panel."""
    challenge_id, number = press.numbers(2)
    own = press.verb == OWN_SET
    challenge = await _answerable(services, context, challenge_id, own=own)
    game = services.games[challenge.terms.key]
    fields = _fields(game, challenge, context.t, own=own)
    now = with_change(fields, press.after(2), number, context.choice)
    page = change_page(game, challenge, now, context.t, own=own, unfolded=not fields[number].first)
    await context.turn_page(page)


async def unfold(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show all fields."""
    (challenge_id,) = press.numbers(1)
    own = press.verb == OWN_MORE
    challenge = await _answerable(services, context, challenge_id, own=own)
    game = services.games[challenge.terms.key]
    now = with_values(_fields(game, challenge, context.t, own=own), press.after(1))
    await context.turn_page(change_page(game, challenge, now, context.t, own=own, unfolded=True))


async def send_back(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Send a counter-offer with the changed terms; notices close the old card and post the new one."""
    (challenge_id,) = press.numbers(1)
    challenge = await services.challenges.get(challenge_id)
    game = services.games[challenge.terms.key]
    fields = _fields(game, challenge, context.t, own=False)
    terms = terms_of(with_values(fields, press.after(1)), challenge.terms)
    with rules_of(challenge.terms.key):
        counter = await services.counter_offers.counter(context.request, challenge_id, terms)
    text = context.t("counter.sent", challenger=phrases.mention(challenge.challenger))
    await context.turn_page(_sent_page(text, counter, context.t))


async def reoffer(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Open the panel for renewing a declined challenge."""
    (challenge_id,) = press.numbers(1)
    challenge, fields, other = await _declined_challenge(services, context, challenge_id)
    game = services.games[challenge.terms.key]
    await context.show_page(change_page(game, challenge, fields, context.t, reoffered_to=other))


async def change_new_field(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Change a field in the panel of a renewed challenge."""
    challenge_id, number = press.numbers(2)
    challenge, fields, other = await _declined_challenge(services, context, challenge_id)
    now = with_change(fields, press.after(2), number, context.choice)
    game, unfolded = services.games[challenge.terms.key], not fields[number].first
    await context.turn_page(
        change_page(game, challenge, now, context.t, reoffered_to=other, unfolded=unfolded)
    )


async def unfold_renewal(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show all fields of a renewed challenge."""
    (challenge_id,) = press.numbers(1)
    challenge, fields, other = await _declined_challenge(services, context, challenge_id)
    game, now = services.games[challenge.terms.key], with_values(fields, press.after(1))
    await context.turn_page(change_page(game, challenge, now, context.t, reoffered_to=other, unfolded=True))


async def send_reoffer(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Send a new challenge with the changed terms."""
    (challenge_id,) = press.numbers(1)
    challenge, fields, other = await _declined_challenge(services, context, challenge_id)
    terms = terms_of(with_values(fields, press.after(1)), challenge.terms)
    with rules_of(challenge.terms.key):
        counter = await services.counter_offers.reoffer(context.request, challenge_id, terms)
    text = context.t("counter.sent-anew", other=phrases.mention(other))
    await context.turn_page(_sent_page(text, counter, context.t))


async def _declined_challenge(
    services: ChallengeServices, context: InteractionContext, challenge_id: int
) -> tuple[Challenge, tuple[Field, ...], int]:
    """Return a declined challenge, the fields that the person can change, and the other party.

    Raises Refusal.
    """
    challenge = await services.challenges.get(challenge_id)
    person = context.person.id
    other = other_party(challenge, person)
    own = challenge.challenger == person
    return challenge, _fields(services.games[challenge.terms.key], challenge, context.t, own=own), other


def _fields(game: Game, challenge: Challenge, t: Language, *, own: bool) -> tuple[Field, ...]:
    """Return the changeable terms of a challenge, the person's `own` or a received one."""
    terms = challenge.terms if own else challenge.terms.for_opponent(game.roles(max(game.seats)))
    return fields_of(game, terms, t)


def _sent_page(text: str, challenge: Challenge, t: Language) -> discord.ui.LayoutView:
    row = layouts.buttons(layouts.button(t("button.withdraw"), custom_ids.write("withdraw", challenge.id)))
    return layouts.page(layouts.text(text), row)


async def save(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Save the panel's terms in the person's own challenge; notices update its card and its addressees."""
    (challenge_id,) = press.numbers(1)
    challenge = await _answerable(services, context, challenge_id, own=True)
    game = services.games[challenge.terms.key]
    fields = _fields(game, challenge, context.t, own=True)
    terms = terms_of(with_values(fields, press.after(1)), challenge.terms)
    with rules_of(challenge.terms.key):
        changed = await services.term_changes.change(context.request, challenge_id, terms)
    others = {changed.opponent, *changed.invitees} - {None}
    if changed.revision == challenge.revision:
        text = context.t("counter.same")
    else:
        text = context.t("counter.saved" if others else "counter.saved-open")
    page = await challenge_page(services.cards, context.pictures, changed, context.person.id, context.t, text)
    await context.turn_page(*page)


async def _answerable(
    services: ChallengeServices, context: InteractionContext, challenge_id: int, *, own: bool = False
) -> Challenge:
    """Return the person's `own` challenge, or a challenge that they may counter. Raises Refusal."""
    challenge = await visible_challenge(services.challenges, context, challenge_id)
    mine = challenge.challenger == context.person.id
    if mine and not own:
        raise Refusal("own-challenge")
    if own and not mine:
        raise Refusal("not-yours-to-change")
    if not own:
        check_opponent(challenge.opponent, context.person.id)
    if challenge.status is not ChallengeStatus.OPEN:
        raise Refusal("challenge-closed", status=challenge.status)
    return challenge


HANDLERS: Mapping[str, HandlerOf[ChallengeServices]] = {
    "change": change,
    "change-set": change_field,
    "change-send": send_back,
    OWN_SET: change_field,
    "terms-send": save,
    "change-more": unfold,
    OWN_MORE: unfold,
    "anew": reoffer,
    "anew-more": unfold_renewal,
    "anew-set": change_new_field,
    "anew-send": send_reoffer,
}
