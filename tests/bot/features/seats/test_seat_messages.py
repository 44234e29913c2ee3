"""A seat on offer in words."""

from datetime import UTC, datetime

from syrupy.assertion import SnapshotAssertion

from bot.features.seats.messages import history, remark
from bot.locale import Texts
from bot.model.match.substitutions import Substitution, SubstitutionStatus

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
LANGUAGES = (TEXTS.language("en"), TEXTS.language("de"))
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
LEAVER, ADMIN, WANTED, SUBSTITUTE = 1, 2, 3, 4


def offer(status: SubstitutionStatus, plies: int = 6) -> Substitution:
    return Substitution(5, 7, 0, LEAVER, ADMIN, WANTED, status, plies, NOON, NOON, substitute=SUBSTITUTE)


def test_a_remark_names_who_settled_the_offer(approved: SnapshotAssertion) -> None:
    for t in LANGUAGES:
        remarks = "\n".join(f"{status}: {remark(offer(status), t)}" for status in SubstitutionStatus)
        assert remarks == approved(name=t.code)


def test_the_history_names_the_substitute(approved: SnapshotAssertion) -> None:
    for t in LANGUAGES:
        (line,) = history((offer(SubstitutionStatus.ACCEPTED),), t)
        assert line == approved(name=t.code)
