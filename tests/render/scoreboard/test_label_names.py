"""Names in the texts of pictures."""

from render import PlayerLine
from render.canvas.resources import Resources
from render.canvas.themes import CLASSIC
from render.scoreboard.labels import Labels

LABELS = Labels(Resources(CLASSIC), "light")
SIZE = 20.0
LONG = PlayerLine("Anna Maria von der Burg", "red")
SHORT = PlayerLine("Anna", "blue")


def test_a_name_within_another_is_left_alone() -> None:
    room = LABELS.width("Anna Maria von", SIZE)
    unwritable = PlayerLine("\U0001f600", "green")
    text = "Anna Maria von der Burg wins, Anna resigns."
    for players in ((SHORT, LONG), (LONG, SHORT), (LONG, unwritable, SHORT)):
        label = LABELS.label(text, players, SIZE, room)
        assert label.endswith("wins, Anna resigns.")
        assert label.startswith("Anna Maria")
        assert "Burg" not in label


def test_a_shorter_name_is_not_cut_within_a_longer_one() -> None:
    first, both = PlayerLine("Bartholomew", "red"), PlayerLine("Bartholomew Bo", "blue")
    room = LABELS.width("Bartholo", SIZE)
    label = LABELS.label("Bartholomew Bo beats Bartholomew.", (first, both), SIZE, room)
    first_name, second_name = label.split(" beats ")
    assert first_name == second_name
    assert first_name.endswith("\N{HORIZONTAL ELLIPSIS}")


def test_unwritable_name_is_replaced_by_the_side() -> None:
    unwritable = PlayerLine("\U0001f600", "green")
    assert (LABELS.name_of(unwritable), LABELS.name_of(SHORT)) == ("Green", "Anna")
    assert LABELS.label("\U0001f600 wins.", (unwritable,), SIZE, 500) == "Green wins."
