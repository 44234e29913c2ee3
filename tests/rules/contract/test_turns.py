"""Every game against its slow twin, driven by one hypothesis state machine."""

import pytest

from tests.rules.contract.all_cases import CASES
from tests.rules.contract.cases import Case
from tests.rules.contract.turns import turns_of


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_both_accounts_agree_whatever_is_played(case: Case) -> None:
    turns_of(case).TestCase().runTest()
