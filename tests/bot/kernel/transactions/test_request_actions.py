"""Request actions: unique across features."""

import bot.app  # noqa: F401  # all features
from bot.kernel.feature import once
from bot.kernel.transactions.unit_of_work import RequestAction


def test_no_two_features_store_the_same_action() -> None:
    declared = [action.value for actions in RequestAction.__subclasses__() for action in actions]
    assert "turn" in declared
    once(declared)
