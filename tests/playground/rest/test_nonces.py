"""Nonces: repeated sends of a message."""

from typing import Any

import pytest

from tests.playground.raw import Answer, Rest
from tests.playground.stage import Stage
from tests.pocket import BRETTSPIELE, LOBBY, Pocket

Json = dict[str, Any]


@pytest.fixture
def rest(pocket: Pocket) -> Rest:
    return Rest(pocket)


async def post(rest: Rest, channel: str = BRETTSPIELE, *, enforce: bool = True) -> Answer:
    body = {"content": "x", "nonce": "n", "enforce_nonce": enforce}
    return await rest.ask("POST", f"/channels/{channel}/messages", body)


async def test_nonce_is_enforced_only_on_request(rest: Rest) -> None:
    first = (await post(rest)).body
    assert (await post(rest)).body["id"] == first["id"]
    assert (await post(rest, enforce=False)).body["id"] != first["id"]


async def test_nonce_applies_to_the_author_across_channels(rest: Rest) -> None:
    first = (await post(rest)).body
    elsewhere = (await post(rest, LOBBY)).body
    assert (elsewhere["id"], elsewhere["channel_id"]) == (first["id"], BRETTSPIELE)


async def test_nonce_expires_minutes_after_sending(pocket: Pocket, rest: Rest) -> None:
    first = (await post(rest)).body
    pocket.clock.pass_by(240)
    assert (await post(rest)).body["id"] == first["id"]
    pocket.clock.pass_by(120)
    assert (await post(rest)).body["id"] != first["id"]


@pytest.mark.parametrize("by_admin", [False, True])
async def test_nonce_of_a_deleted_message_is_not_found(pocket: Pocket, rest: Rest, by_admin: bool) -> None:
    first = (await post(rest)).body
    if by_admin:
        await pocket.control.delete_message(first["id"])
    else:
        await rest.ask("DELETE", f"/channels/{BRETTSPIELE}/messages/{first['id']}")
    answer = await post(rest)
    assert (answer.status, answer.code) == (404, 10008)
    pocket.clock.pass_by(360)
    assert (await post(rest)).status == 200


async def test_nonce_has_at_most_25_characters_or_digits(rest: Rest) -> None:
    for nonce, status in (("n" * 25, 200), ("n" * 26, 400), (10**24, 200), (10**25, 400)):
        body = {"content": "x", "nonce": nonce}
        assert (await rest.ask("POST", f"/channels/{BRETTSPIELE}/messages", body)).status == status


async def test_interactions_ignore_nonces(stage: Stage) -> None:
    interaction = await stage.begin()
    body = {"content": "a", "nonce": "n", "enforce_nonce": True}
    answered = await stage.answer(interaction, 4, body, "?with_response=1")
    assert "nonce" not in answered.body["resource"]["message"]
    more = [(await stage.rest.ask("POST", stage.hook(interaction), body)).body["id"] for _ in range(2)]
    assert len(set(more)) == 2
    assert (await post(stage.rest)).body["id"] not in more
