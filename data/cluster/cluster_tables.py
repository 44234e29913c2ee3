"""Tables shared by all processes: their leases, claims and limits, timers, backups and alarms."""

from typing import Final

import sqlalchemy as sa

from data.schema.base import metadata
from data.schema.columns import UtcDateTime

# A process lives while its row exists. The first process to find its lease expired deletes the row and
# releases its claims in the same transaction. The database's clock measures leases.
processes: Final = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    # The host and the process id, for people to read.
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
    sa.Column("started", UtcDateTime, nullable=False),
    sa.Column("until", UtcDateTime, nullable=False),
    # The requested shards; null for none.
    sa.Column("wish", sa.Text),
)

# A shard is held while its row and its holder's row exist. All rows have the same total.
shards: Final = sa.Table(
    "shards",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("holder", sa.ForeignKey(processes.c.id, ondelete="CASCADE"), nullable=False, index=True),
    # Whether its holder reported a connection; null without a report.
    sa.Column("connected", sa.Boolean),
)

# The latest identification time of a shard of each bucket, past or reserved.
identifies: Final = sa.Table(
    "identifies",
    metadata,
    sa.Column("bucket", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", UtcDateTime, nullable=False),
)

# The timers that a process has claimed; others skip them.
job_claims: Final = sa.Table(
    "job_claims",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("subject", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("claimant", sa.Text, nullable=False),
    sa.Index(None, "claimant"),
    sqlite_with_rowid=False,
)

# The next timer of an aggregate; `subject` identifies it within its kind.
timers: Final = sa.Table(
    "timers",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("subject", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("due", UtcDateTime, nullable=False),
    sa.Index(None, "kind", "due"),
    sqlite_with_rowid=False,
)

# A process's number of refused requests within ten minutes. Discord bans all processes together, so the
# number of a dead process still counts for ten minutes.
refused_requests: Final = sa.Table(
    "refused_requests",
    metadata,
    sa.Column("process", sa.Text, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("told", UtcDateTime, nullable=False),
)

# Holds valid for all processes: of a route or of everything after a 429, and of first direct messages.
holds: Final = sa.Table(
    "holds",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("until", UtcDateTime, nullable=False),
)

# The scheduled backups, each with its size or a one-line failure.
backups: Final = sa.Table(
    "backups",
    metadata,
    sa.Column("taken", UtcDateTime, primary_key=True),
    sa.Column("size", sa.BigInteger),
    sa.Column("failure", sa.Text),
)

# The lasting alarms. The process that inserts a row alerts the owner; every process that still sees the cause
# renews it.
alarms: Final = sa.Table(
    "alarms",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("since", UtcDateTime, nullable=False),
    sa.Column("seen", UtcDateTime, nullable=False),
)
