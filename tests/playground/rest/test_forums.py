"""Forums, whose messages are posts, and people's roles."""

from typing import Any

import pytest

from tests.playground.raw import Rest, gateway
from tests.pocket import ANNA, BEN, BOT, SPIELEABEND, Pocket, Refused

Json = dict[str, Any]
FIRST = {
    "content": "x",
    "components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}],
}


@pytest.fixture
def rest(pocket: Pocket) -> Rest:
    return Rest(pocket)


async def tags_of(rest: Rest, forum: str) -> list[str]:
    return [tag["id"] for tag in (await rest.ask("GET", f"/channels/{forum}")).body["available_tags"]]


@pytest.mark.assumes("forum-post")
async def test_post_is_a_thread_and_a_message_with_the_same_id(pocket: Pocket, rest: Rest) -> None:
    forum = await pocket.control.add_forum(SPIELEABEND, "f")
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token, intents=1 | 1 << 9)
        answer = await rest.ask("POST", f"/channels/{forum}/threads", {"name": "t", "message": FIRST})
        assert (answer.status, answer.body["type"], answer.body["parent_id"]) == (201, 11, forum)
        assert answer.body["message"]["id"] == answer.body["id"] == answer.body["message"]["channel_id"]
        assert answer.body["owner_id"] == BOT
        await wire.until("THREAD_CREATE")
        await wire.until("MESSAGE_CREATE")
    thread = answer.body["id"]
    assert (await rest.ask("GET", f"/channels/{thread}/messages/{thread}")).body["content"] == "x"
    assert (await rest.ask("POST", f"/channels/{thread}/messages", {"content": "y"})).status == 200
    listed = (await rest.ask("GET", f"/guilds/{SPIELEABEND}/threads/active")).body["threads"]
    assert [entry["id"] for entry in listed] == [thread]


async def test_a_post_needs_a_name_and_a_message(pocket: Pocket, rest: Rest) -> None:
    forum = await pocket.control.add_forum(SPIELEABEND, "f")
    for body, fault in (({"name": "t"}, "message"), ({"name": "", "message": FIRST}, "name")):
        refused = await rest.ask("POST", f"/channels/{forum}/threads", body)
        assert (refused.status, refused.code) == (400, 50035)
        assert fault in refused.faults()
    empty = await rest.ask("POST", f"/channels/{forum}/threads", {"name": "t", "message": {"content": ""}})
    assert empty.code == 50006
    assert (await rest.ask("GET", f"/guilds/{SPIELEABEND}/threads/active")).body["threads"] == []


@pytest.mark.assumes("forum-messages")
async def test_forum_itself_takes_no_messages(pocket: Pocket, rest: Rest) -> None:
    forum = await pocket.control.add_forum(SPIELEABEND, "f")
    refused = await rest.ask("POST", f"/channels/{forum}/messages", {"content": "x"})
    assert (refused.status, refused.code) == (400, 50008)
    with pytest.raises(Refused, match="posts"):
        await pocket.anna.command(forum, "hello")


@pytest.mark.assumes("forum-permission")
async def test_post_needs_send_permission_but_no_thread_permission(pocket: Pocket, rest: Rest) -> None:
    forum = await pocket.control.add_forum(SPIELEABEND, "f")
    body = {"name": "t", "message": FIRST}
    await pocket.control.deny(forum, "CREATE_PUBLIC_THREADS")
    assert (await rest.ask("POST", f"/channels/{forum}/threads", body)).status == 201
    await pocket.control.deny(forum, "SEND_MESSAGES")
    assert (await rest.ask("POST", f"/channels/{forum}/threads", body)).code == 50013


@pytest.mark.assumes("forum-tags")
async def test_forum_can_require_a_tag(pocket: Pocket, rest: Rest) -> None:
    forum = await pocket.control.add_forum(
        SPIELEABEND, "f", {"name": "news", "moderated": True}, {"name": "games"}, requires_tag=True
    )
    assert (await rest.ask("GET", f"/channels/{forum}")).body["flags"] == 1 << 4
    moderated, free = await tags_of(rest, forum)
    body: Json = {"name": "t", "message": FIRST}
    for tags, code in (([], 40067), ([moderated], 50013), (["1"], 50035), ([free] * 6, 50035)):
        refused = await rest.ask("POST", f"/channels/{forum}/threads", body | {"applied_tags": tags})
        assert refused.code == code, tags
    answer = await rest.ask("POST", f"/channels/{forum}/threads", body | {"applied_tags": [free]})
    assert answer.body["applied_tags"] == [free]
    closed = await pocket.control.add_forum(
        SPIELEABEND, "g", {"name": "news", "moderated": True}, requires_tag=True
    )
    assert (await rest.ask("POST", f"/channels/{closed}/threads", body)).code == 40066


@pytest.mark.assumes("pinned-post")
async def test_pinned_post_is_archived_only_manually(pocket: Pocket, rest: Rest) -> None:
    forum = await pocket.control.add_forum(SPIELEABEND, "f")
    answer = await rest.ask("POST", f"/channels/{forum}/threads", {"name": "t", "message": FIRST})
    thread = answer.body["id"]
    await pocket.control.pin_post(thread)
    pocket.clock.pass_by(30 * 86_400)
    channel_data = (await rest.ask("GET", f"/channels/{thread}")).body
    assert (channel_data["flags"], channel_data["thread_metadata"]["archived"]) == (2, False)
    archived = (await rest.ask("PATCH", f"/channels/{thread}", {"archived": True})).body
    assert (archived["flags"], archived["thread_metadata"]["archived"]) == (0, True)


async def test_members_list_their_roles(pocket: Pocket, rest: Rest) -> None:
    role = await pocket.control.add_role(SPIELEABEND, "members", ANNA)
    roles = (await rest.ask("GET", f"/guilds/{SPIELEABEND}/roles")).body
    assert [entry["name"] for entry in roles if entry["id"] == role] == ["members"]
    for person, texts in ((ANNA, [role]), (BEN, [])):
        member = (await rest.ask("GET", f"/guilds/{SPIELEABEND}/members/{person}")).body
        assert member["roles"] == texts


async def test_a_post_has_up_to_five_tags_and_counts_as_a_thread(pocket: Pocket) -> None:
    rest, tags = Rest(pocket), [{"name": str(number)} for number in range(6)]
    forum = await pocket.control.add_forum(SPIELEABEND, "tagged", *tags)
    ids = [tag["id"] for tag in (await rest.ask("GET", f"/channels/{forum}")).body["available_tags"]]
    post = {"name": "A post", "message": {"content": "x"}}
    path = f"/channels/{forum}/threads"
    five, six = [await rest.ask("POST", path, post | {"applied_tags": ids[:count]}) for count in (5, 6)]
    assert (five.status, six.code) == (201, 50035)
    await pocket.control.set_thread_cap(SPIELEABEND, 1)
    assert (await rest.ask("POST", path, post)).code == 160006
