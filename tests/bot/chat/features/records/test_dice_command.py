"""What `/dice verify` tells of the rolls."""

import pytest

from bot.chat.core.words.dice_text import SHOWN, report
from bot.locale import Texts
from bot.play.domain.match.dice import Roll, Verification
from tests.bot.chat.samples import MATCH

T = Texts.load().language("en")


@pytest.mark.parametrize(("rolled", "cut"), [(SHOWN, False), (SHOWN + 1, True)])
def test_it_is_said_when_not_all_rolls_are_listed(rolled: int, *, cut: bool) -> None:
    rolls = tuple(Roll(number, "roll:6", "roll:6") for number in range(rolled))
    said = report(Verification(MATCH, "aa", "bb", rolls, correct=True), T)
    assert f"({rolled})" in said
    assert ("6 …" in said) is cut
