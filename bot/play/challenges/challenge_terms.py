"""What a challenger asks for, and what of it can be had."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.play.domain.challenges import RANDOM_ROLE, SeriesChoice
from bot.play.domain.people.person import Person, Place
from bot.play.domain.refusal import Refusal
from bot.play.domain.seat_assignment import playable, roles_of
from bot.play.domain.time.clocks import NO_CLOCK, ClockChoice
from rules.contract import Game
from rules.contract.capabilities import series_of

_TWO = 2


@dataclass(frozen=True, slots=True)
class ChallengeTerms:
    """What a challenger asks for; `people` are those they name, each once.

    `against_engine` says that they name the bot itself, by its account.
    """

    key: str
    options: Mapping[str, str]
    people: tuple[Person, ...]
    players: int | None
    role: str
    place: Place
    series: SeriesChoice | None
    clock: ClockChoice = NO_CLOCK
    rated: bool = False
    exploring: bool = True
    against_engine: bool = False


@dataclass(frozen=True, slots=True)
class CheckedTerms:
    """A terms that can be had, with all options filled in; `lobby` says that more than two can play."""

    terms: ChallengeTerms
    options: Mapping[str, str]
    lobby: bool

    @property
    def opponent(self) -> Person | None:
        """The one a challenge is for, where it is for one."""
        return self.terms.people[0] if self.terms.people and not self.lobby else None


def is_for_many(game: Game) -> bool:
    """Return whether people gather in a lobby to play a game."""
    return max(game.seats) > _TWO


def check_terms(games: Mapping[str, Game], challenger: int, terms: ChallengeTerms) -> CheckedTerms:
    """Check a terms. Raises Refusal or rules.contract.InvalidOption."""
    game = games.get(terms.key)
    if game is None:
        raise Refusal("no-such-game", game=terms.key)
    if any(person.id == challenger for person in terms.people):
        raise Refusal("self-challenge")
    lobby = is_for_many(game)
    if terms.against_engine and (lobby or terms.series is not None):
        raise Refusal("engine-at-table" if lobby else "engine-no-series")
    players = terms.players
    if players is None and not lobby:
        players = max(_TWO, 1 + len(terms.people))
    numbers = playable(game, terms.options, players)
    if lobby and len(terms.people) >= max(numbers):
        raise Refusal("too-many-invited", players=str(max(numbers)), invited=str(len(terms.people)))
    _check_role(game, terms.role, numbers)
    _check_series(game, terms.series)
    return CheckedTerms(terms, game.new(terms.options, players=numbers[0]).options, lobby)


def _check_role(game: Game, role: str, numbers: tuple[int, ...]) -> None:
    played = roles_of(game, numbers)
    if role in {*played, RANDOM_ROLE}:
        return
    if role in roles_of(game, game.seats):
        raise Refusal("role-not-played", game=game.key, role=role, allowed=", ".join(played))
    raise Refusal("unknown-role", game=game.key, role=role, allowed=", ".join((*played, RANDOM_ROLE)))


def _check_series(game: Game, choice: SeriesChoice | None) -> None:
    if choice is None:
        return
    series = series_of(game)
    if series is None:
        raise Refusal("no-series", game=game.key)
    if choice.tie_break not in series.tie_breaks:
        raise Refusal("unknown-tie-break", tie_break=choice.tie_break, allowed=", ".join(series.tie_breaks))
