"""Gateway sessions: missed events are replayed."""

import json
from collections import deque

import pytest

from playground.gateway.sessions import GatewaySession


def session(events: int, count: int) -> GatewaySession:
    session = GatewaySession("s", (0, 1), sharded=False, intents=0, buffer=deque(maxlen=count))
    for number in range(events):
        session.send("EVENT", {"number": number})
    return session


@pytest.mark.parametrize(
    ("seq", "replayed"),
    [(5, []), (4, [5]), (2, [3, 4, 5]), (1, None), (6, None)],
    ids=["all heard", "one missed", "all kept ones missed", "one is gone", "never sent"],
)
def test_missed_events_replay_while_stored(seq: int, replayed: list[int] | None) -> None:
    missed = session(5, 3).frames_after(seq)
    assert (missed if missed is None else [json.loads(frame)["s"] for frame in missed]) == replayed


@pytest.mark.parametrize(
    ("guild", "intent", "shards"),
    [
        (str(1 << 22), 1, [1]),
        (str((5 << 22) + 1), 1, [2]),
        (str(6 << 22), 0, [0]),
        (None, 1, [0]),
        (None, 0, [0]),
        (None, 4, []),
        (str(1 << 22), 4, []),
    ],
)
def test_an_event_reaches_the_shard_of_its_guild(guild: str | None, intent: int, shards: list[int]) -> None:
    sessions = [GatewaySession("s", (number, 3), sharded=True, intents=3) for number in range(3)]
    assert [session.shard[0] for session in sessions if session.is_for(guild, intent)] == shards


def test_a_session_without_events_has_missed_none() -> None:
    assert session(0, 3).frames_after(0) == []
