"""The page after a move: a link to the new board, and Undo."""

from dataclasses import replace

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.features.moves.pages.played_page import board_location, typed_page
from bot.locale import LANGUAGES
from bot.model.match.match import Turn
from bot.model.people.person import Place, Request
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import TEXTS, UNUSED
from tests.bot.support.fakes import ANNA, HALL, World
from tests.bot.support.positions import position

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")


@pytest.mark.parametrize(
    ("place", "links"),
    [
        (HALL, False),
        (replace(HALL, channel=71), True),
        (Place(None, 80, "de"), True),
        (Place(9, 90, ""), True),
    ],
)
async def test_another_channel_links_to_the_match(world: World, place: Place, links: bool) -> None:
    match = await world.match()
    context = InteractionContext(UNUSED, ANNA, place, Request("r", ANNA), TEXTS.language("en"), UNUSED)
    text = "\n".join(board_location(context, match))
    assert (f"<#{match.home}>" in text) is links
    assert bool(text) is links


@pytest.mark.parametrize("language", LANGUAGES)
def test_undo_is_next_to_the_played_move(approved: SnapshotAssertion, language: str) -> None:
    start = position(rules.GAMES["conhex"].new())
    move = start.state.legal_moves()[0]
    turn = Turn(start.match, start.state, move, start.match.plies, start.match.turn or 0, repeated=False)
    view = typed_page("Played.", turn, TEXTS.language(language))
    assert page_text(view) == approved(name=language)
    (section,) = [item for item in view.walk_children() if isinstance(item, ui.Section)]
    assert isinstance(section.accessory, ui.Button)
