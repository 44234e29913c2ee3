"""Open challenges in `/open` and in overviews, accepted from there."""

import pytest

from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import open_lobby

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_an_overview_lists_open_challenges(table: Table) -> None:
    owner = table.anna
    card = await table.card(owner, "conhex")
    number = card.buttons["Accept"].rpartition(":")[2]
    message = await open_lobby(table, owner)
    withdraw = next(
        custom_id for custom_id in message.buttons.values() if custom_id.startswith("fp:withdraw:")
    )
    tables = withdraw.rpartition(":")[2]
    hall = await table.control.add_channel(table.server, "hall")
    admin = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    await admin.slash(hall, "server overview", on=True)
    overview = await table.sam.wait_for_message(
        hall, lambda m: f"fp:take:{number}" in m.buttons.values(), "the overview"
    )
    joins = next(label for label, pressed in overview.buttons.items() if pressed == f"fp:take:{tables}")
    assert joins.startswith("Join ")
    joined = await table.ben.press(overview, joins)
    assert joined.message.is_private
    assert "You are at the table." in joined.text
    accepts = next(label for label, pressed in overview.buttons.items() if pressed == f"fp:take:{number}")
    assert accepts.startswith("Accept ")
    answer = await table.ben.press(overview, accepts)
    assert answer.message.is_private
    assert "has started:" in answer.text
    await table.sam.wait_for_message(
        hall,
        lambda m: m.id == overview.id and f"fp:take:{number}" not in m.buttons.values(),
        "the overview without what was accepted",
    )
    more = await table.sam.press(overview, "Open challenges")
    assert more.message.is_private
