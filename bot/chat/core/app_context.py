"""The chat's dependencies, injected once at the start."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.chat.core.chat import Chat
from bot.chat.core.chat_services import ChatServices
from bot.chat.core.commands.manual import Manual
from bot.chat.core.contributions.slots import Slots
from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.interactions.pressed_messages import PressedMessages
from bot.chat.core.interactions.resender import NoResender, Resender
from bot.chat.core.interactions.sessions import Sessions
from bot.chat.core.lookup.match_lookup import MatchLookup
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.owner_links import Links
from bot.chat.core.parsing.move import NO_WORDS, MoveReader
from bot.chat.core.pictures import Pictures
from bot.chat.core.words.audit_notes import AuditNotes
from bot.kernel.outbox.outbox import Outbox
from bot.locale import Texts
from bot.model.ports import Clock, utc_now
from bot.model.restores.epochs import Epochs
from bot.monitoring.metrics import Metrics
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class AppContext:
    """All parts of the chat, for the composition root and for delivery. No feature gets it.

    `answered` gets the id of each interaction whose answer Discord accepted. `moves` reads typed moves.
    `epochs` are the database's restores. `trials` are the running trials of Discord. `wake` starts the
    delivery of due notices.
    """

    services: ChatServices
    outbox: Outbox
    games: Mapping[str, Game]
    pictures: Pictures
    texts: Texts
    clock: Clock = utc_now
    answered: Callable[[str], None] = lambda _interaction: None
    moves: MoveReader = NO_WORDS
    links: Links = Links()  # noqa: RUF009  # an immutable value
    epochs: Epochs = Epochs()  # noqa: RUF009  # an immutable value
    metrics: Metrics = field(default_factory=Metrics)
    resender: Resender = field(default_factory=NoResender)
    trials: Sessions = field(default_factory=Sessions)
    wake: Callable[[], None] = lambda: None
    manual: Manual = field(default_factory=Manual)
    audit_notes: AuditNotes = field(default_factory=AuditNotes)
    slots: Slots = field(default_factory=Slots)

    @property
    def chat(self) -> Chat:
        """The parts of the chat that every feature gets."""
        return Chat(
            interactions=self.interactions,
            lookup=self.lookup,
            readers=self.readers,
            pressed=PressedMessages(self.resender, self.epochs.current),
            clock=self.clock,
            epoch=self.epochs.current,
            manual=self.manual,
            audit_notes=self.audit_notes,
            moves=self.moves,
            links=self.links,
            trials=self.trials,
            wake=self.wake,
            slots=self.slots,
        )

    @property
    def interactions(self) -> Interactions:
        services = self.services
        return Interactions(
            self.texts,
            self.games,
            self.pictures,
            services.settings,
            services.name_cache,
            services.matches,
            services.deletions,
            self.metrics.answers,
            self.answered,
            self.resender,
            self.slots.doors,
        )

    @property
    def lookup(self) -> MatchLookup:
        return MatchLookup(self.services.matches, self.services.servers, self.services.people)

    @property
    def readers(self) -> Readers:
        return Readers(
            self.texts, self.pictures, self.services.people, self.services.settings, self.slots.doors
        )
