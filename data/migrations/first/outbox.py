"""The tables of requests and notices, as of 0.11.0."""

import sqlalchemy as sa
from alembic import op

from data.migrations.first.columns import KEY, MOMENT, foreign_key, partial_index


def create() -> None:
    """Create the tables and their indexes."""
    op.create_table(
        "requests",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("subject", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer),
        sa.Column("made", MOMENT, nullable=False),
        sa.Column("taken_back", sa.Integer),
        foreign_key("requests", "player", "players.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requests")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_requests_player_subject_made"), "requests", ["player", "subject", "made"])
    op.create_table(
        "notices",
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("stream", sa.BigInteger, nullable=False),
        sa.Column("audience", sa.BigInteger, nullable=False),
        sa.Column("game", KEY),
        sa.Column("ply", sa.Integer),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("due", MOMENT, nullable=False),
        sa.Column("claimant", sa.Text),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("uncertain", sa.Boolean, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("shown_channel", sa.BigInteger),
        sa.Column("shown_message", sa.BigInteger),
        sa.Column("request", sa.Text),
        sa.Column("epoch", sa.BigInteger),
        sa.Column("priority", sa.SmallInteger, nullable=False, server_default="0"),
        foreign_key("notices", "game", "games.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
    )
    op.create_index(op.f("ix_notices_claimed"), "notices", ["id"], **partial_index("status = 'claimed'"))
    op.create_index(op.f("ix_notices_due"), "notices", ["due"], **partial_index("status = 'waiting'"))
    op.create_index(op.f("ix_notices_epoch"), "notices", ["epoch"], **partial_index("epoch IS NOT NULL"))
    op.create_index(op.f("ix_notices_missed"), "notices", ["audience"], **partial_index("status = 'missed'"))
    op.create_index(
        op.f("ix_notices_priority"), "notices", ["priority", "due"], **partial_index("status = 'waiting'")
    )
    op.create_index(
        op.f("ix_notices_shown"),
        "notices",
        ["game", "audience"],
        **partial_index("shown_message IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_notices_undelivered"),
        "notices",
        ["stream", "audience", "id"],
        **partial_index("status IN ('waiting', 'claimed')"),
    )
