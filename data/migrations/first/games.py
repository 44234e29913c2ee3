"""The tables of games, as 0.11.0 had them."""

import sqlalchemy as sa
from alembic import op

from data.migrations.first.declaring import KEY, MOMENT, partial_index, refers


def create() -> None:
    """Create the tables and their indexes."""
    op.create_table(
        "imports",
        sa.Column("id", KEY, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("names", sa.JSON, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("expires", MOMENT, nullable=False),
        refers("imports", "player", "players.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imports")),
    )
    op.create_index(op.f("ix_imports_player_id"), "imports", ["player", "id"])
    op.create_table(
        "games",
        sa.Column("id", KEY, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("challenge", KEY, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("server", KEY),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("thread", sa.BigInteger),
        sa.Column("home", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("outcome", sa.JSON),
        sa.Column("resigned", sa.Integer),
        sa.Column("retired", sa.JSON, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("commitment", sa.Text),
        sa.Column("board_channel", sa.BigInteger),
        sa.Column("board_message", sa.BigInteger),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        sa.Column("times", sa.JSON),
        sa.Column("turns", sa.Integer, nullable=False, server_default="0"),
        sa.Column("since", MOMENT),
        sa.Column("deadline", MOMENT),
        sa.Column("claimable", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("told", MOMENT),
        sa.Column("reminders", sa.Integer, nullable=False, server_default="0"),
        sa.Column("stalled", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("silenced", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("paused", MOMENT),
        sa.Column("offers", sa.JSON),
        sa.Column("taken_back", sa.Integer, nullable=False, server_default="0"),
        sa.Column("planned", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("parent", sa.BigInteger),
        sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("undo", sa.JSON),
        sa.Column("rules", sa.Integer, nullable=False, server_default="1"),
        sa.Column("dice_seed", sa.Text),
        sa.Column("dice_commitment", sa.Text),
        sa.Column("dice_words", sa.JSON),
        sa.Column("dice_beacon", sa.JSON),
        sa.Column("counting", sa.Text),
        sa.Column("unjustified", sa.JSON),
        sa.Column("followed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("taken_over", sa.Integer, nullable=False, server_default="0"),
        sa.Column("thread_parent", sa.BigInteger),
        # No longer read or written by any version.
        sa.Column("due", MOMENT),
        refers("games", "challenge", "challenges.id"),
        refers("games", "server", "servers.id"),
        sa.UniqueConstraint("challenge", "number", name=op.f("uq_games_challenge_number")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index(
        op.f("ix_games_channel_running"), "games", ["channel"], **partial_index("status = 'running'")
    )
    op.create_index(op.f("ix_games_home_id"), "games", ["home", "id"])
    op.create_index(op.f("ix_games_home_running"), "games", ["home"], **partial_index("status = 'running'"))
    op.create_index(op.f("ix_games_key_finished"), "games", ["key"], **partial_index("status = 'finished'"))
    op.create_index(
        op.f("ix_games_key_running"), "games", ["key", "status"], **partial_index("status = 'running'")
    )
    op.create_index(
        op.f("ix_games_server_finished"), "games", ["server", "id"], **partial_index("status = 'finished'")
    )
    op.create_index(
        op.f("ix_games_server_running"), "games", ["server", "id"], **partial_index("status = 'running'")
    )
    op.create_index(
        op.f("ix_games_waiting_for_dice"),
        "games",
        ["id"],
        **partial_index("status = 'running' AND dice_commitment IS NOT NULL AND seed IS NULL"),
    )
    op.create_table(
        "seats",
        sa.Column("game", KEY, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player", KEY),
        sa.Column("running", sa.Boolean, nullable=False),
        sa.Column("engine", sa.Text),
        sa.Column("level", sa.Integer),
        sa.Column("unrated", sa.Boolean, nullable=False, server_default=sa.false()),
        refers("seats", "game", "games.id"),
        refers("seats", "player", "players.id"),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_seats")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_seats_engine"), "seats", ["running", "game"], **partial_index("engine IS NOT NULL")
    )
    op.create_index(op.f("ix_seats_player_running_game"), "seats", ["player", "running", "game"])
    op.create_table(
        "plies",
        sa.Column("game", KEY, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("played", MOMENT, nullable=False),
        sa.Column("automatic", sa.Text),
        refers("plies", "game", "games.id"),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_plies")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "undone",
        sa.Column("game", KEY, nullable=False),
        sa.Column("taken_back", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("automatic", sa.Text),
        sa.Column("played", MOMENT, nullable=False),
        sa.Column("undone", MOMENT, nullable=False),
        refers("undone", "game", "games.id"),
        sa.PrimaryKeyConstraint("game", "taken_back", "number", name=op.f("pk_undone")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "plans",
        sa.Column("game", KEY, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        refers("plans", "game", "games.id"),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_plans")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "kept_lines",
        sa.Column("id", KEY, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("taken_back", sa.Integer, nullable=False),
        sa.Column("moves", sa.JSON, nullable=False),
        sa.Column("kept", MOMENT, nullable=False),
        refers("kept_lines", "game", "games.id", "CASCADE"),
        refers("kept_lines", "player", "players.id", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kept_lines")),
    )
    op.create_index(op.f("ix_kept_lines_game"), "kept_lines", ["game"])
    op.create_index(op.f("ix_kept_lines_player_game"), "kept_lines", ["player", "game"])
    op.create_table(
        "followers",
        sa.Column("player", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("told_of", sa.Text, nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("told_plies", sa.Integer),
        refers("followers", "game", "games.id", "CASCADE"),
        refers("followers", "player", "players.id", "CASCADE"),
        sa.PrimaryKeyConstraint("player", "game", name=op.f("pk_followers")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_followers_game"), "followers", ["game"])
    op.create_table(
        "substitutions",
        sa.Column("id", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("leaver", KEY, nullable=False),
        sa.Column("offered_by", KEY, nullable=False),
        sa.Column("wanted", KEY),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        sa.Column("expires", MOMENT, nullable=False),
        sa.Column("substitute", KEY),
        sa.Column("settled", MOMENT),
        sa.Column("message_channel", sa.BigInteger),
        sa.Column("message", sa.BigInteger),
        sa.Column("taken_back", sa.Integer),
        refers("substitutions", "game", "games.id"),
        refers("substitutions", "leaver", "players.id"),
        refers("substitutions", "offered_by", "players.id"),
        refers("substitutions", "substitute", "players.id"),
        refers("substitutions", "wanted", "players.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_substitutions")),
    )
    op.create_index(op.f("ix_substitutions_game_id"), "substitutions", ["game", "id"])
    op.create_table(
        "reviewed_plies",
        sa.Column("game", KEY, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("looks", sa.Integer, nullable=False),
        sa.Column("best", sa.Text),
        sa.Column("best_chance", sa.Float),
        sa.Column("best_ends", sa.Integer),
        sa.Column("played_chance", sa.Float),
        sa.Column("played_ends", sa.Integer),
        sa.Column("shares", sa.JSON),
        sa.Column("refuted", sa.Boolean),
        sa.Column("proof", sa.JSON),
        refers("reviewed_plies", "game", "games.id", "CASCADE"),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_reviewed_plies")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deeds",
        sa.Column("id", KEY, nullable=False),
        sa.Column("server", sa.BigInteger, nullable=False),
        sa.Column("done", MOMENT, nullable=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("deed", sa.Text, nullable=False),
        sa.Column("game", KEY),
        sa.Column("note", sa.Text, nullable=False),
        refers("deeds", "game", "games.id"),
        refers("deeds", "player", "players.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deeds")),
    )
    op.create_index(op.f("ix_deeds_server_id"), "deeds", ["server", "id"])
