"""The share of each side in a line: where it was measured, and nowhere else."""

import re
from collections.abc import Mapping

import pytest

from bot.chat.core.words.balance_text import balance_line
from bot.locale import Texts
from engines.balance import measured
from rules import GAMES
from rules.games.tafl.hnefatafl.options import SET_BY_BOARD

TEXTS = Texts.load()
EN, DE = TEXTS.language("en"), TEXTS.language("de")
HNEFATAFL = GAMES["hnefatafl"]
BRANDUBH = {"board": "brandubh-7"}


def test_harder_side_has_its_share_and_source() -> None:
    run = measured(HNEFATAFL, BRANDUBH, 2)
    assert run is not None
    low, high = (round(100 * part) for part in run.likely_share("attackers"))
    english, german = balance_line(HNEFATAFL, BRANDUBH, EN), balance_line(HNEFATAFL, BRANDUBH, DE)
    assert "Harder side: attackers, winning fewer than 1 in 10 games at equal strength" in english
    assert f"{run.games} quick games of computers, level 4: {low}\N{EN DASH}{high} %" in english
    assert "Die schwerere Seite: Angreifer" in german
    assert f"{run.games} schnelle Partien von Computern, Stufe 4: {low}\N{EN DASH}{high} %" in german


@pytest.mark.parametrize("board", SET_BY_BOARD)
@pytest.mark.parametrize("level", [None, 3, 4])
def test_no_side_is_harder_on_a_balanced_board(board: str, level: int | None) -> None:
    line = balance_line(HNEFATAFL, {"board": board}, EN, level)
    assert re.search("At equal strength the attackers win about [456] in 10 games", line)
    assert "arder" not in line


def test_share_is_that_of_the_level() -> None:
    run = measured(HNEFATAFL, BRANDUBH, 2, 1)
    assert run is not None
    share = round(10 * run.wins["defenders"] / run.games)
    line = balance_line(HNEFATAFL, BRANDUBH, EN, 1)
    assert f"Harder side: defenders, winning about {share} in 10 games" in line
    assert f"{run.games} games of computers, level 1:" in line


def test_options_without_effect_do_not_matter() -> None:
    balanced = {"board": "brandubh-7-balanced"}
    assert measured(HNEFATAFL, {**balanced, "escape": "edge"}, 2) == measured(HNEFATAFL, balanced, 2)
    assert measured(HNEFATAFL, balanced, 2) is not None


@pytest.mark.parametrize(
    ("key", "options"),
    [("hnefatafl", {**BRANDUBH, "encirclement": "on"}), ("hnefatafl", {"escape": "edge"}), ("conhex", {})],
)
def test_rules_without_a_measure_have_no_line(key: str, options: Mapping[str, str]) -> None:
    assert balance_line(GAMES[key], options, EN) == ""
