"""A leaver from a match of more than two players: the others play on."""

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import gather
from tests.end_to_end.three_games.known_dice import preset_rolls
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_the_player_to_move_is_pinged_despite_a_departure(
    table: Table, six_people: list[Person], bot: InProcessBot
) -> None:
    preset_rolls(bot, {1: 3})
    match = await gather(table, six_people)
    before, more = match.board, (await match.players[4].press(match.board, "More")).message
    await table.control.fault("reset", f"/channels/{match.home}/messages$", "POST")
    await match.mover.slash(match.home, "move", move=str(match.state.legal_moves()[0]))

    async def fault_fired() -> bool:
        return not await table.control.faults()

    await until(fault_fired, "the fault to fire")
    question = (await match.players[4].press(more, "Resign")).message
    await match.players[4].press(question, "Confirm")
    bot.advance(60)
    notice = await table.sam.wait_for_message(
        match.home, lambda m: "leaves the game" in m.text, "the leaving"
    )
    assert notice.id != before.id
    assert match.pings() == [*(player.id for player in match.players), match.players[1].id]
