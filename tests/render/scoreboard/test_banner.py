"""The line of a result, with names as far as the fonts cover them."""

import pytest

from render import Gallery, PlayerLine, Scoreboard, View
from render.canvas.sheet import Tile
from render.canvas.text_renderer import ELLIPSIS, TextRenderer
from tests.render.midgames import midgame

STATE = midgame("conhex", {}, 21)
HOW = "An unbroken chain of cells links both sides."


@pytest.fixture
def lines_written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record each text line written on pictures from now on."""
    lines: list[str] = []
    write = TextRenderer.tile

    def record(self: TextRenderer, text: str, size: float, ink: str, ground: str) -> Tile:
        lines.append(text)
        return write(self, text, size, ink, ground)

    monkeypatch.setattr(TextRenderer, "tile", record)
    return lines


def result(name: str, title: str, reason: str) -> View:
    players = (PlayerLine(name, "red"), PlayerLine("Ben", "blue"))
    return View(over=True, scoreboard=Scoreboard(players, "Move 21", (title, reason)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Anna", "Anna wins"),
        ("Zoë 🦊", "Zoë wins"),
        ("田中", "Red wins"),
        ("Bartholomäus", "Bartholomäus wins"),
    ],
)
def test_names_keep_only_writable_characters(lines_written: list[str], name: str, text: str) -> None:
    Gallery().paint(STATE, result(name, f"{name} wins", HOW))
    assert text in " ".join(lines_written)


def test_long_name_is_shortened_within_a_sentence(lines_written: list[str]) -> None:
    name = "Maximiliane von und zu Hohenlohe"
    Gallery().paint(STATE, result(name, f"{name} wins", "By time."))
    assert "Maximiliane… wins · By time." in lines_written


def test_long_name_gets_more_room_if_only_the_winner_fits(lines_written: list[str]) -> None:
    name = "Maximiliane von und zu Hohenlohe"
    Gallery().paint(STATE, result(name, f"{name} wins", f"{name} has more men than {name}."))
    assert "Maximiliane von und… wins" in lines_written


def test_word_wider_than_the_picture_is_shortened(lines_written: list[str]) -> None:
    Gallery().paint(STATE, result("Anna", f"{'W' * 60} wins", HOW))
    assert [line for line in lines_written if line.startswith("WWW") and line.endswith(ELLIPSIS)]
