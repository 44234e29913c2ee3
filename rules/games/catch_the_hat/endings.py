"""The end of a game, and its winners (section 9, goals and modes, rulings H18-H21, H26-H29, H35).

A house rule beyond the rulebook: a retired player's free hats do not keep the game going, and the player wins
only with a party whose other seat still plays.
"""

from collections.abc import Collection, Mapping
from typing import Final

from rules.contract import Outcome
from rules.games.catch_the_hat.board import GOLDEN
from rules.games.catch_the_hat.setup import Setup
from rules.games.catch_the_hat.table import Table
from rules.games.catch_the_hat.vocabulary import Outcomes

ROLL_LIMIT: Final = 5000
"""The number of moved rolls after which the game ends (ruling H35)."""

_COUNTED: Final[Mapping[str, Outcomes]] = {"attack": Outcomes.MOST_HATS, "prisoners": Outcomes.MOST_PRISONERS}


def counts_hats(setup: Setup) -> bool:
    """Return whether the most foreign hats win."""
    return setup.aim in _COUNTED


def scores_of(setup: Setup, table: Table) -> tuple[int, ...]:
    """Return the foreign hats of each seat, secured and carried, except the golden hat (ruling H19)."""
    scores = [len(hats) for hats in table.secured]
    loyal = setup.loyalty(table.owner)
    for stacks in table.fields.values():
        for stack in stacks:
            if len(stack) > 1:
                party = loyal[stack[0]]
                seat = table.owner if stack[0] == GOLDEN else setup.seat_of[stack[0]]
                if seat is not None:
                    scores[seat] += sum(loyal[code] != party and code != GOLDEN for code in stack[1:])
    return tuple(scores)


def golden_holder(setup: Setup, table: Table) -> int | None:
    """Return the seat with the golden hat: its owner, or the carrier of it as a prisoner (ruling H29)."""
    if table.owner is not None:
        return table.owner
    for stacks in table.fields.values():
        for stack in stacks:
            if GOLDEN in stack[1:]:
                return setup.seat_of[stack[0]]
    return None


def outcome_of(setup: Setup, table: Table, tops: int, retired: Collection[int]) -> Outcome | None:
    """Return the outcome if at most one party has free hats; `tops` is a bit set of the free hats."""
    left = {
        setup.parties[seat]
        for seat, colour in enumerate(setup.corners)
        if tops >> colour & 1 and seat not in retired
    }
    return None if len(left) > 1 else _result(setup, table, left, retired)


def _result(setup: Setup, table: Table, left: Collection[int], retired: Collection[int]) -> Outcome:
    """Return the outcome for the remaining party, if any (all free hats may disappear together)."""
    counted = _COUNTED.get(setup.aim)
    if counted is not None:
        return _most(setup, table, retired, counted)
    if setup.aim == "owner":
        holder = golden_holder(setup, table)
        if holder is not None and holder not in retired:
            return Outcome((holder,), Outcomes.GOLDEN_HAT)
    return Outcome(_seats(setup, left), Outcomes.LAST_TOWER if setup.aim == "tower" else Outcomes.LAST_COLOUR)


def outcome_at_limit(setup: Setup, table: Table, retired: Collection[int]) -> Outcome:
    """Return the outcome after the last possible roll has been moved (ruling H35)."""
    return _most(setup, table, retired, Outcomes.ROLL_LIMIT)


def _most(setup: Setup, table: Table, retired: Collection[int], reason: Outcomes) -> Outcome:
    """Return a win for all parties with the most foreign hats (ruling H20)."""
    totals: dict[int, int] = {}
    for seat, score in enumerate(scores_of(setup, table)):
        party = setup.parties[seat]
        totals[party] = totals.get(party, 0) + score
    present = {setup.parties[seat] for seat in range(setup.players) if seat not in retired}
    best = max((totals[party] for party in present), default=0)
    return Outcome(_seats(setup, {party for party in present if totals[party] == best}), reason)


def _seats(setup: Setup, parties: Collection[int]) -> tuple[int, ...]:
    return tuple(seat for seat, party in enumerate(setup.parties) if party in parties)
