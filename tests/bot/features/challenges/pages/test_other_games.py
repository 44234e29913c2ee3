"""The options of `/challenge other`, where several games share a command."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.features.challenges.pages.other_games import chosen_game, slots_of_others
from bot.locale import Texts
from bot.model.refusal import Refusal
from rules import GAMES

TEXTS = Texts.load()


def test_options_of_several_games_are_merged() -> None:
    services: Any = SimpleNamespace(interactions=SimpleNamespace(texts=TEXTS))
    games = [GAMES[key] for key in ("conhex", "hnefatafl", "catch-the-hat", "ludus-latrunculorum")]
    offered = {
        slot.key: [choice.value for choice in slot.choices] for slot in slots_of_others(services, games)
    }
    opponents: dict[str, list[str]] = {"opponent": [], **{f"opponent_{number}": [] for number in range(2, 6)}}
    assert offered == {
        "game": [],
        "role": [],
        "variant": [],
        # Without a doubled "none", and with the second game's own.
        "series": ["single", "none", "plies"],
        "clock": [],
        "rated": [],
        **opponents,
        "players": ["any", "2", "3", "4", "5", "6"],
    }
    required = [slot.key for slot in slots_of_others(services, games) if slot.required]
    assert required == ["game"]


@pytest.mark.parametrize("typed", ["fox-and-hens", " Fuchs und Hennen ", "fox and hens", "FUCHS-UND-HENNEN"])
def test_a_game_is_named_in_any_language(typed: str) -> None:
    games = [GAMES["conhex"], GAMES["fox-and-hens"]]
    assert chosen_game(TEXTS, games, typed) is GAMES["fox-and-hens"]
    with pytest.raises(Refusal) as refused:
        chosen_game(TEXTS, games[:1], typed)
    assert (refused.value.reason, refused.value.details) == ("unknown-rules", {"game": typed.strip()})
