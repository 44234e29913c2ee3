"""Conditional moves: entered in the private panel, shown, deleted, and played."""

from collections.abc import Sequence
from itertools import count

import pytest

import rules
from tests.end_to_end.bots import BotHere
from tests.end_to_end.cases import case
from tests.end_to_end.panels import Between, nothing
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Match, Table
from tests.repeats import repeats

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

OFTEN = repeats(4, 1)
"""The bot is restarted before every so many presses."""


def labels(panel: Seen) -> list[str]:
    """Return the labels of the buttons and of the menus' options."""
    return [*panel.buttons, *(option["label"] for menu in panel.menus for option in menu["options"])]


async def planned(person: Person, panel: Seen, moves: Sequence[str], between: Between = nothing) -> Seen:
    """Go through the panel with a line of moves as `e1-e4`; return the panel after the last."""
    if "New line" in panel.buttons:
        panel = (await person.press(panel, "New line")).message
    for move in moves:
        squares = move.split("-")
        while squares:
            await between()
            names = {label.split(",")[0]: label for label in panel.buttons}
            whole, letter = " → ".join(squares), f"{squares[0][0]} …"
            label = next(name for name in (whole, squares[0], letter) if name in names)
            panel = (await person.press(panel, names[label])).message
            squares = {whole: [], squares[0]: squares[1:]}.get(label, squares)
    return panel


async def saved(person: Person, match: Match, *moves: str) -> Seen:
    """Plan a line from the start and save it; return the list of lines."""
    panel = (await person.slash(match.home, "plan")).message
    panel = await planned(person, panel, moves)
    return (await person.press(panel, "Save line")).message


async def test_a_planned_answer_is_played_at_once(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    assert "Plan" not in (await table.anna.press(match.start, "More")).message.buttons, "her own turn"
    more = (await table.ben.press(match.start, "More")).message
    panel = (await table.ben.press(more, "Plan")).message
    assert panel.is_private
    assert "You have planned nothing yet." in panel.text
    panel = (await table.ben.press(panel, "New line")).message
    assert f"What might {table.anna.mention} play?" in panel.text
    assert panel.pictures
    assert "Save line" not in panel.buttons
    panel = await planned(table.ben, panel, ["d1-c1"])
    assert "if **d1-c1**, then …" in panel.text
    assert "What would you reply?" in panel.text
    assert "Save line" not in panel.buttons
    panel = await planned(table.ben, panel, ["d3-a3"])
    assert "if **d1-c1**, then **d3-a3**" in panel.text
    assert "Last move: d3-a3." in panel.pictures[0][1]
    before = len(await match.boards())
    page = (await table.ben.press(panel, "Save line")).message
    assert "✅ The line is saved." in page.text
    assert "**1.** if **d1-c1**, then **d3-a3**" in page.text
    assert len(await match.boards()) == before, "nobody else is told"
    confirmation = await table.anna.slash(match.home, "move", move="d1-c1")
    assert "your move **d1-c1** is played." in confirmation.text
    assert "**d3-a3**" in confirmation.text
    second = await match.board(2)
    assert len(await match.boards()) == 2, "one for the move and its answer"
    assert "**d1-c1**" in second.text
    assert f"{table.ben.mention} (defenders): **d3-a3** *(as planned)*" in second.text
    assert f"{table.anna.mention}, your turn (attackers)." in second.text
    assert match.pings() == [*match.calls(0), table.anna.id], "nobody is called to a move that was planned"


async def test_another_move_than_the_planned_one(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    await saved(table.ben, match, "d1-c1", "d3-a3")
    await match.play("d1-b1")
    board = await match.board(1)
    assert board.pinged == [table.ben.id]
    refused = await table.ben.slash(match.home, "plan")
    assert refused.text.startswith("It is your turn: play your move.")
    await table.ben.slash(match.home, "move", move="d3-a3")
    await match.board(2)
    empty = await table.ben.slash(match.home, "plan")
    assert "You have planned nothing yet." in empty.text


async def test_ten_plies_through_restarts(table: Table, bot: BotHere) -> None:
    match = await table.begin("conhex", swap="off")
    points = [move.path[0] for move in rules.GAMES["conhex"].new({"swap": "off"}).legal_moves()[:10]]
    panel = (await table.ben.slash(match.home, "plan")).message
    presses = count()

    async def restart() -> None:
        if next(presses) % OFTEN == 0:
            await bot.restart()

    panel = await planned(table.ben, panel, points, restart)
    assert "There is nothing more to plan from here." in panel.text
    assert not panel.menus
    await bot.restart()
    page = (await table.ben.press(panel, "Save line")).message
    assert page.text.count("then") == 5
    await bot.restart()
    for ply in range(0, 10, 2):
        await table.anna.slash(match.home, "move", move=points[ply])
        board = await match.board(ply + 2)
        assert f"**{points[ply + 1]}** *(as planned)*" in board.text


async def test_back_leads_step_by_step_to_the_list(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    panel = (await table.ben.slash(match.home, "plan")).message
    panel = await planned(table.ben, panel, ["d1-c1", "d3-a3", "a4"])
    for expected in ("a4", "d3 → a3", "d1"):
        panel = (await table.ben.press(panel, "Back")).message
        assert expected in labels(panel)
    panel = (await table.ben.press(panel, "Back")).message
    assert "New line" in panel.buttons


@pytest.mark.assumes("menus")
async def test_many_moves_are_planned_from_menus(table: Table) -> None:
    match = await table.begin("hnefatafl", board="alea-evangelii-19")
    panel = (await table.ben.slash(match.home, "plan")).message
    first = (await table.ben.press(panel, "New line")).message
    column = (await table.ben.press(first, "a …")).message
    assert len(column.menus) > 1
    page = (await table.ben.choose(column, column.offered[0])).message
    assert "What would you reply?" in page.text


async def test_the_swap_can_be_planned(table: Table) -> None:
    match = await table.begin("conhex")
    panel = (await table.ben.slash(match.home, "plan")).message
    panel = await planned(table.ben, panel, ["f6"])
    panel = (await table.ben.press(panel, "Take over the ball (swap)")).message
    assert "if **f6**, then **Take over the ball (swap)**" in panel.text
    await table.ben.press(panel, "Save line")
    await table.anna.slash(match.home, "move", move="f6")
    assert "*(as planned)*" in (await match.board(2)).text


async def test_lines_are_shown_and_deleted(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    await saved(table.ben, match, "d1-c1", "d3-a3")
    panel = await saved(table.ben, match, "d1-b1", "d3-a3")
    assert "**2.** if **d1-b1**, then **d3-a3**" in panel.text
    stale = (await table.ben.slash(match.home, "plan")).message
    first = panel.offered[0]
    page = (await table.ben.choose(panel, first)).message
    assert "🗑️ Deleted." in page.text
    assert "d1-c1" not in page.text
    assert "d1-b1" in page.text
    refused = await table.ben.choose(stale, first)
    assert refused.text == "This line is no longer planned."
    empty = (await table.ben.press(page, "Delete all")).message
    assert "You have planned nothing yet." in empty.text
    assert "Delete all" not in empty.buttons
    await match.play("d1-b1")
    assert (await match.board(1)).pinged == [table.ben.id]


async def test_a_line_that_contradicts_another(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    await saved(table.ben, match, "d1-c1", "d3-a3")
    refused = await saved(table.ben, match, "d1-c1", "d3-b3")
    assert refused.text.startswith("You have already planned a different reply to d1-c1: d3-a3.")


async def test_only_players_plan_and_only_while_they_wait(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    stranger = await table.sam.slash(match.home, "plan", game=str(match.number))
    assert stranger.text == "You do not play in this game; only its players can do that."
    own = await table.anna.slash(match.home, "plan")
    assert own.text.startswith("It is your turn: play your move.")
    panel = (await table.ben.slash(match.home, "plan")).message
    panel = await planned(table.ben, panel, ["d1-c1", "d3-a3"])
    await match.play("d1-b1", "d3-a3")
    late = await table.ben.press(panel, "Save line")
    assert late.text.startswith("The position has changed in the meantime.")


async def test_games_with_dice_say_so(table: Table) -> None:
    await table.anna.slash(table.channel, "challenge catch-the-hat", opponent=table.ben.id)
    card = await table.sam.finds(table.channel, lambda m: "Join" in m.buttons, "the table")
    await table.ben.press(card, "Join")
    start = await table.sam.finds(card.id, lambda m: "Move" in m.buttons, "the first board")
    for person in (table.anna, table.ben):
        more = (await person.press(start, "More")).message
        assert "Plan" not in more.buttons
        refused = await person.slash(start.channel, "plan")
        assert refused.text == "In games with dice, nothing can be planned ahead."


FORGED = ["plan", "plan:x", "plan:424242", "plan-at:{n}:0:zzzz", "plan-at:{n}:0:0+zz.1", "plan-at:{n}:7:0",
    "plan-pick:{n}:0:0:", "plan-pick:{n}:0:0:0+0.9", "plan-save:{n}:0:", "plan-save:{n}:0:0",
    "plan-save:{n}:0:..", "plan-delete:{n}:0", "plan-list:424242", "plan-clear:424242",
    "plan-at:{n}:0:0.0.0.0.0.0.0.0.0.0.0.0"]  # fmt: skip


@pytest.mark.parametrize(
    "values", [(), ("pz9",), ("m9999999",), ("mé",)], ids=["press", "point", "move", "sign"]
)
async def test_ids_made_up_by_hand(table: Table, values: tuple[str, ...]) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    pages = {who.id: (await who.press(match.start, "Board")).message for who in (table.ben, table.sam)}
    for forged in FORGED:
        with case(forged):
            for person in (table.ben, table.sam):
                custom_id = "fp:" + forged.replace("{n}", str(match.number))
                page = pages[person.id].holding(custom_id, *values)
                answer = await person.forge(page, custom_id, *values)
                assert answer.answered
                assert "went wrong" not in answer.text
            planned = await table.ben.slash(match.home, "plan")
            assert "You have planned nothing yet." in planned.text
    real = f"fp:plan-at:{match.number}:0:0"
    panel = (await table.ben.forge(pages[table.ben.id].holding(real), real)).message
    assert "c4 → c2" in labels(panel)


async def test_in_german(german_table: Table) -> None:
    table = german_table
    await table.ben.speaks("de")
    await table.anna.slash(
        table.channel, "challenge conhex", opponent=table.ben.id, role="red", variant="swap=off"
    )
    card = await table.sam.finds(table.channel, lambda m: "Annehmen" in m.buttons, "the card")
    await table.ben.press(card, "Annehmen")
    start = await table.sam.finds(card.id, lambda m: "Ziehen" in m.buttons, "the first board")
    panel = (await table.ben.slash(start.channel, "plan")).message
    assert "Du hast noch nichts geplant." in panel.text
    panel = (await table.ben.press(panel, "Neue Zugfolge")).message
    panel = await planned(table.ben, panel, ["f6", "a1"])
    assert "wenn **f6**, dann **a1**" in panel.text
    await table.ben.press(panel, "Zugfolge speichern")
    await table.anna.slash(start.channel, "move", move="f6")
    await table.sam.finds(start.channel, lambda m: "**a1** *(wie geplant)*" in m.text, "the answer")
