"""Following: the boards of other people's games, by direct message."""

from bot.chat.core.chat import Chat
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.features.following import buttons as following_buttons
from bot.features.following import contributions, domain, store
from bot.features.following.projections import project_followers
from bot.features.following.reactions import follow_series
from bot.features.following.sender import FollowerSender
from bot.features.following.service import Following
from bot.features.following.services import FollowingServices
from bot.features.matches.service.facade import MatchesFacade
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.outbox.message_routes import MessageRoute
from bot.model.events.instructions import TellFollower


class FollowingFeature:
    """The service of following, and its buttons."""

    def __init__(self, kernel: Kernel, matches: MatchesFacade) -> None:
        self._matches = matches
        self.following = Following(kernel.work)
        kernel.register(
            Feature(
                name="following",
                reactions=(follow_series(kernel.clock),),
                refusals=domain.REASONS,
                routes=(MessageRoute(TellFollower),),
                tables=store.TABLES,
                name_places=store.PLACES,
                projections=(project_followers,),
            )
        )

    def surface(self, chat: Chat) -> Surface:
        own = FollowingServices(lookup=chat.lookup, matches=self._matches.queries, following=self.following)
        return Surface(
            name="following",
            more_buttons=contributions.MORE_BUTTONS,
            buttons=bind_handlers(following_buttons.HANDLERS, own),
        )

    def messages(self, chat: Chat, access: DiscordAccess) -> Messages:
        sender = FollowerSender(
            access.direct, access.places, chat.readers, self._matches.queries, self.following
        )
        return Messages(senders=sender.senders())
