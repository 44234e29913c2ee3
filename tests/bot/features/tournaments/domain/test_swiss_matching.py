"""Swiss rounds without a solution by the Dutch system."""

from dataclasses import replace

import pytest

from bot.features.tournaments.domain import dutch
from bot.features.tournaments.domain.pairings import Crosstable, Pairing, bye
from bot.features.tournaments.domain.swiss import swiss_round
from tests.bot.features.tournaments.domain.test_pairing import award_to_stronger


@pytest.fixture
def without_dutch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the Dutch system find no round."""
    monkeypatch.setattr(dutch, "dutch_round", lambda *_, **__: [])


@pytest.mark.usefixtures("without_dutch")
class TestMatching:
    """Rounds by the smallest differences of points."""

    FIRST = (Pairing(1, (1, 2), (1.0, 0.0)), Pairing(1, (3, 4), (1.0, 0.0)))

    def test_equals_meet_and_roles_are_balanced(self) -> None:
        field = Crosstable((1, 2, 3, 4), self.FIRST)
        assert swiss_round(field) == (Pairing(2, (1, 3)), Pairing(2, (2, 4)))
        second_round = replace(field, pairings=(*self.FIRST, *award_to_stronger(swiss_round(field))))
        assert {pairing.seats for pairing in swiss_round(second_round)} == {(4, 1), (2, 3)}

    def test_the_weakest_entrant_without_a_bye_gets_it(self) -> None:
        field = Crosstable((1, 2, 3), (self.FIRST[0], bye(1, 3)))
        assert swiss_round(field) == (Pairing(2, (3, 1)), bye(2, 2))
        pairs = swiss_round(field, pairs=True)
        assert {pairing.seats for pairing in pairs[:2]} == {(1, 3), (3, 1)}
        assert pairs[2:] == (bye(2, 2, 2.0),)

    def test_nobody_is_paired_twice(self) -> None:
        all_pairings = tuple(
            Pairing(number, seats, (1.0, 0.0))
            for number, seats in enumerate([(1, 2), (1, 3), (2, 3)], start=1)
        )
        byes = (bye(1, 3), bye(2, 2), bye(3, 1))
        assert swiss_round(Crosstable((1, 2, 3), (*all_pairings, *byes))) == ()
        assert swiss_round(Crosstable((1, 2), all_pairings[:1])) == ()
        assert swiss_round(Crosstable((1,))) == ()
