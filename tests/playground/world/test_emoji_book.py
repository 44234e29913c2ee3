"""The application's emojis and the world's knowledge of them, without a server."""

import base64
from typing import Any

import pytest

from playground.values.errors import ApiError
from playground.world.emojis import MAX_BYTES, EmojiBook
from playground.world.world import World
from tests.playground.raw import fault_codes


@pytest.fixture
def book(world: World) -> EmojiBook:
    return EmojiBook(world)


def emoji(name: object = "ball", data: bytes = b"picture", kind: str = "png") -> dict[str, Any]:
    return {"name": name, "image": f"data:image/{kind};base64,{base64.b64encode(data).decode()}"}


def test_emoji_is_found_by_id_until_deleted(world: World, book: EmojiBook) -> None:
    red, blue = book.add(emoji("red", b"r")), book.add(emoji("blue", b"b"))
    assert world.emojis == {red["id"], blue["id"]}
    renamed = book.rename(red["id"], {"name": "Red"})
    assert renamed == red | {"name": "Red"}
    assert book.everything() == [renamed, blue]
    assert [(book.get(item["id"]).name, book.get(item["id"]).data) for item in (red, blue)] == [
        ("Red", b"r"),
        ("blue", b"b"),
    ]
    book.remove(red["id"])
    assert (world.emojis, book.everything()) == ({blue["id"]}, [blue])
    for act in (book.get, book.remove, lambda gone: book.rename(gone, {"name": "Red"})):
        with pytest.raises(ApiError) as refused:
            act(red["id"])
        assert refused.value.refusal.code == 10014
    assert book.add(emoji("Red"))["id"] not in {red["id"], blue["id"]}


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        (emoji("ab"), {}),
        (emoji("A_9" + "x" * 29), {}),
        (emoji("a"), {"name": "BASE_TYPE_BAD_LENGTH"}),
        (emoji("x" * 33), {"name": "BASE_TYPE_BAD_LENGTH"}),
        (emoji("grün"), {"name": "STRING_TYPE_REGEX"}),
        (emoji("red-ball"), {"name": "STRING_TYPE_REGEX"}),
        (emoji("taken"), {"name": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"}),
        (emoji("Taken"), {}),
        (emoji(None), {"name": "BASE_TYPE_REQUIRED"}),
        *((emoji(kind=kind), {}) for kind in ("png", "jpeg", "gif", "webp", "avif")),
        (emoji(kind="svg+xml"), {"image": "IMAGE_INVALID"}),
        (emoji(data=b""), {"image": "IMAGE_INVALID"}),
        (emoji() | {"image": "data:image/png;base64,?"}, {"image": "IMAGE_INVALID"}),
        (emoji() | {"image": None}, {"image": "IMAGE_INVALID"}),
        (emoji(data=bytes(MAX_BYTES)), {}),
        (emoji(data=bytes(MAX_BYTES + 1)), {"image": "BINARY_TYPE_MAX_SIZE"}),
    ],
)
def test_emoji_names_and_images_are_checked(book: EmojiBook, body: Any, codes: dict[str, str]) -> None:
    book.add(emoji("taken"))
    if not codes:
        assert book.add(body)["name"] == body["name"]
        return
    with pytest.raises(ApiError) as refused:
        book.add(body)
    assert fault_codes(refused.value.errors or {}) == codes
    assert len(book.everything()) == 1
