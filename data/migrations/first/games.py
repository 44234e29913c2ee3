"""The tables of games, as of 0.11.0."""

import sqlalchemy as sa
from alembic import op

from data.migrations.first.columns import KEY, MOMENT, foreign_key, partial_index


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
        foreign_key("imports", "player", "players.id"),
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
        foreign_key("games", "challenge", "challenges.id"),
        foreign_key("games", "server", "servers.id"),
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
        foreign_key("seats", "game", "games.id"),
        foreign_key("seats", "player", "players.id"),
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
        foreign_key("plies", "game", "games.id"),
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
        foreign_key("undone", "game", "games.id"),
        sa.PrimaryKeyConstraint("game", "taken_back", "number", name=op.f("pk_undone")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "plans",
        sa.Column("game", KEY, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        foreign_key("plans", "game", "games.id"),
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
        foreign_key("kept_lines", "game", "games.id", "CASCADE"),
        foreign_key("kept_lines", "player", "players.id", "CASCADE"),
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
        foreign_key("followers", "game", "games.id", "CASCADE"),
        foreign_key("followers", "player", "players.id", "CASCADE"),
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
        foreign_key("substitutions", "game", "games.id"),
        foreign_key("substitutions", "leaver", "players.id"),
        foreign_key("substitutions", "offered_by", "players.id"),
        foreign_key("substitutions", "substitute", "players.id"),
        foreign_key("substitutions", "wanted", "players.id"),
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
        foreign_key("reviewed_plies", "game", "games.id", "CASCADE"),
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
        foreign_key("deeds", "game", "games.id"),
        foreign_key("deeds", "player", "players.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deeds")),
    )
    op.create_index(op.f("ix_deeds_server_id"), "deeds", ["server", "id"])
