"""Instructions to whoever delivers: what is to be done at Discord that follows from no event alone."""

from dataclasses import dataclass

from bot.play.domain.people.person import MessageRef
from bot.play.domain.people.privacy import NameErasure


@dataclass(frozen=True, slots=True)
class RedrawOverview:
    """Draw the overview of a channel again, or post it where there is no message yet."""

    channel: int


@dataclass(frozen=True, slots=True)
class TellResult:
    """Tell a server, in this channel, how a match has ended."""

    match: int
    channel: int


@dataclass(frozen=True, slots=True)
class TellFollower:
    """Tell somebody who follows a match of its plies after `since` of them up to `plies`; or of its end."""

    match: int
    since: int
    plies: int
    over: bool = False


@dataclass(frozen=True, slots=True)
class OpenThread:
    """Open the thread of a match whose first board stands in the channel because threads were limited."""

    match: int


@dataclass(frozen=True, slots=True)
class CloseThread:
    """Archive the thread of a match that is over."""

    match: int


@dataclass(frozen=True, slots=True)
class EndDirectBoard:
    """Have someone's direct board be their turn no more, where the seat `undone_by` has undone its ply."""

    match: int
    undone_by: int | None = None


@dataclass(frozen=True, slots=True)
class RemoveButtons:
    """Take the buttons off a message that was replaced.

    `challenge` is what it told of, where that has closed since; `undone_by` the seat that undid the ply it
    told of. `reader` is who reads it, None where everyone does. `few_pictures` says that its thread keeps the
    pictures of its last boards alone.
    """

    message: MessageRef
    match: int | None = None
    challenge: int | None = None
    undone_by: int | None = None
    reader: int | None = None
    few_pictures: bool = False


@dataclass(frozen=True, slots=True)
class DeleteMessage:
    """Delete a message that is true no more."""

    message: MessageRef


@dataclass(frozen=True, slots=True)
class DeleteTrial:
    """Delete messages of a Discord trial in a server.

    With a `message`, delete that one. Otherwise delete the thread or post `channel`; of any other channel
    delete the messages of the trial `run`, of a forum its posts.
    """

    server: int
    run: str
    channel: int
    message: int | None = None


Instruction = (
    RedrawOverview
    | TellResult
    | TellFollower
    | OpenThread
    | CloseThread
    | EndDirectBoard
    | RemoveButtons
    | DeleteMessage
    | DeleteTrial
    | NameErasure
)
