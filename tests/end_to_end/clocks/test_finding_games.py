"""`/games`, Next game, and the live overview of a channel."""

from collections.abc import Sequence

import pytest

from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Match, Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def three(table: Table) -> Sequence[Match]:
    """Begin three games in which it is Anna's turn."""
    return [await table.begin("conhex", swap="off", clock=clock) for clock in ("7d", "1d", "none")]


async def test_the_list_shows_time_and_what_has_ended(table: Table) -> None:
    slow, fast, none = await three(table)
    over = await table.begin("conhex", swap="off")
    question = (await table.ben.slash(over.home, "resign")).message
    await table.ben.press(question, "Confirm")
    card = await table.challenge("conhex", by=table.ben, to=table.anna, clock="5d")

    async def page_with_link() -> Seen | None:
        page = (await table.anna.slash(table.channel, "games")).message
        return page if f"/{table.channel}/{card.id})" in page.text else None

    listed = await until(page_with_link, "a link to the card")
    places = [listed.text.index(f"**#{match.number}**") for match in (fast, slow, none, over)]
    assert places == sorted(places), "the nearest deadline first"
    assert "⏳ <t:" in listed.text
    assert f"{table.ben.mention} challenged you" in listed.text
    assert "5 days per move" in listed.text
    assert f"🏁 {table.anna.mention}" in listed.text
    options = {menu["custom_id"]: [option["value"] for option in menu["options"]] for menu in listed.menus}
    assert set(options["fp:open"]) == {str(match.number) for match in (slow, fast, none, over)}
    accept = card.buttons["Accept"]
    assert options["fp:challenge"] == [accept.rpartition(":")[2]]
    assert "Next game" in listed.buttons
    assert "at most" not in listed.text, "no limit is near"
    for _ in range(8):
        answer = await table.anna.slash(table.channel, "challenge conhex", opponent=table.sam.id)
    assert "8 of at most 10 open challenges of your own" in answer.text, "said before the limit is met"


async def test_next_game_leads_round(table: Table) -> None:
    matches = await three(table)
    listed = (await table.anna.slash(table.channel, "games")).message
    page = (await table.anna.press(listed, "Next game")).message
    titles = [title(page)]
    for _ in range(3):
        page = (await table.anna.press(page, "Next game")).message
        assert page.pictures
        titles.append(title(page))
    slow, fast, none = (f"#{match.number}" for match in matches)
    assert titles == [fast, slow, none, fast]
    only = await table.begin("conhex", by=table.sam, swap="off")
    first = (
        await table.sam.press((await table.sam.slash(table.channel, "games")).message, "Next game")
    ).message
    assert title(first) == f"#{only.number}"
    nothing = await table.sam.press(first, "Next game")
    assert nothing.text == "It is not your turn in any other game."


def title(page: Seen) -> str:
    """Return the number in a board's title."""
    return page.text.split("\n")[0].rpartition("· ")[2]


@pytest.mark.parametrize("after", ["x", "", "-1", "9" * 30])
async def test_next_games_made_up_by_hand(table: Table, after: str) -> None:
    match = await table.begin("conhex", swap="off")
    custom_id = f"fp:next:{after}"
    answer = await table.anna.forge(match.start.holding(custom_id), custom_id)
    assert answer.message.is_private
    assert "went wrong" not in answer.text
    real = await table.anna.forge(match.start.holding("fp:next:0"), "fp:next:0")
    assert title(real.message) == f"#{match.number}"


async def test_nothing_to_show_in_german(table: Table) -> None:
    await table.sam.speaks("de")
    listed = await table.sam.slash(table.channel, "games")
    assert listed.text.startswith("**Du hast keine laufenden Partien")


async def test_the_overview_is_kept_up_to_date(table: Table) -> None:
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    on = await owner.slash(table.channel, "server overview", on=True)
    assert on.text.startswith("The overview of this channel will be here in a moment")
    post = await table.sam.finds(table.channel, lambda m: "Games running here" in m.text, "the overview")
    assert "None at the moment." in post.text
    match = await table.begin("conhex", swap="off", clock="3d")

    async def tells(words: str) -> Seen | None:
        messages = [m for m in await table.sam.sees(table.channel) if "Games running here" in m.text]
        assert len(messages) == 1, "one post, changed in place"
        return messages[0] if words in messages[0].text else None

    page = await until(lambda: tells(f"{table.anna.mention} to move"), "the game in the overview")
    assert page.id == post.id
    assert f"**#{match.number}** ConHex" in page.text
    assert page.pinged == []
    await match.play("f6")
    await until(lambda: tells(f"{table.ben.mention} to move"), "the next turn in the overview")
    own = await table.ben.press(page, "My games")
    assert own.message.is_private
    assert f"**#{match.number}**" in own.text
    off = await owner.slash(table.channel, "server overview", on=False)
    assert off.text == "The overview of this channel is no longer kept up to date."

    async def is_deleted() -> bool:
        return not [m for m in await table.sam.sees(table.channel) if m.id == post.id]

    await until(is_deleted, "the overview to be gone")
