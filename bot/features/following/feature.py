"""Following: the boards of other people's games, by direct message."""

from bot.chat.core.chat import Chat
from bot.chat.core.interactions.handler import bound
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import Messages
from bot.chat.features.following import following_buttons
from bot.chat.features.following.follower_sender import FollowerSender
from bot.chat.features.following.services import FollowingServices
from bot.chat.surface import Surface
from bot.features.following import store
from bot.features.matches.feature import MatchesFeature
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel
from bot.kernel.messages import MessageRoute
from bot.play.domain.outbox.instructions import TellFollower
from bot.play.people.following import Following
from bot.play.projections.followers import project_followers


class FollowingFeature:
    """The service of following, and its buttons."""

    def __init__(self, kernel: Kernel, matches: MatchesFeature) -> None:
        self._matches = matches
        self.following = Following(kernel.work)
        kernel.register(
            Feature(
                name="following",
                routes=(MessageRoute(TellFollower),),
                tables=store.TABLES,
                name_places=store.PLACES,
                projections=(project_followers,),
            )
        )

    def surface(self, chat: Chat) -> Surface:
        """Return the buttons."""
        own = FollowingServices(lookup=chat.lookup, matches=self._matches.queries, following=self.following)
        return Surface(name="following", buttons=bound(following_buttons.HANDLERS, own))

    def messages(self, chat: Chat, access: DiscordAccess) -> Messages:
        """Return the messages to followers."""
        sender = FollowerSender(
            access.direct, access.places, chat.readers, self._matches.queries, self.following
        )
        return Messages(senders=sender.senders())
