"""Tables shared by all processes: their leases, claims and limits, timers, backups and alarms."""

from typing import Final

import sqlalchemy as sa

from data.schema.base import metadata
from data.schema.columns import UtcDateTime

# A process lives as long as its row is here. Whoever finds its lease ended takes the row away, and in the
# same transaction what the process had claimed becomes anybody's. The database's clock measures leases.
processes: Final = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    # Where it runs, for people to read.
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
    sa.Column("started", UtcDateTime, nullable=False),
    sa.Column("until", UtcDateTime, nullable=False),
    # Which shards it is to hold, as its owner has written it; null where it takes none.
    sa.Column("wish", sa.Text),
)

# A shard is held as long as its row is here, and its holder's. All rows have the same total.
shards: Final = sa.Table(
    "shards",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("holder", sa.ForeignKey(processes.c.id, ondelete="CASCADE"), nullable=False, index=True),
    # Whether its holder is connected for it, as that said last; null where it does not say.
    sa.Column("connected", sa.Boolean),
)

# When a shard of each bucket may last have identified itself to Discord, or will.
identifies: Final = sa.Table(
    "identifies",
    metadata,
    sa.Column("bucket", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", UtcDateTime, nullable=False),
)

# The timers that a process has claimed; another one that meets them leaves them alone.
job_claims: Final = sa.Table(
    "job_claims",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("subject", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("claimant", sa.Text, nullable=False),
    sa.Index(None, "claimant"),
    sqlite_with_rowid=False,
)

# When the passing of time next does something to an aggregate, which `subject` names within its kind.
timers: Final = sa.Table(
    "timers",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("subject", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("due", UtcDateTime, nullable=False),
    sa.Index(None, "kind", "due"),
    sqlite_with_rowid=False,
)

# How many requests of a process Discord had refused within ten minutes when it told so. All are banned
# together, so that what is told of one that lives no more counts until it is ten minutes old.
refused_requests: Final = sa.Table(
    "refused_requests",
    metadata,
    sa.Column("process", sa.Text, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("told", UtcDateTime, nullable=False),
)

# Holds of Discord for all processes: a route, or everything, until a moment.
holds: Final = sa.Table(
    "holds",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("until", UtcDateTime, nullable=False),
)

# The scheduled backups, each with its size, or with a line about its failure.
backups: Final = sa.Table(
    "backups",
    metadata,
    sa.Column("taken", UtcDateTime, primary_key=True),
    sa.Column("size", sa.BigInteger),
    sa.Column("failure", sa.Text),
)

# The lasting alarms. The process that inserts a row tells the owner; all that still see the reason renew it.
alarms: Final = sa.Table(
    "alarms",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("since", UtcDateTime, nullable=False),
    sa.Column("seen", UtcDateTime, nullable=False),
)
