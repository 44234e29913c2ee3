"""Open the database that the settings name."""

import data
from bot.settings import PREFIX, WrongSetting


async def open_store(url: str) -> data.Store:
    """Return the store behind a database address, its schema brought up to date. Raises WrongSetting."""
    try:
        return await data.Store.open(url)
    except (data.NewerDatabase, data.StoreUnavailable, ValueError, OSError) as error:
        raise WrongSetting(f"{PREFIX}DATABASE_URL: {error}") from error
