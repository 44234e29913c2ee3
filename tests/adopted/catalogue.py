"""A schema's content as lines that do not depend on its history."""

import re

import sqlalchemy as sa

from data.connections.async_engines import AsyncEngine

_CONSTRAINTS = re.compile(
    r'CONSTRAINT "?(\w+)"? (PRIMARY KEY|UNIQUE|CHECK|FOREIGN KEY) (\((?:[^()]|\([^()]*\))*\))'
)
_POSTGRESQL = (
    """SELECT relname, relkind, relpersistence, reloptions
       FROM pg_class WHERE relnamespace = 'public'::regnamespace""",
    """SELECT attrelid::regclass::text, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
       attgenerated, attstorage, attcollation, pg_get_expr(adbin, adrelid)
       FROM pg_attribute JOIN pg_class c ON c.oid = attrelid AND relkind = 'r'
       LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
       WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped""",
    """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), condeferrable
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace""",
    """SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'""",
    """SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal""",
    """SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace""",
    """SELECT sequencename, data_type::text, start_value, increment_by, cycle FROM pg_sequences""",
    """SELECT definition FROM pg_views WHERE schemaname = 'public'""",
    """SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('d', 'e')""",
)
_SQLITE = (
    """SELECT t.name, wr, strict
       FROM pragma_table_list t WHERE schema = 'main' AND t.name NOT LIKE 'sqlite%'""",
    """SELECT t.name, c.name, upper(c.type), "notnull", dflt_value, pk, hidden
       FROM sqlite_schema t, pragma_table_xinfo(t.name) c WHERE t.type = 'table'""",
    """SELECT t.name, f."from", f."table", f."to", on_update, on_delete
       FROM sqlite_schema t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'""",
    """SELECT tbl_name, name, replace(sql, char(10), ' ') FROM sqlite_schema WHERE type NOT IN ('table')""",
)


async def catalogue(engine: AsyncEngine) -> list[str]:
    """Return the content of the schema: tables, columns, constraints, indexes, triggers and other objects."""
    async with engine.connect() as connection:
        is_sqlite = connection.dialect.name == "sqlite"
        lines = []
        for query in _SQLITE if is_sqlite else _POSTGRESQL:
            lines += [repr(tuple(row)) for row in await connection.execute(sa.text(query))]
        if is_sqlite:
            tables = sa.text("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
            for name, sql in await connection.execute(tables):
                assert "DEFERR" not in sql.upper()
                lines += [
                    repr((name, *constraint)) for constraint in _CONSTRAINTS.findall(" ".join(sql.split()))
                ]
    return sorted(lines)
