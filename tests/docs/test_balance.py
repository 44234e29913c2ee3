"""The pages on balance: their figures are the shipped ones, and balanced boards are as fair as claimed."""

import re
from pathlib import Path

import pytest

from engines.balance import SelfPlay, shipped_self_play
from engines.balance.self_play import FAIR
from engines.playing.matches import likely_rate
from rules import GAMES
from rules.games.tafl.hnefatafl.options import SET_BY_BOARD

DOCS = Path(__file__).parents[2] / "docs"
PAGE = "".join((DOCS / name).read_text("utf-8") for name in ("balance.md", "balance-levels.md"))
ROW = re.compile(
    r"^\| `(?P<board>[a-z0-9-]+)` \| `(?P<spec>[^`]+)` \| (?P<games>\d+) \| "
    r"(?P<attackers>\d+) : (?P<defenders>\d+) \| (?P<draws>\d+) \| "
    r"(?P<share>\d+) % \[(?P<low>\d+), (?P<high>\d+)\] \|",
    re.MULTILINE,
)
SHIPPED = [run for run in shipped_self_play("hnefatafl") if set(run.options) == {"board"}]


def row(run: SelfPlay) -> dict[str, str]:
    wins, loss_count = run.wins["attackers"], run.wins["defenders"]
    low, high = likely_rate(wins, wins + loss_count)
    shares = {"share": wins / (wins + loss_count), "low": low, "high": high}
    return {
        "board": run.options["board"],
        "spec": run.spec,
        "games": str(run.games),
        "attackers": str(wins),
        "defenders": str(loss_count),
        "draws": str(run.draws),
        **{key: str(round(100 * share)) for key, share in shares.items()},
    }


def test_pages_show_the_shipped_figures() -> None:
    rows = [match.groupdict() for match in ROW.finditer(PAGE)]
    assert sorted(map(str, rows)) == sorted(str(row(run)) for run in SHIPPED)


@pytest.mark.parametrize("board", SET_BY_BOARD)
def test_balanced_board_is_fair_at_levels_3_and_4(board: str) -> None:
    runs = {run.spec: run for run in SHIPPED if run.options["board"] == board}
    assert {"3", "4"} <= runs.keys()
    for run in (runs["3"], runs["4"]):
        decided = sum(run.wins.values())
        assert FAIR[0] <= run.wins["attackers"] / decided <= FAIR[1]


def test_pages_name_the_options_of_each_balanced_board() -> None:
    usual = {option.key: option.default for option in GAMES["hnefatafl"].options}
    for board, rules in SET_BY_BOARD.items():
        line = next(line for line in PAGE.splitlines() if line.startswith(f"| `{board}` | ") and "=" in line)
        changed = {f"{key}={value}" for key, value in rules.items() if value != usual[key]}
        assert set(re.findall(r"`([a-z_]+=[a-z-]+)`", line)) == changed
