import pytest

import rules
from rules.contract import IllegalMove
from rules.contract.capabilities import calls_of, lets_retire, parties_of, retire, series_of
from rules.contract.series import Result, Series, TieBreak, winner

ANNA, BEN = 11, 22
SWAPPED = Series(tie_breaks=(TieBreak.NONE, TieBreak.PLIES))


def win_of(player: int, plies: int = 10) -> Result:
    return Result(frozenset({player}), plies)


def test_series_swaps_roles() -> None:
    assert [SWAPPED.seats((ANNA, BEN), number) for number in (1, 2)] == [(ANNA, BEN), (BEN, ANNA)]


def test_option_alternates_and_seats_stay() -> None:
    series = Series(swap=False, alternates="opens")
    assert series.seats((ANNA, BEN), 2) == (ANNA, BEN)
    values = ("hounds", "jackals")
    assert series.options({"opens": "jackals", "x": "y"}, values, 1) == {"opens": "jackals", "x": "y"}
    assert series.options({"opens": "jackals", "x": "y"}, values, 2) == {"opens": "hounds", "x": "y"}


@pytest.mark.parametrize(
    ("results", "tie_break", "expected"),
    [
        ([win_of(ANNA), win_of(ANNA)], TieBreak.NONE, ANNA),
        ([win_of(ANNA), Result()], TieBreak.NONE, ANNA),
        ([win_of(ANNA), win_of(BEN)], TieBreak.NONE, None),
        ([win_of(ANNA, 30), win_of(BEN, 20)], TieBreak.PLIES, BEN),
        ([win_of(ANNA, 20), win_of(BEN, 20)], TieBreak.PLIES, None),
        ([Result(), Result()], TieBreak.PLIES, None),
    ],
)
def test_most_wins_decide_the_series(
    results: list[Result], tie_break: TieBreak, expected: int | None
) -> None:
    assert winner(SWAPPED, results, tie_break) == expected


def test_one_win_is_not_enough_if_every_role_counts() -> None:
    series = Series(every_role=True)
    assert winner(series, [win_of(ANNA), Result()]) is None
    assert winner(series, [win_of(ANNA), win_of(ANNA)]) == ANNA
    assert winner(series, [win_of(ANNA), win_of(BEN)]) is None


def test_series_settings_match_the_rulebooks() -> None:
    hnefatafl = series_of(rules.GAMES["hnefatafl"])
    assert hnefatafl is not None
    assert (hnefatafl.games, hnefatafl.swap) == (2, True)
    assert hnefatafl.tie_breaks == (TieBreak.NONE, TieBreak.PLIES)
    conhex = series_of(rules.GAMES["conhex"])
    assert conhex is not None
    assert conhex.swap
    foxes = series_of(rules.GAMES["fox-and-hens"])
    assert foxes is not None
    assert (foxes.swap, foxes.every_role) == (True, True)
    hounds = series_of(rules.GAMES["hounds-and-jackals"])
    assert hounds is not None
    assert (hounds.swap, hounds.alternates) == (False, "opens")
    assert series_of(rules.GAMES["ludus-latrunculorum"]) is None
    assert series_of(rules.GAMES["catch-the-hat"]) is None


def test_games_without_capabilities_use_the_defaults() -> None:
    state = rules.GAMES["conhex"].new()
    assert calls_of(state) == ()
    assert parties_of(state) == ((0,), (1,))
    assert not lets_retire(state)
    with pytest.raises(IllegalMove):
        retire(state, 0)
