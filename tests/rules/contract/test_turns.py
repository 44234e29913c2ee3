"""Every game against its slow twin, driven by one hypothesis state machine."""

import pytest

from tests.rules.contract.all_cases import CASES
from tests.rules.contract.cases import Case
from tests.rules.contract.turns import turns_of


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_game_and_twin_agree_on_any_play(case: Case) -> None:
    turns_of(case).TestCase().runTest()
