"""A player who leaves a match of more than two leaves it to the others."""

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import gather
from tests.end_to_end.three_games.honesty import check_honest
from tests.end_to_end.three_games.known_dice import foretell
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_the_game_goes_on_without_him(table: Table, six: list[Person], bot: BotHere) -> None:
    bot.lot.falls = 2**100 + 3
    match = await gather(table, six)
    await match.type(str(match.state.legal_moves()[0]))
    while match.state.turn == 0:
        await match.type("stop")
    mover, calls_before = match.state.turn, list(match.called)
    absent = match.players[4]
    await match.leave(4)
    assert match.state.turn == mover
    assert match.called == calls_before, "the one whose turn it is does not hear of it twice"
    for refused in (
        await absent.press(match.board, "Move"),
        await absent.slash(match.home, "move", move="H4-R24"),
        await absent.slash(match.home, "resign"),
    ):
        assert refused.message.is_private
        assert refused.text == "You have left this game."
    listed = await absent.slash(table.channel, "games")
    assert listed.text.startswith("**You have no running games")


async def test_when_soft_time_is_up_the_others_may_play_on(table: Table, bot: BotHere) -> None:
    bot.lot.falls = 2**100 + 3
    people = [table.anna, table.ben, table.sam]
    for person in people:
        await person.slash(table.channel, "vacation automatic", on=False)
    match = await gather(table, people, clock="1d soft")
    while match.state.turn != 1:
        await match.type(str(match.state.legal_moves()[0]))
    while match.state.turn != 2:
        await match.type(str(match.state.legal_moves()[0]))
    while match.state.turn != 0:
        await match.type(str(match.state.legal_moves()[0]))
    bot.later(1.1 * 86400)
    message = await table.sam.finds(
        match.home, lambda m: "Play on without them" in m.buttons, "that time is up"
    )
    assert "The others may play on without them, give more time, or wait." in message.text
    board = await match.players[1].press(match.board, "Board")
    assert "The game waits until they move or the others play on without them." in board.text
    question = await match.players[1].press(message, "Play on without them")
    assert "Should the game go on without them?" in question.text
    await match.players[1].press(question.message, "Confirm")
    notice = await table.sam.finds(
        match.home, lambda m: f"{match.players[1].mention}, your turn" in m.text, "the leaving"
    )
    assert "has run out of time" in notice.text


async def test_on_his_own_turn_the_next_one_rolls(table: Table, six: list[Person], bot: BotHere) -> None:
    bot.lot.falls = 2**100 + 4
    match = await gather(table, six)
    await match.leave(0)
    assert match.state.turn == 1
    await match.leave(2)
    await match.type(str(match.state.legal_moves()[0]))
    while match.state.turn == 1:
        await match.type("stop")
    assert match.state.turn == 3, "the turn of the one who left is skipped"
    match.check_pings()


async def test_the_last_but_one_ends_it(table: Table, six: list[Person], bot: BotHere) -> None:
    bot.lot.falls = 2**100 + 5
    match = await gather(table, six)
    for seat in (5, 0, 3, 1):
        await match.leave(seat)
        assert "🏁" not in match.board.text
    await match.leave(4)
    match.over(winners=[2])
    await check_honest(match)
    over = await match.players[2].slash(match.home, "move", move="H2-R26")
    assert over.text == "This game is over."


async def test_who_is_to_move_is_called_though_another_leaves_meanwhile(
    table: Table, six: list[Person], bot: BotHere
) -> None:
    foretell(bot, {1: 3})
    match = await gather(table, six)
    before, more = match.board, (await match.players[4].press(match.board, "More")).message
    await table.control.fault("reset", f"/channels/{match.home}/messages$", "POST")
    await match.mover.slash(match.home, "move", move=str(match.state.legal_moves()[0]))

    async def struck() -> bool:
        return not await table.control.faults()

    await until(struck, "the fault to strike")
    question = (await match.players[4].press(more, "Resign")).message
    await match.players[4].press(question, "Confirm")
    bot.later(60)
    notice = await table.sam.finds(match.home, lambda m: "leaves the game" in m.text, "the leaving")
    assert notice.id != before.id
    assert match.pings() == [*(player.id for player in match.players), match.players[1].id]
