"""Locks of threads, set by a test's control."""

import pytest

from tests.playground.raw import Rest
from tests.pocket import BRETTSPIELE, Pocket


@pytest.mark.parametrize(("locked", "after"), [(None, True), (False, False)])
async def test_archiving_keeps_a_lock_unless_it_is_set(
    pocket: Pocket, locked: bool | None, after: bool
) -> None:
    rest = Rest(pocket)
    body = {"name": "t", "type": 11}
    thread = str((await rest.ask("POST", f"/channels/{BRETTSPIELE}/threads", body)).body["id"])
    await pocket.control.lock(thread)
    await pocket.control.archive(thread, locked=locked)
    metadata = (await rest.ask("GET", f"/channels/{thread}")).body["thread_metadata"]
    assert (metadata["archived"], metadata["locked"]) == (True, after)
