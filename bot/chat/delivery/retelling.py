"""Tell again what was delivered, or could not be: in the words of each feature, as things are now."""

import logging
from dataclasses import replace

import discord

from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.interaction_context import InteractionContext, place_of
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.interactions.retelling import Retelling
from bot.chat.core.lookup.whereabouts import server_of
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.words import phrases, results, time_text
from bot.chat.core.words.game_names import game_name
from bot.chat.delivery.composer import Composer
from bot.chat.features.challenges import host_messages
from bot.chat.features.help.welcome_message import welcome_message
from bot.chat.features.offers import offer_messages
from bot.chat.features.tables import seat_card
from bot.locale import Language
from bot.play.domain.outbox.events import DeadlinePassed, OfferMade, SeatOfferClosed, SeatOffered
from bot.play.domain.outbox.instructions import TellFollower
from bot.play.domain.outbox.notices import Notice

log = logging.getLogger(__name__)


class DeliveredRetelling(Retelling):
    """Composes notices once more."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self._composer = Composer(app)

    async def again(self, message: discord.Message) -> PublicMessage | None:
        """Return what a board or a card of the bot's says by now; None for any other message."""
        return await self._composer.again(message)

    async def missed(self, context: InteractionContext) -> None:
        """Tell someone privately what they could not be told."""
        missed = await self._app.outbox.missed(context.person.id)
        if missed:
            followed = [notice for notice in missed if isinstance(notice.event, TellFollower)]
            others = [notice for notice in missed if notice not in followed]
            lines = [await _missed_line(self._app, notice, context) for notice in others]
            said = [context.t("missed.intro"), *lines] if lines else []
            said += [context.t("missed.following")] if followed else []
            await context.show(layouts.note("\n".join(said)))

    async def welcome(self, answers: Answers, t: Language) -> None:
        """Show whoever uses a command first the welcome that could be posted nowhere in their server."""
        interaction = answers.interaction
        is_command = interaction.type is discord.InteractionType.application_command
        server = server_of(interaction)
        if not is_command or server is None or not Responder.of(interaction).told:
            return
        try:
            if await self._app.services.welcomes.claim(server):
                practises = await self._app.services.practice.is_offered_in(place_of(interaction))
                said = welcome_message(self._app.games, t, practises=practises)
                picture = None if said.scene is None else await said.scene.draw(self._app.pictures)
                shown = replace(said, closing=t("welcome.private"))
                words = None if picture is None else picture.words
                await answers.show(shown.layout(words), [] if picture is None else [picture])
        except Exception:
            log.exception("server %s is not welcomed", server)


async def _missed_line(app: AppContext, notice: Notice, context: InteractionContext) -> str:
    t = context.t
    if isinstance(notice.event, host_messages.WordsToChallengers):
        challenge = await app.services.challenges.get(notice.event.challenge)
        told = host_messages.said(app.games, notice, challenge, t) or phrases.challenge_end(challenge, t)
        return t("missed.of-challenge", game=game_name(challenge.terms, t), told=told)
    if notice.match is None:
        return t("missed.challenge", number=notice.challenge)
    # Not as it was when the notice was written: whose turn it was then is of no use any more.
    position = await app.services.matches.shown(notice.match)
    match = position.match
    game = app.games[match.key]
    if isinstance(notice.event, OfferMade):
        offer = offer_messages.offer_of(notice.event)
        told = offer_messages.offer_told(app.games, match, offer, t)
        return t("missed.game", game=game_name(match, t), number=match.id, told=told)
    if isinstance(notice.event, SeatOffered | SeatOfferClosed):
        offered = await app.services.substitutions.get(notice.event.substitution)
        told = seat_card.remark(offered, t) or seat_card.offered(game, match, offered, t)
        return t("missed.game", game=game_name(match, t), number=match.id, told=told)
    if isinstance(notice.event, DeadlinePassed) and match.claimable:
        late = time_text.deadline(match, t)
        return t("missed.game", game=game_name(match, t), number=match.id, told=late)
    outcome = position.outcome
    told = (
        results.result(match, game, outcome, t)
        if outcome is not None
        else phrases.next_up(match, game, position.state, t, called=match.mover == context.person.id)
    )
    return t("missed.game", game=game_name(match, t), number=match.id, told=told)
