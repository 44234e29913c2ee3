"""Start bot processes quickly, by forking a process that has already imported the bot.

As a program it reads a line of JSON per process: additional settings, and the output file. It prints the
process's id. Each may identify immediately, regardless of the others. SIGUSR1 makes a process's clock jump.
"""

import gc
import json
import os
import signal
import sys
from datetime import datetime, timedelta
from functools import partial
from random import Random

import rules
from bot.__main__ import main
from bot.chat import bot as chat
from bot.chat.gateway.piece_emojis import piece_emojis
from bot.cluster import shard_keeper
from bot.cluster.membership import Membership
from bot.cluster.shard_leases import ShardLeases
from bot.features.puzzles.domain.puzzles import set_puzzles
from bot.features.puzzles.service import puzzles as puzzle_service
from bot.locale import Texts
from bot.model.ports import utc_now
from bot.operations import run
from render import Gallery

LEASE = "CLUSTER_LEASE"
"""The variable for a lease's seconds, if not the default."""


_FARTHEST = 20.0
"""The maximum clock error in seconds."""


class JumpingClock:
    """The machine's clock with an error."""

    def __init__(self) -> None:
        self._chance = Random(os.getpid())
        self._ahead = timedelta()

    def __call__(self) -> datetime:
        return utc_now() + self._ahead

    def jump(self, *_: object) -> None:
        """Set a new random error of the clock."""
        self._ahead = timedelta(seconds=self._chance.uniform(-_FARTHEST, _FARTHEST))


def serve_forks() -> None:
    """Fork a bot for each line."""
    Texts.load()
    # Each bot uploads all pieces: drawing them takes as long as the rest of its start.
    emojis = piece_emojis(rules.GAMES, Gallery())
    vars(chat)["piece_emojis"] = lambda *_: emojis
    puzzles = set_puzzles(rules.GAMES.values())
    vars(puzzle_service)["set_puzzles"] = lambda _: puzzles
    # A garbage collection would copy the memory that the forks share.
    gc.collect()
    gc.freeze()
    vars(run)["ShardLeases"] = partial(ShardLeases, gap=timedelta())
    if lease := os.environ.get(LEASE):
        vars(run)["Membership"] = partial(Membership, lease=timedelta(seconds=float(lease)))
        vars(shard_keeper)["RENEWED_EVERY"] = timedelta(seconds=float(lease) / 3)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _begin(line)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


def _begin(line: str) -> None:
    request = json.loads(line)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    clock = JumpingClock()
    signal.signal(signal.SIGUSR1, clock.jump)
    vars(run)["make_bot"] = partial(run.make_bot, clock=clock)
    os.environ.update(request["settings"])
    log_file = os.open(request["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (1, 2):
        os.dup2(log_file, stream)
    os.close(log_file)
    os._exit(main(["run"]))


if __name__ == "__main__":
    serve_forks()
