import rules
from rules.contract import Game
from rules.contract.capabilities import draws_by_agreement
from tests.bot.play.gathering import Gathering


def test_two_can_agree_on_a_draw_where_the_rulebook_knows_one() -> None:
    knowing = {"hnefatafl", "ludus-latrunculorum", "fox-and-hens", "hounds-and-jackals"}
    assert all(draws_by_agreement(rules.GAMES[key]) for key in knowing)
    assert not any(draws_by_agreement(rules.GAMES[key]) for key in ("conhex", "catch-the-hat"))


def test_many_cannot_agree_on_a_draw() -> None:
    gathering: Game = Gathering()
    assert not draws_by_agreement(gathering)
