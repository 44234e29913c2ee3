"""The tables of tournaments: their entrants, their games, and trees of dice seeds."""

from typing import Final

import sqlalchemy as sa

from bot.features.tournaments.domain.formats import Rules
from bot.features.tournaments.domain.tournament import TournamentStatus
from bot.model.time.clocks import read_clock
from data.schema.base import metadata
from data.schema.columns import JsonOf, TextOf, UtcDateTime, json_of, key

tournaments: Final = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", key(), primary_key=True),
    sa.Column("server", sa.ForeignKey("servers.id"), nullable=False),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("locale", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("options", JsonOf(dict, dict), nullable=False),
    sa.Column("rules", json_of(Rules), nullable=False),
    sa.Column("clock", TextOf(read_clock), nullable=False),
    sa.Column("places", sa.Integer, nullable=False),
    sa.Column("engine_level", sa.Integer),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("at_once", sa.Integer),
    sa.Column("lost_on_time", sa.Integer),
    sa.Column("status", TextOf(TournamentStatus), nullable=False),
    # A version of the program without this table may delete the organiser.
    sa.Column("organiser", sa.ForeignKey("players.id", ondelete="SET NULL")),
    sa.Column("created", UtcDateTime, nullable=False),
    # The terms of its games without columns of their own; null in rows of older versions.
    sa.Column("terms", sa.JSON(none_as_null=True)),
    # The time at which it starts, if one was set.
    sa.Column("starts", UtcDateTime),
    # The time of its end.
    sa.Column("ended", UtcDateTime),
    sa.Column("message", sa.BigInteger),
    sa.Index(None, "server", "status"),
    sa.Index(None, "organiser"),
)

TOURNAMENT_TIMER: Final = "tournament"
"""The kind of the timers for tournaments' next checks."""

entrants: Final = sa.Table(
    "entrants",
    metadata,
    sa.Column("tournament", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    # Null for an engine, and for a deleted person.
    sa.Column("player", sa.ForeignKey("players.id", ondelete="SET NULL")),
    sa.Column("level", sa.Integer),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
    # The final place, once the tournament is over.
    sa.Column("place", sa.Integer),
    sa.Column("cup", sa.Boolean, nullable=False),
    # The time of entry to a ladder.
    sa.Column("entered", UtcDateTime),
    sa.Index(None, "player"),
    sqlite_with_rowid=False,
)

tournament_games: Final = sa.Table(
    "tournament_games",
    metadata,
    sa.Column("id", key(), primary_key=True),
    sa.Column("tournament", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("group", sa.Integer, nullable=False),
    # The numbers of entrants by seat, and their points once the game is decided.
    sa.Column("seats", json_of(tuple[int, ...]), nullable=False),
    sa.Column("points", json_of(tuple[float, ...])),
    sa.Column("played", sa.Boolean, nullable=False),
    # The challenge of the game, once it has started.
    sa.Column("challenge", sa.ForeignKey("challenges.id", ondelete="SET NULL")),
    # On a ladder the number of the challenging entrant, and the time of the result.
    sa.Column("challenger", sa.Integer),
    sa.Column("decided", UtcDateTime),
    # The seed of its dice: the root of the tree, and the index of the leaf.
    sa.Column("dice_root", sa.Text),
    sa.Column("dice_leaf", sa.Integer),
    sa.Index(None, "tournament"),
    sa.Index(None, "challenge"),
)

dice_trees: Final = sa.Table(
    "dice_trees",
    metadata,
    sa.Column("id", key(), primary_key=True),
    sa.Column("tournament", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    sa.Column("root", sa.Text, nullable=False),
    # Secret: 64 hexadecimal digits for each seed, concatenated.
    sa.Column("seeds", sa.Text, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    # Whether it is reserved for the next season of a league.
    sa.Column("ahead", sa.Boolean, nullable=False),
    # Whether it provides no seeds for further games.
    sa.Column("closed", sa.Boolean, nullable=False),
    # The message that shows its root, once posted.
    sa.Column("message", sa.BigInteger),
    sa.Index(None, "tournament"),
    sa.Index(None, "root"),
)
