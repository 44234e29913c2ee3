"""The bot in processes that start at once: forked off one that has imported it.

As a program it reads a line of JSON for each process: the settings to add, and the file for what it says. It
prints the process's id. Each may identify itself at once, whenever another has.
"""

import json
import os
import signal
import sys
from datetime import timedelta
from functools import partial

from bot.__main__ import main
from bot.cluster import shard_keeper
from bot.cluster.membership import Membership
from bot.cluster.shard_leases import ShardLeases
from bot.locale import Texts
from bot.operations import run

LEASE = "CLUSTER_LEASE"
"""The variable with the seconds of a lease, where it is another than usual."""


def nurse() -> None:
    """Fork a bot for each line."""
    Texts.load()
    vars(run)["ShardLeases"] = partial(ShardLeases, gap=timedelta())
    if lease := os.environ.get(LEASE):
        vars(run)["Membership"] = partial(Membership, lease=timedelta(seconds=float(lease)))
        vars(shard_keeper)["RENEWED_EVERY"] = timedelta(seconds=float(lease) / 3)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _begin(line)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


def _begin(line: str) -> None:
    told = json.loads(line)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.update(told["settings"])
    said = os.open(told["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (1, 2):
        os.dup2(said, stream)
    os.close(said)
    os._exit(main(["run"]))


if __name__ == "__main__":
    nurse()
