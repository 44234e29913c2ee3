"""The latest events between picture and buttons, limited to the height of a phone."""

from discord import ui

from bot.chat.core.messages import layouts, phone_height
from bot.chat.parts.moves.happened import MAX_TEXT_HEIGHT, happened_blocks

UNDO = layouts.button("Undo", "fp:undo:1:2:3")
LONG = "A sentence that is much too long to stand beside a button in three lines on a phone."


def test_a_short_sentence_is_placed_next_to_its_button() -> None:
    (section,) = happened_blocks(["You: a4-a3"], UNDO).blocks
    assert isinstance(section, ui.Section)
    assert section.accessory is UNDO


def test_earlier_sentences_go_above_the_picture() -> None:
    happened = happened_blocks(["First.", "Second.", "Third.", "Fourth."], UNDO)
    assert happened.earlier == ("First.",)
    assert phone_height.height(happened.blocks, 0) <= MAX_TEXT_HEIGHT


def test_exactly_three_lines_fit_with_and_without_a_button() -> None:
    for undo in (UNDO, None):
        for lines in (["First."], ["First.", "Second."], ["First.", "", "Second.", "Third."]):
            happened = happened_blocks(lines, undo)
            assert (happened.earlier, happened.loose) == ((), ())
            (block,) = happened.blocks
            (text,) = block.children if isinstance(block, ui.Section) else (block,)
            assert isinstance(text, ui.TextDisplay)
            assert text.content == "\n".join(filter(None, lines))
        assert happened_blocks(["First.", "Second.", "Third.", "Fourth."], undo).earlier == ("First.",)


def test_the_latest_sentence_is_never_cut() -> None:
    for undo in (UNDO, None):
        happened = happened_blocks(["First.", LONG * 2], undo)
        (text,) = happened.blocks
        assert isinstance(text, ui.TextDisplay)
        assert (text.content, happened.earlier) == (LONG * 2, ("First.",))


def test_a_long_sentence_moves_the_button_to_the_foot() -> None:
    happened = happened_blocks(["First.", LONG], UNDO)
    assert [type(block) for block in happened.blocks] == [ui.TextDisplay]
    assert happened.loose == (UNDO,)
    assert happened.earlier == ("First.",)


def test_without_sentences_the_button_moves_to_the_foot() -> None:
    happened = happened_blocks([""], UNDO)
    assert (happened.blocks, happened.loose) == ((), (UNDO,))
