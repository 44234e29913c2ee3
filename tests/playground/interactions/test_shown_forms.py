"""Modals as clients show them, and threads without commands."""

import asyncio
from typing import Any

import pytest

from tests.playground.raw import Rest
from tests.playground.stage import Stage
from tests.pocket import ANNA, BRETTSPIELE, Person, Refused

Json = dict[str, Any]


def form(custom_id: str, **part: object) -> Json:
    """Return a modal with one text field."""
    field = {"type": 4, "style": 1, "custom_id": "a", "required": False} | part
    label = {"type": 18, "label": "A", "component": field}
    return {"title": "t", "custom_id": custom_id, "components": [label]}


async def show_form(stage: Stage, fields: Json, person: Person | None = None) -> Json | None:
    """Show Anna, or another person, a modal, and return it as their client receives it."""
    interaction = await stage.begin(person=person)
    assert (await stage.answer(interaction, 9, fields)).status == 204
    outcome = await stage.acts.pop()
    assert outcome["callback_type"] == 9
    return outcome["modal"]  # type: ignore[no-any-return]  # JSON


def value_in(modal: Json | None) -> object:
    assert modal is not None
    return modal["components"][0]["component"].get("value")


@pytest.mark.assumes("forms-keep-values")
async def test_reopened_modal_keeps_its_first_values(stage: Stage) -> None:
    assert value_in(await show_form(stage, form("c", value="old"))) == "old"
    assert value_in(await show_form(stage, form("c", value="new"))) == "old"
    assert value_in(await show_form(stage, form("c2", value="new"))) == "new"
    assert value_in(await show_form(stage, form("c", value="new"), stage.pocket.ben)) == "new"
    await stage.pocket.control.strictness(forms_keep_values=False)
    assert value_in(await show_form(stage, form("c", value="new"))) == "new"


@pytest.mark.assumes("selects-in-forms")
async def test_select_may_stay_empty_only_with_min_values_0(stage: Stage) -> None:
    options = [{"label": "x", "value": "x"}]
    part: Json = {"type": 3, "options": options, "required": False, "style": None}
    modal = await show_form(stage, form("c", **part))
    assert modal is not None
    with pytest.raises(Refused, match="choose"):
        await stage.pocket.anna.submit(BRETTSPIELE, modal)
    await stage.pocket.control.strictness(empty_choices_need_zero=False)
    assert (await submit(stage, modal))["data"]["custom_id"] == "c"
    await stage.pocket.control.strictness(empty_choices_need_zero=True)
    modal = await show_form(stage, form("d", min_values=0, **part))
    assert modal is not None
    assert (await submit(stage, modal))["data"]["custom_id"] == "d"


async def submit(stage: Stage, modal: Json) -> Json:
    stage.acts.append(asyncio.create_task(stage.pocket.anna.submit(BRETTSPIELE, modal)))
    return dict((await stage.wire.until("INTERACTION_CREATE"))["d"])


@pytest.mark.assumes("selects-in-forms")
@pytest.mark.parametrize("kind", [5, 7])
async def test_modal_with_a_preset_person_select_closes_if_strict(stage: Stage, kind: int) -> None:
    part: Json = {"type": kind, "style": None, "default_values": [{"type": "user", "id": ANNA}]}
    assert await show_form(stage, form("c", **part)) is None
    await stage.pocket.control.strictness(filled_people_selects_close=False)
    assert await show_form(stage, form("c", **part)) is not None


@pytest.mark.assumes("commands-in-threads")
async def test_commands_in_a_thread_need_a_writable_parent(stage: Stage) -> None:
    pocket, rest = stage.pocket, Rest(stage.pocket)
    message = (await rest.ask("POST", f"/channels/{BRETTSPIELE}/messages", {"content": "x"})).body["id"]
    thread = str(
        (await rest.ask("POST", f"/channels/{BRETTSPIELE}/messages/{message}/threads", {"name": "t"})).body[
            "id"
        ]
    )
    await pocket.control.deny_people(BRETTSPIELE, "SEND_MESSAGES")
    with pytest.raises(Refused, match="no commands in this thread"):
        await pocket.ben.command(thread, "x")
    await pocket.control.strictness(commands_need_parent=False)
    assert (await stage.begin(thread, pocket.ben))["channel_id"] == thread


@pytest.mark.assumes("no-outer-pictures")
@pytest.mark.parametrize("kind", ["gallery", "thumbnail"])
async def test_external_pictures_are_refused_if_strict(stage: Stage, kind: str) -> None:
    media = {"media": {"url": "https://example.org/a.png"}}
    part: Json = (
        {"type": 12, "items": [media]}
        if kind == "gallery"
        else {
            "type": 9,
            "components": [{"type": 10, "content": "x"}],
            "accessory": {"type": 11} | media,
        }
    )
    body = {"flags": 1 << 15, "components": [part]}
    path = f"/channels/{BRETTSPIELE}/messages"
    assert (await stage.rest.ask("POST", path, body)).code == 50035
    await stage.pocket.control.strictness(outer_pictures_refused=False)
    assert (await stage.rest.ask("POST", path, body)).status == 200
