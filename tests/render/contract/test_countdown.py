"""The count that ends a game is on the mover's plate from half its limit on."""

from bot.locale import Texts
from render import PlayerLine, Scoreboard, View
from render.contract.countdown import countdown, matters
from rules import GAMES
from rules.games.nine_mens_morris import NineMensMorrisState
from rules.games.nine_mens_morris.setup import agree
from rules.games.nine_mens_morris.text import Layout
from tests.galleries import FRESH_GALLERY

T = Texts.load().language("en")


def morris(quiet: int, no_mill: str = "50") -> NineMensMorrisState:
    setup = agree({"men": "6", "no_mill": no_mill}, None)
    return NineMensMorrisState(setup, Layout((0b1111, 0b11110000), (0, 0), 0), quiet=quiet)


def test_count_shows_from_half_of_its_limit() -> None:
    assert not matters(morris(49))
    assert matters(morris(50))
    assert matters(morris(20, "20"))
    assert not matters(morris(90, "off"))
    (count,) = countdown(morris(60), 0)
    assert (count.number, count.most) == (60, 100)
    assert countdown(morris(60), 1) == ()


def test_description_states_the_count() -> None:
    assert "No mill has been closed for 60 moves" in FRESH_GALLERY.words(morris(60), T, View())
    start = GAMES["ludus-latrunculorum"].new()
    assert "Nothing has been captured for" not in FRESH_GALLERY.words(start, T, View())


def test_the_picture_shows_the_count_on_its_plate() -> None:
    plates = View(scoreboard=Scoreboard((PlayerLine("", "White"), PlayerLine("", "Black"))))
    assert FRESH_GALLERY.picture(morris(60), View()) == FRESH_GALLERY.picture(morris(0), View())
    assert FRESH_GALLERY.picture(morris(60), plates) != FRESH_GALLERY.picture(morris(0), plates)
