"""Statistics from counts of equal games: wins by role, draws, lengths, variants, endings, and own results."""

from bot.features.ratings.domain.statistics import (
    Balance,
    Ending,
    ResultTally,
    RoleRecord,
    SeatTally,
    VariantBalance,
    game_statistics,
    role_records,
)
from bot.model.match.match import ABORTED, ADJUDICATION, ANNULLED, CORRECTION
from rules import GAMES
from rules.contract import Outcome

FIRST, SECOND, DRAW = Outcome((0,), "connected"), Outcome((1,), "resignation"), Outcome((), "agreement")
DECIDED_BY_ADMINS = [Outcome((), ABORTED), Outcome((), ANNULLED)] + [
    Outcome((0,), reason) for reason in (ADJUDICATION, CORRECTION)
]


def test_each_game_of_a_tally_counts() -> None:
    tallies = [
        ResultTally({"swap": "off"}, 2, FIRST, games=4, plies=90),
        ResultTally({"swap": "off", "balls": "25"}, 2, DRAW, games=3, plies=20),
        ResultTally({}, 2, SECOND, games=2, plies=30),
        ResultTally({"handicap": "0"}, 2, DRAW, games=6, plies=40, rolls=True),
        *(ResultTally({"balls": "26"}, 2, outcome, games=50, plies=999) for outcome in DECIDED_BY_ADMINS),
    ]
    statistics = game_statistics(GAMES["conhex"], tallies)
    assert statistics.total == Balance(15, 180, {"red": 4, "blue": 2}, 9)
    assert statistics.total.length == 12
    assert statistics.rolls
    assert statistics.variants == (
        VariantBalance("swap", "on", Balance(8, 70, {"red": 0, "blue": 2}, 6)),
        VariantBalance("swap", "off", Balance(7, 110, {"red": 4, "blue": 0}, 3)),
    ), "the usual values of the others never varied"
    assert statistics.endings == (
        Ending("agreement", drawn=True, games=9),
        Ending("connected", drawn=False, games=4),
        Ending("resignation", drawn=False, games=2),
    )
    assert not game_statistics(GAMES["conhex"], tallies[:3]).rolls
    assert game_statistics(GAMES["conhex"], ()).total == Balance()


def test_variants_are_sorted_by_option_then_by_frequency() -> None:
    tallies = [
        ResultTally({"swap": swap, "balls": balls}, 2, FIRST, games, 9)
        for swap, balls, games in (("off", "25", 1), ("on", "unlimited", 3), ("on", "26", 3))
    ]
    variants = game_statistics(GAMES["conhex"], tallies).variants
    assert [(variant.option, variant.value, variant.balance.games) for variant in variants] == [
        ("balls", "26", 3),
        ("balls", "unlimited", 3),
        ("balls", "25", 1),
        ("swap", "on", 6),
        ("swap", "off", 1),
    ]


def test_role_records_depend_on_seat_and_number_of_players() -> None:
    hats = [
        ResultTally({}, players, Outcome(winners, "last-colour"), 2, 60)
        for players, winners in ((2, (1,)), (4, (1, 3)))
    ]
    total = game_statistics(GAMES["catch-the-hat"], hats).total
    assert total.wins == {"red": 0, "yellow": 2, "green": 2, "blue": 2}
    tallies = [
        SeatTally("catch-the-hat", 2, 1, Outcome((1,), "last-colour"), 5),
        SeatTally("catch-the-hat", 4, 1, Outcome((1, 3), "last-colour"), 4),
        SeatTally("conhex", 2, 1, FIRST, 2),
        SeatTally("conhex", 2, 0, SECOND, 3),
        SeatTally("conhex", 2, 1, SECOND, 7),
        SeatTally("conhex", 2, 1, DRAW, 6),
        SeatTally("a-game-of-another-version", 2, 0, FIRST, 9),
        *(SeatTally("conhex", 2, 0, outcome, 50) for outcome in DECIDED_BY_ADMINS),
    ]
    assert role_records(GAMES, tallies) == (
        RoleRecord("conhex", "blue", won=7, drawn=6, lost=2),
        RoleRecord("conhex", "red", won=0, drawn=0, lost=3),
        RoleRecord("catch-the-hat", "green", won=5, drawn=0, lost=0),
        RoleRecord("catch-the-hat", "yellow", won=4, drawn=0, lost=0),
    )
