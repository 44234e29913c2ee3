"""Parts of rows shared by several tables: values with several columns."""

from typing import Final

from bot.model.match.dice_leaf import DiceLeaf
from bot.model.people.person import MessageRef, Place
from bot.repositories.rows.row_mapping import RowMapping, RowPart

CHANNEL: Final = RowPart(RowMapping(Place, apart=("parent", "private")))
"""A place that is not a thread."""
PLACE: Final = RowPart(RowMapping(Place))
DICE_LEAF: Final = RowPart(
    RowMapping(DiceLeaf, columns={"root": "dice_root", "number": "dice_leaf"}, apart=("path",)), "dice_root"
)
BOARD: Final = RowPart(
    RowMapping(MessageRef, columns={"channel": "board_channel", "message": "board_message"}), "board_message"
)
