"""Offers: the panel *More*, draws and aborts, more time, claims, resignation."""

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.delivery.composed import MatchPosts
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.features.engines.service.facade import EnginesFacade
from bot.features.matches.service.facade import MatchesFacade
from bot.features.offers import contributions
from bot.features.offers.buttons import more_buttons, offer_buttons, time_buttons
from bot.features.offers.messages.offer_sender import OfferSender
from bot.features.offers.messages.time_sender import TimeSender
from bot.features.offers.routes import OFFER_ROUTES
from bot.features.offers.services import OfferServices
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class OffersFeature:
    """`/offer`, `/resign` and the buttons of offers."""

    def __init__(
        self,
        kernel: Kernel,
        matches: MatchesFacade,
        engines: EnginesFacade,
    ) -> None:
        self._kernel = kernel
        self._matches = matches
        self._engines = engines
        kernel.register(Feature(name="offers", name_places=(), routes=OFFER_ROUTES))

    def services(self, chat: Chat) -> OfferServices:
        return OfferServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            games=self._kernel.games,
            matches=self._matches.queries,
            offers=self._matches.offers,
            deadlines=self._matches.deadlines,
            resignations=self._matches.resignations,
            more_buttons=chat.slots.more_buttons,
            more_lines=chat.slots.more_lines,
            readers=chat.readers,
            pressed=chat.pressed,
            practice=self._engines.practice,
        )

    def surface(self, chat: Chat) -> Surface:
        own = self.services(chat)
        return Surface(
            name="offers",
            more_buttons=contributions.more_buttons(self._matches.offers),
            commands=bound_commands(own, offer_buttons.COMMANDS, more_buttons.COMMANDS),
            buttons={
                **bind_handlers(more_buttons.HANDLERS, own),
                **bind_handlers(offer_buttons.HANDLERS, own),
                **bind_handlers(time_buttons.HANDLERS, own),
            },
            match_buttons=(
                "claim",
                "claim-no",
                "claim-yes",
                "more",
                "offer",
                "offer-abort",
                "offer-back",
                "offer-no",
                "offer-yes",
                "resign",
                "resign-no",
                "resign-yes",
                "silence",
                "time",
                "time-give",
            ),
        )

    def messages(self, chat: Chat, access: DiscordAccess, homes: MatchPosts) -> Messages:
        matches = self._matches
        offers = OfferSender(
            homes,
            access.standing,
            chat.readers,
            self._kernel.games,
            matches.queries,
            matches.offer_messages,
        )
        times = TimeSender(homes, chat.readers, matches.queries)
        return Messages(senders=(*offers.senders(), *times.senders()))
