"""Corrected results in knockouts that are over: their winners stay."""

from dataclasses import replace
from typing import Final

import pytest

from bot.features.tournaments.domain.formats import Format, Rules, next_round
from bot.features.tournaments.domain.knockout import champion, tree
from bot.features.tournaments.domain.pairings import Crosstable, Pairing

RULES: Final = Rules(Format.KNOCKOUT)


def _decided(pairing: Pairing, winner: int) -> Pairing:
    return replace(pairing, points=tuple(float(seat == winner) for seat in pairing.seats))


@pytest.mark.parametrize(
    ("other_tie", "withdrawn_tie"),
    [({7, 2}, (3, 6)), ({6, 3}, (2, 7))],
    ids=["the weaker of both went on", "the stronger of both went on"],
)
def test_the_finalist_keeps_the_final_if_an_unplayed_tie_is_revived(
    other_tie: set[int], withdrawn_tie: tuple[int, int]
) -> None:
    """The winner of a tie withdraws, so the winner of the other one reaches the final without playing."""
    gone, revived = withdrawn_tie
    winners = {frozenset(other_tie): max(other_tie)}
    field = Crosstable(tuple(range(1, 8)))
    while games := next_round(RULES, field):
        decided = tuple(
            pairing
            if pairing.points
            else _decided(pairing, winners.get(frozenset(pairing.seats), min(pairing.seats)))
            for pairing in games
        )
        field = replace(field, pairings=field.pairings + decided, withdrawn=frozenset({gone}))
    assert (champion(field), tree(field)[2]) == (1, ((1, max(other_tie)),))
    corrected = tuple(
        _decided(pairing, revived) if set(pairing.seats) == set(withdrawn_tie) else pairing
        for pairing in field.pairings
    )
    field = replace(field, over=True, pairings=corrected)
    assert {*tree(field)[1][1]} == {max(other_tie), revived}
    assert tree(field)[2] == ((1, max(other_tie)),)
    assert (champion(field), next_round(RULES, field)) == (1, ())
