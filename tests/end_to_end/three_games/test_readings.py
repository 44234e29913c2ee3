"""The checks of the bot's texts can fail."""

import pytest

from playground.rest.journal import JournalEntry
from tests.end_to_end.three_games.readings import faults
from tests.end_to_end.three_games.rounds import ENGLISH, GERMAN


def post_of(text: str, path: str = "/channels/1/messages") -> JournalEntry:
    body = {"components": [{"type": 17, "components": [{"type": 10, "content": text}]}]}
    return JournalEntry(1, "POST", path, {}, True, "application/json", body, (), 200, None)


@pytest.fixture
def playground() -> None:
    """Override the playground: nothing runs here."""


@pytest.fixture
def check_texts() -> None:
    """Override the check: nothing runs here."""


@pytest.mark.parametrize(
    "text",
    [
        "{player} wins",
        "<@1> (red): **R1-R5** \N{EN DASH} catches  on R5 (hats: 1)",
        "<@1> (): **R1-R5**",
        "<@1> (red): **R1-R5** \N{EN DASH} ",
        "catches yellow, , comes home",
        "hats freed for : 2",
        "refusal.you-left",
        "catch-the-hat.event.capture",
        "Mode: golden-hat",
        "<@None> wins",
        "Fängt den Hut und gewinnt",
    ],
)
def test_badly_written_text_is_reported(text: str) -> None:
    assert faults([post_of(text)], (ENGLISH, GERMAN), only="en")


def test_well_written_text_passes() -> None:
    text = (
        "<@1> (red): **R1-R5** \N{EN DASH} catches yellow on R5 (hats: 1)\n`/dice verify` checks golden hats."
    )
    assert not faults([post_of(text)], (ENGLISH, GERMAN), only="en")
    assert faults([post_of(text)], (ENGLISH, GERMAN), only="de")
