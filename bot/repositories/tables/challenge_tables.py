"""The tables of challenges and their guests."""

from typing import Final

import sqlalchemy as sa

from bot.model.challenges.challenge import ChallengeStatus
from bot.model.time.clocks import read_clock
from data.schema.base import metadata, partial_index
from data.schema.columns import JsonOf, LaterFlag, TextOf, UtcDateTime, key
from rules.contract.series import TieBreak

challenges: Final = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", key(), primary_key=True),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("options", JsonOf(dict, dict), nullable=False),
    sa.Column("challenger", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("opponent", sa.ForeignKey("players.id")),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("server", sa.ForeignKey("servers.id")),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("locale", sa.Text, nullable=False),
    sa.Column("status", TextOf(ChallengeStatus), nullable=False),
    sa.Column("reason", sa.Text),
    sa.Column("accepted_by", sa.ForeignKey("players.id")),
    sa.Column("message", sa.BigInteger),
    sa.Column("created", UtcDateTime, nullable=False),
    sa.Column("players", sa.Integer),
    sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("tie_break", TextOf(TieBreak)),
    sa.Column("clock", TextOf(read_clock), nullable=False, server_default="none"),
    # A game and a challenge; without constraints, which SQLite cannot add to an existing table.
    sa.Column("rematch_of", sa.BigInteger),
    sa.Column("counter_to", sa.BigInteger),
    # The parent of `channel`, if that is a thread.
    sa.Column("parent", sa.BigInteger),
    # Whether that is a private thread.
    sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
    # When it expires.
    sa.Column("expires", UtcDateTime),
    # How often its terms have changed.
    sa.Column("terms", sa.Integer, nullable=False, server_default="0"),
    # Whether its games count for their players' ratings.
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    # Whether moves may be explored in its running games.
    sa.Column("exploring", sa.Boolean, nullable=False, server_default=sa.true()),
    # The secret of its game's dice, and its public part; empty without dice.
    sa.Column("dice_seed", sa.Text),
    sa.Column("dice_commitment", sa.Text),
    # The root and the number of its seed's leaf, if a tournament has shown the root before.
    sa.Column("dice_root", sa.Text),
    sa.Column("dice_leaf", sa.Integer),
    # Whether its opponent is the bot itself.
    sa.Column("against_engine", LaterFlag),
)

CHALLENGE_IS_OPEN: Final = challenges.c.status == sa.literal_column("'open'")
"""A constant, also in queries: a partial index serves only queries that contain its condition."""

CHALLENGE_EXPIRES: Final = sa.and_(CHALLENGE_IS_OPEN, challenges.c.expires.is_not(None))

CHALLENGE_TIMER: Final = "challenge"
"""The kind of a challenge's timer, by its id: when it expires."""

guests: Final = sa.Table(
    "guests",
    metadata,
    sa.Column("challenge", sa.ForeignKey("challenges.id"), primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("invited", sa.Boolean, nullable=False),
    # The rank in order of joining, `LEFT_READY`, `DECLINED`, or empty.
    sa.Column("joined", sa.Integer),
    sa.Column("party", sa.Integer),
    sa.Column("waiting", sa.Boolean, nullable=False),
    # The digest of their word for the dice.
    sa.Column("dice_word", sa.Text),
    sqlite_with_rowid=False,
)

GUEST_IS_WAITING: Final = guests.c.waiting == sa.true()

partial_index("ix_challenges_sent", CHALLENGE_IS_OPEN, challenges.c.challenger)
partial_index("ix_challenges_received", CHALLENGE_IS_OPEN, challenges.c.opponent)
partial_index(
    "ix_challenges_rematch_of_id",
    challenges.c.rematch_of.is_not(None),
    challenges.c.rematch_of,
    challenges.c.id,
)
partial_index("ix_challenges_server_open", CHALLENGE_IS_OPEN, challenges.c.server)
partial_index("ix_challenges_rated", challenges.c.rated == sa.true(), challenges.c.key)
partial_index("ix_challenges_channel_open", CHALLENGE_IS_OPEN, challenges.c.channel)
partial_index("ix_guests_waiting", GUEST_IS_WAITING, guests.c.player)
