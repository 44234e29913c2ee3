"""The tables of challenges and their guests, as of 0.11.0."""

import sqlalchemy as sa
from alembic import op

from data.migrations.first.columns import KEY, MOMENT, foreign_key, partial_index


def create() -> None:
    """Create the tables and their indexes."""
    op.create_table(
        "challenges",
        sa.Column("id", KEY, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("challenger", KEY, nullable=False),
        sa.Column("opponent", KEY),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("server", KEY),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("accepted_by", KEY),
        sa.Column("message", sa.BigInteger),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("players", sa.Integer),
        sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("tie_break", sa.Text),
        sa.Column("clock", sa.Text, nullable=False, server_default="none"),
        sa.Column("rematch_of", sa.BigInteger),
        sa.Column("counter_to", sa.BigInteger),
        sa.Column("parent", sa.BigInteger),
        sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("expires", MOMENT),
        sa.Column("terms", sa.Integer, nullable=False, server_default="0"),
        sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("exploring", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("dice_seed", sa.Text),
        sa.Column("dice_commitment", sa.Text),
        sa.Column("dice_root", sa.Text),
        sa.Column("dice_leaf", sa.Integer),
        sa.Column("against_engine", sa.Boolean),
        foreign_key("challenges", "accepted_by", "players.id"),
        foreign_key("challenges", "challenger", "players.id"),
        foreign_key("challenges", "opponent", "players.id"),
        foreign_key("challenges", "server", "servers.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
    )
    op.create_index(
        op.f("ix_challenges_channel_open"), "challenges", ["channel"], **partial_index("status = 'open'")
    )
    op.create_index(
        op.f("ix_challenges_rated"),
        "challenges",
        ["key"],
        **partial_index("rated = true", sqlite="rated = 1"),
    )
    op.create_index(
        op.f("ix_challenges_received"), "challenges", ["opponent"], **partial_index("status = 'open'")
    )
    op.create_index(
        op.f("ix_challenges_rematch_of_id"),
        "challenges",
        ["rematch_of", "id"],
        **partial_index("rematch_of IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_challenges_sent"), "challenges", ["challenger"], **partial_index("status = 'open'")
    )
    op.create_index(
        op.f("ix_challenges_server_open"), "challenges", ["server"], **partial_index("status = 'open'")
    )
    op.create_table(
        "guests",
        sa.Column("challenge", KEY, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("invited", sa.Boolean, nullable=False),
        sa.Column("joined", sa.Integer),
        sa.Column("party", sa.Integer),
        sa.Column("waiting", sa.Boolean, nullable=False),
        sa.Column("dice_word", sa.Text),
        foreign_key("guests", "challenge", "challenges.id"),
        foreign_key("guests", "player", "players.id"),
        sa.PrimaryKeyConstraint("challenge", "player", name=op.f("pk_guests")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_guests_waiting"),
        "guests",
        ["player"],
        **partial_index("waiting = true", sqlite="waiting = 1"),
    )
