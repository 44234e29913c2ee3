"""docs/record.md: its example is a valid record."""

import re
from pathlib import Path

from bot.features.records.domain.codec import FORMAT, LARGEST, VERSION, read_record, write_record
from bot.features.records.domain.record import MAX_PLIES
from bot.features.records.domain.replaying import check
from bot.model.match.match import ADJUDICATION, AGREEMENT, RESIGNATION, TIMEOUT, WITHOUT_RESULT
from rules import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")


def test_the_example_is_a_valid_record() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    record = check(read_record(example.encode()), GAMES)
    assert write_record(record).decode() == example


def test_the_page_states_the_readers_format_and_limits() -> None:
    assert f'`"{FORMAT}"`' in PAGE
    assert f"version {VERSION}." in PAGE
    assert f"{LARGEST // 1024} kB and {MAX_PLIES:,} plies" in PAGE
    for reason in (ADJUDICATION, AGREEMENT, RESIGNATION, TIMEOUT, *WITHOUT_RESULT):
        assert f"`{reason}`" in PAGE
