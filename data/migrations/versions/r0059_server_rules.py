"""Store settings of servers by key.

Programs of before read and write each setting in a column of its own: they and this version cannot serve one
database together.
"""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0059"
down_revision: Final = "0058"
branch_labels: Final = None
depends_on: Final = None
usable_from: Final = "0059"

_USUAL: Final[dict[str, object]] = {
    "channels": [],
    "games": [],
    "clock": "none",
    "threads": True,
    "forum": None,
    "rated": True,
    "exploring": True,
    "few_pictures": False,
    "engines": True,
    "engine_channels": [],
    "open_tournaments": False,
}
"""The columns that become keys, with the value that nobody has chosen."""
_RULES: Final = sa.table(
    "server_rules",
    sa.column("server", sa.BigInteger),
    sa.column("settings", sa.JSON(none_as_null=True)),
    *(sa.column(name, sa.JSON) for name in ("channels", "games", "engine_channels")),
    *(
        sa.column(name, sa.Boolean)
        for name in ("threads", "rated", "exploring", "few_pictures", "engines", "open_tournaments")
    ),
    sa.column("clock", sa.Text),
    sa.column("forum", sa.BigInteger),
)

_DEEDS: Final = sa.table("deeds", sa.column("deed", sa.Text), sa.column("note", sa.Text))


def upgrade() -> None:
    """Move the columns into one, and word the log of what changed its name."""
    op.add_column("server_rules", sa.Column("settings", sa.JSON(none_as_null=True)))
    connection = op.get_bind()
    change = sa.update(_RULES).where(_RULES.c.server == sa.bindparam("_server"))
    for row in connection.execute(sa.select(_RULES)).mappings().all():
        settings = _settings_in(dict(row))
        if settings:
            connection.execute(change, {"_server": row["server"], "settings": settings})
    for name in _USUAL:
        op.drop_column("server_rules", name)
    # What was "only few pictures" is the opposite of "all pictures".
    for before, after in (("=True", "=False"), ("=False", "=True")):
        noted = sa.func.replace(_DEEDS.c.note, f"few_pictures{before}", f"all_pictures{after}")
        rules = sa.and_(_DEEDS.c.deed == "rules", _DEEDS.c.note.contains("few_pictures"))
        connection.execute(sa.update(_DEEDS).where(rules).values(note=noted))


def _settings_in(row: dict[str, Any]) -> dict[str, object]:
    """Return what was chosen; what is as usual or unknown is left out."""
    chosen = {
        name: row[name] for name, usual in _USUAL.items() if row[name] is not None and row[name] != usual
    }
    if chosen.pop("few_pictures", False):
        chosen["all_pictures"] = False
    return chosen
