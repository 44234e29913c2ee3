"""The private page of a board."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.pictures import Pictures
from bot.features.boards.pages.board_page import board_page
from bot.features.matches.service.match_queries import played_plies
from bot.locale import LANGUAGES, Texts
from bot.model.match.log_entry import Automatic, LogEntry
from bot.model.match.match import MatchPosition, MatchStatus, PlayedPly
from rules.contract import Outcome
from tests.bot.chat.page_text import page_text
from tests.bot.chat.samples import MATCH, NOW
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
MOVER, WAITING, SPECTATOR = 1, 2, 9


@pytest.mark.parametrize("language", LANGUAGES)
async def test_pages_of_a_board(approved: SnapshotAssertion, language: str) -> None:
    state = rules.GAMES["hnefatafl"].new({"board": "brandubh-7"})
    match = replace(MATCH, key="hnefatafl", options=state.options, plies=0, turn=0)
    running = MatchPosition(match, state, names={1: "Anna", 2: "Ben"})
    resigned_match = replace(
        match, status=MatchStatus.FINISHED, turn=None, outcome=Outcome((0,), "resignation")
    )
    finished = replace(running, match=replace(resigned_match, resigned=1))
    for name, position, reader, in_words in (
        ("to-move", running, MOVER, False),
        ("in-words", running, MOVER, True),
        ("waiting", running, WAITING, False),
        ("spectator", running, SPECTATOR, False),
        ("over", finished, MOVER, False),
    ):
        page, _ = await board_page(
            Pictures(GALLERY), position, reader, TEXTS.language(language), in_words=in_words
        )
        assert page_text(page) == approved(name=f"{name}-{language}")


async def test_a_player_sees_the_moves_since_their_last_choice() -> None:
    """A spectator of a game of two sees only the last move."""
    state = rules.GAMES["hnefatafl"].new({"board": "brandubh-7"})
    texts = ("d7-c7", "c4-c6", "c7-b7", "d5-a5")
    log = [LogEntry(number, (number + 1) % 2, text, NOW) for number, text in enumerate(texts, 1)]
    log[2] = replace(log[2], automatic=Automatic.FORCED)
    plies = played_plies(state, log)
    match = replace(MATCH, key="hnefatafl", options=state.options, plies=4, turn=0)
    position = MatchPosition(match, plies[-1].state, names={1: "Anna", 2: "Ben"})

    async def read_log(_match: int, after: int, until: int) -> Sequence[PlayedPly]:
        return plies[after:until]

    images: dict[int, list[bytes]] = {}
    for reader in (MOVER, WAITING, SPECTATOR):
        for pictures in (Pictures(GALLERY), Pictures(GALLERY, log=read_log)):
            _, (picture,) = await board_page(pictures, position, reader, TEXTS.language("en"))
            images.setdefault(reader, []).append(picture.png)
    unchanged = {reader: first == second for reader, (first, second) in images.items()}
    assert unchanged == {MOVER: False, WAITING: True, SPECTATOR: True}
