"""Keep of ladders who has entered when, who has challenged, and when games had a result."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0044"
down_revision: Final = "0043"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the columns, empty for all other tournaments."""
    moment = sa.DateTime(timezone=True)
    op.add_column("entrants", sa.Column("entered", moment))
    op.add_column("tournament_games", sa.Column("challenger", sa.Integer))
    op.add_column("tournament_games", sa.Column("decided", moment))
