"""The page for exploring moves, and the links to it."""

from dataclasses import replace

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.chat.core.pictures import Picture, Pictures
from bot.chat.core.walked_game import NOTHING_TRIED
from bot.chat.parts.matches.history_page import history_page
from bot.features.boards.pages.board_page import board_page
from bot.features.moves.pages.explore_page import explore_page
from bot.locale import LANGUAGES, Language, Texts
from bot.model.match.history import HistoryStep
from bot.model.match.match import Match, MatchPosition, MatchStatus
from render import Gallery, View
from rules.contract import Outcome, State
from rules.contract.capabilities import calls_of
from tests.bot.chat.page_text import page_text
from tests.bot.chat.samples import MATCH
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
PICTURES = Pictures(GALLERY)
T = TEXTS.language("en")
PLAYER = 1
NAMES = {1: "Anna", 2: "Ben"}
GIVEN_UP = Outcome((0,), "resignation")


def resigned_match(match: Match) -> Match:
    return replace(match, status=MatchStatus.FINISHED, turn=None, outcome=GIVEN_UP, resigned=1)


def new_position(key: str, *, exploring: bool = True) -> MatchPosition:
    state = rules.GAMES[key].new({}, 2)
    match = replace(MATCH, key=key, options=state.options, plies=0, turn=state.turn, exploring=exploring)
    return MatchPosition(match, state, names=NAMES)


def presses(view: ui.LayoutView) -> dict[str, custom_ids.Press]:
    """Return the buttons' custom_ids by label."""
    return {
        str(item.label): custom_ids.read(item.custom_id or "")
        for item in view.walk_children()
        if isinstance(item, ui.Button)
    }


def lines_on(view: ui.LayoutView) -> list[tuple[str, str]]:
    """Return the label and line of each button and menu option."""
    menu_options = [
        (option.label, f"{custom_ids.read(menu.custom_id).after(2).partition('!')[0]}{option.value}")
        for menu in view.walk_children()
        if isinstance(menu, ui.Select)
        for option in menu.options
    ]
    return [*((label, press.after(2)) for label, press in presses(view).items()), *menu_options]


def text_of(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


@pytest.mark.parametrize("finished", [False, True])
@pytest.mark.parametrize("exploring", [False, True])
async def test_explore_is_offered_only_where_allowed_or_after_the_end(
    finished: bool, exploring: bool
) -> None:
    start = new_position("conhex", exploring=exploring)
    position = replace(start, match=resigned_match(start.match)) if finished else start
    board, _ = await board_page(PICTURES, position, PLAYER, T)
    step, _ = await history_page(PICTURES, HistoryStep(0, 1, position, (), 0), PLAYER, T)
    for page in (board, step):
        assert ("Explore" in presses(page)) == (exploring or finished)
    assert not any("Back" in label for label in presses(board)), "there is no move to step back to"
    assert "Forward →" in presses(step), "stepping stays"


async def test_explore_buttons_carry_the_take_back_count() -> None:
    start = new_position("conhex")
    position = replace(start, match=replace(start.match, taken_back=2))
    page, _ = await history_page(PICTURES, HistoryStep(0, 1, position, (), 0), PLAYER, T)
    explore_press = presses(page)["Explore"]
    assert explore_press.numbers(2) == (MATCH.id, 2_000_000)
    explored, _ = await explore_page(PICTURES, position, 0, NOTHING_TRIED, PLAYER, T)
    explore_presses = [
        explore_press for explore_press in presses(explored).values() if explore_press.verb == "explore"
    ]
    assert explore_presses
    assert {explore_press.numbers(2) for explore_press in explore_presses} == {(MATCH.id, 2_000_000)}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_explore_pages(approved: SnapshotAssertion, language: str) -> None:
    t = TEXTS.language(language)
    start, with_dice = new_position("conhex"), new_position("catch-the-hat")
    finished = replace(start, match=resigned_match(start.match))
    page, _ = await explore_page(PICTURES, start, 0, NOTHING_TRIED, PLAYER, t)
    assert page_text(page) == approved(name=f"start-{language}")
    (_, next_line), *_ = lines_on(page)
    for name, position, line in (
        ("tried", start, next_line),
        ("over", finished, NOTHING_TRIED),
        ("dice", with_dice, NOTHING_TRIED),
    ):
        page, _ = await explore_page(PICTURES, position, 0, line, PLAYER, t)
        assert page_text(page) == approved(name=f"{name}-{language}")


class RecordingPictures(Pictures):
    """Draws pictures as usual and records the views."""

    views: list[View]

    async def picture(self, state: State, t: Language, view: View) -> Picture:
        self.views.append(view)
        return await super().picture(state, t, view)


async def test_the_last_explored_move_stays_marked_after_a_roll() -> None:
    pictures = RecordingPictures(Gallery())
    object.__setattr__(pictures, "views", [])
    start, text = new_position("catch-the-hat"), NOTHING_TRIED
    for choice in ("rolls a 2", "⌂ → 1", "rolls a 3", ""):
        page, _ = await explore_page(pictures, start, 0, text, PLAYER, T)
        text = next(text for label, text in lines_on(page) if label.startswith(choice))
    at_start, after_roll, after_move, after_second_roll = (view.trail for view in pictures.views)
    assert at_start == after_roll == ()
    assert after_move == after_second_roll != ()


def position_with_calls() -> State:
    """Return a position of Fox and Hens in which a call is legal."""
    game = rules.GAMES["fox-and-hens"]
    states = [game.new({}, 2)]
    for state in states:
        calls = calls_of(state)
        if any(move.action in calls for move in state.legal_moves()):
            return state
        if state.outcome is None and len(states) < 20_000:
            states += [state.play(move) for move in state.legal_moves()[:6]]
    raise AssertionError


async def test_an_explored_line_reads_the_same_after_the_match_ends() -> None:
    state = position_with_calls()
    running = replace(new_position("fox-and-hens"), state=state)
    finished = replace(running, match=resigned_match(running.match))
    page, _ = await explore_page(PICTURES, running, 0, NOTHING_TRIED, PLAYER, T)
    labels = [label for label, press in presses(page).items() if press.verb == "explore"]
    fresh, _ = await explore_page(PICTURES, finished, 0, NOTHING_TRIED, PLAYER, T)
    assert presses(fresh).keys() > set(labels), "calls can be tried after the end only"
    for label in labels:
        line = presses(page)[label].after(2)
        before, _ = await explore_page(PICTURES, running, 0, line, PLAYER, T)
        for next_press in presses(before).values():
            if next_press.verb == "explore":
                while_running, _ = await explore_page(PICTURES, running, 0, next_press.after(2), PLAYER, T)
                after_end, _ = await explore_page(PICTURES, finished, 0, next_press.after(2), PLAYER, T)
                assert next_press.after(2) == NOTHING_TRIED or text_of(while_running) == text_of(after_end)
    with pytest.raises(custom_ids.MalformedId):
        await explore_page(PICTURES, running, 0, f"+{NOTHING_TRIED}.0", PLAYER, T)
