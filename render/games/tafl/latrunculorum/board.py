"""The board of Ludus latrunculorum: stone."""

from render.games.tafl.board import BoardInks

STONE = BoardInks(
    "slate", "slate-high", "slate-low", ("stone", "stone-two"), None, "stone-line", "stone-shade"
)  # fmt: skip
