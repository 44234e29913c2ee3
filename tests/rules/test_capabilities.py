import pytest

import rules
from rules.capabilities import draws_by_agreement
from rules.game import Game
from tests.bot.play.gathering import Gathering


def test_two_can_agree_on_a_draw_where_the_rulebook_knows_one() -> None:
    knowing = {key for key, game in rules.GAMES.items() if draws_by_agreement(game)}
    assert knowing == {"hnefatafl", "ludus-latrunculorum", "fox-and-hens", "hounds-and-jackals"}


def test_many_cannot_agree_on_a_draw() -> None:
    gathering: Game = Gathering()
    assert not draws_by_agreement(gathering)


@pytest.mark.parametrize("key", rules.GAMES)
def test_nothing_about_a_state_can_be_changed_from_outside(key: str) -> None:
    state = rules.GAMES[key].new()
    public = [name for name in dir(state) if not name.startswith("_")]
    assert {"outcome", "turn", "last", "events", "position"} <= set(public)
    assigned = []
    for name in [*public, "anything_else"]:
        try:
            setattr(state, name, None)
        except (AttributeError, TypeError):
            continue
        assigned.append(name)
    assert assigned == []
