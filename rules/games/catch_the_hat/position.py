"""Positions as text: the turn, the die, all hats, secured hats, and the golden hat's owner."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rules.contract import InvalidPosition
from rules.games.catch_the_hat.board import FACES, GOLDEN
from rules.games.catch_the_hat.setup import NOBODY, Setup
from rules.games.catch_the_hat.table import BENCH_ROOM, Fields, Stack, Table, codes, letters
from rules.games.catch_the_hat.vocabulary import PositionRefusals

UNROLLED: Final = 0
CHOOSING: Final = FACES + 1
_DICE: Final = {"-": UNROLLED, "+": CHOOSING, **{str(face): face for face in range(1, FACES + 1)}}
_SIGNS: Final = {die: sign for sign, die in _DICE.items()}
_EXAMPLE: Final = "turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g,g; R2 r"


@dataclass(frozen=True, slots=True)
class Layout:
    """The content of a position text. `die` is 1 to 6, UNROLLED, or CHOOSING after a six."""

    mover: int
    die: int
    table: Table


def write_position(layout: Layout, setup: Setup) -> str:
    """Write a position: places in ascending order, stacks ordered by colour."""
    places = setup.side.places
    table = layout.table
    parts = [f"turn {layout.mover}", f"die {_SIGNS[layout.die]}"]
    parts += (f"{places[at]} {','.join(map(letters, table.fields[at]))}" for at in sorted(table.fields))
    parts += (f"secured {seat} {letters(hats)}" for seat, hats in enumerate(table.secured) if hats)
    if table.owner is not None:
        parts.append(f"golden {table.owner}")
    return "; ".join(parts)


def read_position(text: str, setup: Setup) -> Layout:
    """Read a position text and reject impossible ones. Raises InvalidPosition."""
    parts = _parts(text, setup)
    fields: Fields = {}
    for at, place in enumerate(setup.side.places):
        hats = parts.get(place)
        if hats is not None:
            fields[at] = tuple(sorted(_stack(stack) for stack in hats.split(",")))
    secured = tuple(
        bytes(sorted(_stack(parts[f"secured {seat}"]))) if f"secured {seat}" in parts else b""
        for seat in range(setup.players)
    )
    owner = _seat(parts["golden"], setup) if "golden" in parts else None
    die = _DICE.get(parts["die"])
    if die is None:
        raise _malformed_position(
            "the die shows 1 to 6, or - before the roll, or + for the choice after a six"
        )
    table = Table(fields, secured, owner)
    _check_numbers(table, setup)
    _check_secured(table, setup)
    _check_golden(table, setup)
    _check_homes(table, setup)
    _check_fields(table, setup)
    return Layout(_seat(parts["turn"], setup), die, table)


def _parts(text: str, setup: Setup) -> Mapping[str, str]:
    """Split a position text into its sections by their heads, `secured` by seat."""
    known = {
        "turn",
        "die",
        "golden",
        *setup.side.places,
        *(f"secured {seat}" for seat in range(setup.players)),
    }
    parts: dict[str, str] = {}
    for section in text.split(";"):
        *head, value = section.split() or [""]
        name = " ".join(head)
        if name not in known:
            raise _malformed_position(
                f"{' '.join(section.split())[:40]!r} is not part of a position; it looks like: {_EXAMPLE}"
            )
        if name in parts:
            raise _malformed_position(f"{name} is named twice")
        parts[name] = value
    if list(parts)[:2] != ["turn", "die"]:
        raise _malformed_position(f"a position begins with turn and die; it looks like: {_EXAMPLE}")
    return parts


def _seat(text: str, setup: Setup) -> int:
    seats = {str(seat): seat for seat in range(setup.players)}
    if text not in seats:
        raise _malformed_position(f"{text[:40]!r} is not a seat; seats: {', '.join(seats)}")
    return seats[text]


def _stack(text: str) -> Stack:
    try:
        stack = codes(text)
    except KeyError:
        stack = b""
    if not stack:
        raise _malformed_position(f"{text[:40]!r} is not a stack; hats: r y g b w k *")
    return stack


def _malformed_position(message: str) -> InvalidPosition:
    return InvalidPosition(message, PositionRefusals.MALFORMED)


def _check_numbers(table: Table, setup: Setup) -> None:
    """Check that the right number of hats of each colour occurs (section Text forms; example 11)."""
    hats = Counter(code for stack in _stacks(table) for code in stack)
    hats.update(code for kept in table.secured for code in kept)
    needed = Counter(dict.fromkeys(setup.corners, setup.side.hats))
    if setup.mode == "golden-hat":
        needed[GOLDEN] = 1
    for code in sorted(hats.keys() | needed.keys()):
        if hats[code] != needed[code]:
            letter = letters(bytes((code,)))
            raise InvalidPosition(
                f"there must be {needed[code]} hats {letter}, not {hats[code]}",
                PositionRefusals.WRONG_NUMBER_OF_HATS,
                hat=letter,
                number=str(hats[code]),
                needed=str(needed[code]),
            )


def _check_secured(table: Table, setup: Setup) -> None:
    for seat, hats in enumerate(table.secured):
        if hats and not setup.homes_open:
            raise InvalidPosition(
                "nothing can be secured in the tower race", PositionRefusals.SECURED_IN_TOWER_RACE
            )
        for code in hats:
            if setup.party_of[code] in {setup.parties[seat], NOBODY}:
                letter = letters(bytes((code,)))
                raise InvalidPosition(
                    f"seat {seat} cannot have secured {letter}",
                    PositionRefusals.WRONGLY_SECURED,
                    seat=str(seat),
                    hat=letter,
                )


def _check_golden(table: Table, setup: Setup) -> None:
    """Check that the golden hat has an owner when on top, except at its start, and none as a prisoner."""
    free = [at for at, stacks in table.fields.items() for stack in stacks if stack[0] == GOLDEN]
    if table.owner is not None:
        if not free:
            raise InvalidPosition(
                "nobody owns the golden hat while it is a prisoner", PositionRefusals.GOLDEN_IS_PRISONER
            )
    elif free:
        centre = setup.side.index["C"]
        if free != [centre] or table.fields[centre] != (bytes((GOLDEN,)),):
            raise InvalidPosition(
                "the golden hat needs an owner, but for alone on C", PositionRefusals.GOLDEN_WITHOUT_OWNER
            )


def _check_homes(table: Table, setup: Setup) -> None:
    for home in range(setup.side.corners):
        for stack in table.fields.get(home, ()):
            place = setup.side.places[home]
            if len(stack) > 1:
                raise InvalidPosition(
                    f"a tower cannot stand in {place}", PositionRefusals.TOWER_AT_HOME, place=place
                )
            own = table.owner is not None and setup.corners[table.owner] == home
            if stack[0] != home and not (stack[0] == GOLDEN and own):
                raise InvalidPosition(
                    f"{letters(stack)} cannot be in {place}",
                    PositionRefusals.FOREIGN_HOME,
                    place=place,
                    hat=letters(stack),
                )


def _check_fields(table: Table, setup: Setup) -> None:
    loyal = setup.loyalty(table.owner)
    for at, stacks in table.fields.items():
        place = setup.side.places[at]
        if at in setup.side.bench_places:
            if len(stacks) > BENCH_ROOM:
                raise InvalidPosition(
                    f"more than three are on the bench {place}", PositionRefusals.CROWDED_BENCH, place=place
                )
        elif len({loyal[stack[0]] for stack in stacks}) > 1:
            raise InvalidPosition(
                f"two parties are on the yellow field {place}", PositionRefusals.TWO_PARTIES, place=place
            )


def _stacks(table: Table) -> Iterator[Stack]:
    for stacks in table.fields.values():
        yield from stacks
