"""People, places, requests, and references to messages."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RolesHeld:
    """The roles someone has in a server, that of everyone included."""

    server: int
    roles: frozenset[int]


@dataclass(frozen=True, slots=True)
class Person:
    """Someone as last met: `locale` is the language of their own client.

    `held` are their roles where they speak or are named, None where these are not known; they say nothing of
    who someone is.
    """

    id: int
    name: str
    locale: str
    held: RolesHeld | None = field(default=None, compare=False)

    def roles_in(self, server: int) -> frozenset[int] | None:
        """Return their roles in a server, None where these are not known."""
        return self.held.roles if self.held is not None and self.held.server == server else None


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is public. `server` is None in private talks.

    `parent` is the channel a thread hangs in, where `channel` is a thread; `private` says that only its
    members may see that thread: what happens there is told nowhere else but to its players in person.
    `locale` is the language of a server that says which it speaks, or of the one who speaks in private; it is
    empty where it is not known. What is public is worded in the language of `PeopleDirectory.public_locale`.
    """

    server: int | None
    channel: int
    locale: str
    parent: int | None = None
    private: bool = False

    @property
    def base_channel(self) -> int:
        """Return the channel itself, or the one that a thread hangs in."""
        return self.channel if self.parent is None else self.parent

    def shares_readers(self, other: "Place") -> bool:
        """Return whether the same people read both: a channel with its threads, or one private thread."""
        if self.private or other.private:
            return self.channel == other.channel
        return (self.server, self.base_channel) == (other.server, other.base_channel)


@dataclass(frozen=True, slots=True)
class Request:
    """One thing one person asks for, once: the same `id` again means the same wish, not a new one."""

    id: str
    person: Person


@dataclass(frozen=True, slots=True)
class MessageRef:
    """A posted message: the channel or thread it stands in and its own id."""

    channel: int
    message: int
