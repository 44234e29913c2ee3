"""Start: the page on which a new game is put together."""

from functools import partial

from bot.chat.core.chat import Chat
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import bound
from bot.chat.surface import MenuCommand, Surface
from bot.features.challenges.service.facade import ChallengesFacade
from bot.features.engines.service.facade import EnginesFacade
from bot.features.matches.service.facade import MatchesFacade
from bot.features.people.service.facade import PeopleFacade
from bot.features.servers.service.facade import ServersFacade
from bot.features.start import buttons as start_buttons
from bot.features.start import form_buttons
from bot.features.start.form_buttons import challenge_menu
from bot.features.start.services import StartServices
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class StartFeature:
    """The buttons of the start page."""

    def __init__(
        self,
        kernel: Kernel,
        matches: MatchesFacade,
        people: PeopleFacade,
        servers: ServersFacade,
        engines: EnginesFacade,
        challenges: ChallengesFacade,
    ) -> None:
        self._kernel = kernel
        self._matches = matches
        self._people = people
        self._servers = servers
        self._engines = engines
        self._challenges = challenges
        kernel.register(Feature(name="start"))

    def surface(self, chat: Chat) -> Surface:
        """Return the buttons."""
        own = StartServices(
            interactions=chat.interactions,
            games=self._kernel.games,
            matches=self._matches.queries,
            invitations=self._challenges.invitations,
            agenda=self._people.agenda,
            limits=self._kernel.limits,
            servers=self._servers.admin,
            limitations=self._servers.limitations,
            practice=self._engines.practice,
        )
        return Surface(
            name="start",
            menu_commands=(MenuCommand(partial(challenge_menu, own), Reach.SERVERS),),
            buttons={**bound(start_buttons.HANDLERS, own), **bound(form_buttons.HANDLERS, own)},
            lasting_buttons=("new-game", "challenge-form", "form-send"),
        )
