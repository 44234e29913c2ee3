"""Boards in a channel hidden since: each press checks the current permissions."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.chat.core.interactions.handler import HandlerOf
from bot.features.moves.buttons import (
    conditional_move_buttons,
    explore_buttons,
    move_buttons,
    typed_move_buttons,
)
from tests.bot.chat.hidden_hall import is_secret
from tests.bot.support.fakes import ANNA, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

HANDLERS: Mapping[str, HandlerOf[Any]] = {
    **conditional_move_buttons.HANDLERS,
    **explore_buttons.HANDLERS,
    **move_buttons.HANDLERS,
    **typed_move_buttons.HANDLERS,
}


PRESSES = (
    "move:{n}:0", "move:{n}", "pick:{n}:1:0:: s:|c~a~a", "piece:{n}:1:f6", "play:{n}:1:f6", "undo:{n}:1:0",
    "move-in:{n}:f6", "move-in:{n}:", "plan:{n}", "explore:{n}:1:", "explore-in:{n}:", "line-keep:{n}:1:",
    "lines:{n}", "line-open:{n} 1", "line-delete:{n} 1",
)  # fmt: skip


async def test_a_hidden_match_is_unknown_to_strangers(world: World) -> None:
    await world.match()
    match = await world.match("conhex", swap="off")
    await play(world, match, ANNA, move="a1")
    leaks = [
        press
        for press in PRESSES
        if not await is_secret(world, HANDLERS, match.id, *press.split(), public=True)
    ]
    assert leaks == []
