"""The program with a watchdog of seconds, and an event loop that hangs at SIGUSR1, holding the GIL."""

import ctypes
import signal
import sys
from functools import partial

from bot.__main__ import main
from bot.loop_watch import LoopWatch
from bot.operations import run

HANGS_AFTER = 2.0


def _hang(*_: object) -> None:
    # PyDLL, unlike CDLL, does not release the interpreter's lock.
    ctypes.PyDLL(None).sleep(600)


if __name__ == "__main__":
    vars(run)["LoopWatch"] = partial(LoopWatch, hangs_after=HANGS_AFTER, every=0.2)
    signal.signal(signal.SIGUSR1, _hang)
    sys.exit(main(["run"]))
