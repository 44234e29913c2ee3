"""The drawings to the rules: one for each lesson, by the game's own painter, on a page that Discord takes."""

import pytest
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.pictures import Pictures
from bot.features.help import rules_command as rules_of
from bot.features.help.drawings import drawings_page
from tests.bot.chat.presses import TEXTS, Presses
from tests.bot.support.fakes import ANNA, World
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.support.worlds",)

KEYS = (
    "hnefatafl",
    "ludus-latrunculorum",
    "conhex",
    "fox-and-hens",
    "hounds-and-jackals",
    "catch-the-hat",
    "nine-mens-morris",
)


@pytest.mark.parametrize("key", KEYS)
async def test_each_is_drawn_below_its_words(world: World, key: str) -> None:
    drawings = world.services.lessons.drawings(key)
    assert len(drawings) >= 5
    for t in TEXTS.languages.values():
        view, drawn = await drawings_page(Pictures(GALLERY), key, drawings, t)
        assert len({one.name for one in drawn}) == len(drawn) == len(drawings)
        assert len({one.png for one in drawn}) == len(drawn)
        assert all(len(one.png) <= 100_000 and one.words for one in drawn)
        said = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
        assert sum(map(len, said)) <= 4000
        assert not any(text.endswith("…") for text in said)
        assert len(list(view.walk_children())) <= 40


async def test_the_rules_lead_there(world: World) -> None:
    presses = Presses(world, rules_of.HANDLERS)
    page = await presses.one(ANNA, custom_ids.write("rules", "conhex"))
    pressed = custom_ids.write("rule-drawings", "conhex")
    assert pressed in page.ids
    assert "The chain" in (await presses.one(ANNA, pressed)).text
