"""Engine levels that suit a person, by their games on the same board and in the same role."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from bot.model.match.match import Match
from bot.model.people.players import LEVELS, EnginePlayer
from engines.balance import measured
from rules.contract import Game
from rules.contract.capabilities import named_boards, one_sided

USUAL_LEVEL: Final = 2
_IN_A_ROW: Final = 2


@dataclass(frozen=True, slots=True)
class BoardRole:
    """A board of a game, and the role on it where strength differs by role."""

    key: str
    board: int
    role: str

    @classmethod
    def of_seat(cls, game: Game, options: Mapping[str, str], players: int, seat: int) -> Self:
        """Return the board and role of a seat of a match."""
        boards = enumerate(named_boards(game))
        board = next((number for number, choice in boards if choice.items() <= options.items()), 0)
        return cls(game.key, board, game.roles(players)[seat] if one_sided(game) else "")

    @classmethod
    def of_person(cls, game: Game, match: Match, person: int) -> Self | None:
        """Return a person's board and role in a match; None if they have left it."""
        seat = match.seat_of(person)
        return None if seat is None else cls.of_seat(game, match.options, len(match.players), seat)


def level_of(match: Match) -> int:
    """Return the level of the engine of a match."""
    return next(player.level for player in match.players if isinstance(player, EnginePlayer))


def remembered_level(game: Game, before: Sequence[Match], person: int, role: BoardRole) -> int:
    """Return the level of a person's last match on a board and in a role, else in the same game.

    It is USUAL_LEVEL without one. `before` are their matches against engines, newest first.
    """
    matches = [match for match in before if match.key == game.key]
    alike = [match for match in matches if BoardRole.of_person(game, match, person) == role]
    return level_of((alike or matches)[0]) if matches else USUAL_LEVEL


def newcomer_seat(game: Game, options: Mapping[str, str], players: int, level: int) -> int:
    """Return the seat that wins more often between engines of a level; the first without measurements."""
    run = measured(game, options, players, level)
    return 0 if run is None else game.roles(players).index(run.stronger_role)


def proposed_level(game: Game, before: Sequence[Match], person: int, match: Match) -> int | None:
    """Return the level for the match after `match`, with swapped sides; None to keep the level.

    It is the level of the last match in the next role; one more after two wins in a row there, one less after
    two losses. If the person has not had that role yet, their matches in the present role count.
    """
    seat, players = match.seat_of(person), len(match.players)
    if seat is None:
        return None
    over = [
        earlier
        for earlier in before
        if earlier.outcome is not None and earlier.id <= match.id and not earlier.taken_over
    ]
    matches = [
        (BoardRole.of_person(game, earlier, person), earlier) for earlier in over if earlier.key == game.key
    ]
    for number in ((seat + 1) % players, seat):
        role = BoardRole.of_seat(game, match.options, players, number)
        alike = [earlier for place, earlier in matches if place == role]
        if alike:
            level = level_of(alike[0]) + _step(alike[:_IN_A_ROW], person)
            return level if level in LEVELS and level != level_of(match) else None
    return None


def _step(last: Sequence[Match], person: int) -> int:
    """Return 1 after enough consecutive wins at the same level, -1 after as many losses, else 0."""
    if len(last) < _IN_A_ROW or len({level_of(match) for match in last}) > 1:
        return 0
    winners = [match.outcome.winners if match.outcome else () for match in last]
    wins = {match.seat_of(person) in seats for match, seats in zip(last, winners, strict=True)}
    if len(wins) > 1 or not all(winners):
        return 0
    return 1 if wins == {True} else -1
