"""The handlers of a card's buttons, which answer and change challenges."""

from collections.abc import Mapping

import discord

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import rules_of
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.features.challenges.buttons.challenge_access import is_named, visible_challenge
from bot.features.challenges.messages import card_ids, card_updates
from bot.features.challenges.pages.challenge_page import challenge_page
from bot.features.challenges.services import ChallengeServices
from bot.model.challenges.challenge import DECLINE_REASONS, OTHER_OPTIONS, Challenge, ChallengeStatus
from bot.model.people.players import LEVELS
from bot.model.refusal import Refusal


async def accept(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Accept the challenge on a card."""
    challenge_id, revision = card_ids.read_accept(press)
    await visible_challenge(services.challenges, context, challenge_id)
    accepted = services.invitations.accept(context.request, challenge_id, revision)
    challenge = await card_updates.accept_or_ask(services, context, accepted)
    if challenge is not None:
        await card_updates.begin(services, context, challenge)


async def choose_side(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Accept a challenge that leaves the choice of sides to the accepting player, with the button's role."""
    challenge_id, revision = press.numbers(2)
    await visible_challenge(services.challenges, context, challenge_id)
    accepted = services.invitations.accept(context.request, challenge_id, revision, side=press.after(2))
    challenge = await card_updates.accept_or_ask(services, context, accepted)
    if challenge is not None:
        await card_updates.begin(services, context, challenge)


async def choose_level(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Accept the challenge on a card for an engine of the button's level. Raises Refusal."""
    challenge_id, level = press.numbers(2)
    if level not in LEVELS:
        raise custom_ids.MalformedId(press.rest)
    challenge = await services.engine_games.accept(context.request, challenge_id, level)
    await card_updates.begin(services, context, challenge)


async def join(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Join a lobby, in the button's party if there are parties."""
    challenge_id, party, revision = card_ids.read_join(press)
    await visible_challenge(services.challenges, context, challenge_id)
    joined = services.lobbies.join(context.request, challenge_id, party, revision)
    challenge = await card_updates.accept_or_ask(services, context, joined)
    if challenge is None:
        return
    if challenge.status is ChallengeStatus.ACCEPTED:
        await card_updates.begin(services, context, challenge)
        return
    text = context.t("lobby.joined-private")
    await card_updates.bring_up_to_date(services, context, challenge, text)


async def leave(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Leave a lobby."""
    (challenge_id,) = press.numbers(1)
    challenge = await services.lobbies.leave(context.request, challenge_id)
    text = context.t("lobby.left-private")
    await card_updates.bring_up_to_date(services, context, challenge, text)


async def set_open(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Open or close a lobby to uninvited people."""
    challenge_id, closed = press.numbers(2)
    challenge = await services.lobbies.close(context.request, challenge_id, closed=bool(closed))
    text = context.t("lobby.closed" if closed else "lobby.open")
    await card_updates.bring_up_to_date(services, context, challenge, text)


async def start(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Start the game of a lobby."""
    (challenge_id,) = press.numbers(1)
    challenge = await services.challenges.get(challenge_id)
    with rules_of(challenge.terms.key):
        challenge = await services.lobbies.start(context.request, challenge_id)
    await card_updates.begin(services, context, challenge)


async def fill(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask the host of a lobby for the level of the engines on its free seats."""
    (challenge_id,) = press.numbers(1)
    challenge = await services.challenges.get(challenge_id)
    if context.person.id != challenge.challenger:
        raise Refusal("not-the-host")
    await services.practice.check_place(challenge.place)
    t = context.t
    levels = [
        layouts.button(phrases.engine(level, t), custom_ids.write("fill-with", challenge_id, level))
        for level in LEVELS
    ]
    text = "\n".join([t("lobby.fill"), *(f"- {t(f'practice.level.{level}')}" for level in LEVELS)])
    await context.show(layouts.page(layouts.text(text), layouts.buttons(*levels)))


async def fill_with(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Start the game of a lobby with engines on its free seats."""
    challenge_id, level = press.numbers(2)
    if level not in LEVELS:
        raise custom_ids.MalformedId(press.rest)
    challenge = await services.challenges.get(challenge_id)
    with rules_of(challenge.terms.key):
        challenge = await services.engine_games.fill(context.request, challenge_id, level)
    await card_updates.begin(services, context, challenge)


async def decline(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Ask the challenged person for a reason to decline."""
    (challenge_id,) = press.numbers(1)
    challenge = await visible_challenge(services.challenges, context, challenge_id)
    if context.person.id == challenge.challenger:
        raise Refusal("own-challenge")
    if context.person.id not in {challenge.opponent, *challenge.invitees}:
        raise Refusal("not-your-challenge")
    t = context.t
    # The two players cannot change a tournament's terms.
    bound = await services.cards.tournaments.of_challenge(challenge_id) is not None
    reasons = [reason for reason in DECLINE_REASONS if not (bound and reason == OTHER_OPTIONS)]
    options = [discord.SelectOption(label=t(f"decline.{reason}"), value=reason) for reason in reasons]
    menu = layouts.select(custom_ids.write("decline-because", challenge_id), t("decline.choose"), options)
    await context.show_page(layouts.page(layouts.text(t("decline.ask")), menu))


async def decline_because(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Decline a challenge for the chosen reason; the notice closes the card."""
    (challenge_id,) = press.numbers(1)
    reason = context.choice
    declined = await services.invitations.decline(context.request, challenge_id, reason)
    text_id = context.t("decline.done-table" if declined.lobby else "decline.done")
    if declined.lobby or reason != OTHER_OPTIONS:
        await context.turn_page(layouts.note(text_id))
        return
    change = layouts.button(context.t("button.change"), custom_ids.write("anew", challenge_id))
    await context.turn_page(layouts.page(layouts.text(text_id), layouts.buttons(change)))


async def withdraw(services: ChallengeServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Withdraw a challenge."""
    (challenge_id,) = press.numbers(1)
    challenge = await services.invitations.withdraw(context.request, challenge_id)
    if context.is_private:
        await context.turn_page(layouts.note(context.t("challenge.withdrawn-private")))
    else:
        await card_updates.close_card(services, context, challenge)


async def open_challenge(
    services: ChallengeServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show the challenge chosen in the list. Raises Refusal for outsiders."""
    await show_challenge(services, context, custom_ids.Press("challenge", context.choice))


async def show_challenge(
    services: ChallengeServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    (challenge_id,) = press.numbers(1)
    challenge = await visible_challenge(services.challenges, context, challenge_id)
    _check_concerned(challenge, context)
    if challenge.status is not ChallengeStatus.OPEN:
        raise Refusal("challenge-closed", status=challenge.status)
    await context.show(
        *await challenge_page(services.cards, context.pictures, challenge, context.person.id, context.t)
    )


def _check_concerned(challenge: Challenge, context: InteractionContext) -> None:
    """Raise Refusal unless a challenge concerns the person, or anyone in this channel may answer it."""
    if is_named(challenge, context.person.id):
        return
    if challenge.lobby and challenge.closed:
        raise Refusal("lobby-closed")
    if challenge.opponent is not None or context.place.channel != challenge.place.channel:
        raise Refusal("not-your-challenge")


HANDLERS: Mapping[str, HandlerOf[ChallengeServices]] = {
    "accept": accept,
    "side": choose_side,
    "engine-level": choose_level,
    "join": join,
    "leave": leave,
    "door": set_open,
    "start": start,
    "fill": fill,
    "fill-with": fill_with,
    "decline": decline,
    "decline-because": decline_because,
    "withdraw": withdraw,
    "challenge": open_challenge,
    "look": show_challenge,
}
