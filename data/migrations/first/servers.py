"""The tables of servers, their settings and subscriptions, as of 0.11.0."""

import sqlalchemy as sa
from alembic import op

from data.migrations.first.columns import KEY, MOMENT, foreign_key, partial_index


def create() -> None:
    """Create the tables and their indexes."""
    op.create_table(
        "servers",
        sa.Column("id", KEY, autoincrement=False, nullable=False),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("gone", MOMENT),
        sa.Column("admin_channel", sa.BigInteger),
        sa.Column("spoken", sa.Text),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_servers")),
    )
    op.create_index(op.f("ix_servers_gone"), "servers", ["gone"], **partial_index("gone IS NOT NULL"))
    op.create_table(
        "server_rules",
        sa.Column("server", KEY, autoincrement=False, nullable=False),
        sa.Column("language", sa.Text),
        sa.Column("results", sa.BigInteger),
        sa.Column("barred_people", sa.JSON),
        sa.Column("barred_roles", sa.JSON),
        sa.Column("allowed_people", sa.JSON),
        sa.Column("allowed_roles", sa.JSON),
        sa.Column("call_role", sa.BigInteger),
        sa.Column("called", MOMENT),
        sa.Column("theme", sa.Text),
        sa.Column("settings", sa.JSON),
        sa.PrimaryKeyConstraint("server", name=op.f("pk_server_rules")),
    )
    op.create_table(
        "limitations",
        sa.Column("server", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("code", sa.Integer),
        sa.Column("latest", MOMENT, nullable=False),
        sa.Column("told", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("server", "channel", "what", name=op.f("pk_limitations")),
    )
    op.create_table(
        "subscriptions",
        sa.Column("server", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("day", sa.Integer),
        sa.Column("time", sa.Text, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("posted", MOMENT),
        sa.Column("item", sa.BigInteger),
        sa.PrimaryKeyConstraint("server", "kind", name=op.f("pk_subscriptions")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "welcomes",
        sa.Column("server", KEY, autoincrement=False, nullable=False),
        sa.Column("decided", MOMENT, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("server", name=op.f("pk_welcomes")),
    )
    op.create_table(
        "overviews",
        sa.Column("channel", KEY, autoincrement=False, nullable=False),
        sa.Column("server", KEY),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("message", sa.BigInteger),
        foreign_key("overviews", "server", "servers.id"),
        sa.PrimaryKeyConstraint("channel", name=op.f("pk_overviews")),
    )
    op.create_index(op.f("ix_overviews_server"), "overviews", ["server"])
