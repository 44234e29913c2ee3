"""Limitations of a server with their remedies."""

from syrupy.assertion import SnapshotAssertion

from bot.chat.core.words.limitation_text import limitation_line
from bot.locale import Language, Texts
from bot.model.servers.limitations import Limitation, LimitedChannel

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
CODES = (50001, 50013, 400001, 160006, 40066, 40067, None)
"""The known codes; each limitation has a remedy for some, and names the others."""


def _lines(t: Language) -> str:
    return "".join(
        f"{limitation} {code}: {limitation_line(LimitedChannel(7, 71, limitation, code), t)}\n"
        for limitation in Limitation
        for code in CODES
    )


def test_limitations_name_the_remedy_for_their_code(approved: SnapshotAssertion) -> None:
    for code in ("en", "de"):
        assert _lines(TEXTS.language(code)) == approved(name=code)
