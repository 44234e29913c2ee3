"""The checked terms of a new challenge, with its people and its place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.model.challenges.seat_assignment import playable, roles_of
from bot.model.challenges.terms import CHOICE_ROLE, RANDOM_ROLE, Terms
from bot.model.people.person import Person, Place
from bot.model.refusal import Refusal
from rules.contract import Game
from rules.contract.capabilities import series_of
from rules.contract.series import TieBreak

_DUEL = 2


@dataclass(frozen=True, slots=True)
class Proposal:
    """Checked terms for the named `people`, or for anyone; `table` is set if people gather at a table."""

    terms: Terms
    people: tuple[Person, ...]
    place: Place
    table: bool

    @property
    def opponent(self) -> Person | None:
        """The single addressee of a challenge, if there is one."""
        return self.people[0] if self.people and not self.table else None


def is_for_many(game: Game) -> bool:
    """Return whether a game is for more than two players."""
    return max(game.seats) > _DUEL


def propose(
    games: Mapping[str, Game], challenger: int, terms: Terms, place: Place, people: Sequence[Person] = ()
) -> Proposal:
    """Check terms, and fill in their missing options. Raises Refusal or rules.contract.InvalidOption."""
    game = games.get(terms.key)
    if game is None:
        raise Refusal("no-such-game", game=terms.key)
    unique = tuple({person.id: person for person in people}.values())
    if any(person.id == challenger for person in unique):
        raise Refusal("self-challenge")
    table = is_for_many(game)
    if terms.against_engine and (table or terms.tie_break is not None):
        raise Refusal("engine-at-table" if table else "engine-no-series")
    if terms.against_engine and terms.role == CHOICE_ROLE:
        raise Refusal("engine-no-choice")
    players = terms.players
    if players is None and not table:
        players = max(_DUEL, 1 + len(unique))
    numbers = playable(game, terms.options, players)
    if table and len(unique) >= max(numbers):
        raise Refusal("too-many-invited", players=str(max(numbers)), invited=str(len(unique)))
    _check_role(game, terms.role, numbers)
    _check_series(game, terms.tie_break)
    checked = replace(
        terms,
        options=game.new(terms.options, players=numbers[0]).options,
        rated=terms.rated and not terms.against_engine,
    )
    return Proposal(checked, unique, place, table)


def _check_role(game: Game, role: str, numbers: tuple[int, ...]) -> None:
    roles = roles_of(game, numbers)
    if role in {*roles, RANDOM_ROLE} or (role == CHOICE_ROLE and not is_for_many(game)):
        return
    if role in roles_of(game, game.seats):
        raise Refusal("role-not-played", game=game.key, role=role, allowed=", ".join(roles))
    raise Refusal("unknown-role", game=game.key, role=role, allowed=", ".join((*roles, RANDOM_ROLE)))


def _check_series(game: Game, tie_break: TieBreak | None) -> None:
    if tie_break is None:
        return
    series = series_of(game)
    if series is None:
        raise Refusal("no-series", game=game.key)
    if tie_break not in series.tie_breaks:
        raise Refusal("unknown-tie-break", tie_break=tie_break, allowed=", ".join(series.tie_breaks))
