"""Computer players' faces: distinct, and drawn next to the names."""

import io

from PIL import Image, ImageChops

import rules
from bot.model.people.players import ENGINE_NAMES, LEVELS
from render import PlayerLine, Scoreboard, View
from render.scoreboard.faces import FACES
from tests.galleries import FRESH_GALLERY

STATE = rules.GAMES["conhex"].new({})


def picture_of(line: PlayerLine, width: int = 800) -> Image.Image:
    board = Scoreboard((PlayerLine("Anna", "red"), line), "Move 12")
    picture = Image.open(io.BytesIO(FRESH_GALLERY.picture(STATE, View(scoreboard=board, width=width))))
    return picture.convert("RGB").crop((0, 0, width // 2, round(0.07 * width)))


def test_every_level_has_a_name_and_a_face() -> None:
    assert tuple(LEVELS) == FACES == tuple(ENGINE_NAMES)
    assert len(set(ENGINE_NAMES.values())) == len(FACES)


def test_faces_differ_for_the_same_name() -> None:
    pictures = [picture_of(PlayerLine("Bo", "blue", face=number)) for number in (0, *FACES)]
    assert len({picture.tobytes() for picture in pictures}) == len(pictures)


def test_overlong_name_is_replaced_by_the_brief_one() -> None:
    long = PlayerLine("Astrid the Patient (level 2) of the North", "blue", face=2, brief="Astrid 2")
    brief = PlayerLine("Astrid 2", "blue", face=2)
    assert ImageChops.difference(picture_of(long), picture_of(brief)).getbbox() is None
