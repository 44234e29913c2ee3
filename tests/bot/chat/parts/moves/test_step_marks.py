import rules
from bot.chat.core.pictures import Pictures
from bot.chat.parts.moves import guide_page, move_tree
from bot.chat.parts.moves.move_picker import START, PickerStep
from bot.chat.parts.moves.step_marks import StepMarks, marked_picture, step_marks
from bot.locale import Texts
from render import View
from rules.contract import State
from tests.galleries import GALLERY

EN = Texts.load().language("en")


def marks(state: State, step: PickerStep) -> StepMarks:
    return step_marks(state, move_tree.moves_after(guide_page.offered_moves(state, step), step), step)


def test_movable_pieces_are_highlighted_first() -> None:
    state = rules.GAMES["hnefatafl"].from_position("1d5/7/7/7/7/7/3ka2 d", {"board": "brandubh-7"})
    assert set(marks(state, START).movable) == {"b7", "d1"}


def test_a_chosen_piece_and_its_targets_are_highlighted() -> None:
    state = rules.GAMES["hnefatafl"].from_position("3dd2/7/7/7/7/7/1k2a2 d", {"board": "brandubh-7"})
    highlights = marks(state, PickerStep("", ("d7",)))
    assert highlights.chosen == ("d7",)
    assert set(highlights.targets) == {"b7", "c7", "d6", "d5"}


def test_a_chosen_column_highlights_its_pieces_and_their_targets() -> None:
    state = rules.GAMES["hnefatafl"].new({"board": "alea-evangelii-19"})
    highlights = marks(state, PickerStep("", (), "c~a~a"))
    assert highlights.chosen == ("a3", "a6", "a14", "a17")
    assert {"a4", "b3", "b17"} <= set(highlights.targets)


def test_a_column_to_place_in_highlights_only_targets() -> None:
    highlights = marks(rules.GAMES["conhex"].new(), PickerStep("", (), "c~b~b"))
    assert highlights.chosen == ()
    assert not [point for point in highlights.targets if not point.startswith("b")]
    assert marks(rules.GAMES["conhex"].new(), START) == StepMarks()


def test_no_targets_are_highlighted_if_oversight_is_punished() -> None:
    text = "hens a3 a4 b3 b4 c1 c2 c3 c5 d1; foxes b5 d6; off 0; turn foxes"
    state = rules.GAMES["fox-and-hens"].from_position(text)
    assert marks(state, START) == StepMarks(movable=("b5", "d6"))
    assert marks(state, PickerStep("", ("b5",))) == StepMarks(chosen=("b5",))


async def test_the_description_lists_movable_pieces_as_choices() -> None:
    state = rules.GAMES["nine-mens-morris"].from_position("w../w../.../.w..bb/.../wbb/w.b w 0 0")
    highlights = marks(state, START)
    assert highlights.movable
    pictures = Pictures(GALLERY)
    picture = await marked_picture(pictures, state, EN, View(width=320), highlights)
    plain = await pictures.picture(state, EN, View(width=320))
    assert picture.png != plain.png
    assert picture.words == pictures.words(state, EN, View(width=320, targets=highlights.movable))
