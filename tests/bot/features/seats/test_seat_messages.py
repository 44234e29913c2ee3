"""A seat on offer in words."""

from datetime import UTC, datetime

import pytest

from bot.features.seats.messages import history, remark
from bot.locale import Texts
from bot.model.match.substitutions import Substitution, SubstitutionStatus

ENGLISH = Texts.load().language("en")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
LEAVER, ADMIN, WANTED, SUBSTITUTE = 1, 2, 3, 4


def offer(status: SubstitutionStatus, plies: int = 6) -> Substitution:
    return Substitution(5, 7, 0, LEAVER, ADMIN, WANTED, status, plies, NOON, NOON, substitute=SUBSTITUTE)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (SubstitutionStatus.OPEN, ""),
        (SubstitutionStatus.ACCEPTED, f"✅ Accepted by <@{SUBSTITUTE}>."),
        (SubstitutionStatus.DECLINED, f"✖️ Declined by <@{WANTED}>."),
        (SubstitutionStatus.WITHDRAWN, f"↩️ Withdrawn by <@{ADMIN}>."),
        (SubstitutionStatus.LAPSED, "⌛ This seat is no longer on offer."),
    ],
)
def test_a_remark_names_who_settled_the_offer(status: SubstitutionStatus, words: str) -> None:
    assert remark(offer(status), ENGLISH) == words


def test_the_history_names_the_substitute_before_the_leaver() -> None:
    (line,) = history((offer(SubstitutionStatus.ACCEPTED),), ENGLISH)
    assert line.index(f"<@{SUBSTITUTE}>") < line.index(f"<@{LEAVER}>")
