"""The tables of matches as logs of plies: seats, substitutions, undone plies, conditional moves."""

from typing import Final

import sqlalchemy as sa

from bot.model.match.beacon import BeaconSource
from bot.model.match.log_entry import Automatic
from bot.model.match.match import Counting, MatchStatus
from bot.model.match.substitutions import SubstitutionStatus
from bot.repositories.tables.match_columns import OFFERS, OUTCOMES, TIMES, UNDO
from data.schema.base import metadata, partial_index
from data.schema.columns import JsonOf, TextOf, UtcDateTime, json_of, key

games: Final = sa.Table(
    "games",
    metadata,
    sa.Column("id", key(), primary_key=True),
    sa.Column("key", sa.Text, nullable=False),
    # Games provide their options in a proxy that JSON encoders reject.
    sa.Column("options", JsonOf(dict, dict), nullable=False),
    sa.Column("challenge", sa.ForeignKey("challenges.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("server", sa.ForeignKey("servers.id")),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("locale", sa.Text, nullable=False),
    sa.Column("thread", sa.BigInteger),
    sa.Column("home", sa.BigInteger, nullable=False),
    sa.Column("status", TextOf(MatchStatus), nullable=False),
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("turn", sa.Integer),
    sa.Column("position", sa.Text, nullable=False),
    sa.Column("outcome", OUTCOMES),
    sa.Column("resigned", sa.Integer),
    sa.Column("retired", json_of(tuple[tuple[int, int], ...]), nullable=False),
    sa.Column("seed", sa.Text),
    sa.Column("commitment", sa.Text),
    sa.Column("board_channel", sa.BigInteger),
    sa.Column("board_message", sa.BigInteger),
    sa.Column("created", UtcDateTime, nullable=False),
    sa.Column("updated", UtcDateTime, nullable=False),
    # The time of each seat, empty without a clock; then the facts of the current turn.
    sa.Column("times", TIMES),
    sa.Column("turns", sa.Integer, nullable=False, server_default="0"),
    sa.Column("since", UtcDateTime),
    sa.Column("deadline", UtcDateTime),
    sa.Column("claimable", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("told", UtcDateTime),
    sa.Column("reminders", sa.Integer, nullable=False, server_default="0"),
    sa.Column("stalled", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("silenced", sa.Boolean, nullable=False, server_default=sa.false()),
    # The start of the game's pause, if the bot is not in its server.
    sa.Column("paused", UtcDateTime),
    sa.Column("offers", OFFERS),
    sa.Column("taken_back", sa.Integer, nullable=False, server_default="0"),
    # Whether any player has a plan: other games skip the search for plans.
    sa.Column("planned", sa.Boolean, nullable=False, server_default=sa.false()),
    # As in `challenges`.
    sa.Column("parent", sa.BigInteger),
    sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
    # The game's state before its last ply, as long as that can be undone.
    sa.Column("undo", UNDO),
    # The version of the rules at the start.
    sa.Column("rules", sa.Integer, nullable=False, server_default="1"),
    # If dice depend on more than a secret: the committed secret, the digests of players' words, and the
    # message whose id they depend on. `seed` is then mixed from all of these, empty until the first roll.
    sa.Column("dice_seed", sa.Text),
    sa.Column("dice_commitment", sa.Text),
    sa.Column("dice_words", json_of(tuple[str, ...])),
    sa.Column("dice_beacon", json_of(BeaconSource, sparse=True)),
    # Whether its result, or that of the series it ended, counts for ratings; empty until decided.
    sa.Column("counting", TextOf(Counting)),
    # The ply count, and the take-backs before, of a rejected call.
    sa.Column("unjustified", json_of(tuple[int, int])),
    # Whether a non-player has ever followed it.
    sa.Column("followed", sa.Boolean, nullable=False, server_default=sa.false()),
    # The number of its plies that were copied from another game.
    sa.Column("taken_over", sa.Integer, nullable=False, server_default="0"),
    # The channel or forum of `thread`: Discord does not report archived threads to the gateway.
    sa.Column("thread_parent", sa.BigInteger),
    sa.UniqueConstraint("challenge", "number"),
)

GAME_IS_RUNNING: Final = games.c.status == sa.literal_column("'running'")

GAME_IS_FINISHED: Final = games.c.status == sa.literal_column("'finished'")

GAME_WAITS_FOR_DICE: Final = sa.and_(
    GAME_IS_RUNNING, games.c.dice_commitment.is_not(None), games.c.seed.is_(None)
)

GAME_TIMER: Final = "game"
"""The kind of a game's timer, by its id: when time next has an effect on it."""

seats: Final = sa.Table(
    "seats",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", sa.ForeignKey("players.id")),
    sa.Column("running", sa.Boolean, nullable=False),
    sa.Column("engine", sa.Text),
    sa.Column("level", sa.Integer),
    # Whether its player left without a counted result, because they block another player.
    sa.Column("unrated", sa.Boolean, nullable=False, server_default=sa.false()),
    sqlite_with_rowid=False,
)

substitutions: Final = sa.Table(
    "substitutions",
    metadata,
    sa.Column("id", key(), primary_key=True),
    sa.Column("game", sa.ForeignKey("games.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    # The seat's holder, the offerer (the holder or an admin), and the recipient: empty for anyone.
    sa.Column("leaver", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("offered_by", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("wanted", sa.ForeignKey("players.id")),
    sa.Column("status", TextOf(SubstitutionStatus), nullable=False),
    # The ply count when it was offered and, once accepted, when it changed hands.
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("made", UtcDateTime, nullable=False),
    sa.Column("expires", UtcDateTime, nullable=False),
    sa.Column("substitute", sa.ForeignKey("players.id")),
    sa.Column("settled", UtcDateTime),
    sa.Column("message_channel", sa.BigInteger),
    sa.Column("message", sa.BigInteger),
    # The number of take-backs before it changed hands.
    sa.Column("taken_back", sa.Integer),
    sa.Index(None, "game", "id"),
)

SUBSTITUTION_IS_OPEN: Final = substitutions.c.status == sa.literal_column("'open'")

SEAT_TIMER: Final = "seat"
"""The kind of a substitution's timer, by its id: when the offer of the seat lapses."""

plies: Final = sa.Table(
    "plies",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("played", UtcDateTime, nullable=False),
    sa.Column("automatic", TextOf(Automatic)),
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
    sa.Column("automatic", TextOf(Automatic)),
    sa.Column("played", UtcDateTime, nullable=False),
    sa.Column("undone", UtcDateTime, nullable=False),
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

partial_index("ix_games_channel_running", GAME_IS_RUNNING, games.c.channel)
partial_index("ix_games_home_running", GAME_IS_RUNNING, games.c.home)
partial_index("ix_games_server_running", GAME_IS_RUNNING, games.c.server, games.c.id)
partial_index("ix_games_server_finished", GAME_IS_FINISHED, games.c.server, games.c.id)
# With the status in the index, SQLite counts without a lookup in each game.
partial_index("ix_games_key_running", GAME_IS_RUNNING, games.c.key, games.c.status)
partial_index("ix_games_key_finished", GAME_IS_FINISHED, games.c.key)
partial_index("ix_games_waiting_for_dice", GAME_WAITS_FOR_DICE, games.c.id)
partial_index("ix_seats_engine", seats.c.engine.is_not(None), seats.c.running, seats.c.game)
sa.Index(None, games.c.home, games.c.id)
sa.Index(None, seats.c.player, seats.c.running, seats.c.game)
