import pytest

from bot.model.match.rounds import round_of


@pytest.mark.parametrize(
    ("seats", "players", "number"),
    [
        ((), 2, 1),
        ((None, 0), 2, 1),
        ((None, 0, None, 0, None, 1), 2, 1),
        ((None, 0, None, 1, None, 0), 2, 2),
        ((2, 3, 0, 1, 2), 4, 2),
        ((2, 3, 0, 1), 4, 1),
        ((0, 1, 2, 1, 2, 0), 3, 3),
        ((0, None), 2, 1),
    ],
    ids=["nothing", "begun", "again", "back", "all four", "three of four", "without the first", "chance"],
)
def test_a_round_ends_when_the_turn_returns(seats: tuple[int | None, ...], players: int, number: int) -> None:
    assert round_of(seats, players) == number
