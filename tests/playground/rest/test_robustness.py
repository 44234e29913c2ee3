"""Malformed bodies never cause a server error."""

import copy
import random
from typing import Any

import pytest

from tests.playground.raw import Rest
from tests.pocket import ANNA, BOT, BRETTSPIELE, Pocket

BENT: tuple[Any, ...] = (
    None,
    5,
    -1,
    True,
    "",
    "x",
    [],
    [[]],
    {},
    [None],
    {"a": {}},
    1 << 70,
    1.5,
    "\x00",
    "ä" * 5000,
)
ROUNDS = 250

MESSAGE = {
    "content": "x",
    "nonce": "n",
    "enforce_nonce": True,
    "flags": 0,
    "embeds": [{"title": "t", "fields": [{"name": "n", "value": "v"}], "footer": {"text": "f"}}],
    "allowed_mentions": {"parse": [], "users": [ANNA]},
    "attachments": [{"id": "0", "filename": "f", "description": "d"}],
    "message_reference": {"message_id": "5", "fail_if_not_exists": False},
    "components": [
        {
            "type": 1,
            "components": [{"type": 2, "style": 1, "label": "l", "custom_id": "c", "emoji": {"name": "🎲"}}],
        },
        {"type": 1, "components": [{"type": 3, "custom_id": "s", "options": [{"label": "l", "value": "v"}]}]},
    ],
}
LAYOUT = {
    "flags": 1 << 15,
    "components": [
        {
            "type": 17,
            "components": [
                {"type": 10, "content": "x"},
                {
                    "type": 9,
                    "components": [{"type": 10, "content": "x"}],
                    "accessory": {"type": 11, "media": {"url": "https://example.org/a.png"}},
                },
                {"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}, "description": "d"}]},
                {"type": 14, "divider": True, "spacing": 1},
            ],
        }
    ],
}
COMMAND = {
    "name": "x",
    "type": 1,
    "description": "d",
    "name_localizations": {"de": "y"},
    "contexts": [0, 1],
    "options": [
        {
            "name": "s",
            "type": 1,
            "description": "d",
            "options": [
                {
                    "name": "o",
                    "type": 3,
                    "description": "d",
                    "required": True,
                    "choices": [{"name": "n", "value": "v", "name_localizations": {"de": "m"}}],
                },
                {"name": "p", "type": 4, "description": "d", "autocomplete": True},
            ],
        }
    ],
}
ACT = {
    "as": ANNA,
    "channel_id": BRETTSPIELE,
    "type": 2,
    "data": {
        "id": "1",
        "name": "x",
        "type": 1,
        "custom_id": "c",
        "values": ["v"],
        "components": [{"type": 18, "component": {"type": 4, "custom_id": "a", "value": "v"}}],
        "options": [{"name": "s", "type": 1, "options": [{"name": "o", "type": 3, "value": "v"}]}],
    },
}


def places(node: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all values inside a body."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(node, dict):
        inner = list(node.items())
    elif isinstance(node, list):
        inner = list(enumerate(node))
    paths = [(*path, key) for key, _ in inner]
    for key, value in inner:
        paths.extend(places(value, (*path, key)))
    return paths


def bent(body: Any, chance: random.Random) -> Any:
    """Return a copy with one or two values replaced by something else."""
    body = copy.deepcopy(body)
    for _ in range(chance.randint(1, 2)):
        path = chance.choice(places(body) or [()])
        if not path:
            return chance.choice(BENT)
        node = body
        for step in path[:-1]:
            node = node[step]
        node[path[-1]] = copy.deepcopy(chance.choice(BENT))
    return body


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", f"/channels/{BRETTSPIELE}/messages", MESSAGE),
        ("POST", f"/channels/{BRETTSPIELE}/messages", LAYOUT),
        ("PATCH", f"/channels/{BRETTSPIELE}/messages/{{message}}", LAYOUT),
        ("POST", f"/applications/{BOT}/commands", COMMAND),
        ("PUT", f"/applications/{BOT}/commands", [COMMAND, COMMAND | {"name": "y"}]),
        ("POST", f"/channels/{BRETTSPIELE}/threads", {"name": "t", "type": 11, "auto_archive_duration": 60}),
        ("POST", "/users/@me/channels", {"recipient_id": ANNA}),
    ],
)
async def test_mutated_bot_requests_cause_no_server_error(
    pocket: Pocket, method: str, path: str, body: Any
) -> None:
    rest = Rest(pocket)
    here = f"/channels/{BRETTSPIELE}/messages"
    path = path.format(message=(await rest.ask("POST", here, {"content": "x"})).body["id"])
    chance = random.Random(f"{method} {path}")
    for _ in range(ROUNDS):
        request = bent(body, chance)
        answer = await rest.ask(method, path, request)
        assert answer.status < 500, request
        # Accepted content must also be readable without an error.
        assert await pocket.anna.messages(BRETTSPIELE)


async def test_mutated_page_requests_cause_no_server_error(pocket: Pocket) -> None:
    rest = Rest(pocket)
    await rest.ask("PUT", f"/applications/{BOT}/commands", [COMMAND])
    message = (
        await rest.ask("POST", f"/channels/{BRETTSPIELE}/messages", MESSAGE | {"attachments": []})
    ).body
    chance = random.Random("page")
    statuses = set()
    for kind in (2, 3, 4, 5):
        for _ in range(ROUNDS // 2):
            body = bent(ACT | {"type": kind, "message_id": message["id"], "forged": kind == 5}, chance)
            url = f"{pocket.playground.url}/playground/interactions"
            async with pocket.line.session.post(url, json=body) as response:
                statuses.add(response.status)
                assert response.status < 500, body
    assert statuses == {200, 400, 404}
