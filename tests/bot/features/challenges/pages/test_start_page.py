"""The pages for starting a game, and the terms they propose."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.chat.core.drawing import Drawing
from bot.chat.core.offered_boards import offered_boards, read_board
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases
from bot.chat.parts.new_game import sheet
from bot.features.challenges.buttons.start_buttons import HANDLERS
from bot.features.challenges.commands.terms_fields import (
    CLOCK,
    RATED,
    SINGLE,
    YES,
    fields_of,
    read,
    with_change,
    write_fields,
)
from bot.features.challenges.domain import FIRST_GAMES, Experience, propose_terms
from bot.features.challenges.pages import start_page
from bot.locale import LANGUAGES, Language, Texts
from bot.model.challenges.terms import CHOICE_ROLE, Terms
from bot.model.match.match import Match
from bot.model.servers import server_rules
from bot.model.servers.server_rules import ServerRules
from bot.model.time.clocks import read_clock
from engines.balance import measured
from render import Gallery
from rules.contract.capabilities import first_game_options
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import handled_verbs
from tests.galleries import GALLERY
from tests.repeats import in_turn

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
PICTURES = Pictures(GALLERY)
SEASONED = Experience(FIRST_GAMES, frozenset(rules.GAMES))
BOARDS = [board.id for board in offered_boards(rules.GAMES)]


@pytest.fixture(params=LANGUAGES)
def t(request: pytest.FixtureRequest) -> Language:
    return TEXTS.language(request.param)


def custom_ids_on(view: ui.LayoutView) -> Iterator[str]:
    for item in view.walk_children():
        if isinstance(item, ui.Button | ui.Select | ui.UserSelect):
            yield item.custom_id or ""


def words(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def selects(view: ui.LayoutView) -> list[ui.Select[Any]]:
    return [item for item in view.walk_children() if isinstance(item, ui.Select)]


def check_limits(view: ui.LayoutView) -> None:
    """Check Discord's limits: at most 40 components, unique custom_ids, a handler for each."""
    ids = list(custom_ids_on(view))
    assert len(ids) == len(set(ids))
    assert len(list(view.walk_children())) <= 40
    assert not [custom_id for custom_id in ids if custom_ids.read(custom_id).verb not in handled_verbs()]
    assert "{" not in words(view)


def proposal(board: str, server: ServerRules | None = None, experience: Experience = SEASONED) -> Terms:
    board_choice = read_board(rules.GAMES, board)
    game = rules.GAMES[board_choice.key]
    return propose_terms(game, board_choice.options, server or ServerRules(), experience)


def with_options(terms: Terms, **options: str) -> Terms:
    return replace(terms, options={**terms.options, **options})


def finished_match(key: str, *, aborted: bool = False) -> Match:
    return cast("Match", SimpleNamespace(key=key, is_aborted=aborted))


@pytest.mark.parametrize("key", [key for key, game in rules.GAMES.items() if first_game_options(game)])
def test_newcomer_options_are_proposed_only_for_a_first_game(key: str) -> None:
    easy = first_game_options(rules.GAMES[key]).items()
    assert easy <= proposal(key, experience=Experience(50, frozenset(rules.GAMES) - {key})).options.items()
    assert not easy <= proposal(key).options.items()


def test_handlers_keep_the_verbs_of_posted_messages() -> None:
    assert {"new-game", "choose-game", "set-up", "ask-anyone", "ask-people"} <= set(HANDLERS)


async def test_every_allowed_board_is_on_the_sheet_and_in_the_menu() -> None:
    t = TEXTS.language("de")
    all_boards, (picture,) = await start_page.new_game_page(PICTURES, rules.GAMES, ServerRules(), t)
    check_limits(all_boards)
    (menu,) = selects(all_boards)
    assert [option.value for option in menu.options] == BOARDS
    assert not [option for option in menu.options if option.label not in picture.words]
    some, _ = await start_page.new_game_page(PICTURES, rules.GAMES, ServerRules(games=("conhex",)), t)
    (menu,) = selects(some)
    assert [(option.value, option.label) for option in menu.options] == [("conhex", "ConHex")]


async def test_a_sheet_is_drawn_once() -> None:
    boards: list[str] = []
    pictures = Pictures(Gallery(), Drawing(lambda kind, _seconds, _size: boards.append(kind)))
    scene = sheet({"conhex": rules.GAMES["conhex"]}, TEXTS.language("en"))
    first = await scene.draw(pictures)
    assert (await scene.draw(pictures)).png == first.png
    assert boards == ["sheet"]


def test_boards_are_read_by_id_and_games_by_key() -> None:
    assert [read_board(rules.GAMES, board).id for board in BOARDS] == BOARDS
    assert read_board(rules.GAMES, "hnefatafl").options == {"board": "hnefatafl-13"}
    with pytest.raises(custom_ids.MalformedId):
        read_board(rules.GAMES, "chess")


@pytest.mark.parametrize(("board", "language"), in_turn(BOARDS, LANGUAGES))
async def test_main_terms_are_asked_and_the_rest_is_folded_away(board: str, language: str) -> None:
    t = TEXTS.language(language)
    terms = proposal(board, ServerRules(clock=read_clock("3d")))
    game = rules.GAMES[terms.key]
    fields = fields_of(game, terms, t)
    view, (picture,) = await start_page.start_page(PICTURES, game, terms, fields, t)
    check_limits(view)
    assert picture.words
    assert read_board(rules.GAMES, board).name(t) in words(view)
    menus = 2 + (terms.tie_break is not None)
    assert [custom_ids.read(select.custom_id).verb for select in selects(view)] == ["start-set"] * menus
    assert not [menu for menu in selects(view) if len(menu.options) > 8]
    (people,) = (item for item in view.walk_children() if isinstance(item, ui.UserSelect))
    assert people.max_values == max(game.seats) - 1
    more = start_page.more_rules_page(game, terms, fields, t)
    check_limits(more)
    all_questions = {menu.placeholder for menu in selects(view)} | {
        menu.placeholder for menu in selects(more)
    }
    boards = {field.title for field in fields if field.key in read_board(rules.GAMES, board).options}
    idle = len(fields) - len(all_questions) - len(boards)
    assert idle >= 0
    assert not all_questions & boards


SHOWN: Mapping[str, Terms] = {
    "conhex": proposal("conhex"),
    "brandubh": proposal("hnefatafl/brandubh-7"),
    "brandubh-as-attackers": replace(proposal("hnefatafl/brandubh-7"), role="attackers"),
    "brandubh-whose-opponent-chooses": replace(proposal("hnefatafl/brandubh-7"), role=CHOICE_ROLE),
    "brandubh-with-rules-never-measured": with_options(
        proposal("hnefatafl/brandubh-7"), escape="edge", shieldwall="on"
    ),
    "balanced-tablut": proposal("hnefatafl/tablut-9-balanced"),
    "first-fox-and-hens": proposal("fox-and-hens", experience=Experience(50, frozenset({"conhex"}))),
    "later-fox-and-hens": proposal("fox-and-hens"),
    "catch-the-hat": proposal("catch-the-hat"),
}


@pytest.mark.parametrize("name", SHOWN)
async def test_pages_of_a_new_game(approved: SnapshotAssertion, name: str, t: Language) -> None:
    terms = SHOWN[name]
    game, fields = rules.GAMES[terms.key], fields_of(rules.GAMES[terms.key], terms, t)
    view, _ = await start_page.start_page(PICTURES, game, terms, fields, t)
    assert page_text(view) == approved(name=f"{name}-{t.code}")


async def test_more_rules_of_a_new_game(approved: SnapshotAssertion, t: Language) -> None:
    terms = proposal("conhex")
    more = start_page.more_rules_page(
        rules.GAMES["conhex"], terms, fields_of(rules.GAMES["conhex"], terms, t), t
    )
    assert page_text(more) == approved(name=t.code)


@pytest.mark.parametrize("board", BOARDS)
async def test_one_sided_boards_propose_a_match(board: str) -> None:
    t = TEXTS.language("en")
    terms = proposal(board)
    game = rules.GAMES[terms.key]
    run = measured(game, terms.options, min(game.seats))
    one_sided = run is not None and run.harder_role is not None
    assert (terms.tie_break is not None) is one_sided
    view, _ = await start_page.start_page(PICTURES, game, terms, fields_of(game, terms, t), t)
    menu = [select for select in selects(view) if SINGLE in [option.value for option in select.options]]
    assert len(menu) == one_sided, "a single game is one choice away"


def test_balanced_boards_propose_no_match() -> None:
    matches = {board for board in BOARDS if proposal(board).tie_break is not None}
    assert {"hnefatafl/brandubh-7", "hnefatafl/tablut-9", "fox-and-hens"} <= matches
    balanced = {board for board in BOARDS if board.endswith("-balanced")}
    assert len(balanced) == 3
    assert not balanced & matches
    assert not {"conhex", "catch-the-hat"} & matches


@pytest.mark.parametrize(
    ("server", "finished", "rated"),
    [(True, FIRST_GAMES - 1, False), (True, FIRST_GAMES, True), (False, 99, False)],
)
def test_first_games_are_friendly(server: bool, finished: int, rated: bool) -> None:
    terms = proposal("conhex", ServerRules().with_value(server_rules.RATED, server), Experience(finished))
    assert terms.rated is rated


def test_three_days_are_proposed_unless_the_server_sets_a_clock() -> None:
    assert str(proposal("conhex").clock) == "3d"
    assert str(proposal("conhex", ServerRules(clock=read_clock("7d soft"))).clock) == "7d soft"


def test_aborted_games_do_not_count_as_experience() -> None:
    learned = Experience.after([finished_match("conhex"), finished_match("fox-and-hens", aborted=True)])
    assert learned == Experience(1, frozenset({"conhex"}))


def test_captures_are_enforced_in_a_first_game_of_fox_and_hens() -> None:
    assert SHOWN["first-fox-and-hens"].options["missed_capture"] == "enforced"
    assert SHOWN["later-fox-and-hens"].options["missed_capture"] == "remove-fox"


async def test_a_first_game_page_also_names_its_other_options() -> None:
    game, t = rules.GAMES["fox-and-hens"], TEXTS.language("en")
    terms = with_options(SHOWN["first-fox-and-hens"], fox_start="back", hens_stuck="draw")
    view, _ = await start_page.start_page(PICTURES, game, terms, fields_of(game, terms, t), t)
    others = phrases.choices(game.key, game, [("fox_start", "back"), ("hens_stuck", "draw")], t)
    assert f"{others}\n{t('fox-and-hens.first-game')}" in words(view)


def test_a_chosen_value_survives_a_changed_proposal() -> None:
    game, t = rules.GAMES["conhex"], TEXTS.language("en")
    terms = proposal("conhex", experience=Experience())
    fields = fields_of(game, terms, t)
    number = next(number for number, field in enumerate(fields) if field.key == RATED)
    text = write_fields(with_change(fields, write_fields(fields), number, YES))
    assert read(fields_of(game, replace(terms, rated=True), t), text)[RATED] == YES


def test_a_clock_menu_lists_at_most_eight_with_the_current_one() -> None:
    t = TEXTS.language("en")
    for clock in ("none", "3d", "5d soft", "21d+2d/30d"):
        terms = replace(proposal("conhex"), clock=read_clock(clock))
        (field,) = (
            candidate for candidate in fields_of(rules.GAMES["conhex"], terms, t) if candidate.key == CLOCK
        )
        menu = field.menu("fp:x", t)
        assert isinstance(menu, ui.ActionRow)
        (select,) = menu.children
        assert isinstance(select, ui.Select)
        assert len(select.options) <= 8
        assert [option.value for option in select.options if option.default] == [clock]
