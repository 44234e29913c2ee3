"""The checks of the bot's requests can fail."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from playground.rest.journal import JournalEntry
from tests import openapi
from tests.end_to_end.shown_message import EPHEMERAL
from tests.end_to_end.wire import COMPONENTS_V2, problems

ROW, BUTTON, SELECT, TEXT, GALLERY = 1, 2, 3, 10, 12


PUBLIC = "/channels/1/messages"


def post(status: int | None = 200, path: str = "/webhooks/1/token", **body: Any) -> JournalEntry:
    flags = 0 if path == PUBLIC else COMPONENTS_V2 | EPHEMERAL
    message = {"flags": flags, "allowed_mentions": {"parse": []}} | body
    return JournalEntry(1, "POST", path, {}, True, "application/json", message, (), status, {})


def row(*parts: Any) -> list[Any]:
    return [{"type": ROW, "components": list(parts)}]


def button(custom_id: str = "a", label: str = "A") -> dict[str, Any]:
    return {"type": BUTTON, "style": 1, "custom_id": custom_id, "label": label}


def menu(*values: str, label: str = "A") -> dict[str, Any]:
    options = [{"label": label, "value": value} for value in values]
    return {"type": SELECT, "custom_id": "s", "options": options}


def text(content: str) -> dict[str, Any]:
    return {"type": TEXT, "content": content}


def picture(url: str = "attachment://board.png", words: str = "A board.") -> dict[str, Any]:
    return {"type": GALLERY, "items": [{"media": {"url": url}, "description": words}]}


def test_a_valid_message_passes() -> None:
    off = button("b", "A (off)") | {"disabled": True}
    assert problems([post(components=[text("Hello"), picture(), *row(button(), off)])], None) == []
    assert problems([post(flags=0, content="Hello", components=row(button()))], None) == []


@pytest.mark.parametrize(
    "message",
    [
        {"flags": EPHEMERAL, "components": row(button())},
        {"flags": 0, "components": row(button())},
        {"content": "x"},
        {"components": [text("x")] * 41},
        {"components": [text("x" * 2001)] * 2},
        {"components": [text(" ")]},
        {"components": row(button("a"), button("a"))},
        {"components": row(button("a" * 101))},
        {"components": row(button(label="x" * 39))},
        {"components": row(button(label="🏁" + "x" * 34))},
        {"components": row(button() | {"disabled": True})},
        {"components": row(button(label=""))},
        {"components": row(menu())},
        {"components": row(menu(*map(str, range(26))))},
        {"components": row(menu("a", "a"))},
        {"components": row(menu("a" * 101))},
        {"components": row(menu("a", label="x" * 101))},
        {"components": [picture(words="")]},
        {"components": [picture(words="x" * 1025)]},
        {"components": [picture(url="https://cdn.example.org/board.png")]},
        {"allowed_mentions": {"parse": ["users"]}},
        {"allowed_mentions": {"parse": [], "users": ["1", "2"]}},
        {"allowed_mentions": {"parse": [], "roles": ["1"]}},
        {"allowed_mentions": None},
    ],
    ids=str,
)
def test_an_invalid_message_is_reported(message: dict[str, Any]) -> None:
    assert len(problems([post(**message)], None)) == 1


def attachment(words: str = "A board.", name: str = "board.png") -> dict[str, Any]:
    return {"id": 0, "filename": name, "description": words}


def test_a_valid_public_message_passes() -> None:
    good = post(
        path=PUBLIC,
        content="**Tablut #3**\n<@1> plays.",
        attachments=[attachment()],
        components=row(button()),
    )
    assert problems([good], None) == []


@pytest.mark.parametrize(
    "message",
    [
        {"flags": COMPONENTS_V2, "content": "", "components": [text("x")]},
        {"content": ""},
        {"content": f"**{'x' * 97}**"},
        {"content": "**x**\n" * 401},
        {"content": "**<@1>, it is your turn**"},
        {"content": "**Tablut** #3"},
        {"content": "Tablut #3", "components": row(button())},
        {"attachments": [attachment(words="")]},
        {"attachments": [attachment(name="")]},
        {"components": row(button()) * 6},
        {"components": row(*(button(str(n)) for n in range(6)))},
        {"allowed_mentions": {"parse": [], "users": ["1", "2"]}},
    ],
    ids=str,
)
def test_an_invalid_public_message_is_reported(message: dict[str, Any]) -> None:
    faults = problems([post(path=PUBLIC, **({"content": "**Tablut #3**"} | message))], None)
    assert faults, "the altered request has a fault"


def test_an_edit_must_list_its_files() -> None:
    message = {"content": "Tablut #3", "allowed_mentions": {"parse": []}}
    edit = JournalEntry(1, "PATCH", f"{PUBLIC}/2", {}, True, "application/json", message, (), 200, {})
    assert len(problems([edit], None)) == 1


def test_a_refusal_is_reported_unless_it_follows_an_uncertain_attempt() -> None:
    assert len(problems([post(400)], None)) == 1
    assert problems([post(503), post(400)], None) == []
    assert problems([post(None), post(400)], None) == []
    assert len(problems([post(503, path="/webhooks/2/token"), post(400)], None)) == 1


@pytest.mark.skipif(openapi.find() is None, reason="no openapi.json: set FERNPARTIE_OPENAPI")
def test_requests_are_validated_by_discords_openapi_description() -> None:
    description = openapi.OpenApi.load()
    good = post(components=[text("Hello"), picture(), *row(button())])
    assert problems([good], description) == []
    assert problems([post(components=[{"type": TEXT, "content": "x", "id": "five"}])], description) != []
    assert problems([post(path="/channels/1/no-such-thing")], description) != []


@pytest.mark.skipif(openapi.find() is None, reason="no openapi.json: set FERNPARTIE_OPENAPI")
def test_quick_and_thorough_validation_agree() -> None:
    description, chance = openapi.OpenApi.load(), random.Random("wrong requests")
    body: dict[str, Any] = {
        "tts": False,
        "content": "Hello",
        "flags": 0,
        "allowed_mentions": {"parse": []},
        "components": row(button(), button("b", "B")),
    }
    verdicts = Counter[bool]()
    for _ in range(150):
        message = json.loads(json.dumps(body))
        place = chance.choice(list(places(message)))
        place[chance.choice(list(place) if isinstance(place, dict) else range(len(place)))] = chance.choice(
            [
                None,
                True,
                1,
                2.0,
                2.5,
                -1,
                "",
                "x",
                "5",
                "x" * 5000,
                [],
                [1, 1],
                {},
                {"type": 2},
                body["components"],
            ]
        )
        faults = description.problems("POST", PUBLIC, message)
        assert faults == description.problems("POST", PUBLIC, message, at_length=True), message
        verdicts[bool(faults)] += 1
    assert min(verdicts[True], verdicts[False]) > 10


def places(value: Any) -> Iterator[Any]:
    """Yield all non-empty objects and lists in a request."""
    if isinstance(value, dict | list) and value:
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from places(inner)


def test_a_response_may_be_repeated_but_not_replaced() -> None:
    def answer(kind: int, status: int = 200, **response: Any) -> JournalEntry:
        path = "/interactions/1/token/callback"
        return JournalEntry(
            1, "POST", path, {}, True, "application/json", {"type": kind}, (), status, response
        )

    assert problems([answer(5), answer(5, 400, code=40060)], None) == []
    (fault,) = problems([answer(5), answer(6, 400, code=40060)], None)
    assert "40060" in fault
    (fault,) = problems([answer(5, 400, code=40060)], None)
    assert "40060" in fault
    assert problems([answer(5, 400, code=40060)], None, before=[answer(5)]) == []
