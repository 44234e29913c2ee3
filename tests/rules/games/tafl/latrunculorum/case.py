"""The contract tests' facts about Ludus latrunculorum."""

from rules.games.tafl.latrunculorum import GAME
from tests.rules.contract.cases import Case, Perft, Setting
from tests.rules.games.tafl.latrunculorum.naive import Slow
from tests.rules.games.tafl.latrunculorum.positions import KING


def twin(options: Setting, players: int, position: str) -> Slow:
    return Slow(position or GAME.new(options, players).position, options["army"])


CASE = Case(
    GAME,
    (Perft((54, 2727, 172482)), Perft((78, 5755, 463876), KING)),
    twin,
    (({}, None), (KING, None)),
)
