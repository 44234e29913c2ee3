"""Move the moments at which time does something into one table of timers.

Programs of before read these moments from columns of their aggregates, which nobody writes any more: they and
this version cannot serve one database together. The columns stay; their indexes have nothing to find.
"""

from datetime import timedelta
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0054"
down_revision: Final = "0053"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0054"

_SERVER_KEPT: Final = timedelta(days=30)
_FILLED: Final = (
    "SELECT 'game', id, due FROM games WHERE status = 'running' AND due IS NOT NULL",
    "SELECT 'challenge', id, expires FROM challenges WHERE status = 'open' AND expires IS NOT NULL",
    "SELECT 'seat', id, expires FROM substitutions WHERE status = 'open'",
    "SELECT 'deletion', player, due FROM deletions",
    "SELECT 'import', id, expires FROM imports",
    "SELECT 'tournament', id, due FROM tournaments WHERE due IS NOT NULL",
)
_MOMENT: Final = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the table, fill it, and drop the indexes that it replaces."""
    op.create_table(
        "timers",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("due", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject", name=op.f("pk_timers")),
        sqlite_with_rowid=False,
    )
    for query in _FILLED:
        op.execute(f"INSERT INTO timers (kind, subject, due) {query}")
    _fill_servers()
    op.create_index(op.f("ix_timers_kind_due"), "timers", ["kind", "due"])
    for index, table in (
        ("ix_games_due", "games"),
        ("ix_challenges_expiring", "challenges"),
        ("ix_substitutions_expiring", "substitutions"),
        ("ix_imports_expires", "imports"),
        ("ix_tournaments_due", "tournaments"),
    ):
        op.drop_index(op.f(index), table_name=table)


def _fill_servers() -> None:
    connection = op.get_bind()
    servers = sa.table("servers", sa.column("id", sa.BigInteger), sa.column("gone", _MOMENT))
    timers = sa.table(
        "timers",
        sa.column("kind", sa.Text),
        sa.column("subject", sa.BigInteger),
        sa.column("due", _MOMENT),
    )
    gone = connection.execute(sa.select(servers.c.id, servers.c.gone).where(servers.c.gone.is_not(None)))
    rows = [{"kind": "server", "subject": row.id, "due": row.gone + _SERVER_KEPT} for row in gone.all()]
    if rows:
        connection.execute(sa.insert(timers), rows)
