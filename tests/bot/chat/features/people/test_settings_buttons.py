"""The question whether moves are still to be confirmed, asked by a message of an earlier version."""

from types import SimpleNamespace
from typing import Any

import pytest
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions import answers
from bot.chat.features.people import settings_buttons
from bot.locale import Texts

EN = Texts.load().language("en")


@pytest.mark.parametrize(("answer", "keeps"), [("0", False), ("1", True)])
async def test_a_button_that_does_not_say_what_was_played(
    answer: str, keeps: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed: list[object] = []
    pages: list[ui.LayoutView] = []

    async def set_preferences(_request: object, **changes: object) -> None:
        changed.append(changes)

    async def turn_page(_interaction: object, view: ui.LayoutView) -> None:
        pages.append(view)

    monkeypatch.setattr(answers, "turn_page", turn_page)
    app: Any = SimpleNamespace(
        services=SimpleNamespace(settings=SimpleNamespace(set_preferences=set_preferences))
    )
    here: Any = SimpleNamespace(request=None, t=EN)
    interaction: Any = None
    press = custom_ids.Press("confirming", answer)
    await settings_buttons.keep_confirming(app, interaction, here, press)
    assert changed == [{"confirm": keeps, "confirm_asked": True}]
    (page,) = pages
    assert not [item for item in page.walk_children() if isinstance(item, ui.Button)]
