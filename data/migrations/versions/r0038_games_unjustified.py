"""Remember a call that nothing justified, so that it is not offered again in the same position."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0038"
down_revision: Final = "0037"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0017"


def upgrade() -> None:
    """Add the column."""
    op.add_column("games", sa.Column("unjustified", sa.JSON(none_as_null=True)))
