"""The table of reviewed plies, and its rows about the plies of a person."""

from typing import Final

from bot.features.reviews.store.reviews import reviewed_plies
from bot.kernel.personal.tables import Key, OwnedTable
from bot.repositories.matches.own_plies import own_plies, played_here
from bot.repositories.records.people import ExportedTable
from data.connections.engines import Connection

_REVIEWED: Final = played_here(reviewed_plies)


async def export_reviews(connection: Connection, person: int) -> list[ExportedTable]:
    """Return the computer's reviews of the plies that a person played."""
    (reviewed,) = await own_plies(connection, person, _REVIEWED)
    return [ExportedTable("reviewed", reviewed)]


TABLES: Final = (OwnedTable(reviewed_plies, of_server={"game": Key.GAME}),)
