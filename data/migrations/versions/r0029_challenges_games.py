"""Seal dice: secrets committed to with the challenge, and what they are mixed with before the first roll."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0029"
down_revision: Final = "0028"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the columns and an index; games that are there go on rolling as they began."""
    op.add_column("challenges", sa.Column("dice_seed", sa.Text))
    op.add_column("challenges", sa.Column("dice_commitment", sa.Text))
    op.add_column("guests", sa.Column("dice_word", sa.Text))
    op.add_column("games", sa.Column("dice_seed", sa.Text))
    op.add_column("games", sa.Column("dice_commitment", sa.Text))
    op.add_column("games", sa.Column("dice_words", sa.JSON(none_as_null=True)))
    op.add_column("games", sa.Column("dice_beacon", sa.JSON(none_as_null=True)))
    waiting = sa.text("status = 'running' AND dice_commitment IS NOT NULL AND seed IS NULL")
    op.create_index(
        "ix_games_waiting_for_dice", "games", ["id"], sqlite_where=waiting, postgresql_where=waiting
    )
