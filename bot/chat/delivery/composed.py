"""Messages of matches and challenges, with the place they belong to."""

from dataclasses import dataclass, replace

from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.discord_sender import Post
from bot.kernel.outbox.notices import Notice
from bot.locale import Language
from bot.model.challenges.challenge import Challenge
from bot.model.match.match import Match
from bot.model.people.person import Place


@dataclass(frozen=True, slots=True)
class Composed:
    """A message and what it is about: a match, or a challenge that has none yet."""

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
) -> Composed:
    """Return the message of a notice about a match or a challenge.

    One that was rerouted to a person says so.
    """
    match = subject if isinstance(subject, Match) else None
    if notice.rerouted:
        text_id = "place.closed-challenge" if match is None else "place.closed"
        closed = t(text_id, where=f"<#{subject.place.channel}>")
        message = replace(message, closing="\n".join(part for part in (message.closing, closed) if part))
    post = Post(message, people, mark, subject.created, pictures, place=subject.place)
    return Composed(post, match, subject.place)
