"""The kinds of answers that an interaction takes."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.playground.stage import Stage
from tests.pocket import BRETTSPIELE

Json = dict[str, Any]
FORM: Json = {
    "title": "t",
    "custom_id": "c",
    "components": [{"type": 18, "label": "A", "component": {"type": 4, "style": 1, "custom_id": "a"}}],
}
DATA: dict[int, Json] = {
    4: {"content": "x"},
    7: {"content": "x"},
    8: {"choices": []},
    9: FORM | {"custom_id": "another"},
}


async def command(stage: Stage) -> Json:
    return await stage.begin()


async def press(stage: Stage) -> Json:
    rows = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_id": "b"}]}]
    message = (await stage.rest.ask("POST", f"/channels/{BRETTSPIELE}/messages", {"components": rows})).body
    return await stage.press(message, "b")


async def autocomplete(stage: Stage) -> Json:
    stage.acts.append(asyncio.create_task(stage.pocket.anna.complete(BRETTSPIELE, "y", "o", o="a")))
    return dict((await stage.wire.until("INTERACTION_CREATE"))["d"])


async def submission(stage: Stage, origin: Json | None = None) -> Json:
    """Submit a form that a command showed, or another interaction."""
    assert (await stage.answer(origin or await stage.begin(), 9, FORM)).status == 204
    modal, message = (await stage.acts.pop())["modal"], (origin or {}).get("message")
    act = stage.pocket.anna.submit(BRETTSPIELE, modal, message, a="text")
    stage.acts.append(asyncio.create_task(act))
    return dict((await stage.wire.until("INTERACTION_CREATE"))["d"])


async def submission_on_a_message(stage: Stage) -> Json:
    return await submission(stage, await press(stage))


@pytest.mark.parametrize(
    ("begin", "taken"),
    [
        (command, [1, 4, 5, 9, 12]),
        (press, [1, 4, 5, 6, 7, 9, 12]),
        (autocomplete, [8]),
        (submission, [1, 4, 5, 12]),
        (submission_on_a_message, [1, 4, 5, 6, 7, 12]),
    ],
)
async def test_interaction_accepts_only_its_callback_types(
    stage: Stage, begin: Callable[[Stage], Awaitable[Json]], taken: list[int]
) -> None:
    await stage.pocket.control.change_application(activities=True)
    shown = []
    interaction = await begin(stage)
    for kind in range(13):
        answer = await stage.answer(interaction, kind, DATA.get(kind))
        if answer.status == 204:
            shown.append(kind)
            interaction = await begin(stage)
        else:
            assert answer.faults() == {"type": "BASE_TYPE_CHOICES"}
    assert shown == taken
