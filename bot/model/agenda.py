"""A person's agenda, a channel's games, and their limits."""

from dataclasses import dataclass

from bot.model.challenges.challenge import Challenge
from bot.model.match.match import Match
from bot.model.people.person import Place


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is sane: running games per person and per channel, open challenges and offers per person.

    `conditional_lines` are a person's in one match; `note_length` is the most signs of a note an admin
    leaves.
    """

    games_per_person: int = 50
    challenges_per_person: int = 10
    games_per_channel: int = 200
    offers_per_person: int = 20
    conditional_lines: int = 20
    note_length: int = 300


@dataclass(frozen=True, slots=True)
class Agenda:
    """A person's pending matters: their turns (nearest deadline first), the turns of others, and so on.

    Challenges received are all open ones from others; `finished` are the latest ten.
    """

    mine: tuple[Match, ...]
    theirs: tuple[Match, ...]
    challenges_received: tuple[Challenge, ...]
    challenges_sent: tuple[Challenge, ...]
    finished: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """A channel's live overview: its message once that is posted, and the running matches, longest first.

    `place` is the channel with the server's present language; `challenges` are those that anyone in the
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
