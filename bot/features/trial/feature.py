"""Trial: a scripted game with which an owner tests the real Discord."""

import asyncio

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_subcommands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.features.servers.service.facade import ServersFacade
from bot.features.trial import commands as trial_command
from bot.features.trial.sender import TrialSender
from bot.features.trial.service import TrialLeftovers
from bot.features.trial.services import TrialServices
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.outbox.message_routes import MessageRoute
from bot.model.events.instructions import DeleteTrial


class TrialFeature:
    """The service of trials, and `/server trial`."""

    def __init__(self, kernel: Kernel, servers: ServersFacade) -> None:
        self._kernel = kernel
        self._servers = servers
        self.leftovers = TrialLeftovers(kernel.store, kernel.clock)
        kernel.register(Feature(name="trial", name_places=(), routes=(MessageRoute(DeleteTrial),)))

    def surface(self, chat: Chat) -> Surface:
        own = TrialServices(
            interactions=chat.interactions,
            games=self._kernel.games,
            servers=self._servers.admin,
            limitations=self._servers.limitations,
            leftovers=self.leftovers,
            trials=chat.trials,
            clock=chat.clock,
            epoch=chat.epoch,
            wake=chat.wake,
            pause=asyncio.sleep,
        )
        return Surface(
            name="trial",
            subcommands=bound_subcommands(own, trial_command.SUBCOMMANDS),
            buttons=bind_handlers(trial_command.HANDLERS, own),
        )

    @staticmethod
    def messages(access: DiscordAccess) -> Messages:
        return Messages(senders=TrialSender(access.client, access.sender).senders())
