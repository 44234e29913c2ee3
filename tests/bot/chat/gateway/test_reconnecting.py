"""Backoff of reconnecting shards."""

from random import Random

from discord.shard import Shard

from bot.chat.gateway.reconnecting import FIRST, FORGOTTEN_AFTER, LONGEST, Backoff, patch_reconnect_backoff


def test_pauses_grow_to_seconds_at_most() -> None:
    pauses = Backoff(clock=lambda: 0.0, chance=lambda: 0.0)
    waits = [pauses.delay() for _ in range(100)]
    assert waits[:4] == [1.0, 2.0, 4.0, 8.0]
    assert set(waits[4:]) == {LONGEST}


def test_pauses_differ_between_processes() -> None:
    some = [Backoff(clock=lambda: 0.0, chance=Random(seed).random) for seed in range(50)]
    for _ in range(10):
        waits = [backoff.delay() for backoff in some]
    assert len(set(waits)) == 50
    assert not [wait for wait in waits if not (LONGEST / 2 <= wait <= LONGEST)]


def test_pauses_restart_after_a_while() -> None:
    now = 0.0
    pauses = Backoff(clock=lambda: now, chance=lambda: 0.0)
    for _ in range(5):
        pauses.delay()
    now = LONGEST + FORGOTTEN_AFTER
    assert pauses.delay() == LONGEST, "the last try was after the last pause"
    now += LONGEST + FORGOTTEN_AFTER + 1
    assert pauses.delay() == FIRST


def test_discord_py_shards_use_the_patched_backoff() -> None:
    class Client:
        _reconnect = True

        def dispatch(self) -> None: ...

    patch_reconnect_backoff()
    shard = Shard(None, Client(), lambda _: None)  # type: ignore[arg-type]  # nothing is sent
    assert isinstance(shard._backoff, Backoff)
