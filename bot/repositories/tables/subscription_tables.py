"""The table of subscriptions: regular posts in a channel, such as daily puzzles and weekly letters."""

from datetime import time
from typing import Final

import sqlalchemy as sa

from data.schema.base import metadata
from data.schema.columns import TextOf, UtcDateTime

# The timer of the same kind with the server as its subject is set to the next post.
subscriptions: Final = sa.Table(
    "subscriptions",
    metadata,
    sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("channel", sa.BigInteger, nullable=False),
    # The local time; Monday is 0, no day means daily.
    sa.Column("day", sa.Integer),
    sa.Column("time", TextOf(time.fromisoformat, "{:%H:%M}".format), nullable=False),
    sa.Column("zone", sa.Text, nullable=False),
    # The number of posts, the time of the last one, and its content (a puzzle); empty before the first.
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("posted", UtcDateTime),
    sa.Column("item", sa.BigInteger),
    sqlite_with_rowid=False,
)
