"""The timekeeper: what happens in games because time has passed, not because someone did something."""

from datetime import datetime


class Timekeeper:
    """Acts when time has come: time-outs, aborted first plies, reminders, stalled games.

    `Club.timekeeper` makes one. Run it as the delivery is run: `act` until it returns 0, then rest until
    `next_due` or until the club's bell is rung, as anything that happens may bring a nearer deadline. What it
    writes wakes the delivery by that bell. Several may run at once; each thing is done once.
    """

    async def next_due(self) -> datetime | None:
        """Return when `act` will next have something to do, None when there is nothing to wait for."""
        raise NotImplementedError

    async def act(self) -> int:
        """Do what is due now, at most a handful; return in how many games something was looked at."""
        raise NotImplementedError
