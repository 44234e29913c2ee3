"""A person's agenda, a channel's games, and their limits."""

from dataclasses import dataclass

from bot.model.challenges.challenge import Challenge
from bot.model.match.match import Match
from bot.model.people.person import Place


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of running games per person and per channel, of open challenges and offers per person.

    `conditional_lines` limits a person's lines in a match; `note_length` is the maximum length of an admin's
    note.
    """

    games_per_person: int = 50
    challenges_per_person: int = 10
    games_per_channel: int = 200
    offers_per_person: int = 20
    conditional_lines: int = 20
    note_length: int = 300


@dataclass(frozen=True, slots=True)
class Agenda:
    """A person's pending matters: their turns (nearest deadline first), the turns of others, challenges.

    `challenges_received` are all open challenges from others; `finished` are the latest ten matches.
    """

    mine: tuple[Match, ...]
    theirs: tuple[Match, ...]
    challenges_received: tuple[Challenge, ...]
    challenges_sent: tuple[Challenge, ...]
    finished: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """A channel's live overview: its message once it is posted, and the running matches, oldest first.

    `place` is the channel with the server's current language; `challenges` are those that anyone in the
    server may accept or join, newest first.
    """

    message: int | None
    matches: tuple[Match, ...]
    place: Place
    challenges: tuple[Challenge, ...] = ()

    @property
    def readers(self) -> frozenset[int]:
        """The players of the matches, and the challengers."""
        players = {player for match in self.matches for player in match.people}
        return frozenset(players | {challenge.challenger for challenge in self.challenges})
