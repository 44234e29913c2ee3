"""Refusals of moves and positions in Nine Men's Morris, as precise as possible."""

from collections.abc import Sequence

from rules.contract import AmbiguousMove, IllegalMove, InvalidMove, InvalidPosition, RulesError
from rules.games.nine_mens_morris.moves import Ply, open_men, plies
from rules.games.nine_mens_morris.setup import Setup
from rules.games.nine_mens_morris.text import ROLES, Layout, Reading
from rules.games.nine_mens_morris.vocabulary import PositionRefusals, Refusals


def find(setup: Setup, layout: Layout, reading: Reading) -> Ply:
    """Return the typed ply; the men to capture may be omitted if only one set is possible.

    Raises InvalidMove, IllegalMove or AmbiguousMove.
    """
    for point in (*reading.way, *reading.taken):
        if point not in setup.board.index:
            raise InvalidMove(f"there is no point {point}", Refusals.NO_SUCH_POINT, point=point)
    length, taken = len(reading.way), sorted(reading.taken)
    going = [ply for ply in plies(setup, layout) if ply.way == reading.way]
    if not going:
        raise _way_refusal(setup, layout, reading.way)
    for ply in going:
        if sorted(_taken_points(ply, length)) == taken:
            return ply
    if not taken and len(going) == 1:
        return going[0]
    raise _capture_refusal(setup, layout, reading, going)


def _taken_points(ply: Ply, length: int) -> tuple[str, ...]:
    return ply.move.path[length:]


def _way_refusal(setup: Setup, layout: Layout, way: Sequence[str]) -> IllegalMove:
    """Return why no man can be set on a point, or move from one point to another."""
    in_hand = layout.hands[layout.mover]
    if in_hand and len(way) > 1:
        return IllegalMove("first set the men in hand", Refusals.SET_FIRST, number=str(in_hand))
    if not in_hand and len(way) == 1:
        return IllegalMove("all men are set: say from where to where", Refusals.ALL_SET)
    index, own, theirs = setup.board.index, layout.men[layout.mover], layout.men[1 - layout.mover]
    origin, target = way[0], way[-1]
    if len(way) > 1 and not own >> index[origin] & 1:
        if theirs >> index[origin] & 1:
            return IllegalMove(f"the man on {origin} is not yours", Refusals.NOT_YOUR_MAN, point=origin)
        return IllegalMove(f"no man stands on {origin}", Refusals.NO_MAN, point=origin)
    if (own | theirs) >> index[target] & 1:
        return IllegalMove(f"{target} is occupied", Refusals.OCCUPIED, point=target)
    return IllegalMove(
        f"no line leads from {origin} to the next point {target}",
        Refusals.NOT_NEIGHBOURS,
        origin=origin,
        target=target,
    )


def _capture_refusal(setup: Setup, layout: Layout, reading: Reading, going: Sequence[Ply]) -> RulesError:
    """Return why the named men cannot be captured by a move that is legal with other captures."""
    index, theirs = setup.board.index, layout.men[1 - layout.mover]
    mills, number = going[0].mills, going[0].taken.bit_count()
    if not reading.taken:
        points = ", ".join(
            dict.fromkeys(point for ply in going for point in _taken_points(ply, len(reading.way)))
        )
        return AmbiguousMove(
            f"this closes a mill: say what it takes, out of {points}",
            Refusals.TAKE_WHICH,
            number=str(number),
            points=points,
        )
    if not mills:
        return IllegalMove("this closes no mill, so it takes nothing", Refusals.NO_MILL)
    if not number:
        return IllegalMove("there is no man that may be taken", Refusals.NOTHING_TO_TAKE)
    for point in reading.taken:
        if not theirs >> index[point] & 1:
            return IllegalMove(f"no man of theirs stands on {point}", Refusals.NOT_THEIR_MAN, point=point)
    if len(set(reading.taken)) != number or len(reading.taken) != number:
        return IllegalMove(f"this takes {number}", Refusals.WRONG_NUMBER, number=str(number))
    closed = next((p for p in reading.taken if not open_men(setup, theirs) >> index[p] & 1), reading.taken[0])
    return IllegalMove(f"{closed} is in a mill, and others are not", Refusals.IN_MILL, point=closed)


def check_layout(setup: Setup, layout: Layout) -> None:
    """Refuse a position with too many men, or with men in hand that do not fit the turn.

    Raises InvalidPosition.
    """
    for role, men, hand in zip(ROLES, layout.men, layout.hands, strict=True):
        if men.bit_count() + hand > setup.men:
            raise InvalidPosition(
                f"{role} has {men.bit_count() + hand} men, but plays with {setup.men}",
                PositionRefusals.TOO_MANY_MEN,
                role=role,
                number=str(men.bit_count() + hand),
                limit=str(setup.men),
            )
    white, black = layout.hands
    if black - white not in ({0} if layout.mover == 0 else {0, 1} if not white and not black else {1}):
        raise InvalidPosition("the men in hand do not fit the turn", PositionRefusals.HANDS)
