"""The tables of the processes that share the database, as of 0.11.0."""

import sqlalchemy as sa
from alembic import op

from data.migrations.first.columns import KEY, MOMENT, foreign_key


def create() -> None:
    """Create the tables and their indexes."""
    op.create_table(
        "processes",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("started", MOMENT, nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.Column("wish", sa.Text),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
    )
    op.create_table(
        "shards",
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("connected", sa.Boolean),
        foreign_key("shards", "holder", "processes.id", "CASCADE"),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_shards")),
    )
    op.create_index(op.f("ix_shards_holder"), "shards", ["holder"])
    op.create_table(
        "identifies",
        sa.Column("bucket", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("bucket", name=op.f("pk_identifies")),
    )
    op.create_table(
        "job_claims",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("claimant", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject", name=op.f("pk_job_claims")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_job_claims_claimant"), "job_claims", ["claimant"])
    op.create_table(
        "timers",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("due", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject", name=op.f("pk_timers")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_timers_kind_due"), "timers", ["kind", "due"])
    op.create_table(
        "holds",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_holds")),
    )
    op.create_table(
        "refused_requests",
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("told", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("process", name=op.f("pk_refused_requests")),
    )
    op.create_table(
        "epochs",
        sa.Column("epoch", KEY, autoincrement=False, nullable=False),
        sa.Column("backed_up", MOMENT, nullable=False),
        sa.Column("begun", MOMENT, nullable=False),
        sa.Column("last_game", sa.BigInteger, nullable=False),
        sa.Column("last_challenge", sa.BigInteger, nullable=False),
        sa.Column("undecided", sa.Integer, nullable=False, server_default="0"),
        sa.Column("game_reached", sa.BigInteger),
        sa.Column("challenge_reached", sa.BigInteger),
        sa.PrimaryKeyConstraint("epoch", name=op.f("pk_epochs")),
    )
    op.create_table(
        "backups",
        sa.Column("taken", MOMENT, nullable=False),
        sa.Column("size", sa.BigInteger),
        sa.Column("failure", sa.Text),
        sa.PrimaryKeyConstraint("taken", name=op.f("pk_backups")),
    )
    op.create_table(
        "alarms",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("seen", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_alarms")),
    )
