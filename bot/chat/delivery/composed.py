"""Messages about matches and challenges with their places, and how to post them."""

from dataclasses import dataclass, replace
from typing import Protocol

from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.discord_sender import Post
from bot.kernel.outbox.notices import Notice
from bot.locale import Language
from bot.model.challenges.challenge import Challenge
from bot.model.match.match import Match
from bot.model.people.person import MessageRef, Place


@dataclass(frozen=True, slots=True)
class ComposedMessage:
    """A message and its subject: a match, or a challenge without one."""

    post: Post
    match: Match | None
    place: Place


def about(
    subject: Match | Challenge,
    notice: Notice,
    message: PublicMessage,
    people: tuple[int, ...],
    mark: str,
    pictures: Pictures,
    t: Language,
) -> ComposedMessage:
    """Return the message of a notice about a match or a challenge.

    A message rerouted to a person says so.
    """
    match = subject if isinstance(subject, Match) else None
    if notice.is_rerouted:
        text_id = "place.closed-challenge" if match is None else "place.closed"
        closed = t(text_id, where=f"<#{subject.place.channel}>")
        message = replace(message, closing="\n".join(part for part in (message.closing, closed) if part))
    post = Post(message, people, mark, subject.created, pictures, place=subject.place)
    return ComposedMessage(post, match, subject.place)


class MatchPosts(Protocol):
    """The threads, forum posts and channels of matches."""

    async def post(
        self, notice: Notice, composed: ComposedMessage | None, *, opens: bool = False
    ) -> MessageRef | None:
        """Post a message, if any, to its reader or in the best open place of its match.

        `opens` opens the place with the first message. Raises PlaceClosed, Undecided, and transient FAILURES.
        """

    async def open_thread(self, match: Match) -> int | None:
        """Open the match's own thread on its card; return None if that is impossible.

        Raises unhandled FAILURES.
        """
