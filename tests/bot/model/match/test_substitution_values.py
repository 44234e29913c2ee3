"""Offered seats, and successors after handovers."""

from dataclasses import replace
from datetime import timedelta

from bot.model.match.substitutions import Handover, Substitution, SubstitutionStatus, successor
from tests.bot.support.matches_in_memory import NOON

ANNA, BEN, CARA = 11, 22, 33
SEAT = Substitution(4, 7, 1, ANNA, ANNA, None, SubstitutionStatus.OPEN, 6, NOON, NOON + timedelta(days=7))


def test_a_seat_offer_is_open_until_accepted() -> None:
    assert (SEAT.open, SEAT.by_admin) == (True, False)
    assert replace(SEAT, offered_by=BEN).by_admin
    assert not replace(SEAT, status=SubstitutionStatus.ACCEPTED).open
    assert SubstitutionStatus("haunted") is SubstitutionStatus.LAPSED


def test_a_successor_is_found_across_handovers() -> None:
    handovers = (Handover(5, ANNA, BEN), Handover(6, CARA, 44), Handover(7, BEN, CARA))
    assert [successor(ANNA, handovers, after=after) for after in (0, 5, 7)] == [CARA, ANNA, ANNA]
    assert [successor(BEN, handovers, after=after) for after in (5, 6, 7)] == [CARA, CARA, BEN]
    # Handovers apply in order: Cara gave up her own seat before she got Anna's.
    assert successor(CARA, handovers) == 44
