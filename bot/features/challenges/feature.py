"""Challenges: the start page, invitations, lobbies, counter-offers and rematches."""

from functools import partial

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands, bound_subcommands
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import MenuCommand, Surface
from bot.features.challenges import checks, contributions, store
from bot.features.challenges.buttons import (
    challenge_buttons,
    counter_offer_buttons,
    form_buttons,
    partner_buttons,
    rematch_buttons,
    start_buttons,
)
from bot.features.challenges.buttons.past_challenges import with_outcomes
from bot.features.challenges.commands import challenge_command, dice_accept
from bot.features.challenges.domain import REASONS
from bot.features.challenges.messages.card_sender import CardComposer, CardSender, TournamentCards
from bot.features.challenges.ports import ChallengePorts
from bot.features.challenges.routes import CHALLENGE_ROUTES
from bot.features.challenges.service.challenge_settlement import challenge_settlement
from bot.features.challenges.service.facade import ChallengesFacade
from bot.features.challenges.service.ports import TournamentGames
from bot.features.challenges.service.seats.seat_settlement import seat_settlement
from bot.features.challenges.services import Cards, ChallengeServices
from bot.features.engines.service.facade import EnginesFacade
from bot.features.matches.service.facade import MatchesFacade
from bot.features.people.service.facade import PeopleFacade
from bot.features.servers.service.facade import ServersFacade
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.timers import TimerHandler
from bot.repositories.tables.challenge_tables import CHALLENGE_TIMER
from bot.repositories.tables.match_tables import SEAT_TIMER


class ChallengesFeature:
    """The services of challenges, the start page, and `/challenge`, `/open`, `/rematch`."""

    def __init__(
        self,
        kernel: Kernel,
        matches: MatchesFacade,
        people: PeopleFacade,
        servers: ServersFacade,
        engines: EnginesFacade,
        ports: ChallengePorts,
    ) -> None:
        work = kernel.work
        self._kernel = kernel
        self._matches = matches
        self._people = people
        self._servers = servers
        self._engines = engines
        self.services = facade = ChallengesFacade(kernel, matches, engines, ports)
        timers = (
            TimerHandler(CHALLENGE_TIMER, facade.answers.expire, "challenge {} cannot be closed"),
            TimerHandler(SEAT_TIMER, facade.substitutions.expire, "the offer of seat {} cannot be closed"),
        )
        kernel.register(
            Feature(
                name="challenges",
                refusals=REASONS,
                checks=checks.CHECKS,
                settlements=(seat_settlement(work), challenge_settlement(work, facade.answers)),
                routes=CHALLENGE_ROUTES,
                tables=store.TABLES,
                name_places=store.PLACES,
                timers=timers,
            )
        )

    def page_services(self, chat: Chat, tournaments: TournamentGames) -> ChallengeServices:
        """Return the services of the pages; the features of seats and dice also show challenges."""
        people, servers, practice = self._people, self._servers, self._engines.practice
        return ChallengeServices(
            interactions=chat.interactions,
            lookup=chat.lookup,
            games=self._kernel.games,
            challenges=self.services.queries,
            invitations=self.services.invitations,
            lobbies=self.services.lobbies,
            counter_offers=self.services.counter_offers,
            term_changes=self.services.term_changes,
            rematches=self.services.rematches,
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
            engine_games=self.services.engine_games,
        )

    def surface(self, chat: Chat, tournaments: TournamentGames) -> Surface:
        services = self.page_services(chat, tournaments)
        return Surface(
            name="challenges",
            commands=bound_commands(
                services, challenge_command.COMMANDS, partner_buttons.COMMANDS, rematch_buttons.COMMANDS
            ),
            more_buttons=contributions.more_buttons(self._kernel.games),
            subcommands=bound_subcommands(services, dice_accept.SUBCOMMANDS),
            menu_commands=(MenuCommand(partial(form_buttons.challenge_menu, services), Reach.SERVERS),),
            buttons={
                **bind_handlers(with_outcomes(challenge_buttons.HANDLERS), services),
                **bind_handlers(with_outcomes(counter_offer_buttons.HANDLERS), services),
                **bind_handlers(partner_buttons.HANDLERS, services),
                **bind_handlers(rematch_buttons.HANDLERS, services),
                **bind_handlers(start_buttons.HANDLERS, services),
                **bind_handlers(form_buttons.HANDLERS, services),
            },
            lasting_buttons=("challenge-form", "form-send", "new-game", "partners"),
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
        """Return the cards of challenges, and the messages about them."""
        challenge_cards = self.page_services(chat, tournaments).cards
        composer = CardComposer(challenge_cards, self.services.queries, cards)
        sender = CardSender(
            composer,
            access.posts,
            access.standing,
            challenge_cards,
            self.services.queries,
            self._matches.queries,
        )
        return Messages(senders=sender.senders(), recalls=(composer.recall,))
