"""People and roles chosen in menus of messages and forms, as the bot receives them."""

import asyncio
from typing import Any

import pytest

from tests.playground.stage import Stage
from tests.pocket import ANNA, BEN, BRETTSPIELE, SPIELEABEND, Refused

Json = dict[str, Any]
MENUS: list[Json] = [
    {"type": kind, "custom_id": f"menu {kind}", "min_values": 0, "max_values": 3} for kind in (5, 6, 7)
]


def names_in(interaction: Json) -> dict[str, list[str]] | None:
    """Return the ids of all resolved objects by kind; None without any."""
    resolved = interaction["data"].get("resolved")
    return resolved and {kind: list(objects) for kind, objects in resolved.items()}


async def post_menus(stage: Stage, channel: str) -> Json:
    rows = [{"type": 1, "components": [menu]} for menu in MENUS]
    message = await stage.rest.ask("POST", f"/channels/{channel}/messages", {"components": rows})
    return dict(message.body)


async def choose(stage: Stage, message: Json, kind: int, *values: str) -> Json:
    act = stage.pocket.ben.choose(message, f"menu {kind}", *values, kind=kind)
    stage.acts.append(asyncio.create_task(act))
    return dict((await stage.wire.until("INTERACTION_CREATE"))["d"])


async def test_message_selects_resolve_people_and_roles(stage: Stage) -> None:
    role = await stage.pocket.control.add_role(SPIELEABEND, "Players", ANNA)
    other = await stage.pocket.control.add_role(SPIELEABEND, "Others")
    message = await post_menus(stage, BRETTSPIELE)
    shown = {
        (kind, chosen): names_in(await choose(stage, message, kind, *chosen))
        for kind, chosen in ((5, (ANNA, BEN)), (6, (other,)), (7, (role, BEN)), (7, (other, role)), (7, ()))
    }
    assert shown == {
        (5, (ANNA, BEN)): {"users": [ANNA, BEN], "members": [ANNA, BEN], "roles": []},
        (6, (other,)): {"users": [], "members": [], "roles": [other]},
        (7, (role, BEN)): {"users": [BEN], "members": [BEN], "roles": [role]},
        (7, (other, role)): {"users": [], "members": [], "roles": [other, role]},
        (7, ()): None,
    }
    interaction = await choose(stage, message, 7, role, ANNA)
    resolved = interaction["data"]["resolved"]
    assert resolved["roles"][role]["name"] == "Players"
    assert resolved["users"][ANNA]["username"] == "anna"
    assert resolved["members"][ANNA]["roles"] == [role]
    with pytest.raises(Refused, match="no such person"):
        await stage.pocket.ben.choose(message, "menu 5", "7", kind=5)


async def test_people_chosen_in_a_dm_are_no_members(stage: Stage) -> None:
    message = await post_menus(stage, await stage.pocket.ben.open_dm())
    assert names_in(await choose(stage, message, 5, BEN)) == {"users": [BEN], "roles": []}


async def test_modal_selects_resolve_people_and_roles(stage: Stage) -> None:
    role = await stage.pocket.control.add_role(SPIELEABEND, "Players")
    interaction = await stage.begin()
    labels: list[Json] = [
        {"type": 18, "label": "Who", "component": menu | {"required": False}} for menu in MENUS
    ]
    form: Json = {"title": "t", "custom_id": "c", "components": labels}
    assert (await stage.answer(interaction, 9, form)).status == 204
    modal = (await stage.acts.pop())["modal"]
    chosen: dict[str, str | None] = {"menu 5": BEN, "menu 6": role, "menu 7": ANNA}
    act = stage.pocket.anna.submit(BRETTSPIELE, modal, None, **chosen)
    stage.acts.append(asyncio.create_task(act))
    submitted = (await stage.wire.until("INTERACTION_CREATE"))["d"]
    assert names_in(submitted) == {"users": [BEN, ANNA], "members": [BEN, ANNA], "roles": [role]}
