"""Capabilities of some games: calls, oversight, duties, kinds of pieces, leaving, parties, draws, sides."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Protocol, TypeGuard, runtime_checkable

from rules.contract import Duty, Game, IllegalMove, PointName, State
from rules.contract.series import Series
from rules.contract.vocabulary import CommonRefusal


@runtime_checkable
class TakesCalls(Protocol):
    """A state in which the player to act may call something without knowing whether they may."""

    @property
    def calls(self) -> tuple[str, ...]:
        """The actions that can be called; parsing one says whether it is justified."""


@runtime_checkable
class PunishesOversight(Protocol):
    """A state whose rules may punish a player for overlooking a move."""

    @property
    def punishes_oversight(self) -> bool:
        """Whether they do; then nothing that offers moves says or shows what any of them would do."""


@runtime_checkable
class NamesDuties(Protocol):
    """A state that names the duties of the player to act."""

    @property
    def duties(self) -> tuple[Duty, ...]:
        """The duties of the side to act; nothing that they should find out for themselves."""


@runtime_checkable
class ShowsThreats(Protocol):
    """A state of a game for two that can be evaluated as if the seat to act passed."""

    def passed(self) -> State | None:
        """Return the state with the other seat to act, which no rule allows; None where a duty forbids it."""


@runtime_checkable
class HasKindsOfPieces(Protocol):
    """A state in which a side has pieces of more than one kind."""

    @property
    def piece_kinds(self) -> Mapping[str, str]:
        """The kinds of the pieces that are not their side's usual ones, such as "king", by their points."""


@runtime_checkable
class LetsRetire(Protocol):
    """A state that goes on when a player leaves."""

    def retire(self, seat: int) -> State:
        """Return the state without the player on `seat`. Raises IllegalMove."""


@runtime_checkable
class HasParties(Protocol):
    """A state in which seats play together."""

    @property
    def parties(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each party, in order of their first seat."""


@runtime_checkable
class KeepsScore(Protocol):
    """A state of a game that is decided by something its players have more or less of."""

    @property
    def score(self) -> tuple[int, ...]:
        """How much each seat has, or its party; empty where the options chosen have something else decide."""


@runtime_checkable
class PlayedInSeries(Protocol):
    """A game whose rulebook has it played several times in a row."""

    @property
    def series(self) -> Series:
        """How a series of it goes."""


@runtime_checkable
class SaysAboutDraws(Protocol):
    """A game that says whether its players can agree on a draw."""

    @property
    def agreed_draw(self) -> bool:
        """Whether they can."""


@runtime_checkable
class SaysWhetherOneSided(Protocol):
    """A game that says whether its roles have different men and aims, so that strength differs by role."""

    @property
    def one_sided(self) -> bool:
        """Whether they have."""


@runtime_checkable
class SaysWhetherChance(Protocol):
    """A game that says whether chance acts in it."""

    @property
    def chance(self) -> bool:
        """Whether it has, with any options."""


@runtime_checkable
class SaysWhenItCounts(Protocol):
    """A game that says how long it must have gone on before its result tells who plays better."""

    def least_plies(self, players: int) -> Mapping[str, int]:
        """Return how many plies, those of chance too, there must have been for a win of each role."""


@runtime_checkable
class NamesPoints(Protocol):
    """A game whose points have names for people beside the canonical ones."""

    @property
    def point_names(self) -> Mapping[str, PointName]:
        """The names of all points, in the order of the board."""

    def point_name(self, point: str) -> PointName | None:
        """Return the name of a point as a move may write it, None for any other text."""


@runtime_checkable
class ReadsMorePoints(Protocol):
    """A state in which points can be typed in further ways, the same in every language."""

    @property
    def also_typed(self) -> Mapping[str, str]:
        """The points by their further spellings."""


@runtime_checkable
class HasNamedBoards(Protocol):
    """A game that is played on several boards, each known by a name of its own."""

    @property
    def board_option(self) -> str:
        """The option whose values are these boards."""


@runtime_checkable
class EasesFirstGames(Protocol):
    """A game whose rulebook has an easier way to play than its usual one."""

    @property
    def first_game_options(self) -> Mapping[str, str]:
        """The options to propose to newcomers to the game."""


RETIREMENT = "retire "
"""How a log writes that a player left: `retire 2` for seat 2. No legal move reads like that."""


def calls_of(state: State) -> tuple[str, ...]:
    """Return the actions that can be called in a state; none in most games."""
    return state.calls if isinstance(state, TakesCalls) else ()


def punishes_oversight(state: State) -> bool:
    """Return whether finding a move's effects is left to the player; in most games it is not."""
    return isinstance(state, PunishesOversight) and state.punishes_oversight


def passed(state: State) -> State | None:
    """Return the state as if the seat to act did nothing; None where that cannot be said."""
    return state.passed() if isinstance(state, ShowsThreats) and state.outcome is None else None


def duties_of(state: State) -> tuple[Duty, ...]:
    """Return the duties of the player to act; empty in most states."""
    return state.duties if isinstance(state, NamesDuties) else ()


def piece_kinds(state: State) -> Mapping[str, str]:
    """Return the kinds of the pieces that are not their side's usual ones, by point; none in most states."""
    return state.piece_kinds if isinstance(state, HasKindsOfPieces) else {}


def parties_of(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the parties of a state; where there are none everyone plays alone."""
    if isinstance(state, HasParties):
        return state.parties
    return tuple((seat,) for seat in range(state.players))


def score_of(state: State) -> tuple[int, ...]:
    """Return each seat's score; empty where nothing is counted."""
    return state.score if isinstance(state, KeepsScore) else ()


def point_names_of(game: Game) -> Mapping[str, PointName]:
    """Return the names for people that the points of a game have; none in most games."""
    return game.point_names if isinstance(game, NamesPoints) else {}


def point_name(game: Game, point: str) -> PointName | None:
    """Return the name for people of a point, None where it is called as it is written."""
    return game.point_name(point) if _names_points(game) else None


def _names_points(game: Game) -> TypeGuard[NamesPoints]:
    return _has_point_names(type(game))


@cache
def _has_point_names(game: type[Game]) -> bool:
    """Return whether games of a class name their points: labels ask often, and `isinstance` is slow."""
    return all(hasattr(game, name) for name in ("point_name", "point_names"))


def also_typed(state: State) -> Mapping[str, str]:
    """Return the points by further spellings that are read; none in most states."""
    return state.also_typed if isinstance(state, ReadsMorePoints) else {}


def named_boards(game: Game) -> tuple[Mapping[str, str], ...]:
    """Return the choice that makes each of a game's boards, the usual one first; none where there is one."""
    if not isinstance(game, HasNamedBoards):
        return ()
    option = next(candidate for candidate in game.options if candidate.key == game.board_option)
    usual_first = sorted(option.values, key=lambda value: value != option.default)
    return tuple({option.key: value} for value in usual_first)


def first_game_options(game: Game) -> Mapping[str, str]:
    """Return the options to propose to newcomers; in most games nothing but the usual."""
    return game.first_game_options if isinstance(game, EasesFirstGames) else {}


def series_of(game: Game) -> Series | None:
    """Return how a series of the game goes, None when its rulebook knows none."""
    return game.series if isinstance(game, PlayedInSeries) else None


def draws_by_agreement(game: Game) -> bool:
    """Return whether players can agree on a draw: where a game says nothing about it, two can."""
    return game.agreed_draw if isinstance(game, SaysAboutDraws) else max(game.seats) == 2


def one_sided(game: Game) -> bool:
    """Return whether the roles of a game have different men and aims; in most games they have not."""
    return isinstance(game, SaysWhetherOneSided) and game.one_sided


def leaves_to_chance(game: Game) -> bool:
    """Return whether chance acts in a game; in most games it does not."""
    return isinstance(game, SaysWhetherChance) and game.chance


def least_plies(game: Game, players: int, winners: Collection[int]) -> int:
    """Return how many plies a game must have had for a win of some seats to count, or for a draw.

    Where several have won, and where nobody has, it is the most that any of them asks for. A game that says
    nothing about it counts whatever its length.
    """
    if not isinstance(game, SaysWhenItCounts):
        return 0
    least = game.least_plies(players)
    return max(least[role] for seat, role in enumerate(game.roles(players)) if not winners or seat in winners)


def lets_retire(state: State) -> bool:
    """Return whether the game goes on when one of its players leaves."""
    return isinstance(state, LetsRetire) and state.players > 2


def retire(state: State, seat: int) -> State:
    """Return the state after the player on `seat` has left. Raises IllegalMove where a game cannot go on."""
    if not isinstance(state, LetsRetire):
        raise IllegalMove("this game does not go on without a player", CommonRefusal.CANNOT_RETIRE)
    return state.retire(seat)
