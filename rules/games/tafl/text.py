"""The written forms of games with sliding men: position texts and moves."""

import re
from dataclasses import dataclass

from rules.contract import InvalidMove, InvalidPosition
from rules.games.tafl.vocabulary import BoardRefusals, SlidingRefusals
from rules.toolkit.sliding import EMPTY, Grid

_MOVE = re.compile(
    r"(?P<origin>[a-z][1-9][0-9]?)-?(?P<target>[a-z][1-9][0-9]?)(?:x[a-z][1-9][0-9]?)*",
    re.ASCII | re.IGNORECASE,
)
_RUN = re.compile(r"[1-9][0-9]{0,2}|[A-Za-z]", re.ASCII)
_GAP = re.compile(r"\.+")


@dataclass(frozen=True, slots=True)
class Script:
    """The letters of a game: `pieces` by piece code (a dot for empty), `sides` by seat."""

    pieces: str
    sides: str

    def write(self, board: bytes, squares: Grid, side: int) -> str:
        """Return the position text of a board with `side` to act."""
        rows = []
        for line in reversed(squares.lines[: squares.rows]):
            row = "".join(self.pieces[piece] for piece in board[line.cut])
            rows.append(_GAP.sub(lambda gap: str(len(gap[0])), row))
        return f"{'/'.join(rows)} {self.sides[side]}"

    def read(self, text: str, squares: Grid) -> tuple[bytearray, int]:
        """Return the board and the side to act. Raises InvalidPosition."""
        body, blank, side = text.partition(" ")
        if not blank or len(side) != 1 or side not in self.sides:
            allowed = " or ".join(self.sides)
            raise InvalidPosition(
                f"a position ends with a space and the side to move, {allowed}",
                BoardRefusals.POSITION_SIDE,
                allowed=allowed,
            )
        rows = body.split("/")
        if len(rows) != squares.rows:
            raise InvalidPosition(
                f"{len(rows)} rows; the board has {squares.rows}",
                BoardRefusals.POSITION_ROWS,
                number=str(len(rows)),
                allowed=str(squares.rows),
            )
        board = squares.empty()
        for rank, row in zip(range(squares.rows, 0, -1), rows, strict=True):
            board[squares.lines[rank - 1].cut] = self._row(row, rank, squares.columns)
        return board, self.sides.index(side)

    def _row(self, row: str, rank: int, columns: int) -> bytes:
        runs = _RUN.findall(row)
        content = bytearray()
        if "".join(runs) == row:
            for run in runs:
                if run.isdigit():
                    content += bytes([EMPTY]) * int(run)
                elif (code := self.pieces.find(run)) > EMPTY:
                    content.append(code)
                else:
                    raise InvalidPosition(
                        f"row {rank} has {run!r}; pieces are {', '.join(self.pieces[1:])}",
                        BoardRefusals.POSITION_PIECE,
                        rank=str(rank),
                        value=run,
                        allowed=", ".join(self.pieces[1:]),
                    )
        if len(content) != columns:
            raise InvalidPosition(
                f"row {rank} does not describe {columns} squares",
                BoardRefusals.POSITION_ROW,
                rank=str(rank),
                allowed=str(columns),
            )
        return bytes(content)


def read_move(text: str) -> tuple[str, str]:
    """Return the two squares named in a move text. Raises InvalidMove.

    A capture suffix (`xd5xe4`) is allowed and ignored.
    """
    match = _MOVE.fullmatch(text.strip())
    if match is None:
        raise InvalidMove(
            "a move names two squares, such as e1-e5", SlidingRefusals.NOT_A_MOVE, example="e1-e5"
        )
    return match["origin"].lower(), match["target"].lower()
