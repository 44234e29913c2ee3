"""People, places, requests, and references to messages."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RolesHeld:
    """A person's roles in a server, including @everyone."""

    server: int
    roles: frozenset[int]


@dataclass(frozen=True, slots=True)
class Person:
    """A person as last seen: `locale` is their client's language.

    `held` are their roles in the current server, None if unknown; they do not affect equality.
    """

    id: int
    name: str
    locale: str
    held: RolesHeld | None = field(default=None, compare=False)

    def roles_in(self, server: int) -> frozenset[int] | None:
        """Return their roles in a server, None if unknown."""
        return self.held.roles if self.held is not None and self.held.server == server else None


@dataclass(frozen=True, slots=True)
class Place:
    """A public place. `server` is None in direct messages.

    If `channel` is a thread, `parent` is its channel; `private`: only its members see that thread, and its
    events are announced nowhere else except to its players in person. `locale` is the language of a server
    that declares one, or of the person in direct messages; it is empty if unknown. Public messages use the
    language of `PeopleDirectory.public_locale`.
    """

    server: int | None
    channel: int
    locale: str
    parent: int | None = None
    private: bool = False

    @property
    def base_channel(self) -> int:
        """The channel itself, or a thread's parent."""
        return self.channel if self.parent is None else self.parent

    def shares_readers(self, other: "Place") -> bool:
        """Return whether both have the same readers: a channel with its threads, or one private thread."""
        if self.private or other.private:
            return self.channel == other.channel
        return (self.server, self.base_channel) == (other.server, other.base_channel)


@dataclass(frozen=True, slots=True)
class Request:
    """A person's request, executed once: the same `id` again is a repetition, not a new request."""

    id: str
    person: Person


@dataclass(frozen=True, slots=True)
class MessageRef:
    """A posted message: its channel or thread, and its own id."""

    channel: int
    message: int
