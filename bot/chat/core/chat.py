"""The means of every feature to communicate on Discord."""

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
    """The means of all features on Discord.

    `moves` knows the words in which moves are typed; `epoch` is the current restore of the database, and
    `trials` are the running trials of Discord. `wake` starts the delivery of due notices. At
    the `slots` features contribute to pages of others.
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
