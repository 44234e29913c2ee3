"""The installs behind commands and presses, and the wait after too many edits of old messages."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from playground.values.errors import RateLimited
from playground.values.messages import Message
from playground.values.places import Channel, ChannelType
from playground.world.installs import Installs, is_user_install
from playground.world.old_edits import EDITS, OLD_SECONDS, WINDOW, OldEdits
from playground.world.world import World
from tests.playground.world.worlds import Hand
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, BRETTSPIELE, GAME_NIGHT, SPIELEABEND

COMMANDS: dict[str, dict[str, Any]] = {
    "usual": {"dm_permission": True},
    "not in DMs": {"dm_permission": False},
    "of both": {"dm_permission": True, "integration_types": [0, 1]},
    "of people": {"dm_permission": True, "integration_types": [1]},
    "in DMs only": {"integration_types": [0, 1], "contexts": [1, 2]},
    "of a server": {"guild_id": GAME_NIGHT, "dm_permission": True, "integration_types": [1]},
}


def uses(world: World) -> Iterator[str]:
    names = {ANNA: "anna", BEN: "ben", SPIELEABEND: "spieleabend", GAME_NIGHT: "game night"}
    moment = world.clock.now()
    places = {
        "here": world.channels[BOARD_GAMES],
        "elsewhere": world.channels[BRETTSPIELE],
        "to the bot": Channel("70", ChannelType.DM, "", moment, recipient_id=BEN),
        "among people": Channel("71", ChannelType.DM, "", moment, people=(ANNA, BEN)),
    }
    installs = Installs(world)
    by_ben = {"authorizing_integration_owners": {"0": GAME_NIGHT, "1": BEN}}
    for place, channel in places.items():
        for name, command in COMMANDS.items():
            for person in (ANNA, BEN):
                owners = installs.for_command(command, world.users[person], channel)
                shown = {kind: names.get(owner, owner) for kind, owner in owners.items()}
                yield f"{place}, {name}, {names[person]}: {shown}"
        for metadata in (None, by_ben):
            message = Message("9", channel.id, BOT, 0, moment, metadata=metadata)
            owners = installs.for_press(message, channel)
            yield f"{place}, pressed: { ({kind: names.get(owner, owner) for kind, owner in owners.items()}) }"


def test_authorized_uses_match_snapshot(world: World, snapshot: SnapshotAssertion) -> None:
    world.set_user(replace(world.users[BEN], has_app=True))
    lines = ["with all installs", *uses(world)]
    world.application = replace(world.application, user_installs=False)
    world.remove_bot(world.guilds[SPIELEABEND])
    lines += ["without installs of people, and without the bot elsewhere", *uses(world)]
    world.remove_bot(world.guilds[GAME_NIGHT])
    lines += ["without the bot anywhere", *uses(world)]
    assert "\n".join(lines) == snapshot


def test_user_install_counts_only_without_a_guild_install() -> None:
    owners: list[dict[str, str]] = [
        {},
        {"0": GAME_NIGHT},
        {"1": BEN},
        {"0": GAME_NIGHT, "1": BEN},
        {"0": "0"},
    ]
    assert [is_user_install(entry) for entry in owners] == [False, False, True, False, False]


def test_wait_after_old_edits_lasts_until_the_first_one_expires(world: World, clock: Hand) -> None:
    old = Message("9", BOARD_GAMES, BOT, 0, clock.moment - OLD_SECONDS - 1)
    elsewhere = replace(old, channel_id=BRETTSPIELE)
    edits = OldEdits(world)
    for _ in range(EDITS):
        edits.count_answer(old)
        clock.moment += 1
    with pytest.raises(RateLimited) as refused:
        edits.count(old)
    assert refused.value.retry_after == WINDOW - EDITS
    edits.count(elsewhere)
    world.strictness = world.strictness.apply({"answers_count_as_old_edits": False})
    edits.count_answer(old)
    clock.moment += WINDOW - EDITS
    edits.count(old)
    with pytest.raises(RateLimited) as refused:
        edits.count(old)
    assert refused.value.retry_after == 1
