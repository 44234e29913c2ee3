"""The banner of a result: nothing of it is cut, and names are written as far as the fonts have them."""

import pytest

from render import Gallery, PlayerLine, Scoreboard, View
from render.canvas.sheet import Tile
from render.canvas.text_renderer import ELLIPSIS, TextRenderer
from render.sample import midgame

STATE = midgame("conhex", {}, 21)
HOW = "An unbroken chain of cells links both sides."


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written on a picture from now on, line by line."""
    lines: list[str] = []
    write = TextRenderer.tile

    def remember(self: TextRenderer, text: str, size: float, ink: str, ground: str) -> Tile:
        lines.append(text)
        return write(self, text, size, ink, ground)

    monkeypatch.setattr(TextRenderer, "tile", remember)
    return lines


def result(name: str, who: str, how: str) -> View:
    players = (PlayerLine(name, "red"), PlayerLine("Ben", "blue"))
    return View(over=True, scoreboard=Scoreboard(players, "Move 21", (who, how)))


def test_long_sentences_go_on_in_the_next_line(written: list[str]) -> None:
    long = f"{HOW} Nobody could have stopped it any more, whatever they had tried to do on the other side."
    short = Gallery().paint(STATE, result("Anna", "Anna wins", "By agreement."))
    tall = Gallery().paint(STATE, result("Anna", "Anna wins", long))
    assert tall.width == short.width
    assert tall.height > short.height
    assert not [line for line in written if ELLIPSIS in line]
    assert long in " ".join(written)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Anna", "Anna wins"),
        ("Zoë 🦊", "Zoë wins"),
        ("田中", "Red wins"),
        ("Bartholomäus", "Bartholomäus wins"),
        ("Maximiliane von und zu Hohenlohe", "Maximiliane… wins"),
    ],
)
def test_names_are_written_as_far_as_the_fonts_have_them(written: list[str], name: str, told: str) -> None:
    Gallery().paint(STATE, result(name, f"{name} wins", HOW))
    assert told in " ".join(written)


def test_a_long_name_is_short_wherever_it_stands_among_words(written: list[str]) -> None:
    """Its line beside the board has more of it; every letter makes the picture larger."""
    name = "Maximiliane von und zu Hohenlohe"
    Gallery().paint(STATE, result(name, f"{name} wins", f"{name} has more men than {name}."))
    assert [line for line in written if line.startswith("Maximiliane v")], "beside the board"
    told = " ".join(line for line in written if not line.startswith("Maximiliane v"))
    assert "Maximiliane… wins" in told
    assert "Maximiliane… has more men than Maximiliane…" in told
    assert "…." not in told


def test_a_word_broader_than_the_picture_is_all_that_is_shortened(written: list[str]) -> None:
    Gallery().paint(STATE, result("Anna", f"{'W' * 60} wins", HOW))
    banner = written[written.index("wins") - 1 :]
    assert banner[0].endswith(ELLIPSIS)
    assert HOW in " ".join(banner)
