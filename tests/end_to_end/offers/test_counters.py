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
    assert answer.text == f"Your counter-offer is posted in the channel; {table.anna.mention} can accept it."
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


async def test_a_counter_offer_can_be_countered_and_withdrawn(table: Table) -> None:
    card = await table.challenge("hnefatafl", board="brandubh-7", role="attackers")
    first = (await table.ben.press(card, "Change")).message
    answer = await table.ben.press((await table.ben.choose(first, "tablut-9")).message, "Send back")
    assert "is posted in the channel" in answer.text
    counter = await table.sam.finds(
        table.channel, lambda m: f"{table.anna.mention}, " in m.text and "Change" in m.buttons, "the answer"
    )
    second = (await table.anna.press(counter, "Change")).message
    assert "Your side: attackers" in default_labels(second)
    await table.anna.press(second, "Send back")
    third = await table.sam.finds(
        table.channel, lambda m: f"{table.ben.mention}, " in m.text and "Change" in m.buttons, "the last card"
    )
    last = (await table.ben.press(third, "Change")).message
    await table.anna.press(third, "Withdraw")
    late = await table.ben.press(last, "Send back")
    assert late.text == f"↩️ Withdrawn by {table.anna.mention}."


async def test_only_those_it_concerns_may_change(table: Table) -> None:
    for card, text in (
        (await table.challenge("conhex"), "This challenge is not for you to answer."),
        (await table.card(table.anna, "conhex"), "Only the challenger can change this challenge."),
    ):
        answer = await table.sam.press(card, "Change")
        assert answer.message.is_private
        assert answer.text == text


async def test_ones_own_challenge_is_changed_where_it_stands(table: Table) -> None:
    card = await table.challenge("conhex", role="red", swap="off")
    number = card.buttons["Accept"].rpartition(":")[2]
    old = await table.ben.choose((await table.ben.slash(table.channel, "games")).message, number)
    panel = (await table.anna.press(card, "Change")).message
    assert "Your side: red" in default_labels(panel)
    panel = (await table.anna.press(panel, "More rules")).message
    assert "Swap rule" in panel.text, "what the variants mean is told"
    same = await table.anna.press(panel, "Save changes")
    assert same.text.endswith("You have changed nothing; your challenge stays as it is.")
    panel = (await table.anna.press(card, "Change")).message
    panel = (await table.anna.press(panel, "More rules")).message
    panel = (await table.anna.forge(panel, menu_of(panel, "Swap rule"), "on")).message
    saved = await table.anna.press(panel, "Save changes")
    assert saved.text.endswith("Your challenge is changed, and the players you challenged have been told.")
    changed = await table.sam.finds(
        table.channel, lambda m: m.id == card.id and "Swap rule" not in m.text, "the changed card"
    )
    assert list(changed.buttons) == ["Accept", "Decline", "Change", "Withdraw", "Rules"]
    message = await table.sam.finds(table.channel, lambda m: "has changed" in m.text, "the word of it")
    assert message.pinged == [table.ben.id]
    answer = await table.ben.press(message, "Look at it")
    assert "Accept" in answer.message.buttons
    late = await table.ben.press(old.message, "Accept")
    assert late.message.is_private
    assert "The terms have changed in the meantime." in late.text
    assert "Accept" in changed.buttons, "the public card is left alone"
    await table.ben.press(late.message, "Accept")
    match = await table.opened(card, (table.anna, table.ben))
    assert match.number


async def test_rules_are_a_press_away(table: Table) -> None:
    card = await table.challenge("conhex")
    assert "ConHex" in (await table.sam.press(card, "Rules")).text


async def test_a_closed_challenge_cannot_be_sent_back(table: Table) -> None:
    card = await table.challenge("conhex")
    panel = (await table.ben.press(card, "Change")).message
    await table.ben.press(card, "Accept")
    match = await table.opened(card, (table.anna, table.ben))
    late = await table.ben.press(panel, "Send back")
    assert late.text == f"✅ **ConHex #{match.number} has started: <#{match.home}>.**"
    assert "Send back" not in late.message.buttons


async def test_what_does_not_fit_together_is_said(table: Table) -> None:
    card = await table.challenge("conhex")
    panel = (await table.ben.press(card, "Change")).message
    number = panel.buttons["Send back"].split(":")[2]
    for forged, values in (
        ("change", ()),
        ("change:x", ()),
        ("change:424242", ()),
        (f"change-set:{number}:0:0000", ("no",)),
        (f"change-set:{number}:9:0000", ("off",)),
        (f"change-set:{number}:0:zz", ("off",)),
        (f"change-send:{number}:", ()),
        (f"change-send:{number}:zzzz", ()),
    ):
        custom_id = f"fp:{forged}"
        answer = await table.ben.forge(panel.holding(custom_id, *values), custom_id, *values)
        assert answer.message.is_private
        assert "went wrong" not in answer.text
    assert "Accept" in (await table.sam.finds(table.channel, lambda m: m.id == card.id, "it")).buttons
    send = panel.buttons["Send back"]
    assert "is posted in the channel" in (await table.ben.forge(panel.holding(send), send)).text


async def test_in_german(german_table: Table) -> None:
    table = german_table
    await table.ben.speaks("de")
    await table.anna.slash(table.channel, "challenge conhex", opponent=table.ben.id)
    card = await table.sam.finds(table.channel, lambda m: "Ändern" in m.buttons, "the card")
    panel = (await table.ben.press(card, "Ändern")).message
    assert "Deine Seite: Zufall" in default_labels(panel)
    answer = await table.ben.press(panel, "Gegenvorschlag schicken")
    assert answer.text.startswith("Dein Gegenvorschlag steht im Kanal")
    await table.sam.finds(table.channel, lambda m: "Ein Gegenvorschlag" in m.text, "the new card")
