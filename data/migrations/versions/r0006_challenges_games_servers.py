"""Come back: languages of servers, places of games, challenges that expire, servers that were left."""

from datetime import UTC, datetime, timedelta
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0006"
down_revision: Final = "0005"
branch_labels: Final = None
depends_on: Final = None

LIFETIME: Final = timedelta(days=14)


def upgrade() -> None:
    """Change the tables; what is in them stays."""
    _forget_guessed_languages()
    _know_places()
    _let_challenges_expire()
    _let_games_pause()
    op.create_index(op.f("ix_requests_player_subject_made"), "requests", ["player", "subject", "made"])


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


def _let_challenges_expire() -> None:
    """Let what is open expire in two weeks, but neither rematches nor tables at which somebody waits."""
    op.add_column("challenges", sa.Column("expires", sa.DateTime(timezone=True)))
    challenges = sa.table(
        "challenges",
        sa.column("id"),
        sa.column("status"),
        sa.column("challenger"),
        sa.column("rematch_of"),
        sa.column("expires", sa.DateTime(timezone=True)),
    )
    guests = sa.table("guests", sa.column("challenge"), sa.column("player"), sa.column("joined"))
    somebody_waits = sa.exists().where(
        guests.c.challenge == challenges.c.id,
        guests.c.player != challenges.c.challenger,
        guests.c.joined >= 0,
    )
    op.get_bind().execute(
        sa.update(challenges)
        .where(challenges.c.status == "open", challenges.c.rematch_of.is_(None), ~somebody_waits)
        .values(expires=datetime.now(UTC) + LIFETIME)
    )
    waiting = sa.text("status = 'open' AND expires IS NOT NULL")
    op.create_index(
        "ix_challenges_expiring",
        "challenges",
        ["expires"],
        sqlite_where=waiting,
        postgresql_where=waiting,
    )


def _let_games_pause() -> None:
    op.add_column("servers", sa.Column("gone", sa.DateTime(timezone=True)))
    op.add_column("games", sa.Column("paused", sa.DateTime(timezone=True)))
    running = sa.text("status = 'running'")
    op.create_index(
        "ix_games_server_running",
        "games",
        ["server", "id"],
        sqlite_where=running,
        postgresql_where=running,
    )
    gone = sa.text("gone IS NOT NULL")
    op.create_index("ix_servers_gone", "servers", ["gone"], sqlite_where=gone, postgresql_where=gone)
