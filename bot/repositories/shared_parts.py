"""Parts of rows that several tables have: values with several columns."""

from typing import Final

from bot.model.match.dice_leaf import DiceLeaf
from bot.model.people.person import MessageRef, Place
from bot.repositories.row_mapping import Part, RowMapping

PLACE: Final = Part(RowMapping(Place))
DICE_LEAF: Final = Part(
    RowMapping(DiceLeaf, columns={"root": "dice_root", "number": "dice_leaf"}, apart=("path",)), "dice_root"
)
BOARD: Final = Part(
    RowMapping(MessageRef, columns={"channel": "board_channel", "message": "board_message"}), "board_message"
)
