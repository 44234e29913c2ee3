"""Seat offers in words."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.challenges.service.seats.substitutions import SEAT_CHANGE, SEAT_OFFER
from bot.features.seats.messages import AUDIT_NOTES, history, remark
from bot.locale import Texts
from bot.model.match.substitutions import Substitution, SubstitutionStatus
from bot.model.servers.server_rules import AuditEntry

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
LANGUAGES = (TEXTS.language("en"), TEXTS.language("de"))
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
LEAVER, ADMIN, WANTED, SUBSTITUTE = 1, 2, 3, 4


def offer(status: SubstitutionStatus, plies: int = 6) -> Substitution:
    return Substitution(5, 7, 0, LEAVER, ADMIN, WANTED, status, plies, NOON, NOON, substitute=SUBSTITUTE)


def test_a_remark_names_the_person_settling_the_offer(approved: SnapshotAssertion) -> None:
    for t in LANGUAGES:
        remarks = "\n".join(f"{status}: {remark(offer(status), t)}" for status in SubstitutionStatus)
        assert remarks == approved(name=t.code)


def test_the_history_names_the_substitute(approved: SnapshotAssertion) -> None:
    for t in LANGUAGES:
        accepted = offer(SubstitutionStatus.ACCEPTED)
        (line,) = history((accepted, replace(accepted, substitute=None)), t)
        assert line == approved(name=t.code)


@pytest.mark.parametrize("action", [SEAT_OFFER, SEAT_CHANGE])
def test_the_audit_log_names_people_except_in_private_games(action: str) -> None:
    entry = AuditEntry(NOON, ADMIN, action, 7, f"{LEAVER} {SUBSTITUTE}")
    (english, _) = LANGUAGES
    assert AUDIT_NOTES[action](entry, english) == f"<@{LEAVER}> → <@{SUBSTITUTE}>"
    private = AUDIT_NOTES[action](replace(entry, private=True), english)
    assert private == english("audit.in-private")
