"""Replayable games: those played here, and imported ones."""

from dataclasses import dataclass
from typing import Final

from bot.chat.core.words.game_names import game_name
from bot.locale import Language
from bot.model.match.match import Match


@dataclass(frozen=True, slots=True)
class WalkedGame:
    """How the pages of a kind of games are headed, and under which verbs their buttons are known."""

    heading: str
    step: str
    explore: str

    def title(self, match: Match, t: Language) -> str:
        """Return the heading of a game's pages."""
        return t(self.heading, game=game_name(match, t), number=match.id)


PLAYED: Final = WalkedGame("game.title", "step", "explore")
IMPORTED: Final = WalkedGame("import.heading", "import-step", "import-explore")


NOTHING_TRIED: Final = "1"
"""The line that is tried out before anything has been tried: the sign for one, in any base."""
