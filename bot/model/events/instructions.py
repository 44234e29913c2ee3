"""Instructions to delivery: tasks at Discord that do not follow from a single event."""

from dataclasses import dataclass
from typing import ClassVar

from bot.model.event import DomainEvent
from bot.model.people.person import MessageRef


@dataclass(frozen=True, slots=True)
class RedrawOverview(DomainEvent):
    """Redraw a channel's overview, or post it if it has no message yet."""

    background: ClassVar[bool] = True

    channel: int


@dataclass(frozen=True, slots=True)
class TellResult(DomainEvent):
    """Post a match's result in this channel of a server."""

    match: int
    channel: int


@dataclass(frozen=True, slots=True)
class TellFollower(DomainEvent):
    """Notify a follower of a match's plies from `since` + 1 to `plies`, or of its end."""

    background: ClassVar[bool] = True

    match: int
    since: int
    plies: int
    over: bool = False


@dataclass(frozen=True, slots=True)
class OpenThread(DomainEvent):
    """Open a match's thread; its first board is in the channel because threads were limited."""

    background: ClassVar[bool] = True

    match: int


@dataclass(frozen=True, slots=True)
class CloseThread(DomainEvent):
    """Archive a finished match's thread."""

    background: ClassVar[bool] = True

    match: int


@dataclass(frozen=True, slots=True)
class EndDirectBoard(DomainEvent):
    """Close a player's direct board after the seat `undone_by` has undone its ply."""

    match: int
    undone_by: int | None = None

    @property
    def corrects(self) -> bool:
        """True: the board loses its buttons."""
        return True


@dataclass(frozen=True, slots=True)
class RemoveButtons(DomainEvent):
    """Remove the buttons of a replaced message.

    `challenge` is the message's challenge, if it has closed since; `undone_by` the seat that undid its ply.
    `reader` is its only reader, None if it is public. `few_pictures`: its thread keeps only the pictures of
    its last boards.
    """

    repeatable: ClassVar[bool] = True

    message: MessageRef
    match: int | None = None
    challenge: int | None = None
    undone_by: int | None = None
    reader: int | None = None
    few_pictures: bool = False


@dataclass(frozen=True, slots=True)
class DeleteMessage(DomainEvent):
    """Delete a message whose content is no longer true."""

    repeatable: ClassVar[bool] = True

    message: MessageRef


@dataclass(frozen=True, slots=True)
class DeleteTrial(DomainEvent):
    """Delete messages of a Discord trial in a server.

    With a `message`, delete only that. Otherwise delete the thread or post `channel`; in any other channel
    delete the messages of the trial `run`, in a forum its posts.
    """

    background: ClassVar[bool] = True
    repeatable: ClassVar[bool] = True

    server: int
    run: str
    channel: int
    message: int | None = None
