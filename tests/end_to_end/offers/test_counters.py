"""Counter-offers: the challenged person changes options or side and sends the challenge back."""

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


def default_labels(panel: Seen) -> list[str]:
    """Return the chosen labels of a panel's menus."""
    return [o["label"] for menu in panel.menus for o in menu["options"] if o.get("default")]


def menu_of(panel: Seen, title: str) -> str:
    """Return the custom_id of the menu for one thing."""
    menu = next(m for m in panel.menus if m["options"][0]["label"].startswith(f"{title}: "))
    return str(menu["custom_id"])


async def test_options_and_side_are_changed_and_sent_back(table: Table, bot: BotHere) -> None:
    card = await table.challenge("conhex", role="red", swap="off")
    panel = (await table.ben.press(card, "Change")).message
    assert panel.is_private
    assert not any(label.startswith("Swap rule") for label in default_labels(panel)), "folded away at first"
    panel = (await table.ben.press(panel, "More rules")).message
    assert "\nSwap rule: Off" in "\n".join(["", *default_labels(panel)])
    assert "Your side: blue" in default_labels(panel)
    await bot.restart()
    changed = await table.ben.forge(panel, menu_of(panel, "Swap rule"), "on")
    panel = changed.message
    assert "\nSwap rule: On" in "\n".join(["", *default_labels(panel)])
    assert "Your side: blue" in default_labels(panel), "the rest stays"
    assert "Series: A single game" in default_labels(panel)
    panel = (await table.ben.forge(panel, menu_of(panel, "Series"), "none")).message
    assert "Series: Two games, sides swapped; 1–1 is a draw" in default_labels(panel)  # noqa: RUF001  # as players read it
    panel = (await table.ben.choose(panel, "red")).message
    answer = await table.ben.press(panel, "Send back")
    assert answer.text == (
        f"**Your counter-offer is posted in the channel; {table.anna.mention} can accept it.**"
    )
    assert list(answer.message.buttons) == ["Withdraw"]
    closed = await table.sam.finds(table.channel, lambda m: m.id == card.id and not m.buttons, "the old card")
    assert f"↔️ {table.ben.mention} would like to change something" in closed.text
    counter = await table.sam.finds(
        table.channel, lambda m: "A counter-offer" in m.text and "Accept" in m.buttons, "the new card"
    )
    assert f"{table.anna.mention}, {table.ben.mention} challenges you." in counter.text
    assert f"{table.ben.mention} plays: red." in counter.text
    assert "Swap rule" not in counter.text, "it is as usual again"
    assert "A match of two games, sides swapped." in counter.text
    assert counter.pinged == [table.anna.id]
    await table.anna.press(counter, "Accept")
    start = await table.sam.finds(counter.id, lambda m: "Move" in m.buttons, "the first board")
    assert f"{table.ben.mention} (red) \N{EN DASH} {table.anna.mention} (blue)" in start.text
