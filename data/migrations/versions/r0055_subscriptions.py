"""Store daily puzzles and weekly letters of servers as subscriptions of one table."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0055"
down_revision: Final = "0054"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0055"

_FILLED: Final = (
    """
    INSERT INTO subscriptions (server, kind, channel, day, time, zone, number, posted, item)
    SELECT server, 'puzzle', channel, NULL, time, zone, number, NULL, puzzle FROM daily_puzzles
    """,
    """
    INSERT INTO subscriptions (server, kind, channel, day, time, zone, number, posted, item)
    SELECT server, 'letter', channel, day, time, zone, number, told, puzzle FROM weekly_letters
    """,
    "INSERT INTO timers (kind, subject, due) SELECT 'puzzle', server, due FROM daily_puzzles",
    "INSERT INTO timers (kind, subject, due) SELECT 'letter', server, due FROM weekly_letters",
)


def upgrade() -> None:
    """Add the table, and move the rows of both earlier tables into it."""
    op.create_table(
        "subscriptions",
        sa.Column("server", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("day", sa.Integer),
        sa.Column("time", sa.Text, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("posted", sa.DateTime(timezone=True)),
        sa.Column("item", sa.BigInteger),
        sa.PrimaryKeyConstraint("server", "kind", name=op.f("pk_subscriptions")),
        sqlite_with_rowid=False,
    )
    for statement in _FILLED:
        op.execute(statement)
    op.drop_table("daily_puzzles")
    op.drop_table("weekly_letters")
