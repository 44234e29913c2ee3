"""User installs on servers without the bot: they work, and the database gets no row of such a server."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from tests import pocket
from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Match, Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

SERVERS_HEADING = "In servers I am in:"


async def server_without_bot(table: Table) -> tuple[str, str]:
    """Add a Community server without the bot; return its id and a channel's id."""
    server = await table.control.add_guild("Elsewhere", "de", community=True, present=False)
    return server, await table.control.add_channel(server, "here")


async def begin_game(table: Table) -> Match:
    """Install the app for Anna and Ben, and begin a game between them."""
    for person in (table.anna, table.ben):
        await table.control.install(person.id)
    return await table.begin("conhex")


def all_rows(database: Path) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield all rows of a database with their tables."""
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in tables:
            for row in connection.execute(f'SELECT * FROM "{name}"'):  # noqa: S608  # its own table names
                yield name, dict(row)


def tables_containing(database: Path, number: str) -> list[str]:
    """Return the tables that contain a number."""
    return [name for name, row in all_rows(database) if any(number in str(value) for value in row.values())]


async def play_on(match: Match, mover: int, channel: str, ply: int) -> ShownMessage:
    """Open the game from /games in a channel, play the first offered move; return the answer."""
    player = match.players[mover]
    agenda = await player.slash(channel, "games")
    page = await player.choose(agenda.message, str(match.number))
    assert page.message.is_private
    guided = (await player.press(page.message, "Move")).message
    while "Confirm" not in guided.buttons:
        guided = (await player.press(guided, next(iter(guided.buttons)))).message
    answer = await player.press(guided, "Confirm")
    await match.board(ply)
    return answer.message


@pytest.mark.assumes("installs-of-people", "no-bot-no-channel", "external-apps", "five-follow-ups")
async def test_commands_leave_no_trace_on_a_server_without_the_bot(bot: InProcessBot, table: Table) -> None:
    match = await begin_game(table)
    server, channel = await server_without_bot(table)
    await table.control.deny_people(channel, "USE_EXTERNAL_APPS")
    since = table.playground.journal.since(0)[-1].n
    board = await table.anna.slash(channel, "board", game=str(match.number))
    assert board.message.is_private
    assert f"#{match.number}" in board.text
    assert board.message.pictures
    rules = await table.anna.slash(channel, "rules", game="conhex")
    assert "ConHex" in rules.text
    assert (await table.anna.slash(channel, "settings")).message.is_private
    assert (await table.anna.slash(channel, "profile", player=table.ben.id)).message.is_private
    assert (await table.anna.slash(channel, "explore", game=str(match.number))).message.pictures
    answer = await table.anna.slash(channel, "help")
    here, _, there = answer.text.partition(SERVERS_HEADING)
    assert "`/board`" in here
    assert "`/challenge`" in there
    assert "`/move`" in there
    owner = Person(pocket.Person(table.line, pocket.ANNA), "the owner")
    await table.control.install(owner.id)
    assert "`/server`" not in (await owner.slash(channel, "help")).text
    page = await play_on(match, 0, channel, 1)
    assert f"The new board is posted in <#{match.home}>" in page.text
    assert await table.ben.messages(channel) == [], "other people see nothing"
    requests = [entry.path for entry in table.playground.journal.since(since)]
    assert not [path for path in requests if channel in path or server in path]
    assert tables_containing(bot.database, server) == []
    assert tables_containing(bot.database, channel) == []


@pytest.mark.assumes("external-apps")
async def test_a_replay_is_shared_where_the_app_may_post(table: Table) -> None:
    match = await begin_game(table)
    await match.play("a1")
    _, channel = await server_without_bot(table)
    group = await table.control.add_private_channel(table.anna.id, table.ben.id, table.sam.id)
    await table.control.deny_people(channel, "USE_EXTERNAL_APPS")
    show = "Show it here to everybody"
    replay = (await table.anna.slash(channel, "replay", game=str(match.number))).message
    answer = await table.anna.press(replay, show)
    assert f"<#{match.home}>" in answer.text
    assert "only you" in answer.text
    assert answer.message.is_private
    assert await table.ben.messages(channel) == []
    replay = (await table.anna.slash(group, "replay", game=str(match.number))).message
    await table.anna.press(replay, show)
    (message,) = await table.sam.messages(group)
    assert f"#{match.number}" in message.text
    assert message.pictures
    assert list(message.buttons) == [], "the shared replay has no buttons"


@pytest.mark.assumes("private-channels", "command-installs")
async def test_a_game_is_playable_in_direct_and_group_messages(bot: InProcessBot, table: Table) -> None:
    match = await begin_game(table)
    among = await table.control.add_private_channel(table.anna.id, table.ben.id)
    group = await table.control.add_private_channel(table.anna.id, table.ben.id, table.sam.id)
    for ply, channel in enumerate((await table.anna.open_dm(), among, group), start=1):
        player = match.players[(ply - 1) % 2]
        if ply == 1:
            assert "`/move`" in (await player.slash(channel, "help")).text.partition(SERVERS_HEADING)[0]
        else:
            assert "`/move`" in (await player.slash(channel, "help")).text.partition(SERVERS_HEADING)[2]
        page = await play_on(match, (ply - 1) % 2, channel, ply)
        assert f"<#{match.home}>" in page.text
    assert tables_containing(bot.database, group) == []


@pytest.mark.assumes("install-owners")
async def test_a_server_with_the_bot_counts_as_one_for_app_users(table: Table) -> None:
    match = await begin_game(table)
    page = await play_on(match, 0, table.channel, 1)
    assert "The new board is posted here" not in page.text
    assert "`/challenge`" in (await table.anna.slash(table.channel, "help")).text
    assert SERVERS_HEADING not in (await table.anna.slash(table.channel, "help")).text
