"""Letters and digits on every board are readable on a phone: 26 pixels high in a picture 800 wide."""

from collections.abc import Iterable, Iterator

import pytest

from render import THEMES, Gallery, PlayerLine, Scoreboard, View
from render.canvas.fonts import Font, Fonts
from render.canvas.resources import Resources
from render.games import PAINTERS
from rules import GAMES, InvalidOption, State
from tests.render.midgames import midgame
from tests.repeats import in_turn

WIDTH = 800
HIGH = 26
NAMES = ("Anna", "Bartholomäus Müller-Lüdenscheidt", "Χρήστος", "田中さん", "Zoë 🦊", "X")
PLIES = 90


class MeasuredFonts(Fonts):
    """Fonts that record each text with the height of its capitals and figures."""

    def __init__(self) -> None:
        super().__init__()
        self.written: dict[str, float] = {}

    def font(self, text: str, size: float, scale: int = 1) -> Font:
        font = super().font(text, size, scale)
        _, top, _, bottom = font.getbbox("H", anchor="ls")
        self.written[text] = min(self.written.get(text, size), (bottom - top) / scale)
        return font


def boards(key: str) -> Iterator[tuple[State, Iterable[int | None]]]:
    """Yield positions on every board with every number of players, each with its viewing seats."""
    game = GAMES[key]
    for number in game.seats:
        choices = [{option.key: value} for option in game.options for value in option.values]
        openings = set()
        for options in ({}, *choices):
            try:
                opening = game.new(options, number).position
            except InvalidOption:
                continue
            # Other options do not affect the texts on a board.
            if opening in openings:
                continue
            openings.add(opening)
            # Later positions and other seats change numbers on a board, but not their size.
            seats = range(number) if not options else ()
            yield GAMES[key].new(options, number), (None, *seats)
            if not options:
                yield midgame(key, options, PLIES, number), (None,)


def scoreboard(state: State, heading: str, result: tuple[str, ...] = ()) -> Scoreboard:
    players = tuple(PlayerLine(NAMES[seat], "Verteidigung", "12½") for seat in range(state.players))
    return Scoreboard(players, heading, result)


@pytest.mark.parametrize("key", PAINTERS)
def test_every_letter_and_digit_is_tall_enough(key: str) -> None:
    fonts = MeasuredFonts()
    gallery = Gallery(resources=Resources(fonts=fonts))
    for state, seats in boards(key):
        running = scoreboard(state, "Zug 123")
        for seat in seats:
            gallery.prepare(state, View(seat=seat, width=WIDTH, scoreboard=running))
        # Results have the same words for all viewers.
        over = scoreboard(state, "Move 123", ("Bartholomäus wins", "A chain · 61 moves"))
        gallery.prepare(state, View(width=WIDTH, scoreboard=over))
    low = {text: high for text, high in fonts.written.items() if high < HIGH}
    assert not low
    assert any(letter.isdigit() for text in fonts.written for letter in text), fonts.written


@pytest.mark.parametrize(("key", "theme"), in_turn(list(PAINTERS), THEMES))
def test_names_do_not_change_the_size_of_a_picture(key: str, theme: str) -> None:
    gallery, state = Gallery(), midgame(key, {}, 21)
    sizes = set()
    for name in ("", "A", "W" * 80, "ﷺ" * 20, "🦊", "a\u0301" * 40, "\u202eabc", "x\ny"):
        line = PlayerLine(name, "Side")
        scoreboard = Scoreboard((line,) * state.players, "Move 1")
        sizes.add(gallery.paint(state, View(theme=theme, scoreboard=scoreboard)).size)
    assert len(sizes) == 1
