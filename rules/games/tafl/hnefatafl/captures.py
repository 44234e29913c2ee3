"""Captures of the king, alone or with a defender; shieldwall captures; and encirclement."""

from rules.games.tafl.hnefatafl.boards import ATTACKER, DEFENDER, KING, Field
from rules.toolkit.sliding import BORDER, EMPTY


def besieged_king(board: bytes | bytearray, field: Field) -> tuple[int, ...]:
    """Return the cell of a captured king and the defender captured with him, if any; () without a capture.

    Source: rules 5 and 6, rulings T4-T9 and T12. Call it after attackers' moves only (ruling T11).
    """
    king = board.find(KING)
    if king < 0:
        return ()
    companion = 0
    for step in field.grid.steps:
        cell = king + step
        if board[cell] == DEFENDER:
            if companion:
                return ()
            companion = cell
        elif not _confines_king(board, cell, field):
            return ()
    if not companion:
        return (king,)
    for step in field.grid.steps:
        cell = companion + step
        if cell != king and not _confines_king(board, cell, field):
            return ()
    return (king, companion)


def flanked_king(board: bytes | bytearray, moved: int, field: Field) -> tuple[int, ...]:
    """Return the cell of a king captured like a man by the attacker just moved to `moved`, or ().

    Source: option `king_capture`, ruling T25.
    """
    for step in field.grid.steps:
        king = moved + step
        if board[king] == KING and not field.court[king]:
            anvil = board[king + step]
            if anvil == ATTACKER or (anvil == EMPTY and field.hostile[king + step]):
                return (king,)
    return ()


def _confines_king(board: bytes | bytearray, cell: int, field: Field) -> bool:
    """Return whether a cell confines the king: an attacker, the edge, a corner or the empty throne."""
    piece = board[cell]
    return piece in {ATTACKER, BORDER} or (piece == EMPTY and field.refuges[cell] == 1)


def wall_captures(board: bytearray, moved: int, seat: int, field: Field) -> list[int]:
    """Return the cells of the men captured in rows along an edge by the piece just moved to `moved`.

    Source: rule 8, rulings T18 and T19.
    """
    caught: list[int] = []
    friends, enemies = field.hammers[seat], field.friends[1 - seat]
    starts: tuple[int, ...]
    for cells, along, inwards in field.edges:
        if moved in cells:
            starts = (moved - along, moved + along)
        elif moved - inwards in cells:
            starts = (moved - inwards,)
        else:
            continue
        for start in starts:
            if enemies[board[start]]:
                row = _walled_row(board, start, along, inwards, friends, enemies)
                caught += [cell for cell in row if board[cell] != KING]
    return caught


def _walled_row(
    board: bytearray, start: int, along: int, inwards: int, friends: bytes, enemies: bytes
) -> list[int]:
    """Return the row of enemies through `start` if it is walled in, else []."""
    row = [start]
    for step in (-along, along):
        cell = start + step
        while enemies[board[cell]]:
            row.append(cell)
            cell += step
        if not friends[board[cell]]:
            return []
    if len(row) < 2 or not all(friends[board[cell + inwards]] for cell in row):
        return []
    return row


def is_encirclement(board: bytes, field: Field) -> bool:
    """Return whether no defender and no king can reach the edge past the attackers.

    Source: option `encirclement`, ruling T13. Call it after attackers' moves only.
    """
    steps = field.grid.steps
    seen = bytearray(len(board))
    waiting = [cell for cell, piece in enumerate(board) if piece in {DEFENDER, KING}]
    for cell in waiting:
        seen[cell] = 1
    while waiting:
        cell = waiting.pop()
        for step in steps:
            beside = cell + step
            piece = board[beside]
            if piece == BORDER:
                return False
            if piece != ATTACKER and not seen[beside]:
                seen[beside] = 1
                waiting.append(beside)
    return True
