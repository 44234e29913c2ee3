"""A line that was tried out is kept, found again, and deleted."""

import discord
import pytest

from bot.chat.core import custom_ids
from bot.chat.core.walked_game import NOTHING_TRIED
from bot.features.matches.domain.kept_lines import KeptLine
from bot.features.moves.buttons import explore_buttons
from bot.features.moves.pages.kept_lines_page import kept_lines_page
from bot.locale import Texts
from rules import GAMES
from tests.bot.chat.presses import Answer, Presses
from tests.bot.support.fakes import ANNA, BEN, World
from tests.data.matches import new_match

pytest_plugins = ("tests.bot.support.worlds",)
EN = Texts.load().language("en")


@pytest.fixture
def presses(world: World) -> Presses:
    return Presses(world, explore_buttons.HANDLERS)


def button(answer: Answer, label: str) -> str:
    assert answer.view is not None
    items = (item for item in answer.view.walk_children() if isinstance(item, discord.ui.Button))
    return next(str(item.custom_id) for item in items if item.label == label)


def choice(answer: Answer, label: str) -> tuple[str, ...]:
    """Return the custom_id of a way on, and its value in a menu."""
    assert answer.view is not None
    for item in answer.view.walk_children():
        if isinstance(item, discord.ui.Button) and item.label == label:
            return (str(item.custom_id),)
        if isinstance(item, discord.ui.Select):
            for option in item.options:
                if option.label == label:
                    return item.custom_id, option.value
    raise AssertionError(label)


def values(answer: Answer, verb: str) -> list[str]:
    assert answer.view is not None
    items = (item for item in answer.view.walk_children() if isinstance(item, discord.ui.Select))
    menu = next(item for item in items if custom_ids.read(item.custom_id).verb == verb)
    return [option.value for option in menu.options]


async def page_with_line(presses: Presses, match: int) -> Answer:
    page = await presses.one(ANNA, custom_ids.write("explore", match, 0, NOTHING_TRIED))
    for label in ("f …", "f6", "c …", "c4"):
        page = await presses.one(ANNA, *choice(page, label))
    return page


async def test_a_line_is_kept_opened_and_deleted(world: World, presses: Presses) -> None:
    match = await world.match("conhex", swap="off")
    page = await page_with_line(presses, match.id)
    answer = await presses.one(ANNA, button(page, "Keep note"))
    assert "**1.** from the start: f6, c4" in answer.text
    (value,) = values(answer, "line-open")
    again = await presses.one(ANNA, custom_ids.write("line-open", match.id), value)
    assert again.text == page.text
    reply = await presses.one(ANNA, custom_ids.write("line-delete", match.id), value)
    assert "You have no notes on this game." in reply.text
    assert await world.services.kept_lines.of(ANNA.id, match.id) == ()


async def test_who_keeps_lines_finds_them_where_nothing_is_tried(world: World, presses: Presses) -> None:
    match = await world.match("conhex", swap="off")
    page = await page_with_line(presses, match.id)
    await presses.one(ANNA, button(page, "Keep note"))
    start = custom_ids.write("explore", match.id, 0, NOTHING_TRIED)
    listed = await presses.one(ANNA, button(await presses.one(ANNA, start), "Notes"))
    assert "f6, c4" in listed.text
    assert custom_ids.write("lines", match.id) not in (await presses.one(BEN, start)).ids
    answer = await presses.one(ANNA, custom_ids.write("line-open", match.id), "99")
    assert "This note is no longer there." in answer.text


@pytest.mark.parametrize(("commitment", "text"), [(None, "**1.** after move 7: f6"), ("ab", "**1.** f6")])
def test_no_moves_are_counted_where_some_plies_are_rolls(commitment: str | None, text: str) -> None:
    match = new_match(1, ANNA.id, BEN.id, key="conhex", commitment=commitment)
    page = kept_lines_page(match, GAMES["conhex"], [KeptLine(1, 7, 0, ("f6",))], EN)
    texts = [item.content for item in page.walk_children() if isinstance(item, discord.ui.TextDisplay)]
    assert text in "\n".join(texts).splitlines()
