"""The files of a command, as values."""

import base64
from dataclasses import asdict, replace
from typing import Any

import pytest

from playground.values.errors import ClientError
from playground.world.command_files import KEPT_SECONDS, CommandFiles
from playground.world.world import World
from tests.playground.little_bot import png
from tests.playground.world.worlds import Hand


def uploaded(number: str, filename: str, data: bytes) -> dict[str, Any]:
    return {"id": number, "filename": filename, "content": base64.b64encode(data).decode()}


def test_files_keep_name_size_and_bytes_until_they_expire(world: World, clock: Hand) -> None:
    files = CommandFiles(world)
    given = files.take([uploaded("7", "my game.json", b"{}"), uploaded("3", "dir/a.png", png(5, 2))])
    assert {key: asdict(replace(file, id="")) for key, file in given.items()} == {
        "7": {
            "id": "",
            "filename": "my_game.json",
            "size": 2,
            "content_type": "application/json",
            "width": None,
            "height": None,
            "description": None,
            "ephemeral": True,
        },
        "3": {
            "id": "",
            "filename": "a.png",
            "size": len(png(5, 2)),
            "content_type": "image/png",
            "width": 5,
            "height": 2,
            "description": None,
            "ephemeral": True,
        },
    }
    text, picture = given["7"], given["3"]

    def readable() -> list[bytes]:
        found = [files.get(file.id, file.filename) for file in (text, picture)]
        return [file.data for file in found if file is not None]

    assert readable() == [b"{}", png(5, 2)]
    assert files.get(text.id, picture.filename) is None
    assert files.get(picture.id + "1", picture.filename) is None
    clock.moment += KEPT_SECONDS - 1
    assert files.take(None) == {}
    assert readable() == [b"{}", png(5, 2)]
    clock.moment += 1
    assert readable() == []


@pytest.mark.parametrize(
    ("value", "refused"),
    [
        (None, None),
        ([uploaded(str(number), "a.txt", b"x") for number in range(10)], None),
        ([uploaded(str(number), "a.txt", b"x") for number in range(11)], "a list of at most 10"),
        (uploaded("0", "a.txt", b"x"), "a list of at most 10"),
        ([uploaded("0", "a.txt", b"x"), uploaded("0", "b.txt", b"y")], "ids of their own"),
        (["a.txt"], "ids of their own"),
        ([uploaded("0", "", b"x")], "needs filename and content"),
        ([{"id": "0", "filename": "a.txt"}], "needs filename and content"),
        ([uploaded("0", "a.txt", b"x") | {"content": "eA="}], "not base64"),
        ([uploaded("0", "a.txt", b"")], "empty files"),
    ],
)
def test_invalid_files_are_refused(world: World, value: Any, refused: str | None) -> None:
    files = CommandFiles(world)
    if refused is None:
        assert len(files.take(value)) == len(value or ())
        return
    with pytest.raises(ClientError, match=refused):
        files.take(value)


def test_older_command_files_expire_first(world: World, clock: Hand) -> None:
    files = CommandFiles(world)
    old = files.take([uploaded("0", "old.txt", b"x")])["0"]
    clock.moment += KEPT_SECONDS / 2
    new = files.take([uploaded("0", "new.txt", b"y")])["0"]
    clock.moment += KEPT_SECONDS / 2
    assert files.take([]) == {}
    assert [files.get(file.id, file.filename) is None for file in (old, new)] == [True, False]
