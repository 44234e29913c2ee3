"""Explored lines: saved, opened again, deleted."""

from dataclasses import replace

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.chat.core.walked_game import NOTHING_TRIED
from bot.features.matches.domain.kept_lines import KeptLine
from bot.features.moves.buttons import explore_buttons
from bot.features.moves.pages.kept_lines_page import kept_lines_page
from bot.locale import LANGUAGES, Texts
from rules import GAMES
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import Answer, Presses
from tests.bot.support.fakes import ANNA, BEN, World
from tests.data.matches import new_match

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
TEXTS = Texts.load()


@pytest.fixture
def presses(world: World) -> Presses:
    return Presses(world, explore_buttons.HANDLERS)


def button(answer: Answer, label: str) -> str:
    assert answer.view is not None
    items = (item for item in answer.view.walk_children() if isinstance(item, discord.ui.Button))
    return next(str(item.custom_id) for item in items if item.label == label)


def choice(answer: Answer, label: str) -> tuple[str, ...]:
    """Return the custom_id of a button or menu option, and an option's value."""
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
    page = await presses.answer_to(ANNA, custom_ids.write("explore", match, 0, NOTHING_TRIED))
    for label in ("f …", "f6", "c …", "c4"):
        page = await presses.answer_to(ANNA, *choice(page, label))
    return page


async def test_a_line_is_saved_opened_and_deleted(world: World, presses: Presses) -> None:
    match = await world.match("conhex", swap="off")
    page = await page_with_line(presses, match.id)
    answer = await presses.answer_to(ANNA, button(page, "Keep note"))
    (value,) = values(answer, "line-open")
    opened_page = await presses.answer_to(ANNA, custom_ids.write("line-open", match.id), value)
    assert opened_page.text == page.text
    await presses.answer_to(ANNA, custom_ids.write("line-delete", match.id), value)
    assert await world.services.kept_lines.of(ANNA.id, match.id) == ()


async def test_saved_lines_are_linked_from_the_start_page(world: World, presses: Presses) -> None:
    match = await world.match("conhex", swap="off")
    page = await page_with_line(presses, match.id)
    await presses.answer_to(ANNA, button(page, "Keep note"))
    start = custom_ids.write("explore", match.id, 0, NOTHING_TRIED)
    notes_page = await presses.answer_to(ANNA, button(await presses.answer_to(ANNA, start), "Notes"))
    assert "f6, c4" in notes_page.text
    assert custom_ids.write("lines", match.id) not in (await presses.answer_to(BEN, start)).ids
    answer = await presses.answer_to(ANNA, custom_ids.write("line-open", match.id), "99")
    assert "This note is no longer there." in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_notes(approved: SnapshotAssertion, language: str) -> None:
    notes = [KeptLine(1, 0, 0, ("f6", "c4")), KeptLine(2, 7, 0, ("f6",))]
    without_dice = new_match(1, ANNA.id, BEN.id, key="conhex")
    with_dice = replace(without_dice, commitment="ab")
    for name, match, lines in (
        ("none", without_dice, []),
        ("moves", without_dice, notes),
        ("rolls", with_dice, notes),
    ):
        page = kept_lines_page(match, GAMES["conhex"], lines, TEXTS.language(language))
        assert page_text(page) == approved(name=f"{name}-{language}")
