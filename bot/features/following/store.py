"""The table of followers."""

from typing import Final

import sqlalchemy as sa

from bot.kernel.tables import CHALLENGES, Deleted, Key, OwnedTable, places_by
from data.schema import challenges, followers, games

PLACES: Final = (
    places_by(
        sa.select(
            sa.null().label("channel"),
            followers.c.player.label("reader"),
            challenges.c.server,
            challenges.c.locale,
            challenges.c.created,
        )
        .join(games, games.c.id == followers.c.game)
        .join(challenges, challenges.c.id == games.c.challenge)
        .where(challenges.c.id.in_(CHALLENGES))
    ),
)
TABLES: Final = (OwnedTable(followers, Deleted(followers, ("player",)), {"game": Key.GAME}),)
