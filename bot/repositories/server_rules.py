"""Server rules: how each server wants it, loaded and saved."""

from typing import Any, Final

import sqlalchemy as sa

from bot.model.server_rules import PlayerList, ServerRules
from bot.model.time.clocks import read_clock
from data.dialects import upserts
from data.schema import server_rules
from data.session import Session

_USUAL: Final = ServerRules()
_OF_SERVER: Final = sa.select(server_rules).where(server_rules.c.server == sa.bindparam("server"))
_LOCKED: Final = _OF_SERVER.with_for_update()
# When its role was called is another statement's to write.
_PUT: Final = upserts(
    server_rules, "server", *(one.name for one in server_rules.c if one.name not in {"server", "called"})
)


class ServerRulesRepository:
    """The table `server_rules` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of(self, server: int, *, lock: bool = False) -> ServerRules:
        """Return how a server wants it; with `lock` nobody else changes it before this is written."""
        found = await self._connection.execute(_LOCKED if lock else _OF_SERVER, {"server": server})
        row = found.one_or_none()
        return _USUAL if row is None else _rules(row)

    async def put(self, server: int, rules: ServerRules) -> None:
        """Write how a server wants it, in place of what it wanted before."""
        values: dict[str, object] = {
            "server": server,
            "channels": list(rules.channels),
            "games": list(rules.games),
            "clock": str(rules.clock),
            "threads": rules.threads,
            "language": rules.language,
            "forum": rules.forum,
            "results": rules.results,
            "barred_people": list(rules.barred.people),
            "barred_roles": list(rules.barred.roles),
            "allowed_people": list(rules.allowed.people),
            "allowed_roles": list(rules.allowed.roles),
            "call_role": rules.call_role,
            "theme": rules.theme or None,
            "rated": rules.rated,
            "exploring": rules.exploring,
            "few_pictures": rules.few_pictures,
            "engines": rules.engines,
            "engine_channels": list(rules.engine_channels),
            "open_tournaments": rules.open_tournaments,
        }
        await self._connection.execute(_PUT[self._connection.dialect.name], values)


def _rules(row: sa.Row[*tuple[Any, ...]]) -> ServerRules:
    """Return the rules in a row; what was not known when it was written is as usual."""
    return ServerRules(
        channels=tuple(row.channels),
        games=tuple(row.games),
        clock=read_clock(row.clock),
        threads=row.threads,
        language=row.language,
        forum=row.forum,
        results=row.results,
        barred=PlayerList(tuple(row.barred_people or ()), tuple(row.barred_roles or ())),
        allowed=PlayerList(tuple(row.allowed_people or ()), tuple(row.allowed_roles or ())),
        call_role=row.call_role,
        theme=row.theme or "",
        rated=_USUAL.rated if row.rated is None else row.rated,
        exploring=_USUAL.exploring if row.exploring is None else row.exploring,
        few_pictures=bool(row.few_pictures),
        engines=row.engines is not False,
        engine_channels=tuple(row.engine_channels or ()),
        open_tournaments=bool(row.open_tournaments),
    )
