"""Store links, sessions and public pages of the web page."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0058"
down_revision: Final = "0057"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0055"

_MOMENT: Final = sa.DateTime(timezone=True)
_ID: Final = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add the tables."""
    _add_tokens("web_links", sa.Column("used", _MOMENT), for_one_game=True)
    _add_tokens("web_sessions", for_one_game=False)
    op.create_table(
        "web_servers",
        sa.Column("server", _ID, nullable=False),
        sa.Column("since", _MOMENT, nullable=False),
        _goes_with("web_servers", "server", "servers"),
        sa.PrimaryKeyConstraint("server", name=op.f("pk_web_servers")),
    )
    op.create_table(
        "web_names",
        sa.Column("player", _ID, nullable=False),
        sa.Column("since", _MOMENT, nullable=False),
        _goes_with("web_names", "player", "players"),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_web_names")),
    )
    op.create_table(
        "web_hidden",
        sa.Column("game", _ID, nullable=False),
        sa.Column("player", _ID),
        sa.Column("since", _MOMENT, nullable=False),
        _goes_with("web_hidden", "game", "games"),
        _goes_with("web_hidden", "player", "players", "SET NULL"),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_web_hidden")),
    )
    op.create_index(op.f("ix_web_hidden_player"), "web_hidden", ["player"])


def _add_tokens(table: str, *further: sa.Column[object], for_one_game: bool) -> None:
    op.create_table(
        table,
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("player", _ID, nullable=False),
        sa.Column("game", _ID, nullable=not for_one_game),
        sa.Column("seat", sa.Integer),
        sa.Column("made", _MOMENT, nullable=False),
        sa.Column("expires", _MOMENT, nullable=False),
        *further,
        _goes_with(table, "player", "players"),
        _goes_with(table, "game", "games"),
        sa.PrimaryKeyConstraint("hash", name=op.f(f"pk_{table}")),
        sqlite_with_rowid=False,
    )
    for column in ("player", "game", "expires"):
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def _goes_with(table: str, column: str, referred: str, ondelete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{referred}")
    return sa.ForeignKeyConstraint([column], [f"{referred}.id"], name=name, ondelete=ondelete)
