"""Titles of threads and posts that contain a word forbidden on the server."""

import pytest

from tests.playground.raw import Answer, Rest
from tests.pocket import BRETTSPIELE, SPIELEABEND, Pocket, Refused

REFUSED = "INVALID_COMMUNITY_PROPERTY_NAME"


@pytest.fixture
def rest(pocket: Pocket) -> Rest:
    return Rest(pocket)


async def open_thread(rest: Rest, name: str) -> Answer:
    message = (await rest.ask("POST", f"/channels/{BRETTSPIELE}/messages", {"content": "x"})).body["id"]
    return await rest.ask("POST", f"/channels/{BRETTSPIELE}/messages/{message}/threads", {"name": name})


@pytest.mark.assumes("titles-filtered")
async def test_thread_titles_are_filtered(pocket: Pocket, rest: Rest) -> None:
    refused = await open_thread(rest, "ConHex #1488: a and b")
    assert (refused.status, refused.code, refused.faults()) == (400, 50035, {"name": REFUSED})
    await pocket.control.change_guild(SPIELEABEND, refused_words=["Foul"])
    thread = await open_thread(rest, "ConHex #1488: a and b")
    assert thread.status == 201
    renamed = await rest.ask("PATCH", f"/channels/{thread.body['id']}", {"name": "a foul one"})
    assert renamed.faults() == {"name": REFUSED}
    await pocket.control.strictness(thread_titles_filtered=False)
    assert (await open_thread(rest, "foul")).status == 201


@pytest.mark.assumes("titles-filtered")
async def test_post_titles_are_filtered_even_if_lenient(pocket: Pocket, rest: Rest) -> None:
    forum = await pocket.control.add_forum(SPIELEABEND, "f")
    await pocket.control.strictness(all=False)
    body = {"name": "1488", "message": {"content": "x"}}
    refused = await rest.ask("POST", f"/channels/{forum}/threads", body)
    assert (refused.code, refused.faults()) == (50035, {"name": REFUSED})
    assert (await rest.ask("POST", f"/channels/{forum}/threads", body | {"name": "t"})).status == 201


async def test_invalid_refused_words_are_refused(pocket: Pocket) -> None:
    with pytest.raises(Refused, match="refused_words"):
        await pocket.control.change_guild(SPIELEABEND, refused_words=["", 3])
