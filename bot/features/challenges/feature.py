"""Challenges: invitations, lobbies, counter-offers and rematches."""

from functools import partial

from bot.chat.core.chat import Chat
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import bound
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import SlashCommand, Surface
from bot.features.challenges import checks, refusals, store
from bot.features.challenges.buttons import (
    challenge_buttons,
    counter_offer_buttons,
    partner_buttons,
    rematch_buttons,
)
from bot.features.challenges.buttons.past_challenges import leading_on
from bot.features.challenges.commands.challenge_command import challenge_group
from bot.features.challenges.messages.card_sender import CardComposer, CardSender, TournamentCards
from bot.features.challenges.routes import CHALLENGE_ROUTES
from bot.features.challenges.service.challenge_answers import ChallengeAnswers
from bot.features.challenges.service.challenge_queries import ChallengeQueries
from bot.features.challenges.service.challenge_settlement import challenge_settlement
from bot.features.challenges.service.counter_offers import CounterOffers
from bot.features.challenges.service.engine_games import EngineGames
from bot.features.challenges.service.invitations import Invitations
from bot.features.challenges.service.lobbies import Lobbies
from bot.features.challenges.service.rematches import Rematches
from bot.features.challenges.service.seats.ports import OtherSeats
from bot.features.challenges.service.seats.seat_settlement import seat_settlement
from bot.features.challenges.service.seats.substitutions import Substitutions
from bot.features.challenges.service.term_changes import TermChanges
from bot.features.challenges.services import Cards, ChallengeServices, TournamentGames
from bot.features.engines.feature import EnginesFeature
from bot.features.matches.feature import MatchesFeature
from bot.features.people.feature import PeopleFeature
from bot.features.servers.feature import ServersFeature
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.timers import TimerHandler
from bot.repositories.tables.challenge_tables import CHALLENGE_TIMER
from bot.repositories.tables.match_tables import SEAT_TIMER


class ChallengesFeature:
    """The services of challenges, and `/challenge`, `/open`, `/rematch`."""

    def __init__(
        self,
        kernel: Kernel,
        matches: MatchesFeature,
        people: PeopleFeature,
        servers: ServersFeature,
        engines: EnginesFeature,
        other_seats: OtherSeats,
    ) -> None:
        work = kernel.work
        self._kernel = kernel
        self._matches = matches
        self._people = people
        self._servers = servers
        self._engines = engines
        self.answers = answers = ChallengeAnswers(work)
        self.lobbies = Lobbies(work, answers)
        self.invitations = Invitations(work, answers, self.lobbies)
        self.counter_offers = CounterOffers(work, answers, self.invitations)
        self.term_changes = TermChanges(work, answers)
        self.rematches = Rematches(work, self.invitations)
        self.queries = ChallengeQueries(kernel.store, kernel.games, kernel.clock)
        self.substitutions = Substitutions(work, answers, matches.deadlines, other_seats)
        self.engine_games = EngineGames(work, answers, self.lobbies, self.substitutions, engines.turns)
        timers = (
            TimerHandler(CHALLENGE_TIMER, answers.expire, "challenge {} cannot be closed"),
            TimerHandler(SEAT_TIMER, self.substitutions.expire, "the offer of seat {} cannot be closed"),
        )
        kernel.register(
            Feature(
                name="challenges",
                refusals=refusals.REASONS,
                checks=checks.CHECKS,
                settlements=(seat_settlement(work), challenge_settlement(work, answers)),
                routes=CHALLENGE_ROUTES,
                tables=store.TABLES,
                name_places=store.PLACES,
                timers=timers,
            )
        )

    def services(self, chat: Chat, tournaments: TournamentGames) -> ChallengeServices:
        """Return what the pages work with; tables and checks of dice show challenges, too."""
        people, servers, practice = self._people, self._servers, self._engines.practice
        return ChallengeServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            games=self._kernel.games,
            challenges=self.queries,
            invitations=self.invitations,
            lobbies=self.lobbies,
            counter_offers=self.counter_offers,
            term_changes=self.term_changes,
            rematches=self.rematches,
            matches=self._matches.queries,
            people=people.directory,
            servers=servers.admin,
            limitations=servers.limitations,
            agenda=people.agenda,
            limits=self._kernel.limits,
            cards=Cards(
                self._kernel.games, people.directory, people.settings, chat.readers, practice, tournaments
            ),
            pressed=chat.pressed,
            practice=practice,
            engine_games=self.engine_games,
        )

    def surface(self, chat: Chat, tournaments: TournamentGames) -> Surface:
        """Return the commands and buttons."""
        own = self.services(chat, tournaments)
        return Surface(
            name="challenges",
            commands=(
                SlashCommand(
                    "challenge", partial(challenge_group, own), Reach.SERVERS, HelpGroup.BEGIN.at(10)
                ),
                SlashCommand(
                    "open",
                    partial(partner_buttons.open_command, own),
                    Reach.SERVERS,
                    HelpGroup.BEGIN.at(20),
                ),
                SlashCommand(
                    "rematch",
                    partial(rematch_buttons.rematch_command, own),
                    Reach.WITH_BOT,
                    HelpGroup.BEGIN.at(40),
                ),
            ),
            buttons={
                **bound(leading_on(challenge_buttons.HANDLERS), own),
                **bound(leading_on(counter_offer_buttons.HANDLERS), own),
                **bound(partner_buttons.HANDLERS, own),
                **bound(rematch_buttons.HANDLERS, own),
            },
            lasting_buttons=("partners",),
            match_buttons=("rematch",),
            challenge_buttons=(
                "accept",
                "anew",
                "anew-send",
                "anew-set",
                "change",
                "change-send",
                "change-set",
                "decline",
                "decline-because",
                "door",
                "join",
                "leave",
                "look",
                "side",
                "start",
                "take",
                "terms-send",
                "terms-set",
                "withdraw",
            ),
        )

    def messages(
        self, chat: Chat, access: DiscordAccess, tournaments: TournamentGames, cards: TournamentCards
    ) -> Messages:
        """Return the cards of challenges, and words about them."""
        made_from = self.services(chat, tournaments).cards
        composer = CardComposer(made_from, self.queries, cards)
        sender = CardSender(
            composer, access.posts, access.standing, made_from, self.queries, self._matches.queries
        )
        return Messages(senders=sender.senders(), recalls=(composer.recall,))
