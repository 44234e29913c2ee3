"""Server rules: loading and saving."""

from typing import Any, Final

import sqlalchemy as sa

from bot.model.servers.server_rules import (
    CHANNELS,
    CLOCK,
    ENGINE_CHANNELS,
    ENGINES,
    FORUM,
    GAMES,
    PlayerList,
    ServerRules,
)
from bot.model.settings import Setting, SettingValues
from bot.repositories.rows.row_mapping import RowMapping, RowPart
from bot.repositories.tables.server_tables import server_rules
from data.connections.dialects import upserts
from data.session import Session

_FIELDS: Final[tuple[Setting[Any], ...]] = (CHANNELS, GAMES, CLOCK, FORUM, ENGINES, ENGINE_CHANNELS)
"""Settings that are fields of the rules."""
_RULES: Final = RowMapping(
    ServerRules,
    parts={
        name: RowPart(RowMapping(PlayerList, columns={"people": f"{name}_people", "roles": f"{name}_roles"}))
        for name in ("barred", "allowed")
    },
    apart=("theme", "settings", *(setting.key for setting in _FIELDS)),
)
_USUAL: Final = ServerRules()
_OF_SERVER: Final = sa.select(server_rules).where(server_rules.c.server == sa.bindparam("server"))
_LOCKED: Final = _OF_SERVER.with_for_update()
# The column `called`, the time of the last ping of the server's role, is written elsewhere.
_PUT: Final = upserts(
    server_rules,
    "server",
    *(column.name for column in server_rules.c if column.name not in {"server", "called"}),
)


class ServerRulesRepository:
    """The table `server_rules` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of(self, server: int, *, lock: bool = False) -> ServerRules:
        """Return a server's rules; `lock` locks their row."""
        result = await self._connection.execute(_LOCKED if lock else _OF_SERVER, {"server": server})
        row = result.one_or_none()
        return _USUAL if row is None else _rules(row)

    async def save(self, server: int, rules: ServerRules) -> None:
        """Replace a server's rules."""
        values: dict[str, object] = {
            "server": server,
            **_RULES.columns_of(rules),
            "theme": rules.theme or None,
            "settings": {**rules.settings.stored, **_fields_of(rules)},
        }
        await self._connection.execute(_PUT[self._connection.dialect.name], values)


def _fields_of(rules: ServerRules) -> dict[str, object]:
    """Return the stored values of fields of rules, without defaults."""
    values: dict[str, object] = {}
    for setting in _FIELDS:
        value = getattr(rules, setting.key)
        if value != setting.default:
            values[setting.key] = setting.kind.write(value)
    return values


def _rules(row: sa.Row[*tuple[Any, ...]]) -> ServerRules:
    stored = dict(row.settings or {})
    fields = {setting.key: setting.read(stored) for setting in _FIELDS}
    return _RULES.read(
        row,
        **fields,
        theme=row.theme or "",
        settings=SettingValues({key: value for key, value in stored.items() if key not in fields}),
    )
