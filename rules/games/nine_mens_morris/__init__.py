"""Nine Men's Morris, and its smaller and larger variants."""

from rules.games.nine_mens_morris.board import BOARDS, Board
from rules.games.nine_mens_morris.game import GAME, NineMensMorris, NineMensMorrisState

__all__ = ["BOARDS", "GAME", "Board", "NineMensMorris", "NineMensMorrisState"]
