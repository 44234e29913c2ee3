"""The application's emojis, as resources/emoji describes them."""

import base64
from typing import Any

import pytest

from tests.playground.raw import Rest
from tests.pocket import BOT, Pocket

BASE = f"/applications/{BOT}/emojis"
IMAGE = "data:image/png;base64," + base64.b64encode(b"picture").decode()


@pytest.fixture
def rest(pocket: Pocket) -> Rest:
    return Rest(pocket)


async def test_an_emoji_is_added_listed_renamed_and_deleted(rest: Rest) -> None:
    emoji = (await rest.ask("POST", BASE, {"name": "red_ball", "image": IMAGE})).body
    assert (await rest.ask("GET", BASE)).body["items"] == [emoji]
    path = f"{BASE}/{emoji['id']}"
    assert (await rest.ask("PATCH", path, {"name": "blue_ball"})).body["name"] == "blue_ball"
    assert (await rest.ask("GET", path)).body["name"] == "blue_ball"
    assert (await rest.ask("DELETE", path)).status == 204
    assert (await rest.ask("GET", BASE)).body["items"] == []
    assert (await rest.ask("GET", path)).code == 10014


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x", "image": IMAGE},
        {"name": "two words", "image": IMAGE},
        {"name": "x" * 33, "image": IMAGE},
        {"name": "ball"},
        {"name": "ball", "image": "data:text/plain;base64,AAAA"},
        {"name": "ball", "image": "data:image/png;base64," + "A" * (4 * 90_000)},
    ],
)
async def test_invalid_emoji_is_refused(rest: Rest, body: dict[str, Any]) -> None:
    assert (await rest.ask("POST", BASE, body)).code == 50035


async def test_emoji_name_must_be_unique(rest: Rest) -> None:
    assert (await rest.ask("POST", BASE, {"name": "taken", "image": IMAGE})).status == 201
    assert (await rest.ask("POST", BASE, {"name": "taken", "image": IMAGE})).code == 50035
