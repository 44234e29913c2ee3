"""Forms of requests that the owner's settings avoid because Discord refuses them."""

from pathlib import Path

import pytest

from bot.chat.delivery.refused_forms import RequestForm
from playground.server import Playground
from render import Gallery
from tests.end_to_end.bots import in_process_bot
from tests.end_to_end.shown_message import Json
from tests.end_to_end.tables import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


def bodies_of(playground: Playground, since: int, method: str, ending: str) -> list[Json]:
    """Return the JSON objects of requests after number `since`, by method and path ending."""
    requests = playground.journal.since(since)
    bodies = [
        request.json for request in requests if request.method == method and request.path.endswith(ending)
    ]
    return [body for body in bodies if isinstance(body, dict)]


@pytest.mark.parametrize("avoid", [frozenset(), frozenset({RequestForm.NONCE, RequestForm.THREAD})])
async def test_a_game_works_with_and_without_nonces_and_threads(
    table: Table, gallery: Gallery, tmp_path: Path, avoid: frozenset[RequestForm]
) -> None:
    since = max((request.n for request in table.playground.journal.since(0)), default=0)
    async with in_process_bot(table.playground, tmp_path / "f.db", gallery=gallery, avoid=avoid):
        card = await table.challenge("conhex", swap="off", role="red")
        await table.ben.press(card, "Accept")
        home = table.channel if avoid else card.id
        match = await table.wait_for_match(card, (table.anna, table.ben), home)
        await match.play("a1", "f6")
        assert bool(bodies_of(table.playground, since, "POST", "/threads")) is not bool(avoid)
        posted = bodies_of(table.playground, since, "POST", "/messages")
        assert posted
        assert {"nonce" in body for body in posted} == {not avoid}
