"""Replayable games: those played with the bot, and imported ones."""

from dataclasses import dataclass
from typing import Final

from bot.chat.core.words.game_names import game_name
from bot.locale import Language
from bot.model.match.match import Match


@dataclass(frozen=True, slots=True)
class WalkedGame:
    """The heading of a replayable game's pages, and the verbs of their buttons."""

    heading: str
    step: str
    explore: str

    def title(self, match: Match, t: Language) -> str:
        return t(self.heading, game=game_name(match, t), number=match.id)


PLAYED: Final = WalkedGame("game.title", "step", "explore")
IMPORTED: Final = WalkedGame("import.heading", "import-step", "import-explore")


NOTHING_TRIED: Final = "1"
"""The explored line before any move: the digit for one, in any base."""
