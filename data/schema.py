"""The tables: people and servers with their settings, challenges, games as logs of plies, requests, notices.

Beside the logs: what was taken back, what players have planned, which seats have changed hands, and how
strong players are by what they have won.
"""

from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa
from sqlalchemy.types import TypeDecorator

NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Moment(TypeDecorator[datetime]):
    """A point in time: stored as UTC, handed out aware. Refuses naive values with ValueError."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Turn an aware moment into UTC."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Give a stored moment its time zone back; SQLite keeps none."""
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _key() -> sa.types.TypeEngine[int]:
    # SQLite numbers rows by itself only in columns declared INTEGER.
    return sa.BigInteger().with_variant(sa.Integer, "sqlite")


metadata: Final = sa.MetaData(naming_convention=NAMING)

players: Final = sa.Table(
    "players",
    metadata,
    sa.Column("id", _key(), primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("locale", sa.Text, nullable=False),
)

servers: Final = sa.Table(
    "servers",
    metadata,
    sa.Column("id", _key(), primary_key=True, autoincrement=False),
    # Empty where it is not known: only a Community says which language it speaks.
    sa.Column("locale", sa.Text, nullable=False),
    # Since when the bot is no longer there.
    sa.Column("gone", Moment),
)

SERVER_IS_GONE: Final = servers.c.gone.is_not(None)

challenges: Final = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", _key(), primary_key=True),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("challenger", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("opponent", sa.ForeignKey("players.id")),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("server", sa.ForeignKey("servers.id")),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("locale", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("reason", sa.Text),
    sa.Column("accepted_by", sa.ForeignKey("players.id")),
    sa.Column("message", sa.BigInteger),
    sa.Column("created", Moment, nullable=False),
    sa.Column("players", sa.Integer),
    sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("tie_break", sa.Text),
    sa.Column("clock", sa.Text, nullable=False, server_default="none"),
    # Of a game and a challenge; without constraints, which SQLite adds to no table that is there.
    sa.Column("rematch_of", sa.BigInteger),
    sa.Column("counter_to", sa.BigInteger),
    # The channel in which `channel` hangs, where that is a thread.
    sa.Column("parent", sa.BigInteger),
    # Whether that is a private thread.
    sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
    # When it closes by itself, if it is still open then.
    sa.Column("expires", Moment),
    # How often its terms have been changed.
    sa.Column("terms", sa.Integer, nullable=False, server_default="0"),
    # Whether its games count for the ratings of their players.
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    # Whether moves may be tried out in its games while they go on.
    sa.Column("exploring", sa.Boolean, nullable=False, server_default=sa.true()),
)

CHALLENGE_IS_OPEN: Final = challenges.c.status == sa.literal_column("'open'")
"""Spelt as a constant in queries too: a partial index serves only queries that name its condition."""
CHALLENGE_EXPIRES: Final = sa.and_(CHALLENGE_IS_OPEN, challenges.c.expires.is_not(None))

guests: Final = sa.Table(
    "guests",
    metadata,
    sa.Column("challenge", sa.ForeignKey("challenges.id"), primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("invited", sa.Boolean, nullable=False),
    # The place in the order of joining; empty for those who are not there, except for these: `LEFT_READY`,
    # `DECLINED`.
    sa.Column("joined", sa.Integer),
    sa.Column("party", sa.Integer),
    sa.Column("waiting", sa.Boolean, nullable=False),
    sqlite_with_rowid=False,
)

LEFT_READY: Final = -1
"""Says of someone that they have left when nobody more could come."""

DECLINED: Final = -2
"""Says of someone that they were invited and will not come."""

GUEST_IS_WAITING: Final = guests.c.waiting == sa.true()

games: Final = sa.Table(
    "games",
    metadata,
    sa.Column("id", _key(), primary_key=True),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("challenge", sa.ForeignKey("challenges.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("server", sa.ForeignKey("servers.id")),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("locale", sa.Text, nullable=False),
    sa.Column("thread", sa.BigInteger),
    sa.Column("home", sa.BigInteger, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("turn", sa.Integer),
    sa.Column("position", sa.Text, nullable=False),
    sa.Column("outcome", sa.JSON(none_as_null=True)),
    sa.Column("resigned", sa.Integer),
    sa.Column("retired", sa.JSON, nullable=False),
    sa.Column("seed", sa.Text),
    sa.Column("commitment", sa.Text),
    sa.Column("board_channel", sa.BigInteger),
    sa.Column("board_message", sa.BigInteger),
    sa.Column("created", Moment, nullable=False),
    sa.Column("updated", Moment, nullable=False),
    # The time of each seat, empty without a clock; then what is known of the running turn.
    sa.Column("times", sa.JSON(none_as_null=True)),
    sa.Column("turns", sa.Integer, nullable=False, server_default="0"),
    sa.Column("since", Moment),
    sa.Column("deadline", Moment),
    sa.Column("claimable", sa.Boolean, nullable=False, server_default=sa.false()),
    # When the passing of time will next have done something to the game.
    sa.Column("due", Moment),
    sa.Column("told", Moment),
    sa.Column("reminders", sa.Integer, nullable=False, server_default="0"),
    sa.Column("stalled", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("silenced", sa.Boolean, nullable=False, server_default=sa.false()),
    # Since when nothing happens in the game, as its server is gone.
    sa.Column("paused", Moment),
    sa.Column("offers", sa.JSON(none_as_null=True)),
    sa.Column("taken_back", sa.Integer, nullable=False, server_default="0"),
    # Whether anybody has a plan: a turn in a game without looks for none.
    sa.Column("planned", sa.Boolean, nullable=False, server_default=sa.false()),
    # As in `challenges`.
    sa.Column("parent", sa.BigInteger),
    sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
    # How the game stood before its last ply, as long as that can be undone.
    sa.Column("undo", sa.JSON(none_as_null=True)),
    sa.UniqueConstraint("challenge", "number"),
)

GAME_IS_RUNNING: Final = games.c.status == sa.literal_column("'running'")
GAME_IS_FINISHED: Final = games.c.status == sa.literal_column("'finished'")
GAME_WAITS_FOR_TIME: Final = games.c.due.is_not(None)

seats: Final = sa.Table(
    "seats",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", sa.ForeignKey("players.id")),
    sa.Column("running", sa.Boolean, nullable=False),
    sa.Column("engine", sa.Text),
    sa.Column("level", sa.Integer),
    # Whether its player has left without a result that counts, as they block somebody in the game.
    sa.Column("unrated", sa.Boolean, nullable=False, server_default=sa.false()),
    sqlite_with_rowid=False,
)

substitutions: Final = sa.Table(
    "substitutions",
    metadata,
    sa.Column("id", _key(), primary_key=True),
    sa.Column("game", sa.ForeignKey("games.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    # Who holds the seat, who offers it (they, or an admin), to whom: empty for anyone.
    sa.Column("leaver", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("offered_by", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("wanted", sa.ForeignKey("players.id")),
    sa.Column("status", sa.Text, nullable=False),
    # After how many plies it was offered and, once it has changed hands, that was.
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("made", Moment, nullable=False),
    sa.Column("expires", Moment, nullable=False),
    sa.Column("substitute", sa.ForeignKey("players.id")),
    sa.Column("settled", Moment),
    sa.Column("message_channel", sa.BigInteger),
    sa.Column("message", sa.BigInteger),
    sa.Index(None, "game", "id"),
)

SUBSTITUTION_IS_OPEN: Final = substitutions.c.status == sa.literal_column("'open'")

plies: Final = sa.Table(
    "plies",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("played", Moment, nullable=False),
    sa.Column("automatic", sa.Text),
    sqlite_with_rowid=False,
)

undone: Final = sa.Table(
    "undone",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("taken_back", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("automatic", sa.Text),
    sa.Column("played", Moment, nullable=False),
    sa.Column("undone", Moment, nullable=False),
    sqlite_with_rowid=False,
)

plans: Final = sa.Table(
    "plans",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("plan", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)

requests: Final = sa.Table(
    "requests",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("subject", sa.BigInteger, nullable=False),
    sa.Column("number", sa.Integer),
    sa.Column("made", Moment, nullable=False),
    # How many take-backs the game had seen: a later one may have undone the ply.
    sa.Column("taken_back", sa.Integer),
    sqlite_with_rowid=False,
)

notices: Final = sa.Table(
    "notices",
    metadata,
    sa.Column("id", _key(), primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    # A challenge and the games it leads to are one stream, by its id; a channel's overview is one by minus
    # the channel's id, what follows the end of a game is one by minus the game's, a server's welcome is one
    # by the server's id. Each audience hears a stream in order.
    sa.Column("stream", sa.BigInteger, nullable=False),
    sa.Column("audience", sa.BigInteger, nullable=False),
    sa.Column("game", sa.ForeignKey("games.id")),
    sa.Column("ply", sa.Integer),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("due", Moment, nullable=False),
    sa.Column("claimant", sa.Text),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("uncertain", sa.Boolean, nullable=False),
    sa.Column("error", sa.Text),
    sa.Column("created", Moment, nullable=False),
    # The message of a reminder or a direct board that still stands.
    sa.Column("shown_channel", sa.BigInteger),
    sa.Column("shown_message", sa.BigInteger),
    # What it comes from, to be found in the log: the id of an interaction, or of a job.
    sa.Column("request", sa.Text),
    # The epoch it was written in, where a restore found it undelivered; empty in the running one.
    sa.Column("epoch", sa.BigInteger),
)

imports: Final = sa.Table(
    "imports",
    metadata,
    sa.Column("id", _key(), primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id"), nullable=False),
    # What a list says of it; the rest is in the record, as it would be exported.
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("names", sa.JSON, nullable=False),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("expires", Moment, nullable=False),
    sa.Index(None, "player", "id"),
    sa.Index(None, "expires"),
)

habits: Final = sa.Table(
    "habits",
    metadata,
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("preferences", sa.JSON, nullable=False),
    sa.Column("vacation", sa.JSON, nullable=False),
)

blocks: Final = sa.Table(
    "blocks",
    metadata,
    sa.Column("blocker", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("blocked", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("made", Moment, nullable=False),
    sa.Index(None, "blocked"),
    sqlite_with_rowid=False,
)

# Who has asked for the deletion of all that is kept of them, and when that is to begin.
deletions: Final = sa.Table(
    "deletions",
    metadata,
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("asked", Moment, nullable=False),
    sa.Column("due", Moment, nullable=False),
)

server_rules: Final = sa.Table(
    "server_rules",
    metadata,
    sa.Column("server", _key(), primary_key=True, autoincrement=False),
    sa.Column("channels", sa.JSON, nullable=False),
    sa.Column("games", sa.JSON, nullable=False),
    sa.Column("clock", sa.Text, nullable=False),
    sa.Column("threads", sa.Boolean, nullable=False),
    sa.Column("language", sa.Text),
    # A forum in which each game is a post, and a channel in which ends are told.
    sa.Column("forum", sa.BigInteger),
    sa.Column("results", sa.BigInteger),
    # Who may not play, and who alone may; empty for nobody, and for everybody.
    sa.Column("barred_people", sa.JSON(none_as_null=True)),
    sa.Column("barred_roles", sa.JSON(none_as_null=True)),
    sa.Column("allowed_people", sa.JSON(none_as_null=True)),
    sa.Column("allowed_roles", sa.JSON(none_as_null=True)),
    # The role that new open challenges call, and when they have called it last.
    sa.Column("call_role", sa.BigInteger),
    sa.Column("called", Moment),
    # That of public pictures.
    sa.Column("theme", sa.Text),
    # Whether challenges are rated that say nothing about it; empty where nobody has chosen.
    sa.Column("rated", sa.Boolean),
    # The same of whether they allow trying moves out.
    sa.Column("exploring", sa.Boolean),
)

overviews: Final = sa.Table(
    "overviews",
    metadata,
    sa.Column("channel", _key(), primary_key=True, autoincrement=False),
    sa.Column("server", sa.ForeignKey("servers.id")),
    sa.Column("locale", sa.Text, nullable=False),
    sa.Column("message", sa.BigInteger),
)

welcomes: Final = sa.Table(
    "welcomes",
    metadata,
    # A server, or EVERY_SERVER.
    sa.Column("server", _key(), primary_key=True, autoincrement=False),
    sa.Column("decided", Moment, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
)

EVERY_SERVER: Final = 0
"""Stands in `welcomes` for all servers that the bot was in at that moment."""

audit_entries: Final = sa.Table(
    "deeds",
    metadata,
    sa.Column("id", _key(), primary_key=True),
    sa.Column("server", sa.BigInteger, nullable=False),
    sa.Column("done", Moment, nullable=False),
    sa.Column("player", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("deed", sa.Text, nullable=False),
    sa.Column("game", sa.ForeignKey("games.id")),
    sa.Column("note", sa.Text, nullable=False),
    sa.Index(None, "server", "id"),
)

ratings: Final = sa.Table(
    "ratings",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    # The server in which it counts, or `EVERYWHERE`.
    sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False),
    # Empty where a game is not rated by role.
    sa.Column("role", sa.Text, primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("value", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    sa.Column("volatility", sa.Double, nullable=False),
    sa.Column("results", sa.Integer, nullable=False),
    # The end of the latest of these.
    sa.Column("rated", Moment, nullable=False),
    sa.Index(None, "player"),
    sqlite_with_rowid=False,
)

rating_changes: Final = sa.Table(
    "rating_changes",
    metadata,
    # Of a series its last game.
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("player", sa.ForeignKey("players.id"), primary_key=True),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("value_before", sa.Double, nullable=False),
    sa.Column("deviation_before", sa.Double, nullable=False),
    sa.Column("value", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    sa.Column("ended", Moment, nullable=False),
    sa.Index(None, "player", "scope", "ended"),
    sa.Index(None, "key"),
    sqlite_with_rowid=False,
)

EVERYWHERE: Final = 0
"""The scope of a rating that counts the results of all servers."""

PUBLIC: Final = 0
"""The audience of a notice that is told in public; any other is the person it is told to."""

NOTICE_IS_WAITING: Final = notices.c.status == sa.literal_column("'waiting'")
NOTICE_IS_CLAIMED: Final = notices.c.status == sa.literal_column("'claimed'")
NOTICE_IS_MISSED: Final = notices.c.status == sa.literal_column("'missed'")
NOTICE_IS_SHOWN: Final = notices.c.shown_message.is_not(None)
NOTICE_IS_OF_BEFORE: Final = notices.c.epoch.is_not(None)
"""A restore found it undelivered."""


def undelivered(table: sa.FromClause) -> sa.ColumnElement[bool]:
    """Return the condition under which a row of `notices`, or of an alias of it, is still to be told."""
    return table.c.status.in_([sa.literal_column("'waiting'"), sa.literal_column("'claimed'")])


def _partial(name: str, where: sa.ColumnElement[bool], *columns: sa.Column[object]) -> sa.Index:
    return sa.Index(name, *columns, sqlite_where=where, postgresql_where=where)


_partial("ix_challenges_sent", CHALLENGE_IS_OPEN, challenges.c.challenger)
_partial("ix_challenges_received", CHALLENGE_IS_OPEN, challenges.c.opponent)
_partial(
    "ix_challenges_rematch_of_id",
    challenges.c.rematch_of.is_not(None),
    challenges.c.rematch_of,
    challenges.c.id,
)
_partial("ix_challenges_server_open", CHALLENGE_IS_OPEN, challenges.c.server)
_partial("ix_challenges_expiring", CHALLENGE_EXPIRES, challenges.c.expires)
_partial("ix_challenges_rated", challenges.c.rated == sa.true(), challenges.c.key)
_partial("ix_challenges_channel_open", CHALLENGE_IS_OPEN, challenges.c.channel)
_partial("ix_guests_waiting", GUEST_IS_WAITING, guests.c.player)
_partial("ix_games_channel_running", GAME_IS_RUNNING, games.c.channel)
_partial("ix_games_home_running", GAME_IS_RUNNING, games.c.home)
_partial("ix_games_server_running", GAME_IS_RUNNING, games.c.server, games.c.id)
_partial("ix_games_server_finished", GAME_IS_FINISHED, games.c.server, games.c.id)
_partial("ix_games_key_finished", GAME_IS_FINISHED, games.c.key)
_partial("ix_servers_gone", SERVER_IS_GONE, servers.c.gone)
_partial("ix_games_due", GAME_WAITS_FOR_TIME, games.c.due)
_partial("ix_substitutions_expiring", SUBSTITUTION_IS_OPEN, substitutions.c.expires)
sa.Index(None, games.c.home, games.c.id)
sa.Index(None, overviews.c.server)
sa.Index(None, requests.c.player, requests.c.subject, requests.c.made)
sa.Index(None, seats.c.player, seats.c.running, seats.c.game)
_partial("ix_notices_due", NOTICE_IS_WAITING, notices.c.due)
_partial("ix_notices_claimed", NOTICE_IS_CLAIMED, notices.c.id)
_partial("ix_notices_missed", NOTICE_IS_MISSED, notices.c.audience)
_partial("ix_notices_undelivered", undelivered(notices), notices.c.stream, notices.c.audience, notices.c.id)
_partial("ix_notices_shown", NOTICE_IS_SHOWN, notices.c.game, notices.c.audience)
_partial("ix_notices_epoch", NOTICE_IS_OF_BEFORE, notices.c.epoch)

# The restores this database has come from, each of which has begun an epoch; before the first it is 0. What
# was given a number up to the last ones here was known to the backup that was restored then.
epochs: Final = sa.Table(
    "epochs",
    metadata,
    sa.Column("epoch", _key(), primary_key=True, autoincrement=False),
    # Up to when all is known, and when the restore was.
    sa.Column("backed_up", Moment, nullable=False),
    sa.Column("begun", Moment, nullable=False),
    sa.Column("last_game", sa.BigInteger, nullable=False),
    sa.Column("last_challenge", sa.BigInteger, nullable=False),
    # How many notices nobody can say of whether they were told.
    sa.Column("undecided", sa.Integer, nullable=False, server_default="0"),
)

# A process lives as long as its row is here. Whoever finds its lease ended takes the row away, and in the
# same transaction what the process had claimed becomes anybody's. The database's clock measures leases.
processes: Final = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    # Where it runs, for people to read.
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
    sa.Column("started", Moment, nullable=False),
    sa.Column("until", Moment, nullable=False),
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
)

# When a shard of each bucket may last have identified itself to Discord, or will.
identifies: Final = sa.Table(
    "identifies",
    metadata,
    sa.Column("bucket", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", Moment, nullable=False),
)

# What a process has taken in hand besides notices; another that meets it leaves it alone.
job_claims: Final = sa.Table(
    "job_claims",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("subject", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("claimant", sa.Text, nullable=False),
    sa.Index(None, "claimant"),
    sqlite_with_rowid=False,
)

# How many requests of a process Discord had refused within ten minutes when it told so. All are banned
# together, so that what is told of one that lives no more counts until it is ten minutes old.
refused_requests: Final = sa.Table(
    "refused_requests",
    metadata,
    sa.Column("process", sa.Text, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("told", Moment, nullable=False),
)

# What Discord has asked one process to leave alone until a moment, for all to know: a route, or everything.
holds: Final = sa.Table(
    "holds",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("until", Moment, nullable=False),
)


def unclaimed(kind: str, subject: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the condition under which nobody has taken a job in hand."""
    return ~sa.exists(
        sa.select(sa.literal_column("1"))
        .select_from(job_claims)
        .where(job_claims.c.kind == sa.literal_column(f"'{kind}'"), job_claims.c.subject == subject)
    )
