"""Every kind of chart in every theme, as approved pictures."""

import pytest
from PIL import Image
from syrupy.assertion import SnapshotAssertion

from render import (
    THEMES,
    BracketChart,
    BracketPlace,
    Charts,
    CurvePoint,
    ProfileChart,
    ResultInk,
    ReviewChart,
    ReviewMark,
    StandingsChart,
    StandingsRow,
    WinLossRecord,
)

CHARTS = Charts()
CURVE = (
    CurvePoint(0, 1500, 900, 2100),
    CurvePoint(10, 1700, 1300, 2000),
    CurvePoint(25, 1650, 1450, 1850),
)
RECORDS = (
    WinLossRecord("Hnefatafl, attackers", "3 / 1 / 2", 3, 1, 2),
    WinLossRecord("ConHex, red", "0 / 0 / 1", 0, 0, 1),
    WinLossRecord("Nine Men's Morris", "4 / 5 / 1", 4, 5, 1),
)
RIVALS = (WinLossRecord("Ben", "2 / 0 / 1", 2, 0, 1), WinLossRecord("Clara", "1 / 2 / 0", 1, 2, 0))
PROFILES = {
    "whole": ProfileChart(
        name="Anna",
        favourite="Brandubh",
        cups=2,
        last_heading="Last games",
        last=(ResultInk.LOST, ResultInk.DRAWN, ResultInk.WON),
        title="Hnefatafl 1650? ± 250",
        moments=CURVE,
        since="1 Jan 2026",
        until="3 Mar 2026",
        legend="won / drawn / lost",
        records=RECORDS,
    ),
    "rivals": ProfileChart(
        name="Anna",
        cups=7,
        favourite="Brandubh",
        legend="won / drawn / lost",
        records=RECORDS,
        rivals_heading="Head to head",
        rivals=RIVALS,
    ),
    "halves": ProfileChart(title="ConHex", legend="won / drawn / lost", records=RECORDS),
    "short": ProfileChart(title="ConHex", moments=CURVE[:1], since="1 Jan 2026", until="1 Jan 2026"),
}


@pytest.mark.parametrize(
    ("profile", "theme"), [*(("whole", theme) for theme in THEMES), *((key, "light") for key in PROFILES)][1:]
)
def test_profile_matches_snapshot(profile: str, theme: str, pixels: SnapshotAssertion) -> None:
    board = Image.linear_gradient("L").resize((112, 90)).convert("RGB") if profile == "whole" else None
    assert CHARTS.profile(PROFILES[profile], theme, board) == pixels


@pytest.mark.parametrize("theme", THEMES)
def test_review_matches_snapshot(theme: str, pixels: SnapshotAssertion) -> None:
    chances = [(float(ply), 0.5 + 0.4 * (-1) ** (ply // 9) * ply / 40) for ply in range(40)]
    marks = (ReviewMark(9, "1"), ReviewMark(10, "2"), ReviewMark(27, "3"), ReviewMark(39, "4"))
    assert CHARTS.review(ReviewChart("Anna (attackers)", chances, marks, "Start", "Move 40"), theme) == pixels


def row(
    rank: int, name: str, *cells: str | None, points: str = "1½", mark: str = "", cup: bool = False
) -> StandingsRow:
    return StandingsRow(f"{rank}.", name, cells, points, mark, f"No. {rank}", cup)


@pytest.mark.parametrize("theme", THEMES)
def test_table_matches_snapshot(theme: str, pixels: SnapshotAssertion) -> None:
    rows = (
        row(1, "Anna", "1", "½", "", points="2½", cup=True),
        row(2, "田中", "0", None, "1", points="10", mark="▲"),
        row(3, "Bartholomäus Müller-Lüdenscheidt", "½", "", "1½", cup=True),
        row(4, "Clara", None, None, None, points="0"),
    )
    chart = StandingsChart(
        "The autumn cup of all people who like long names", ("1", "", "3"), rows, ("4 more", "The end")
    )
    assert CHARTS.standings(chart, theme) == pixels


@pytest.mark.parametrize("theme", THEMES)
def test_bracket_matches_snapshot(theme: str, pixels: SnapshotAssertion) -> None:
    first = (
        BracketPlace("Anna", "2", through=True),
        BracketPlace("Ben", "0"),
        BracketPlace("Bartholomäus Müller-Lüdenscheidt", "1"),
        BracketPlace("Clara", ""),
        BracketPlace("David", through=True),
        BracketPlace(""),
        BracketPlace("田中", "½", otherwise="No. 7"),
        BracketPlace("Emma", "1½", through=True),
    )
    second = (
        BracketPlace("Anna", "1"),
        BracketPlace(""),
        BracketPlace("David", "0"),
        BracketPlace("Emma", "1"),
    )
    last = (BracketPlace(""), BracketPlace("Emma", through=True, cup=True))
    rounds = (first, second, last)
    assert (
        CHARTS.standings(BracketChart("Cup", ("1/4", "1/2", "Final"), rounds, ("2 more",)), theme) == pixels
    )


def test_two_round_bracket_matches_snapshot(pixels: SnapshotAssertion) -> None:
    final = (BracketPlace("Anna", "2", through=True, cup=True), BracketPlace("Clara", "1"))
    rounds = (
        (BracketPlace("Anna"), BracketPlace("Ben"), BracketPlace("Clara"), BracketPlace("David")),
        final,
    )
    assert CHARTS.standings(BracketChart("Cup", ("1", "2"), rounds), "light") == pixels
