"""Names of players without mentions, and rolls told with the plies that they belong to."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.core.words import phrases
from bot.locale import Texts
from bot.model.match.match import PlayedPly
from bot.model.people.players import EnginePlayer, HumanPlayer, NamedPlayer, Player

TEXTS = Texts.load()
NAMES = {1: "Anna", -5: "x"}


@pytest.mark.parametrize(
    ("player", "english", "german"),
    [
        (HumanPlayer(1), "Anna", "Anna"),
        (HumanPlayer(2), "nobody", "nobody"),
        (HumanPlayer(-5), "someone", "jemand"),
        (NamedPlayer("*Old* one"), "*Old* one", "*Old* one"),
        (EnginePlayer("conhex", 1), "Bo (level 1)", "Bo (Stufe 1)"),
    ],
    ids=["known", "unknown", "deleted", "of an imported game", "an engine"],
)
def test_a_player_is_named_without_a_mention(player: Player, english: str, german: str) -> None:
    names = [phrases.plain(player, NAMES, TEXTS.language(code), unknown="nobody") for code in ("en", "de")]
    assert names == [english, german]


def _ply(number: int, seat: int | None, turn: int | None = None, *, moves: bool = True) -> PlayedPly:
    state: Any = SimpleNamespace(turn=turn)
    move: Any = object() if moves else None
    return PlayedPly(number, seat, move, "", state)


def test_a_roll_belongs_to_the_move_of_its_own_player() -> None:
    for_anna, for_ben, again = _ply(1, None, 0), _ply(2, None, 1), _ply(3, None, 1)
    by_ben, ben_leaves, last = _ply(4, 1), _ply(4, 1, moves=False), _ply(5, None, 0)

    def told(*plies: PlayedPly) -> list[tuple[int, list[int]]]:
        accounts = phrases.accounts(plies)
        return [(account.ply.number, [roll.number for roll in account.rolls]) for account in accounts]

    assert told(for_anna, for_ben, again, by_ben, last) == [(1, []), (4, [2, 3]), (5, [])]
    assert told(for_ben, ben_leaves) == [(2, []), (4, [])], "no move uses the roll"
    assert told(for_ben, by_ben, by_ben) == [(4, [2]), (4, [])], "one roll, one move"
