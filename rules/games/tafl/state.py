"""The states of all games with sliding men: parsing, listing and checking moves."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from rules.contract import Event, Game, IllegalMove, InvalidMove, Move, Outcome
from rules.contract.vocabulary import RefusalReason
from rules.games.tafl.history import Sightings
from rules.games.tafl.text import Script, read_move
from rules.games.tafl.vocabulary import SlidingRefusals, WardRefusals
from rules.toolkit.sliding import CLOSED, EMPTY, OPEN, Grid, Lane, MovesBySeat, lane_moves
from rules.toolkit.states import TwoPlayerState, game_over


@dataclass(frozen=True, slots=True)
class Kit:
    """The fixed parts of a game with one set of options.

    `owners` gives the seat by piece code, `wards` by piece code and cell where pieces may stop and cross,
    `known` the size of the game's largest board: squares beyond it do not exist.
    """

    game: Game
    values: Mapping[str, str]
    grid: Grid
    script: Script
    owners: bytes
    wards: tuple[bytes, ...]
    lanes: tuple[Lane, ...]
    known: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Reached:
    """The history of a state, its outcome, and its last ply with the events."""

    history: Sightings
    outcome: Outcome | None = None
    events: tuple[Event, ...] = ()
    last: Move | None = None


Kit_co = TypeVar("Kit_co", bound=Kit, covariant=True)


class SlidingState(TwoPlayerState, Generic[Kit_co]):
    """A board, the side that acts next, and the moves of both sides by lane.

    `lines` are the moves of both seats by lane; a finished state keeps them unused.
    """

    __slots__ = ("_board", "_kit", "_legal", "_lines", "_reached", "_side")

    def __init__(
        self, kit: Kit_co, board: bytes, side: int, lines: list[MovesBySeat], reached: Reached
    ) -> None:
        self._kit: Final[Kit_co] = kit
        self._board: Final = board
        self._side: Final = side
        self._lines: Final = lines
        self._reached: Final = reached
        self._legal: tuple[Move, ...] | None = None if reached.outcome is None else ()

    @property
    def game(self) -> Game:
        return self._kit.game

    @property
    def options(self) -> Mapping[str, str]:
        return self._kit.values

    @property
    def columns(self) -> int:
        """The number of files."""
        return self._kit.grid.columns

    @property
    def rows(self) -> int:
        """The number of ranks."""
        return self._kit.grid.rows

    @property
    def pieces(self) -> Mapping[str, str]:
        """The letter of the piece on each occupied square, as in the position text."""
        letters = self._kit.script.pieces
        board = self._board
        return MappingProxyType(
            {name: letters[board[cell]] for name, cell in self._kit.grid.cells.items() if board[cell]}
        )

    @property
    def position(self) -> str:
        """The position as text, with the side that would act next."""
        return self._kit.script.write(self._board, self._kit.grid, self._side)

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the game is over."""
        return self._side if self._reached.outcome is None else None

    @property
    def outcome(self) -> Outcome | None:
        return self._reached.outcome

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the last ply besides moving a piece."""
        return self._reached.events

    @property
    def last(self) -> Move | None:
        return self._reached.last

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves: along the ranks from rank 1 up, then along the files from a."""
        legal = self._legal
        if legal is None:
            side = self._side
            moves: list[Move] = []
            for line in self._lines:
                moves += line[side]
            legal = self._legal = tuple(moves)
        return legal

    def parse(self, text: str) -> Move:
        """Read a move such as `e1-e5`, `E1E5` or `e1-e5xd5`. Raises InvalidMove or IllegalMove."""
        names = read_move(text)
        grid = self._kit.grid
        for name in names:
            self._check_name(name)
        if self._reached.outcome is not None:
            raise game_over()
        for name in names:
            if name not in grid.cells:
                corner = grid.names[grid.rows * grid.stride + grid.columns]
                raise IllegalMove(
                    f"{name} is not on this board, which goes from a1 to {corner}",
                    SlidingRefusals.NO_SUCH_SQUARE,
                    square=name,
                    first="a1",
                    last=corner,
                )
        origin, target = grid.cells[names[0]], grid.cells[names[1]]
        self._check(origin, target)
        return grid.ply(origin, target)

    def _check_name(self, name: str) -> None:
        """Refuse a square that no board of the game has. Raises InvalidMove."""
        columns, rows = self._kit.known
        if ord(name[0]) - ord("a") >= columns or int(name[1:]) > rows:
            corner = f"{chr(ord('a') + columns - 1)}{rows}"
            raise InvalidMove(
                f"there is no square {name}",
                SlidingRefusals.NO_SUCH_SQUARE,
                square=name,
                first="a1",
                last=corner,
            )

    def _check(self, origin: int, target: int) -> None:
        """Refuse an impossible move of the piece on `origin`. Raises IllegalMove."""
        kit = self._kit
        board = self._board
        piece = board[origin]
        if piece == EMPTY:
            raise self._illegal("nobody stands on {square}", SlidingRefusals.NO_PIECE, origin)
        if kit.owners[piece] != self._side:
            raise self._illegal("the piece on {square} is not yours", SlidingRefusals.NOT_YOUR_PIECE, origin)
        if origin == target:
            raise self._illegal(
                "the piece on {square} has to go somewhere else", SlidingRefusals.STANDS_STILL, origin
            )
        step = self._step(origin, target)
        ward = kit.wards[piece]
        for cell in range(origin + step, target, step):
            if board[cell] != EMPTY:
                raise self._illegal("a piece on {square} is in the way", SlidingRefusals.BLOCKED, cell)
            if ward[cell] == CLOSED:
                raise self._illegal(
                    "this piece must not cross {square}", WardRefusals.FORBIDDEN_CROSSING, cell
                )
        if board[target] != EMPTY:
            raise self._illegal("{square} is occupied", SlidingRefusals.OCCUPIED, target)
        if ward[target] != OPEN:
            raise self._illegal("this piece must not stop on {square}", WardRefusals.FORBIDDEN_SQUARE, target)

    def _step(self, origin: int, target: int) -> int:
        stride = self._kit.grid.stride
        way = target - origin
        if origin // stride == target // stride:
            return 1 if way > 0 else -1
        if way % stride == 0:
            return stride if way > 0 else -stride
        names = self._kit.grid.names
        raise IllegalMove(
            f"{names[origin]} and {names[target]} are not in one line",
            SlidingRefusals.NOT_IN_LINE,
            origin=names[origin],
            target=names[target],
        )

    def _illegal(self, message: str, reason: RefusalReason, cell: int) -> IllegalMove:
        square = self._kit.grid.names[cell]
        return IllegalMove(message.format(square=square), reason, square=square)

    def _admit(self, move: Move) -> tuple[int, int]:
        """Return the start and end cells of a legal move. Raises IllegalMove."""
        if self._reached.outcome is not None:
            raise game_over()
        grid = self._kit.grid
        try:
            start, end = move.path
            origin, target = grid.cells[start], grid.cells[end]
            ply = grid.ply(origin, target)
        except (ValueError, LookupError):
            raise _unknown(move) from None
        if ply is not move and ply != move:
            raise _unknown(move)
        self._check(origin, target)
        return origin, target

    def _recompute_lanes(self, board: bytes, changed: Iterable[int]) -> list[MovesBySeat]:
        """Return the moves by lane, recomputed for the lanes through changed cells."""
        kit = self._kit
        crossing = kit.grid.crossing
        lines = self._lines.copy()
        dirty: set[int] = set()
        for cell in changed:
            dirty.update(crossing[cell])
        for number in dirty:
            lane = kit.lanes[number]
            lines[number] = lane_moves(lane, board[lane.cut], kit.owners)
        return lines

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SlidingState):
            return NotImplemented
        return (
            self._board == other._board
            and self._side == other._side
            and self._kit.game.key == other._kit.game.key
            and self._kit.values == other._kit.values
        )

    def __hash__(self) -> int:
        return hash((self._kit.game.key, self._board, self._side))

    def __repr__(self) -> str:
        return f"<{self._kit.game.key} {self.position!r}>"


def _unknown(move: Move) -> IllegalMove:
    message = f"{move.text!r} is not a move on this board"
    return IllegalMove(message, SlidingRefusals.UNKNOWN_MOVE, move=move.text)


def all_lines(kit: Kit, board: bytes) -> list[MovesBySeat]:
    """Return the moves of both seats by lane."""
    return [lane_moves(lane, board[lane.cut], kit.owners) for lane in kit.lanes]


def can_move(lines: list[MovesBySeat], side: int) -> bool:
    """Return whether a side has any move."""
    return any(line[side] for line in lines)
