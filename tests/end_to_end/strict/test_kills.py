"""Complete games of all kinds, by commands and by buttons, with repeated kills of the bot."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio

from playground.server import Playground
from tests.end_to_end.forks import BotProcess, ForkServer, bot_process
from tests.end_to_end.shown_message import Answer, ShownMessage
from tests.end_to_end.tables import Table
from tests.end_to_end.test_games_by_slash import FASTEST_CONHEX, SHORT_BRANDUBH
from tests.end_to_end.three_games.gatherings import face_off, gather
from tests.end_to_end.three_games.rounds import Round, ids_on
from tests.end_to_end.waiting import until
from tests.repeats import cases, repeats

pytestmark = pytest.mark.asyncio(loop_scope="module")

HANG = 60.0
TIME = 60
"""The time limit of a game in seconds."""
GAMES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "conhex": ({"swap": "off"}, FASTEST_CONHEX),
    "hnefatafl": ({"board": "brandubh-7"}, SHORT_BRANDUBH),
    "fox-and-hens": ({}, ["f4-f5", "c5-d5", "claim e5", "d4-c5", "d5xb5", "place e5"]),
    "hounds-and-jackals": ({}, ["4-6", "5-9", "5-7", "4-5", "3-5", "9-26"]),
    "ludus-latrunculorum": ({}, [""] * 5),
    "catch-the-hat": ({}, [""] * 6),
}
"""Options and moves; an empty move is random. A game still running after the last move is resigned."""
EVERY = repeats(3, 1)
"""The bot is killed once per this many plies."""
Act = Callable[[], Awaitable[Answer]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    fork_server: ForkServer, playground: Playground, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    """The bot as successive processes over one database, killed by the tests."""
    async with bot_process(fork_server, playground, tmp_path_factory.mktemp("bot"), hasty=True) as process:
        await process.start()
        yield process


async def test_the_games_have_forty_plies_in_total() -> None:
    assert sum(len(moves) for _, moves in GAMES.values()) == 40


@pytest.mark.timeout(TIME, func_only=True)
@pytest.mark.parametrize("key", cases(["hnefatafl", "fox-and-hens", "catch-the-hat"], list(GAMES)))
async def test_a_game_survives_kills_during_plies(table: Table, bot: BotProcess, key: str) -> None:
    options, moves = GAMES[key]
    chance, before = random.Random(f"kills of {key}"), bot.kills
    if key == "catch-the-hat":
        match = await gather(table, [table.anna, table.ben], **options)
    else:
        match = await face_off(table, key, **options)
    latest: dict[str, str] = {}
    for number, move in enumerate(moves):
        choice = move or str(chance.choice(match.state.legal_moves()))
        mover, by_buttons = match.mover, chance.random() < 0.5
        # A restarted bot asks about a typed move that equals the player's last move; a button plays it.
        by_buttons = by_buttons or latest.get(mover.id) == choice
        latest[mover.id] = choice
        ready = await match.prepare(choice) if by_buttons else None
        act = pressing(match, *ready) if ready else typing(match, choice)
        if number % EVERY:
            assert (await act()).answered
        else:
            await act_and_kill(table, bot, match, act, chance)
        assert mover is match.mover
        await match.follow(choice)
    match.check_pings()
    if match.state.outcome is None:
        question = (await match.mover.slash(match.home, "resign")).message
        await match.mover.press(question, "Confirm")
        await table.sam.wait_for_message(match.home, lambda m: "🏁" in m.text, "the end")
    await check_all(match)
    assert bot.kills - before == len(moves[::EVERY])


def typing(match: Round, move: str) -> Act:
    mover = match.mover
    return lambda: mover.slash(match.home, "move", move=move)


def pressing(match: Round, panel: ShownMessage, label: str) -> Act:
    mover = match.mover
    return lambda: mover.press(panel, label)


async def act_and_kill(table: Table, bot: BotProcess, match: Round, act: Act, chance: random.Random) -> None:
    """Act, kill the bot at a random moment, and repeat the action if it got no answer."""
    moment = chance.choice(["answered", "posting", "posting", "editing", "callback", "any", "any"])
    when = chance.choice(["before", "after"])
    paths = {
        "posting": ("POST", f"/channels/{match.home}/messages$"),
        "editing": ("PATCH", f"/channels/{match.home}/messages/"),
        "callback": ("POST", "/callback$"),
    }
    if moment in paths:
        method, path = paths[moment]
        await table.control.fault("drop", path, method, seconds=HANG, when=when, times=20)
    acting = asyncio.ensure_future(act())
    if moment in paths:
        await until(lambda: fault_fired(table), f"a request to hang: {moment} {when}")
    elif moment == "answered":
        await acting
    else:
        await asyncio.sleep(chance.uniform(0.0, 0.15))
    await bot.kill()
    await table.control.clear_faults()
    await bot.start()
    answer = await acting
    if not answer.answered:
        retry = await act()
        assert "is played" in retry.text, retry.text


async def fault_fired(table: Table) -> bool:
    return any(fault["struck"] for fault in await table.control.faults())


async def check_all(match: Round) -> None:
    """Check that messages are unique, each turn pinged once, and one board has buttons."""
    messages = [m for m in match.table.posted if m.channel_id == match.home and m.ephemeral_for is None]
    marks = [i for m in messages for i in ids_on(m) if i.startswith(f"fp:board:{match.number}:")]
    assert len(marks) == len(set(marks)), "every ply is posted once"
    assert len({(m.content, tuple(ids_on(m))) for m in messages}) == len(messages)

    async def has_one_board() -> bool:
        messages = await match.witness.messages(match.home)
        return len([m for m in messages if m.buttons and not m.is_private]) == 1

    await until(has_one_board, "one board with buttons")
    for message in await match.witness.messages(match.table.channel):
        assert not [
            i for i in message.buttons.values() if i.startswith(("fp:accept:", "fp:leave:", "fp:board:"))
        ]
