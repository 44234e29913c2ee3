"""The plies of a roll: walks, home-comings with leftover points, reversals of the golden hat."""

from collections.abc import Iterator, Mapping, Sequence

from rules.contract import Move
from rules.games.catch_the_hat.board import GOLDEN, turns
from rules.games.catch_the_hat.setup import Setup
from rules.games.catch_the_hat.table import (
    NOWHERE,
    Ply,
    Stack,
    Table,
    has_room,
    hats_at_home,
    home_of,
    letters,
)


def hand_of(setup: Setup, table: Table, seat: int) -> int:
    """Return the hats a seat may move, as a bit set of codes (sections Party and Golden hat)."""
    return setup.hands[seat] | (1 << GOLDEN if table.owner == seat else 0)


def plies_of(setup: Setup, table: Table, seat: int, die: int) -> Mapping[str, Ply]:
    """Return the legal plies by text: by origin, then by stack, whose home-comings precede its walks."""
    hand = hand_of(setup, table, seat)
    party = setup.parties[seat]
    plies: dict[str, Ply] = {}
    for origin, stacks in sorted(table.fields.items()):
        movable = [stack for stack in dict.fromkeys(stacks) if hand >> stack[0] & 1]
        for stack in movable:
            name = f":{letters(stack)}" if len(movable) > 1 else ""
            if len(stack) > 1 and setup.homes_open:
                for ply in _home_comings(setup, table, origin, stack, name, die):
                    plies[ply.move.text] = ply
            for end, move in setup.side.walks[origin][die]:
                if has_room(setup, table, stack[0], party, end):
                    chosen = _with_name(move, name) if name else move
                    plies[chosen.text] = Ply(chosen, origin, stack, NOWHERE, b"", end, 0)
            if stack[0] == GOLDEN:
                for ply in _reversals(setup, table, origin, stack, name, die):
                    plies[ply.move.text] = ply
    return plies


def _with_name(move: Move, name: str) -> Move:
    origin, *rest = move.path
    return _move((f"{origin}{name}", *rest))


def _move(path: Sequence[str]) -> Move:
    return Move("-".join(path), tuple(path))


def _home_comings(
    setup: Setup, table: Table, origin: int, stack: Stack, name: str, die: int
) -> Iterator[Ply]:
    """Yield the ways home within a roll; leftover points must be used (section 6, rulings H13-H15)."""
    home = home_of(setup, table, stack)
    side = setup.side
    way = side.homeward[home].get(origin)
    if way is None or way > die:
        return
    places = side.places
    first = f"{places[origin]}{name}"
    party = setup.party_of[home]
    plain, golden = hats_at_home(table, home, stack)
    leavers = [bytes((code,)) for code, there in ((home, plain), (GOLDEN, golden)) if there]
    left = die - way
    any_out = False
    for leaver in leavers:
        via = f"{places[home]}:{letters(leaver)}" if len(leavers) > 1 else places[home]
        for end, _ in side.walks[home][left]:
            if has_room(setup, table, leaver[0], party, end):
                any_out = True
                yield Ply(_move((first, via, places[end])), origin, stack, home, leaver, end, 0)
    if not any_out:
        yield Ply(_move((first, places[home])), origin, stack, home, b"", NOWHERE, left)


def _reversals(setup: Setup, table: Table, origin: int, stack: Stack, name: str, die: int) -> Iterator[Ply]:
    """Yield the walks of the freed golden hat that reverse once (ruling H31)."""
    if table.owner is None:
        return
    party = setup.parties[table.owner]
    for turn in turns(setup.side.name, origin, die):
        if all(has_room(setup, table, GOLDEN, party, at) for at in (turn.turning, turn.end)):
            move = _with_name(turn.move, name) if name else turn.move
            yield Ply(move, origin, stack, turn.turning, b"", turn.end, 0)
