"""The carousel of a board's rules: one drawing and two sentences a page."""

import re
from collections.abc import Mapping

import discord
import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.chat.core.offered_boards import OfferedBoard, board_id, offered_boards, read_board
from bot.chat.core.pictures import Pictures
from bot.features.help.commands import rules_command as rules_of
from bot.features.help.pages.rules_pages import RulesShown, carousel_page, first_sentences, goal
from render import View
from rules.games.tafl.latrunculorum.game import Latrunculorum, LatrunculorumState
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import TEXTS, Answer, Presses
from tests.bot.support.fakes import ANNA, World
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

KEYS = (
    "hnefatafl",
    "ludus-latrunculorum",
    "conhex",
    "fox-and-hens",
    "hounds-and-jackals",
    "catch-the-hat",
    "nine-mens-morris",
)


def words(view: ui.LayoutView) -> list[str]:
    return [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]


def media_words(answer: Answer) -> list[str | None]:
    assert answer.view is not None
    galleries = [part for part in answer.view.walk_children() if isinstance(part, ui.MediaGallery)]
    return [item.description for gallery in galleries for item in gallery.items]


@pytest.mark.parametrize("key", KEYS)
async def test_each_page_has_a_drawing_and_two_sentences(world: World, key: str) -> None:
    board = read_board(rules.GAMES, key)
    rules_page = RulesShown(board, None, world.services.lessons.drawings(key, board.options))
    assert rules_page.pages >= 6
    for t in TEXTS.languages.values():
        drawings = set[bytes]()
        for number in range(rules_page.pages):
            view, (drawing,) = await carousel_page(Pictures(GALLERY), rules.GAMES, rules_page, number, t)
            head, text = words(view)
            assert head.startswith(f"## {board.name(t)}\n")
            assert 1 <= len(re.findall(r"[.!?](?:\s|$)", text)) <= 2, text
            assert len(text) <= 300
            assert "\n" not in text
            drawings.add(drawing.png)
        assert len(drawings) == rules_page.pages


async def test_a_final_drawing_shows_the_end(world: World) -> None:
    board, t, pictures = read_board(rules.GAMES, "hnefatafl"), TEXTS.language("en"), Pictures(GALLERY)
    drawings = world.services.lessons.drawings(board.key, board.options)
    ends = [drawing.state.outcome is not None for drawing in drawings]
    assert {*ends} == {True, False}
    for over in (True, False):
        number = ends.index(over)
        rules_page = RulesShown(board, None, drawings)
        _, (drawing,) = await carousel_page(pictures, rules.GAMES, rules_page, number + 1, t)
        expected = await pictures.picture(drawings[number].state, t, View(width=480, over=over))
        assert (drawing.png, drawing.words) == (expected.png, expected.words)


BOARDS = [board for board in offered_boards(rules.GAMES) if board.option]
SET = "-balanced"
"""The suffix of boards that set the options taught by lessons."""


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_drawings_use_the_named_board(world: World, board: OfferedBoard) -> None:
    drawings = world.services.lessons.drawings(board.key, board.options)
    assert {drawing.state.options[board.option] for drawing in drawings} <= {board.value}
    full_count = len(world.services.lessons.drawings(board.key, read_board(rules.GAMES, board.key).options))
    assert len(drawings) == (0 if board.value.endswith(SET) else full_count - (board.value == "12"))


@pytest.mark.parametrize("key", ["hnefatafl", "nine-mens-morris"])
def test_a_drawing_has_the_same_events_on_every_board(world: World, key: str) -> None:
    by_lesson: dict[str, set[tuple[object, ...]]] = {}
    for board in BOARDS:
        for drawing in world.services.lessons.drawings(key, board.options) if board.key == key else ():
            events = tuple((event.kind, event.seat, len(event.points)) for event in drawing.state.events)
            by_lesson.setdefault(drawing.lesson, set()).add((events, drawing.state.outcome))
    assert by_lesson
    assert all(len(drawn_ends) == 1 for drawn_ends in by_lesson.values()), by_lesson


@pytest.mark.parametrize(
    ("key", "options", "untrue"),
    [
        ("hnefatafl", {"board": "brandubh-7"}, {"shieldwall"}),
        ("hnefatafl", {"board": "tablut-9", "shieldwall": "on"}, set()),
        (
            "hnefatafl",
            {"board": "tablut-9", "escape": "edge"},
            {"move", "corner", "escape", "edge", "shieldwall"},
        ),
        ("nine-mens-morris", {"flying": "off"}, {"flying"}),
    ],
)
def test_a_match_shows_only_pages_true_for_its_options(
    world: World, key: str, options: dict[str, str], untrue: set[str]
) -> None:
    settled = rules.GAMES[key].new(options).options
    board_options = {board.option: settled[board.option] for board in BOARDS if board.key == key}
    all_lessons = {drawing.lesson for drawing in world.services.lessons.drawings(key, board_options)}
    match_lessons = {
        drawing.lesson for drawing in world.services.lessons.drawings(key, settled, settled=True)
    }
    assert all_lessons - match_lessons == untrue


class NoChoices(Latrunculorum):
    """A game without options."""

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> LatrunculorumState:
        del options, players
        return Latrunculorum().new()


async def test_a_game_without_choices_names_no_variants() -> None:
    key = "ludus-latrunculorum"
    for game, named in ((rules.GAMES[key], True), (NoChoices(options=()), False)):
        for t in TEXTS.languages.values():
            board = read_board(rules.GAMES, key)
            view, _ = await rules_of.rules_page(Pictures(GALLERY), {key: game}, board, t)
            assert (t(f"{key}.rules.variants") in "\n".join(words(view))) == named


@pytest.mark.parametrize("language", TEXTS.languages)
@pytest.mark.parametrize(
    "board",
    [
        "hnefatafl/hnefatafl-11-balanced",
        "hnefatafl/tablut-9-balanced",
        "hnefatafl/brandubh-7-balanced",
        "hnefatafl/tablut-9",
        "nine-mens-morris/6",
    ],
)
async def test_the_first_page_has_the_rules_set_by_its_board(
    approved: SnapshotAssertion, board: str, language: str
) -> None:
    rules_page = RulesShown(read_board(rules.GAMES, board), None, ())
    view, _ = await carousel_page(Pictures(GALLERY), rules.GAMES, rules_page, 0, TEXTS.language(language))
    assert page_text(view) == approved(name=f"{board.rpartition('/')[2]}-{language}")


@pytest.mark.parametrize("key", KEYS)
async def test_option_keys_are_not_shown(world: World, key: str) -> None:
    presses = Presses(world, rules_of.HANDLERS)
    for verb in ("rules", "rules-text:0"):
        page = await presses.answer_to(ANNA, f"fp:{verb}:{key}")
        assert not [option for option in rules.GAMES[key].options if f"`{option.key}`" in page.text]


@pytest.mark.parametrize(
    ("locale", "language"), [(discord.Locale.british_english, "en"), (discord.Locale.german, "de")]
)
async def test_pages_turn_up_to_the_last(
    world: World, approved: SnapshotAssertion, locale: discord.Locale, language: str
) -> None:
    presses = Presses(world, rules_of.HANDLERS, locale=locale)
    for name, press in (
        ("first", custom_ids.write("rules", "conhex")),
        ("second", custom_ids.write("rules-page", 1, 0, "conhex")),
        ("last", custom_ids.write("rules-page", 99, 0, "conhex")),
        ("whole", custom_ids.write("rules-text", 0, "conhex")),
    ):
        page = await presses.answer_to(ANNA, press)
        assert page.page == approved(name=f"{name}-{language}")


async def test_a_board_button_opens_its_own_rules(world: World) -> None:
    presses = Presses(world, rules_of.HANDLERS)
    page: Answer = await presses.answer_to(ANNA, custom_ids.write("rules", "hnefatafl/tablut-9"))
    assert page.text.startswith("\n## Tablut")
    full_rules = await presses.answer_to(ANNA, custom_ids.write("rules-text", 0, "hnefatafl/tablut-9"))
    assert "## Tablut" in full_rules.text
    first, second = (media_words(answer) for answer in (page, full_rules))
    assert first == second, "both show the beginning on that board"
    assert TEXTS.language("en")("hnefatafl.rules") in full_rules.text


def test_every_board_is_found_by_its_id() -> None:
    for board in offered_boards(rules.GAMES):
        game = rules.GAMES[board.key]
        assert read_board(rules.GAMES, board_id(game, game.new(board.options).options)) == board


def test_the_goal_is_read_below_the_first_heading() -> None:
    assert goal("Long ago.\n\n**Goal**\nWin it. Soon.\nNow.\n\n**Turn**\nMove.") == "Win it. Soon.\nNow."
    assert first_sentences("Win it. Soon!\nNow.") == "Win it. Soon!"
