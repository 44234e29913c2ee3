"""Messages by REST: refusals, and accepted messages as stored."""

from typing import Any

import pytest

from tests.playground.little_bot import png
from tests.playground.raw import Rest
from tests.pocket import BRETTSPIELE, Pocket

Json = dict[str, Any]
V2 = 1 << 15
HERE = f"/channels/{BRETTSPIELE}/messages"


@pytest.fixture
def rest(pocket: Pocket) -> Rest:
    return Rest(pocket)


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def press(custom_id: str = "a", **more: object) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": custom_id} | more


def select(count: int, **more: object) -> Json:
    options = [{"label": f"{n}", "value": f"{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options} | more


def v2(*components: Json) -> Json:
    return {"flags": V2, "components": list(components)}


REFUSED: list[tuple[str, Json, str, str]] = [
    ("long content", {"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ("content no text", {"content": 5}, "content", "STRING_TYPE_CONVERT"),
    (
        "content with v2",
        v2(text("x")) | {"content": "y"},
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (
        "embed with v2",
        v2(text("x")) | {"embeds": [{"title": "y"}]},
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    ("v2 part without flag", {"components": [text("x")]}, "components.0.type", "BASE_TYPE_CHOICES"),
    ("41 components", v2(*[text("x") for _ in range(41)]), "components", "BASE_TYPE_BAD_LENGTH"),
    (
        "41 nested",
        v2({"type": 17, "components": [text("x") for _ in range(40)]}),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    (
        "4001 characters in all",
        v2(text("x" * 2001), text("y" * 2000)),
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    ("empty text", v2(text(" ")), "components.0.content", "BASE_TYPE_REQUIRED"),
    (
        "long custom_id",
        {"components": [row(press("x" * 101))]},
        "components.0.components.0.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        "no custom_id",
        {"components": [row(press(custom_id=""))]},
        "components.0.components.0.custom_id",
        "BASE_TYPE_REQUIRED",
    ),
    (
        "custom_id twice",
        {"components": [row(press("a"), press("a"))]},
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (
        "long label",
        {"components": [row(press(label="x" * 81))]},
        "components.0.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "no label",
        {"components": [row({"type": 2, "style": 1, "custom_id": "a"})]},
        "components.0.components.0",
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    (
        "emoji of letters",
        {"components": [row(press(emoji={"name": "cat"}))]},
        "components.0.components.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    (
        "six buttons",
        {"components": [row(*[press(str(n)) for n in range(6)])]},
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        "select beside a button",
        {"components": [row(press(), select(2))]},
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    (
        "26 options",
        {"components": [row(select(26))]},
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        "no options",
        {"components": [row(select(0))]},
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        "more values than options",
        {"components": [row(select(2, max_values=3))]},
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
    ),
    (
        "text input in a message",
        {"components": [row({"type": 4, "custom_id": "t", "style": 1, "label": "x"})]},
        "components.0.components.0.type",
        "BASE_TYPE_CHOICES",
    ),
    (
        "unknown file",
        v2({"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}),
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (
        "file from the web",
        v2({"type": 13, "file": {"url": "https://example.org/a"}}),
        "components.0.file.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    (
        "section without accessory",
        v2({"type": 9, "components": [text("x")]}),
        "components.0.accessory",
        "BASE_TYPE_REQUIRED",
    ),
    (
        "container in a container",
        v2({"type": 17, "components": [{"type": 17, "components": [text("x")]}]}),
        "components.0.components.0.type",
        "BASE_TYPE_CHOICES",
    ),
    ("11 embeds", {"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_BAD_LENGTH"),
    ("long title", {"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    (
        "6001 characters of embeds",
        {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    (
        "mentions twice",
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    ("nonce", {"content": "x", "nonce": "n" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    ("no upload", {"content": "x", "attachments": [{"id": "0"}]}, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
]


@pytest.mark.parametrize(("body", "path", "code"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
async def test_invalid_messages_are_refused(
    pocket: Pocket, rest: Rest, body: Json, path: str, code: str
) -> None:
    answer = await rest.ask("POST", HERE, body)
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.faults().get(path) == code, answer.faults()
    assert await pocket.anna.messages(BRETTSPIELE) == []


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000},
        v2({"type": 17, "components": [text("x") for _ in range(39)]}),
        v2(text("x" * 2000), text("y" * 2000)),
        {"components": [row(press("x" * 100, label="y" * 80))]},
        {"components": [row(select(25, max_values=25, min_values=0))]},
        {"components": [row(press(label=None, emoji={"name": "🎲"}))]},
        {"components": [row({"type": 2, "style": 5, "label": "x", "url": "https://example.org"})]},
        v2({"type": 9, "components": [text("x")], "accessory": press()}),
        {"content": "x", "nonce": 5},
    ],
)
async def test_messages_at_the_limits_are_accepted(rest: Rest, body: Json) -> None:
    answer = await rest.ask("POST", HERE, body)
    assert answer.status == 200, answer.body


@pytest.mark.parametrize(
    "body", [{}, {"content": ""}, {"content": " \n"}, {"flags": V2}, {"flags": V2, "components": []}]
)
async def test_empty_messages_are_refused(rest: Rest, body: Json) -> None:
    answer = await rest.ask("POST", HERE, body)
    assert (answer.status, answer.code) == (400, 50006)


async def test_non_object_body_is_refused(rest: Rest) -> None:
    assert (await rest.ask("POST", HERE, ["x"])).code == 50035
    async with rest.pocket.line.session.post(
        rest.pocket.playground.api_url + HERE,
        data=b"{",
        headers={
            "Authorization": f"Bot {rest.pocket.playground.token}",
            "Content-Type": "application/json",
        },
    ) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


async def test_components_get_ids_and_unknown_fields_are_dropped(rest: Rest) -> None:
    odd = text("x") | {"components": 5, "accessory": 5, "colour": "red"}
    container = {"type": 17, "id": 2, "components": [odd, row(press())]}
    answer = await rest.ask("POST", HERE, v2(container, text("y")))
    components = answer.body["components"]
    assert components[0]["components"][0] == {"type": 10, "id": 1, "content": "x"}
    assert [components[0]["id"], components[0]["components"][1]["id"], components[1]["id"]] == [2, 3, 5]


async def test_files_need_no_list_but_are_limited(rest: Rest) -> None:
    plain = await rest.ask("POST", HERE, {}, {"a b.txt": b"hi", "c.txt": b"ho"})
    assert [item["filename"] for item in plain.body["attachments"]] == ["a_b.txt", "c.txt"]
    many = await rest.ask("POST", HERE, {}, {f"{n}.txt": b"x" for n in range(11)})
    assert (many.status, many.faults()) == (400, {"attachments": "BASE_TYPE_MAX_LENGTH"})
    large = await rest.ask("POST", HERE, {}, {"large.bin": bytes(10 * 1024 * 1024 + 1)})
    assert (large.status, large.code) == (413, 40005)


async def test_components_v2_flag_cannot_be_removed(rest: Rest) -> None:
    message = (await rest.ask("POST", HERE, v2(text("x")))).body
    place = f"{HERE}/{message['id']}"
    assert (await rest.ask("PATCH", place, {"flags": 0})).faults() == {
        "flags": "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"
    }
    assert (await rest.ask("PATCH", place, {"content": "y"})).code == 50035
    assert (await rest.ask("PATCH", place, {"components": []})).code == 50006
    edited = await rest.ask("PATCH", place, {"components": [text("y")]})
    assert edited.body["flags"] & V2
    assert edited.body["components"][0]["content"] == "y"
    assert edited.body["edited_timestamp"]


async def test_a_classic_message_becomes_v2_only_without_content(rest: Rest) -> None:
    place = f"{HERE}/{(await rest.ask('POST', HERE, {'content': 'x'})).body['id']}"
    assert (await rest.ask("PATCH", place, v2(text("y")))).code == 50035
    changed = await rest.ask("PATCH", place, v2(text("y")) | {"content": None})
    assert (changed.status, changed.body["content"]) == (200, "")


async def test_history_is_paged_and_limited(rest: Rest) -> None:
    ids = [(await rest.ask("POST", HERE, {"content": f"{n}"})).body["id"] for n in range(6)]

    async def search(query: str) -> list[int]:
        return [int(m["content"]) for m in (await rest.ask("GET", f"{HERE}?{query}")).body]

    assert await search("") == [5, 4, 3, 2, 1, 0]
    assert await search("limit=2") == [5, 4]
    assert await search(f"before={ids[3]}&limit=2") == [2, 1]
    assert await search(f"after={ids[1]}&limit=2") == [3, 2]
    assert await search(f"around={ids[3]}&limit=3") == [4, 3, 2]
    assert (await rest.ask("GET", f"{HERE}?limit=101")).code == 50035
    assert (await rest.ask("GET", f"{HERE}?limit=x")).code == 50035


async def test_responses_carry_headers_and_unknown_ids_get_their_code(rest: Rest) -> None:
    answer = await rest.ask("GET", "/users/@me")
    assert answer.headers["Content-Type"] == "application/json"
    assert int(answer.headers["X-RateLimit-Remaining"]) > 0
    assert answer.headers["X-RateLimit-Bucket"]
    assert (await rest.ask("GET", "/users/@me", token="wrong")).status == 401
    assert (await rest.ask("GET", "/nowhere")).status == 404
    assert (await rest.ask("PUT", "/users/@me")).status == 405
    for path, code in (
        ("/channels/5", 10003),
        (f"{HERE}/5", 10008),
        ("/users/5", 10013),
        ("/guilds/5", 10004),
        ("/guilds/1100000000000000201/members/5", 10007),
        ("/applications/5/commands", 10002),
        ("/applications/1100000000000000100/commands/5", 10063),
    ):
        refused = await rest.ask("GET", path)
        assert (refused.status, refused.code) == (404, code)


async def test_journal_records_requests_and_files(pocket: Pocket, rest: Rest) -> None:
    described = [{"id": "1", "description": "e"}, {"id": "0", "description": "d"}]
    await rest.ask("POST", HERE + "?x=1", {"attachments": described}, {"a.png": png(), "b.txt": b"text"})
    await rest.ask("GET", "/users/@me", token="wrong")
    post, get = await pocket.control.requests()
    assert (post["method"], post["path"], post["query"], post["status"]) == ("POST", HERE, {"x": "1"}, 200)
    assert post["files"] == [
        {
            "field": "files[0]",
            "filename": "a.png",
            "content_type": "application/octet-stream",
            "size": len(png()),
            "description": "d",
        },
        {
            "field": "files[1]",
            "filename": "b.txt",
            "content_type": "application/octet-stream",
            "size": 4,
            "description": "e",
        },
    ]
    assert [file["filename"] for file in post["response"]["attachments"]] == ["b.txt", "a.png"]
    assert (post["authorized"], get["authorized"], get["status"]) == (True, False, 401)
    assert await pocket.control.requests(since=post["n"]) == [get]
