"""Protect people: whom they have blocked, and who has asked to be deleted."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0015"
down_revision: Final = "0014"
branch_labels: Final = None
depends_on: Final = None


def _person(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False)


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "blocks",
        _person("blocker"),
        _person("blocked"),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["blocker"], ["players.id"], name=op.f("fk_blocks_blocker_players")),
        sa.ForeignKeyConstraint(["blocked"], ["players.id"], name=op.f("fk_blocks_blocked_players")),
        sa.PrimaryKeyConstraint("blocker", "blocked", name=op.f("pk_blocks")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_blocks_blocked"), "blocks", ["blocked"])
    op.create_table(
        "deletions",
        _person("player"),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_deletions_player_players")),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_deletions")),
    )
