"""Come back: languages of servers, places of games, challenges that expire, servers that were left."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0006"
down_revision: Final = "0005"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Change the tables; what is in them stays."""
    _forget_guessed_languages()
    _know_places()


def _forget_guessed_languages() -> None:
    """Forget that a server speaks American English: so says every one that is no Community."""
    op.add_column("server_rules", sa.Column("language", sa.Text))
    op.execute("UPDATE servers SET locale = '' WHERE locale = 'en-US'")
    for table in ("challenges", "games", "overviews"):
        op.execute(f"UPDATE {table} SET locale = '' WHERE locale = 'en-US' AND server IS NOT NULL")  # noqa: S608  # only the names above


def _know_places() -> None:
    """Keep of games what is known of their challenges; of private threads that are there nobody knows."""
    for table in ("challenges", "games"):
        op.add_column(table, sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("parent", sa.BigInteger))
    op.execute(
        "UPDATE games SET parent = (SELECT parent FROM challenges WHERE challenges.id = games.challenge)"
    )
