"""The parts of the chat that every feature gets."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.chat.core.commands.manual import Manual
from bot.chat.core.contributions.slots import Slots
from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.interactions.pressed_messages import PressedMessages
from bot.chat.core.interactions.sessions import Sessions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.owner_links import Links
from bot.chat.core.parsing.move import MoveReader
from bot.chat.core.words.audit_notes import AuditNotes
from bot.model.ports import Clock


@dataclass(frozen=True, slots=True)
class Chat:
    """The chat's interface to the features.

    `moves` reads typed moves, `epoch` counts the database's restores, `trials` are the running trials of
    Discord. `wake` starts the delivery of due notices. Through `slots` features contribute to each other's
    pages.
    """

    interactions: Interactions
    lookup: MatchLookup
    readers: Readers
    pressed: PressedMessages
    clock: Clock
    epoch: int
    manual: Manual
    audit_notes: AuditNotes
    moves: MoveReader
    links: Links
    trials: Sessions
    wake: Callable[[], None]
    slots: Slots
