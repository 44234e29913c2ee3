"""Approved origins of answers: message types, references and the actions behind them."""

import json
import re
from typing import Any

from syrupy.assertion import SnapshotAssertion

from tests.playground.interactions.test_kinds_of_answers import submission, submission_on_a_message
from tests.playground.stage import Stage
from tests.pocket import ANNA, BEN, BRETTSPIELE

Json = dict[str, Any]
ORIGIN = ("type", "flags", "message_reference", "interaction_metadata", "interaction")
ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}


def origins(*messages: Json) -> str:
    """Return the origins of messages, with ids numbered by first occurrence."""
    shown = [
        json.dumps({key: message[key] for key in ORIGIN if message.get(key) is not None}, indent=1)
        for message in messages
    ]
    ids: dict[str, str] = {}
    return re.sub(r"\d{16,}", lambda found: ids.setdefault(found[0], f"#{len(ids)}"), "\n".join(shown))


async def send(stage: Stage, interaction: Json, kind: int, data: Json) -> Json:
    answer = await stage.answer(interaction, kind, data, "?with_response=1")
    return dict(answer.body["resource"]["message"])


async def test_answers_name_their_interaction_and_source_message(
    stage: Stage, snapshot: SnapshotAssertion
) -> None:
    command = await stage.begin()
    first = await send(stage, command, 4, {"content": "a", "components": [ROW]})
    more = (await stage.rest.ask("POST", stage.hook(command), {"content": "b"})).body
    press = await stage.press(first, "x")
    answered = await send(stage, press, 4, {"content": "c", "flags": 64})
    again = await stage.press(first, "x")
    updated = await send(stage, again, 7, {"content": "d"})
    after = (await stage.rest.ask("POST", stage.hook(again), {"content": "e"})).body
    of_form = await send(stage, await submission(stage), 4, {"content": "f"})
    on_message = await send(stage, await submission_on_a_message(stage), 4, {"content": "g"})
    assert origins(first, more, answered, updated, after, of_form, on_message) == snapshot


async def test_deferral_accepts_only_the_ephemeral_flag(stage: Stage) -> None:
    for flags, status in ((None, 204), (0, 204), (64, 204), (4, 400), (64 | 4, 400)):
        answer = await stage.answer(await stage.begin(), 5, {"flags": flags})
        assert (flags, answer.status) == (flags, status)
    await stage.pocket.control.strictness(deferral_flags_refused=False)
    assert (await stage.answer(await stage.begin(), 5, {"flags": 64 | 4})).status == 204


async def test_only_public_answers_add_people_to_a_thread(stage: Stage) -> None:
    message = (await stage.rest.ask("POST", f"/channels/{BRETTSPIELE}/messages", {"content": "x"})).body["id"]
    path = f"/channels/{BRETTSPIELE}/messages/{message}/threads"
    thread = (await stage.rest.ask("POST", path, {"name": "t"})).body["id"]

    async def members() -> set[str]:
        rows = (await stage.rest.ask("GET", f"/channels/{thread}/thread-members")).body
        return {row["user_id"] for row in rows}

    await stage.answer(await stage.begin(thread), 4, {"content": f"<@{BEN}>", "flags": 64})
    assert BEN not in await members()
    await stage.answer(await stage.begin(thread), 4, {"content": f"<@{BEN}>"})
    assert BEN in await members()
    assert ANNA not in await members()
