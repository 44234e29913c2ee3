"""The contract test case of Nine Men's Morris."""

from rules import State
from rules.games.nine_mens_morris import GAME, NineMensMorrisState
from tests.rules.contract.cases import Case, Perft, Setting, Twin
from tests.rules.games.nine_mens_morris.naive import Naive, name


def twin(options: Setting, _players: int, position: str) -> Naive:
    return Naive(options, position)


def holds(before: State | None, state: State, naive: Twin) -> None:
    assert isinstance(state, NineMensMorrisState)
    assert isinstance(naive, Naive)
    men = {name(point): owner for point, owner in naive.board.items()}
    assert {point: ("white", "black")[seat] for point, seat in state.men.items()} == men
    assert dict(zip(("white", "black"), state.hands, strict=True)) == naive.hand
    assert state.quiet == naive.quiet
    owners = list(state.men.values())
    for seat, (hand, losses) in enumerate(zip(state.hands, state.lost, strict=True)):
        assert min(hand, losses) >= 0
        assert hand + losses + owners.count(seat) == int(state.options["men"])
    if isinstance(before, NineMensMorrisState) and state.last is not None:
        captures = {point for event in state.events if event.kind == "capture" for point in event.points}
        assert captures <= {point for point, seat in before.men.items() if seat != before.turn}
        assert not captures & state.men.keys()
        assert captures == set(state.last.text.split("x")[1:])


CASE = Case(
    GAME,
    (
        Perft((24, 552, 12144, 255024)),
        Perft((16, 240, 3360, 43680), {"men": "6"}),
        Perft((24, 552, 12144, 255024), {"men": "12"}),
        Perft((52, 201, 9518), position="bbb/w.w/.../b..w../.../.../b.. w 0 0"),
        Perft((7, 27, 168), {"flying": "off"}, position=".../bb./..w/...wb./..w/w../... b 0 0", twin=3),
        Perft((56, 2862), position=".../www/.../.b.bb./.../.../... b 0 0", twin=1),
        Perft((18, 288, 4287), {"two_mills": "two"}, position=".../..w/..b/www.bb/..b/.../... b 3 4"),
        Perft(
            (22, 330, 4962),
            {"two_mills": "two", "men": "12"},
            position="bbb/.bw/.b./....w./..w/ww./..w w 3 3",
        ),
        Perft((11, 64, 406), {"two_mills": "two", "men": "6"}, position="..b/.ww/.w.b/w../..b w 1 1", twin=3),
        Perft((8, 384, 3571), {"all_in_mills": "none"}, position=".w./..w/www/....../.../bbb/... w 0 0"),
        Perft(
            (11, 58, 456),
            {"all_in_mills": "none", "two_mills": "two"},
            position=".bb/w../www/b.ww../www/.../b.. b 0 1",
        ),
        Perft((5, 27, 181), {"men": "12"}, position="wbw/b.w/..w/wbwbbb/.bw/www/bbb w 0 0", twin=3),
    ),
    twin,
    (
        ({}, None),
        ({"men": "6", "flying": "off", "no_mill": "20"}, None),
        ({"men": "12", "two_mills": "two"}, None),
        ({"men": "6", "all_in_mills": "none", "two_mills": "two", "no_mill": "20"}, None),
        ({"men": "9", "flying": "off", "no_mill": "off"}, None),
    ),
    plies=200,
    holds=holds,
    every=7,
)
