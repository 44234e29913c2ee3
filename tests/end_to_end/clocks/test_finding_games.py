"""`/games`, Next game, and a channel's live overview."""

import pytest

from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_the_overview_is_kept_up_to_date(table: Table) -> None:
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    switched_on = await owner.slash(table.channel, "server overview", on=True)
    assert switched_on.text.startswith("The overview of this channel will be here in a moment")
    post = await table.sam.wait_for_message(
        table.channel, lambda m: "Games running here" in m.text, "the overview"
    )
    assert "None at the moment." in post.text
    match = await table.begin("conhex", swap="off", clock="3d")

    async def overview_with(words: str) -> ShownMessage | None:
        messages = [m for m in await table.sam.messages(table.channel) if "Games running here" in m.text]
        assert len(messages) == 1, "the overview is one message, edited in place"
        return messages[0] if words in messages[0].text else None

    page = await until(lambda: overview_with(f"{table.anna.mention} to move"), "the game in the overview")
    assert page.id == post.id
    assert f"**#{match.number}** ConHex" in page.text
    assert page.pinged == []
    await match.play("f6")
    await until(lambda: overview_with(f"{table.ben.mention} to move"), "the next turn in the overview")
    own = await table.ben.press(page, "My games")
    assert own.message.is_private
    assert f"**#{match.number}**" in own.text
    switched_off = await owner.slash(table.channel, "server overview", on=False)
    assert switched_off.text == "The overview of this channel is no longer kept up to date."

    async def is_deleted() -> bool:
        return not [m for m in await table.sam.messages(table.channel) if m.id == post.id]

    await until(is_deleted, "the overview to be gone")
