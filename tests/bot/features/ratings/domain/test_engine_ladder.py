"""The engine levels that a person has beaten."""

from bot.features.ratings.domain.engine_ladder import BeatenLevel, EngineTally, engine_ladder
from bot.model.match.match import ADJUDICATION
from rules import GAMES
from rules.contract import Outcome

WON, LOST = Outcome((0,), "king-captured"), Outcome((1,), "king-escaped")
TABLUT, BRANDUBH = {"board": "tablut-9"}, {"board": "brandubh-7"}


def tally(level: int, outcome: Outcome, options: dict[str, str], seat: int = 0) -> EngineTally:
    return EngineTally("hnefatafl", {**options, "edge": "x"}, 2, seat, 1 - seat, level, outcome)


def test_the_highest_beaten_level_per_board_and_role_is_listed() -> None:
    tallies = [
        tally(2, WON, TABLUT),
        tally(3, WON, TABLUT),
        tally(4, LOST, TABLUT),
        tally(1, LOST, TABLUT, seat=1),
        tally(5, Outcome((), "agreement"), BRANDUBH),
        tally(5, Outcome((0,), ADJUDICATION), BRANDUBH),
        EngineTally("conhex", {}, 2, 1, 0, 2, Outcome((1,), "majority")),
    ][::-1]
    assert list(engine_ladder(GAMES, tallies)) == [
        BeatenLevel("hnefatafl", TABLUT, "attackers", 3),
        BeatenLevel("hnefatafl", TABLUT, "defenders", 1),
        BeatenLevel("conhex", {}, None, 2),
    ], "in the order of the games"


def test_an_engine_partner_does_not_count_as_beaten() -> None:
    tallies = [EngineTally("catch-the-hat", {}, 4, 0, seat, seat, Outcome((0, 2), "x")) for seat in (1, 2, 3)]
    (entry,) = engine_ladder(GAMES, tallies)
    assert entry.level == 3
    assert engine_ladder(GAMES, tallies[1:2]) == ()
