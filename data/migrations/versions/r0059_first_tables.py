"""Create the tables of 0.11.0, whose databases this version adopts as they are."""

from typing import Final

from data.migrations.first import (
    challenges,
    cluster,
    games,
    outbox,
    people,
    ratings,
    servers,
    tournaments,
    web,
)

revision: Final = "0059"
down_revision: Final = None
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0059"


def upgrade() -> None:
    """Create the tables, those first that others refer to."""
    people.create()
    servers.create()
    challenges.create()
    games.create()
    ratings.create()
    outbox.create()
    tournaments.create()
    web.create()
    cluster.create()
