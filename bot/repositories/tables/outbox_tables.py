"""The tables of the outbox: executed requests, and notices."""

from typing import Final

import sqlalchemy as sa

from data.schema.base import metadata, partial_index
from data.schema.columns import UtcDateTime, key

requests: Final = sa.Table(
    "requests",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("subject", sa.BigInteger, nullable=False),
    sa.Column("number", sa.Integer),
    sa.Column("made", UtcDateTime, nullable=False),
    # The game's number of take-backs: a later one may have undone the ply.
    sa.Column("taken_back", sa.Integer),
    sqlite_with_rowid=False,
)

notices: Final = sa.Table(
    "notices",
    metadata,
    sa.Column("id", key(), primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    # The stream of a challenge and its games is the challenge's id; a channel's overview has minus the
    # channel's id, the aftermath of a game minus the game's id, any other notice the id of its server,
    # channel, reader or edited message. Each audience gets a stream in order.
    sa.Column("stream", sa.BigInteger, nullable=False),
    sa.Column("audience", sa.BigInteger, nullable=False),
    sa.Column("game", sa.ForeignKey("games.id")),
    sa.Column("ply", sa.Integer),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("due", UtcDateTime, nullable=False),
    sa.Column("claimant", sa.Text),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("uncertain", sa.Boolean, nullable=False),
    sa.Column("error", sa.Text),
    sa.Column("created", UtcDateTime, nullable=False),
    # The existing message of an offer, a reminder, a direct board or a challenge: later notices change it.
    sa.Column("shown_channel", sa.BigInteger),
    sa.Column("shown_message", sa.BigInteger),
    # The id of the interaction or job behind it, for the log.
    sa.Column("request", sa.Text),
    # The epoch in which it was written, if a restore found it undelivered; empty otherwise.
    sa.Column("epoch", sa.BigInteger),
    # FIRST, or BACKGROUND for notices without a waiting person.
    sa.Column("priority", sa.SmallInteger, nullable=False, server_default="0"),
)

FIRST: Final = 0
BACKGROUND: Final = 1
"""The priorities of notices. Background notices are delivered a few at a time."""

PUBLIC: Final = 0
"""The audience of a public notice; other values are recipients."""

NOTICE_IS_WAITING: Final = notices.c.status == sa.literal_column("'waiting'")

NOTICE_IS_CLAIMED: Final = notices.c.status == sa.literal_column("'claimed'")

NOTICE_IS_MISSED: Final = notices.c.status == sa.literal_column("'missed'")

NOTICE_IS_SHOWN: Final = notices.c.shown_message.is_not(None)

NOTICE_IS_OF_BEFORE: Final = notices.c.epoch.is_not(None)
"""A restore found it undelivered."""


def is_undelivered(table: sa.FromClause) -> sa.ColumnElement[bool]:
    """Return the condition that a row of `notices`, or of its alias, is undelivered."""
    return table.c.status.in_([sa.literal_column("'waiting'"), sa.literal_column("'claimed'")])


sa.Index(None, requests.c.player, requests.c.subject, requests.c.made)
partial_index("ix_notices_due", NOTICE_IS_WAITING, notices.c.due)
partial_index("ix_notices_priority", NOTICE_IS_WAITING, notices.c.priority, notices.c.due)
partial_index("ix_notices_claimed", NOTICE_IS_CLAIMED, notices.c.id)
partial_index("ix_notices_missed", NOTICE_IS_MISSED, notices.c.audience)
partial_index(
    "ix_notices_undelivered", is_undelivered(notices), notices.c.stream, notices.c.audience, notices.c.id
)
partial_index("ix_notices_shown", NOTICE_IS_SHOWN, notices.c.game, notices.c.audience)
partial_index("ix_notices_epoch", NOTICE_IS_OF_BEFORE, notices.c.epoch)
