"""The application from the chat's point of view: the surfaces and messages of all features."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.chat.core.chat import Chat
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.message_posts import NoteLimitation
from bot.chat.delivery.senders import Messages
from bot.chat.surface import Surface
from bot.kernel.feature import Features


class ChatApplication(Protocol):
    """All features over one kernel."""

    @property
    def features(self) -> Features:
        """All features, in their order."""

    @property
    def note_limitation(self) -> NoteLimitation:
        """The function that stores a place's refusal."""

    def surfaces(self, chat: Chat) -> Sequence[Surface]:
        """Return the surfaces of all features on Discord."""

    def messages(self, chat: Chat, access: DiscordAccess) -> Sequence[Messages]:
        """Return the messages of all features on Discord."""

    def serving(self, chat: Chat, application: Callable[[], int | None]) -> AbstractAsyncContextManager[None]:
        """Serve everything outside Discord during the block.

        `application` returns the id of the bot's application. Raises CannotListen.
        """
