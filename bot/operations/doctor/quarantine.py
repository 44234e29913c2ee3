"""The check whether Discord accepts first direct messages to people."""

from sqlalchemy.exc import SQLAlchemyError

import data
from bot.chat.core.failures.discord_refusals import QUARANTINED
from bot.kernel.probes import Finding, ok, warn
from bot.model.people.quarantine import QUARANTINE_HOLD
from bot.model.ports import Clock
from data.cluster.request_limits import RequestLimitRepository
from data.store import Store

_CHECK = "direct messages"


async def quarantine(url: str, clock: Clock) -> Finding | None:
    """Return the database's record of a quarantine; None if it cannot be read."""
    try:
        store = Store.open_unmigrated(url)
        try:
            async with store.read() as session:
                until = await session.of(RequestLimitRepository).held_until(QUARANTINE_HOLD)
        finally:
            await store.close()
    except (ValueError, data.StoreUnavailable, OSError, SQLAlchemyError):
        return None
    if until is None or until <= clock():
        return ok(_CHECK, "new people can be written to, as far as the bot has tried")
    return warn(
        _CHECK,
        f"Discord takes none to people the bot has not written to before ({QUARANTINED}): they are told at"
        " their next command",
        "ask Discord's support to lift the quarantine",
    )
