"""The rating commands and their options, as shown by Discord."""

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.bot.chat.declared import declared_text

pytest_plugins = ("tests.bot.chat.approved",)


@pytest.mark.parametrize("code", ["en", "de"])
async def test_commands_and_their_options(approved: SnapshotAssertion, code: str) -> None:
    assert await declared_text("ratings", code) == approved(name=code)
