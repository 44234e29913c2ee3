"""Hats on the table, and effects of plies: walking, catching, coming home (sections 2-6, rulings H6-H33).

A stack is a byte string of hat codes from top to bottom (see `LETTERS` in `board`).
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.contract import Event, Move
from rules.games.catch_the_hat.board import GOLDEN, LETTERS
from rules.games.catch_the_hat.setup import NOBODY, Setup
from rules.games.catch_the_hat.vocabulary import Events

BENCH_ROOM: Final = 3
NOWHERE: Final = -1
_GOLDEN_HAT: Final = bytes((GOLDEN,))
_CODES: Final = {letter: code for code, letter in enumerate(LETTERS)}
_NAMES: Final = bytes.maketrans(bytes(range(len(LETTERS))), LETTERS.encode())

Stack = bytes
Fields = dict[int, tuple[Stack, ...]]


def letters(stack: Stack) -> str:
    """Write a stack as its letters from top to bottom."""
    return stack.translate(_NAMES).decode()


def codes(text: str) -> Stack:
    """Read the letters of a stack. Raises KeyError for a letter of no hat."""
    return bytes(_CODES[letter] for letter in text)


@dataclass(frozen=True, slots=True)
class Table:
    """The hats: sorted stacks by occupied place, secured hats by seat, the golden hat's owner."""

    fields: Fields
    secured: tuple[bytes, ...]
    owner: int | None

    @property
    def tops(self) -> int:
        """The free hats, as a bit set of codes."""
        free = 0
        for stacks in self.fields.values():
            for stack in stacks:
                free |= 1 << stack[0]
        return free


class Ply(NamedTuple):
    """A move of a hat with its details: `stack` leaves `origin`, passes `via`, and ends on `end`.

    `via` is the home it comes to or the place where it reverses, else NOWHERE. After a home-coming `leaver`
    is the hat that continues to `end`; if `end` is NOWHERE there is none, and `lapsed` points are lost.
    """

    move: Move
    origin: int
    stack: Stack
    via: int
    leaver: Stack
    end: int
    lapsed: int


def home_of(setup: Setup, table: Table, stack: Stack) -> int:
    """Return the home a stack belongs to; NOWHERE for the golden hat without an owner."""
    if stack[0] != GOLDEN:
        return stack[0]
    return NOWHERE if table.owner is None else setup.corners[table.owner]


def has_room(setup: Setup, table: Table, top: int, party: int, at: int) -> bool:
    """Return whether a hat may land on `at`; on a full bench only the golden hat may, by capturing.

    Source: rulings H6, H31 and H32.
    """
    if at not in setup.side.bench_places:
        return True
    stacks = table.fields.get(at, ())
    if len(stacks) < BENCH_ROOM:
        return True
    return top == GOLDEN and sum(setup.party_of[stack[0]] == party for stack in stacks) < BENCH_ROOM


def start(setup: Setup) -> Table:
    """Return the table before the first roll: all hats at home, a golden one on the centre."""
    fields: Fields = {corner: (bytes((corner,)),) * setup.side.hats for corner in setup.corners}
    if setup.mode == "golden-hat":
        fields[setup.side.index["C"]] = (_GOLDEN_HAT,)
    return Table(fields, (b"",) * setup.players, None)


class _Hand:
    """The hand that moves the hats of one ply; works on a copy and records the events."""

    def __init__(self, setup: Setup, table: Table) -> None:
        self._setup = setup
        self._names = setup.side.places
        self._fields = table.fields.copy()
        self._secured = table.secured
        self._owner = table.owner
        self.events: list[Event] = []

    def table(self) -> Table:
        return Table(self._fields, self._secured, self._owner)

    def lift(self, at: int, stack: Stack) -> None:
        stacks = self._fields[at]
        if len(stacks) == 1:
            del self._fields[at]
            return
        first = stacks.index(stack)
        self._fields[at] = stacks[:first] + stacks[first + 1 :]

    def put(self, at: int, *stacks: Stack) -> None:
        there = self._fields.get(at)
        if there is None and len(stacks) == 1:
            self._fields[at] = stacks
        else:
            self._fields[at] = tuple(sorted((*(there or ()), *stacks)))

    def catch(self, stack: Stack, at: int) -> Stack:
        """Capture a stack where this one lands, and return it on top of the capture (rulings H7-H10)."""
        stacks = self._fields.get(at)
        if stacks is None or (stack[0] != GOLDEN and at in self._setup.side.bench_places):
            return stack
        loyal = self._setup.loyalty(self._owner)
        party = loyal[stack[0]]
        caught = [other for other in stacks if loyal[other[0]] != party]
        if not caught:
            return stack
        for other in caught:
            seat = self._seat(other)
            kind = Events.CAPTURE if seat is not None else Events.GOLDEN_CAUGHT
            self.events.append(Event(kind, (self._names[at],), seat, letters(other), len(other)))
            self.lift(at, other)
        prisoners = b"".join(caught)
        if GOLDEN in prisoners:
            self._owner = None
        return stack + prisoners

    def leave(self, home: int, stack: Stack, end: int) -> None:
        self.lift(home, stack)
        self.events.append(
            Event(Events.OUT, (self._names[home], self._names[end]), self._seat(stack), letters(stack))
        )

    def bring_home(self, home: int, stack: Stack) -> None:
        """Put a tower down at home: free own prisoners, secure others (section 6, rulings H11, H24)."""
        setup = self._setup
        seat = setup.seat_of[home]
        name = self._names[home]
        self.events.append(Event(Events.HOME, (name,), seat, letters(stack), len(stack) - 1))
        self.put(home, stack[:1])
        prisoners = bytes(sorted(stack[1:]))
        secured = bytes(
            code for code in prisoners if setup.party_of[code] not in {setup.parties[seat], NOBODY}
        )
        for code in sorted(set(prisoners) - set(secured) - {GOLDEN}):
            number = prisoners.count(code)
            self.put(code, *(bytes((code,)),) * number)
            self.events.append(
                Event(Events.FREED, (self._names[code],), setup.seat_of[code], LETTERS[code], number)
            )
        if secured:
            kept = bytes(sorted(self._secured[seat] + secured))
            self._secured = (*self._secured[:seat], kept, *self._secured[seat + 1 :])
            self.events.append(Event(Events.SECURED, (name,), seat, letters(secured), len(secured)))
        if GOLDEN in prisoners:
            self.put(home, _GOLDEN_HAT)
            self._owner = seat
            self.events.append(Event(Events.GOLDEN_FREED, (name,), seat, LETTERS[GOLDEN], 1))

    def _seat(self, stack: Stack) -> int | None:
        return self._owner if stack[0] == GOLDEN else self._setup.seat_of[stack[0]]

    def lapse(self, home: int, points: int) -> None:
        self.events.append(
            Event(Events.LAPSED, (self._names[home],), self._setup.seat_of[home], number=points)
        )

    def turn(self, at: int, stack: Stack) -> None:
        self.events.append(Event(Events.TURNED, (self._names[at],), self._owner, letters(stack)))


def carry_out(setup: Setup, table: Table, ply: Ply) -> tuple[Table, tuple[Event, ...]]:
    """Return the table after a legal ply, and its events in order."""
    hand = _Hand(setup, table)
    corners = setup.side.corners
    stack = ply.stack
    if ply.origin < corners:
        hand.leave(ply.origin, stack, ply.end)
    else:
        hand.lift(ply.origin, stack)
    if ply.via >= corners:
        stack = hand.catch(stack, ply.via)
        hand.turn(ply.via, stack)
    elif ply.via != NOWHERE:
        hand.bring_home(ply.via, stack)
        if ply.end == NOWHERE:
            if ply.lapsed:
                hand.lapse(ply.via, ply.lapsed)
            return hand.table(), tuple(hand.events)
        stack = ply.leaver
        hand.leave(ply.via, stack, ply.end)
    hand.put(ply.end, hand.catch(stack, ply.end))
    return hand.table(), tuple(hand.events)


def hats_at_home(table: Table, home: int, stack: Stack) -> tuple[bool, bool]:
    """Return whether a home holds plain hats, and whether the golden one, after a tower came home."""
    there = table.fields.get(home, ())
    own = bytes((home,))
    plain = stack[0] == home or home in stack or own in there
    return plain, GOLDEN in stack or _GOLDEN_HAT in there
