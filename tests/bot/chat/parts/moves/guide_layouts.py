"""Pages of the guide, and the parts on them."""

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.pictures import Picture
from bot.chat.parts.moves import guide_page
from bot.chat.parts.moves.move_picker import PickerStep
from bot.features.moves.pages.played_page import before_next
from bot.locale import Language, Texts
from bot.model.match.match import Turn
from render import Orientation
from rules.contract import State
from tests.bot.support.positions import position

TEXTS = Texts.load()
EN, DE = TEXTS.language("en"), TEXTS.language("de")
MIRRORED = Picture(b"", "words", Orientation.MIRRORED)


def layout(state: State, step: PickerStep, t: Language = EN) -> ui.LayoutView:
    here = position(state)
    move = state.legal_moves()[0]
    turn = Turn(here.match, state, move, here.match.plies, here.match.turn or 0, repeated=False)
    before = before_next(turn, t)
    assert before.undo, "the fullest page has it, too"
    return guide_page.step_layout(here, step, MIRRORED, t, before=before)


def first(state: State) -> PickerStep:
    return guide_page.first_step(state)


def every_page(state: State, step: PickerStep) -> Iterator[PickerStep]:
    """Yield a step and the steps below it, of each choice only the first and last."""
    yield step
    onward = [way.step for way in guide_page.choices_at(state, step) if way.move is None]
    for following in dict.fromkeys((*onward[:1], *onward[-1:])):
        yield from every_page(state, following)


def components(view: ui.LayoutView) -> int:
    def count(parts: list[dict[str, Any]]) -> int:
        return sum(1 + count(part.get("components", [])) for part in parts)

    return count(view.to_components())  # type: ignore[no-untyped-call]  # untyped in discord.py


def buttons(view: ui.LayoutView) -> list[discord.ui.Button[Any]]:
    return [item for item in view.walk_children() if isinstance(item, ui.Button)]


def rows(view: ui.LayoutView) -> list[ui.ActionRow[Any]]:
    return [item for item in view.walk_children() if isinstance(item, ui.ActionRow)]


def labels(view: ui.LayoutView) -> list[str]:
    return [str(button.label) for button in buttons(view)]


def options(view: ui.LayoutView) -> list[discord.SelectOption]:
    menus = [item for item in view.walk_children() if isinstance(item, ui.Select)]
    assert not [menu for menu in menus if len(menu.options) > 25]
    return [option for menu in menus for option in menu.options]


def moves_on(view: ui.LayoutView) -> list[str]:
    """Return the moves of a page's buttons, in order."""
    pressed = [custom_ids.read(str(button.custom_id)) for button in buttons(view)]
    return [press.after(2) for press in pressed if press.verb == "play"]
