"""The share of each side in a line: where it was measured, and nowhere else."""

import re
from collections.abc import Mapping

import pytest

from bot.chat.core.words.balance_text import balance_line
from bot.locale import Texts
from engines.balance import measured
from rules import GAMES
from rules.contract.capabilities import one_sided

TEXTS = Texts.load()
EN, DE = TEXTS.language("en"), TEXTS.language("de")
HNEFATAFL = GAMES["hnefatafl"]
BRANDUBH = {"board": "brandubh-7"}


def test_measured_rules_have_their_shares() -> None:
    run = measured(HNEFATAFL, BRANDUBH, 2)
    assert run is not None
    english, german = balance_line(HNEFATAFL, BRANDUBH, EN), balance_line(HNEFATAFL, BRANDUBH, DE)
    defenders = round(100 * run.wins["defenders"] / run.games)
    assert english.startswith("Wins at equal strength: attackers about ")
    assert f"defenders about {defenders} %" in english
    assert f"Verteidiger etwa {defenders} %" in german


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


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if one_sided(game)])
def test_shares_of_usual_rules_add_up(key: str) -> None:
    line = balance_line(GAMES[key], {}, EN)
    shares = [int(share) for share in re.findall(r"about (\d+) %", line)]
    assert not line or 98 <= sum(shares) <= 102
