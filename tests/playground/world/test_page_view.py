"""The world as the page of each person shows it, as a text to approve."""

import json
from dataclasses import replace
from typing import Any

from syrupy.assertion import SnapshotAssertion

from playground.values.messages import Message
from playground.values.places import Channel, ChannelType, Role
from playground.world.commands import CommandBook
from playground.world.view import PageView
from playground.world.wire import Wire
from playground.world.world import World
from tests.playground.world.worlds import Hand
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, CLARA, GAME_NIGHT, SPIELEABEND


def thread(number: str, name: str, created: float, **more: Any) -> Channel:
    usual = Channel(number, ChannelType.PUBLIC_THREAD, name, created, GAME_NIGHT, BOARD_GAMES)
    return replace(usual, **more)


def test_each_page_shows_its_persons_world(world: World, clock: Hand, snapshot: SnapshotAssertion) -> None:
    world.set_guild(replace(world.guilds[SPIELEABEND], locale="de", community=False))
    world.set_guild(replace(world.guilds[GAME_NIGHT], locale="fr", community=True))
    world.add_role(world.guilds[GAME_NIGHT], Role("31", "Players", 0, ()))
    private = {"type": ChannelType.PRIVATE_THREAD, "members": (ANNA, BOT), "locked": True}
    hidden = Channel("70", ChannelType.TEXT, "hidden", clock.moment, SPIELEABEND)
    for channel in (
        thread("71", "old", clock.moment, archived=True),
        thread("72", "Anna's", clock.moment, **private),
        replace(hidden, denied_people=("VIEW_CHANNEL",)),
        Channel("73", ChannelType.DM, "", clock.moment, recipient_id=BEN),
        Channel("74", ChannelType.GROUP_DM, "", clock.moment, people=(ANNA, CLARA), owner_id=ANNA),
        Channel("75", ChannelType.GROUP_DM, "Both", clock.moment, people=(ANNA, BEN), owner_id=BEN),
    ):
        world.open_channel(channel)
    for number, private_to in enumerate((None, BEN, None, ANNA, None, None)):
        world.post(
            Message(str(80 + number), "73", BOT, 0, clock.moment, ephemeral_for=private_to, mentions=(CLARA,))
        )
    world.mark_read(BEN, "73", "82")
    world.mark_read(ANNA, BOARD_GAMES, "83")
    commands = CommandBook(world)
    commands.upsert(None, {"name": "move", "description": "Move"})
    commands.upsert(GAME_NIGHT, {"name": "games", "description": "Games"})
    view = PageView(world, Wire(world, "http://here"), commands)
    lines: list[str] = []
    for person in (ANNA, BEN, CLARA):
        state = view.state(person, bot_online=person == BEN)
        lines += (f"{part} {_told(state[part])}" for part in ("me", "bot", "users"))
        for guild in state["guilds"]:
            channels = guild.pop("channels")
            lines += (_told(guild), *(f"  {_told(channel)}" for channel in channels))
        lines += (f"direct {_told(channel)}" for channel in state["dms"])
        lines.append(f"commands {[command['name'] for command in state['commands']]}, read {state['read']}")
        for before, limit in ((10**9, 2), (83, 9)):
            messages = view.history(person, "73", before, limit)
            shown = [
                {key: message[key] for key in ("id", "mention_ids", "ephemeral_for")} for message in messages
            ]
            lines.append(f"{limit} messages before {before}: {_told(shown)}")
    assert "\n".join(lines) == snapshot


def _told(value: Any) -> str:
    """Return a value as JSON without the parts of objects that are empty."""
    if isinstance(value, dict):
        value = {key: part for key, part in value.items() if part}
    return json.dumps(value, ensure_ascii=False)
