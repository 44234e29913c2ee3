"""The line with each side's share of wins, only for measured rules."""

import re
from collections.abc import Mapping

import pytest

from bot.chat.core.messages import layouts, phone_height
from bot.chat.core.words.balance_text import balance_line
from bot.locale import Language, Texts
from engines.balance import measured
from rules import GAMES
from rules.contract.capabilities import named_boards
from rules.games.tafl.hnefatafl.options import SET_BY_BOARD

TEXTS = Texts.load()
EN, DE = TEXTS.language("en"), TEXTS.language("de")
HNEFATAFL = GAMES["hnefatafl"]
BRANDUBH = {"board": "brandubh-7"}


def test_the_line_names_the_harder_side_its_share_and_source() -> None:
    run = measured(HNEFATAFL, BRANDUBH, 2)
    assert run is not None
    low, high = (round(100 * part) for part in run.likely_decided_share("attackers"))
    english, german = balance_line(HNEFATAFL, BRANDUBH, EN), balance_line(HNEFATAFL, BRANDUBH, DE)
    interval = f"{low}\N{EN DASH}{high} %"
    assert f"Harder side: attackers, {interval} of the wins (quick computers, level 4)." in english
    assert f"Schwerere Seite: Angreifer, {interval} der Siege (schnelle Computer, Stufe 4)." in german


@pytest.mark.parametrize("t", [EN, DE])
def test_the_line_fits_three_rows_on_a_phone(t: Language) -> None:
    boards = named_boards(HNEFATAFL)
    lines = [balance_line(HNEFATAFL, board, t, level) for board in boards for level in (None, 1, 2, 3, 4)]
    heights = {line: phone_height.height([layouts.text(layouts.small(line))], 1) for line in lines}
    assert {line: height for line, height in heights.items() if not 0 < height <= 3 * 18} == {}


@pytest.mark.parametrize("board", SET_BY_BOARD)
@pytest.mark.parametrize("level", [None, 3, 4])
def test_no_side_is_harder_on_a_balanced_board(board: str, level: int | None) -> None:
    line = balance_line(HNEFATAFL, {"board": board}, EN, level)
    found = re.search("The attackers have ([0-9]+)\N{EN DASH}([0-9]+) % of the wins", line)
    assert found
    assert int(found[1]) < 60
    assert int(found[2]) > 40
    assert "arder" not in line


def test_the_share_depends_on_the_level() -> None:
    run = measured(HNEFATAFL, BRANDUBH, 2, 1)
    assert run is not None
    low, high = (round(100 * part) for part in run.likely_decided_share("defenders"))
    line = balance_line(HNEFATAFL, BRANDUBH, EN, 1)
    assert f"Harder side: defenders, {low}\N{EN DASH}{high} % of the wins (computers, level 1)." in line


def test_options_without_effect_share_a_measurement() -> None:
    balanced = {"board": "brandubh-7-balanced"}
    assert measured(HNEFATAFL, {**balanced, "escape": "edge"}, 2) == measured(HNEFATAFL, balanced, 2)
    assert measured(HNEFATAFL, balanced, 2) is not None


@pytest.mark.parametrize(
    ("key", "options"),
    [("hnefatafl", {**BRANDUBH, "encirclement": "on"}), ("hnefatafl", {"escape": "edge"}), ("conhex", {})],
)
def test_unmeasured_rules_have_no_line(key: str, options: Mapping[str, str]) -> None:
    assert balance_line(GAMES[key], options, EN) == ""
