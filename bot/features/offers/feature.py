"""Offers: the panel *More*, draws and aborts, more time, claims, resignation."""

from functools import partial

from bot.chat.core.chat import Chat
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import bound
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import SlashCommand, Surface
from bot.features.boards.messages.match_homes import MatchHomes
from bot.features.challenges.feature import ChallengesFeature
from bot.features.engines.feature import EnginesFeature
from bot.features.matches.feature import MatchesFeature
from bot.features.offers import more_buttons, offer_buttons, time_buttons
from bot.features.offers.offer_sender import OfferSender
from bot.features.offers.routes import OFFER_ROUTES
from bot.features.offers.services import OfferServices
from bot.features.offers.time_sender import TimeSender
from bot.features.people.feature import PeopleFeature
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class OffersFeature:
    """`/offer`, `/resign` and the buttons of offers."""

    def __init__(
        self,
        kernel: Kernel,
        matches: MatchesFeature,
        people: PeopleFeature,
        engines: EnginesFeature,
        challenges: ChallengesFeature,
    ) -> None:
        self._kernel = kernel
        self._matches = matches
        self._people = people
        self._engines = engines
        self._challenges = challenges
        kernel.register(Feature(name="offers", name_places=(), routes=OFFER_ROUTES))

    def services(self, chat: Chat) -> OfferServices:
        """Return the services of the pages."""
        return OfferServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            games=self._kernel.games,
            matches=self._matches.queries,
            offers=self._matches.offers,
            deadlines=self._matches.deadlines,
            resignations=self._matches.resignations,
            substitutions=self._challenges.substitutions,
            agenda=self._people.agenda,
            readers=chat.readers,
            pressed=chat.pressed,
            practice=self._engines.practice,
        )

    def surface(self, chat: Chat) -> Surface:
        """Return the commands and buttons."""
        own = self.services(chat)
        return Surface(
            name="offers",
            commands=(
                SlashCommand(
                    "offer",
                    partial(offer_buttons.offer_command, own),
                    Reach.WITH_BOT,
                    HelpGroup.PLAY.at(60),
                ),
                SlashCommand(
                    "resign",
                    partial(more_buttons.resign_command, own),
                    Reach.WITH_BOT,
                    HelpGroup.PLAY.at(70),
                ),
            ),
            buttons={
                **bound(more_buttons.HANDLERS, own),
                **bound(offer_buttons.HANDLERS, own),
                **bound(time_buttons.HANDLERS, own),
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

    def messages(self, chat: Chat, access: DiscordAccess, homes: MatchHomes) -> Messages:
        """Return the offers, and the messages about time."""
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
