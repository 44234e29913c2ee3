"""The refusal of a record by the rules of its game."""

from collections.abc import Mapping

from rules.contract import Game, RulesError


class ImpossibleRecord(Exception):
    """A game's rules refuse a record at ply number `ply` (from 1), or at its beginning if that is 0.

    `rules` is the version of the rules at its beginning.
    """

    def __init__(
        self, game: Game, options: Mapping[str, str], rules: int, ply: int, text: str, error: RulesError
    ) -> None:
        super().__init__(f"ply {ply}: {error}")
        self.game = game
        self.options = options
        self.rules = rules
        self.ply = ply
        self.text = text
        self.error = error
