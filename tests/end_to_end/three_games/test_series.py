"""Series: the next match begins automatically in the same thread, and the result is announced once."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table
from tests.end_to_end.test_games_by_slash import SHORT_BRANDUBH
from tests.end_to_end.three_games.gatherings import face_off, follow_round
from tests.end_to_end.three_games.rounds import Round, ids_on

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

LONGER_BRANDUBH = ["d1-c1", "d3-a3", "c1-d1", "a3-d3", *SHORT_BRANDUBH]
BRANDUBH: Mapping[str, Any] = {"board": "brandubh-7"}


async def finish(match: Round, moves: Sequence[str]) -> None:
    """Play a match to its end by typing."""
    for move in moves:
        await match.type(move)
    assert match.state.outcome is not None


async def follow_next(match: Round, **options: Any) -> Round:
    """Follow the match that begins after another has ended."""
    people = match.players
    following = await follow_round(match.table, match.key, match.home, people, options, after=match.number)
    assert following.number == match.number + 1
    assert following.home == match.home, "the next match begins in the same thread"
    assert "Game 2 of the series." in following.board.text
    assert following.board.pinged == [following.mover.id]
    pings = [*last_pings(match), *following.board.pinged]
    assert len(set(pings)) == len(pings), "nobody is pinged twice for one event"
    if match.state.outcome is not None:
        assert match.pinged[-1] in pings, "the opponent is notified of the end"
    return following


def last_pings(match: Round) -> list[str]:
    """Return the pings of the latest message with a match's board."""
    mark = f"fp:board:{match.number}:"
    boards = [m for m in match.table.posted if any(custom_id.startswith(mark) for custom_id in ids_on(m))]
    return list(boards[-1].mentions)


async def wait_for_result(match: Round) -> ShownMessage:
    """Wait for the announcement of a series' end; it must be the only one."""
    message = await match.witness.wait_for_message(
        match.home, lambda m: "the series is over" in m.text, "the result"
    )
    assert message.pinged == []
    assert list(message.buttons) == ["Rematch", "Rules"]
    messages = await match.witness.messages(match.home)
    assert len([m for m in messages if "the series is over" in m.text]) == 1
    return message


async def test_the_faster_win_decides_a_hnefatafl_series(table: Table, bot: InProcessBot) -> None:
    """Restarts before, between and after the games lose nothing."""
    first = await face_off(table, "hnefatafl", series="plies", **BRANDUBH)
    assert (
        "A match of two games, sides swapped; if it is level, the faster win decides."
        in (await card_of(table, first)).text
    )
    assert "Game 1 of the series." in first.board.text
    await bot.restart()
    await finish(first, LONGER_BRANDUBH)
    await bot.restart()
    second = await follow_next(first, **BRANDUBH)
    await bot.restart()
    assert second.players == [table.ben, table.anna], "the sides are swapped"
    await finish(second, SHORT_BRANDUBH)
    await bot.restart()
    message = await wait_for_result(second)
    assert f"#{first.number}: {table.ben.mention}, {len(LONGER_BRANDUBH)} moves" in message.text
    assert f"#{second.number}: {table.anna.mention}, {len(SHORT_BRANDUBH)} moves" in message.text
    assert f"🏆 {table.anna.mention} wins the series." in message.text
    first.check_pings()
    second.check_pings()


async def card_of(table: Table, match: Round) -> ShownMessage:
    return await table.sam.wait_for_message(table.channel, lambda m: m.id == match.home, "the card")
