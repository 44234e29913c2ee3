"""The private page of a board."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.pictures import Pictures
from bot.features.boards.pages.board_page import board_page
from bot.locale import LANGUAGES, Texts
from bot.model.match.match import MatchPosition, MatchStatus
from rules.contract import Outcome
from tests.bot.chat.page_text import page_text
from tests.bot.chat.samples import MATCH
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
MOVER, WAITING, SPECTATOR = 1, 2, 9


@pytest.mark.parametrize("language", LANGUAGES)
async def test_pages_of_a_board(approved: SnapshotAssertion, language: str) -> None:
    state = rules.GAMES["hnefatafl"].new({"board": "brandubh-7"})
    match = replace(MATCH, key="hnefatafl", options=state.options, plies=0, turn=0)
    here = MatchPosition(match, state, names={1: "Anna", 2: "Ben"})
    given_up = replace(match, status=MatchStatus.FINISHED, turn=None, outcome=Outcome((0,), "resignation"))
    over = replace(here, match=replace(given_up, resigned=1))
    for name, position, reader, in_words in (
        ("to-move", here, MOVER, False),
        ("in-words", here, MOVER, True),
        ("waiting", here, WAITING, False),
        ("spectator", here, SPECTATOR, False),
        ("over", over, MOVER, False),
    ):
        page, _ = await board_page(
            Pictures(GALLERY), position, reader, TEXTS.language(language), in_words=in_words
        )
        assert page_text(page) == approved(name=f"{name}-{language}")
