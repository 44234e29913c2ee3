"""Optional capabilities of games: calls, oversight, duties, piece kinds, leaving, parties, draws, sides."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Protocol, TypeGuard, runtime_checkable

from rules.contract import Duty, Game, IllegalMove, PointName, State
from rules.contract.series import Series
from rules.contract.vocabulary import CommonRefusal


@runtime_checkable
class TakesCalls(Protocol):
    """A state in which the player to act may make a call, whether or not it is justified."""

    @property
    def calls(self) -> tuple[str, ...]:
        """The possible calls; parsing one decides whether it is justified."""


@runtime_checkable
class PunishesOversight(Protocol):
    """A state whose rules may punish a player who overlooks a move."""

    @property
    def punishes_oversight(self) -> bool:
        """Whether they do; if so, lists and pictures of moves must not show effects."""


@runtime_checkable
class NamesDuties(Protocol):
    """A state that names the duties of the player to act."""

    @property
    def duties(self) -> tuple[Duty, ...]:
        """The duties of the side to act, except those that the player must discover."""


@runtime_checkable
class ShowsThreats(Protocol):
    """A state of a game for two that can be evaluated after a pass of the seat to act."""

    def passed(self) -> State | None:
        """Return the state with the other seat to act, against the rules; None if a duty forbids it."""


@runtime_checkable
class HasKindsOfPieces(Protocol):
    """A state in which a side has pieces of more than one kind."""

    @property
    def piece_kinds(self) -> Mapping[str, str]:
        """The pieces of an unusual kind, such as "king", by their points."""


@runtime_checkable
class LetsRetire(Protocol):
    """A state that continues after a player leaves."""

    def retire(self, seat: int) -> State:
        """Return the state without the player on `seat`. Raises IllegalMove."""


@runtime_checkable
class HasParties(Protocol):
    """A state in which seats play as parties."""

    @property
    def parties(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each party, ordered by their first seat."""


@runtime_checkable
class KeepsScore(Protocol):
    """A state of a game decided by the larger score."""

    @property
    def score(self) -> tuple[int, ...]:
        """Each seat's score, or its party's; empty if the chosen options do not decide by score."""


@runtime_checkable
class PlayedInSeries(Protocol):
    """A game whose rulebook prescribes series of games."""

    @property
    def series(self) -> Series:
        """The form of its series."""


@runtime_checkable
class SaysAboutDraws(Protocol):
    """A game that declares whether its players can agree on a draw."""

    @property
    def agreed_draw(self) -> bool:
        """Whether they can agree on a draw."""


@runtime_checkable
class SaysWhetherOneSided(Protocol):
    """A game that declares whether its roles have different men and aims: strength then differs by role."""

    @property
    def one_sided(self) -> bool:
        """Whether the roles differ."""


@runtime_checkable
class SaysWhetherChance(Protocol):
    """A game that declares whether it has chance."""

    @property
    def chance(self) -> bool:
        """Whether it has chance with any options."""


@runtime_checkable
class SaysWhenItCounts(Protocol):
    """A game that declares the length from which its results count."""

    def least_plies(self, players: int) -> Mapping[str, int]:
        """Return the least number of plies, chance included, for a win of each role to count."""


@runtime_checkable
class NamesPoints(Protocol):
    """A game whose points have spoken names besides the canonical ones."""

    @property
    def point_names(self) -> Mapping[str, PointName]:
        """The names of all points, in the order of the board."""

    def point_name(self, point: str) -> PointName | None:
        """Return the name of a point as moves write it, such as a stack; None for any other text."""


@runtime_checkable
class ReadsMorePoints(Protocol):
    """A state whose points have further spellings, the same in every language."""

    @property
    def also_typed(self) -> Mapping[str, str]:
        """The points by their further spellings."""


@runtime_checkable
class HasNamedBoards(Protocol):
    """A game with several boards, each with its own name."""

    @property
    def board_option(self) -> str:
        """The option whose values are the boards."""


@runtime_checkable
class EasesFirstGames(Protocol):
    """A game whose rulebook has an easier variant."""

    @property
    def first_game_options(self) -> Mapping[str, str]:
        """The options to propose to players new to the game."""


RETIREMENT = "retire "
"""The prefix of a departure in a log: `retire 2` for seat 2. No legal move has this text."""


def calls_of(state: State) -> tuple[str, ...]:
    """Return the possible calls in a state; none in most games."""
    return state.calls if isinstance(state, TakesCalls) else ()


def punishes_oversight(state: State) -> bool:
    """Return whether the player must find a move's effects; False in most games."""
    return isinstance(state, PunishesOversight) and state.punishes_oversight


def passed(state: State) -> State | None:
    """Return the state after a pass of the seat to act; None if undefined."""
    return state.passed() if isinstance(state, ShowsThreats) and state.outcome is None else None


def duties_of(state: State) -> tuple[Duty, ...]:
    """Return the duties of the player to act; empty in most states."""
    return state.duties if isinstance(state, NamesDuties) else ()


def piece_kinds(state: State) -> Mapping[str, str]:
    """Return the pieces of an unusual kind, by point; none in most states."""
    return state.piece_kinds if isinstance(state, HasKindsOfPieces) else {}


def parties_of(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the parties of a state; without parties every seat is its own."""
    if isinstance(state, HasParties):
        return state.parties
    return tuple((seat,) for seat in range(state.players))


def score_of(state: State) -> tuple[int, ...]:
    """Return each seat's score; empty in games without a score."""
    return state.score if isinstance(state, KeepsScore) else ()


def point_names_of(game: Game) -> Mapping[str, PointName]:
    """Return the spoken names of a game's points; none in most games."""
    return game.point_names if isinstance(game, NamesPoints) else {}


def point_name(game: Game, point: str) -> PointName | None:
    """Return the spoken name of a point, None if it equals the canonical one."""
    return game.point_name(point) if _names_points(game) else None


def _names_points(game: Game) -> TypeGuard[NamesPoints]:
    return _has_point_names(type(game))


@cache
def _has_point_names(game: type[Game]) -> bool:
    """Return whether games of a class name their points; cached because `isinstance` is slow for labels."""
    return all(hasattr(game, name) for name in ("point_name", "point_names"))


def also_typed(state: State) -> Mapping[str, str]:
    """Return the points by their further spellings; none in most states."""
    return state.also_typed if isinstance(state, ReadsMorePoints) else {}


def named_boards(game: Game) -> tuple[Mapping[str, str], ...]:
    """Return one choice of options per board, the default first; none for a single board."""
    if not isinstance(game, HasNamedBoards):
        return ()
    option = next(candidate for candidate in game.options if candidate.key == game.board_option)
    usual_first = sorted(option.values, key=lambda value: value != option.default)
    return tuple({option.key: value} for value in usual_first)


def first_game_options(game: Game) -> Mapping[str, str]:
    """Return the options to propose to newcomers; by default the usual ones."""
    return game.first_game_options if isinstance(game, EasesFirstGames) else {}


def series_of(game: Game) -> Series | None:
    """Return a game's form of series, None without one."""
    return game.series if isinstance(game, PlayedInSeries) else None


def draws_by_agreement(game: Game) -> bool:
    """Return whether players can agree on a draw; by default two players can."""
    return game.agreed_draw if isinstance(game, SaysAboutDraws) else max(game.seats) == 2


def one_sided(game: Game) -> bool:
    """Return whether the roles of a game have different men and aims; False by default."""
    return isinstance(game, SaysWhetherOneSided) and game.one_sided


def leaves_to_chance(game: Game) -> bool:
    """Return whether a game has chance; False by default."""
    return isinstance(game, SaysWhetherChance) and game.chance


def least_plies(game: Game, players: int, winners: Collection[int]) -> int:
    """Return the least number of plies for a win of some seats, or for a draw, to count.

    For several winners, or a draw, the largest requirement of their roles applies. A game that declares no
    requirement counts at any length.
    """
    if not isinstance(game, SaysWhenItCounts):
        return 0
    least = game.least_plies(players)
    return max(least[role] for seat, role in enumerate(game.roles(players)) if not winners or seat in winners)


def lets_retire(state: State) -> bool:
    """Return whether the game continues after a departure; with two players it never does."""
    return isinstance(state, LetsRetire) and state.players > 2


def retire(state: State, seat: int) -> State:
    """Return the state after `seat` left. Raises IllegalMove if the game cannot continue."""
    if not isinstance(state, LetsRetire):
        raise IllegalMove("this game does not continue without a player", CommonRefusal.CANNOT_RETIRE)
    return state.retire(seat)
