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
    listed = [
        (option.label, f"{custom_ids.read(menu.custom_id).after(2).partition('!')[0]}{option.value}")
        for menu in view.walk_children()
        if isinstance(menu, ui.Select)
        for option in menu.options
    ]
    return [*((label, press.after(2)) for label, press in presses(view).items()), *listed]


def text_of(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("exploring", [False, True])
async def test_no_page_leads_there_where_it_is_forbidden(over: bool, exploring: bool) -> None:
    start = new_position("conhex", exploring=exploring)
    position = replace(start, match=resigned_match(start.match)) if over else start
    board, _ = await board_page(PICTURES, position, PLAYER, T)
    step, _ = await history_page(PICTURES, HistoryStep(0, 1, position, (), 0), PLAYER, T)
    for page in (board, step):
        assert ("Explore" in presses(page)) == (exploring or over)
    assert not any("Back" in label for label in presses(board)), "there is no move to step back to"
    assert "Forward →" in presses(step), "stepping stays"


async def test_a_page_says_how_many_take_backs_there_had_been() -> None:
    start = new_position("conhex")
    position = replace(start, match=replace(start.match, taken_back=2))
    page, _ = await history_page(PICTURES, HistoryStep(0, 1, position, (), 0), PLAYER, T)
    press = presses(page)["Explore"]
    assert press.numbers(2) == (MATCH.id, 2_000_000)
    explored, _ = await explore_page(PICTURES, position, 0, NOTHING_TRIED, PLAYER, T)
    ways = [press for press in presses(explored).values() if press.verb == "explore"]
    assert ways
    assert {press.numbers(2) for press in ways} == {(MATCH.id, 2_000_000)}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_pages_on_which_moves_are_tried(approved: SnapshotAssertion, language: str) -> None:
    t = TEXTS.language(language)
    start, dice = new_position("conhex"), new_position("catch-the-hat")
    over = replace(start, match=resigned_match(start.match))
    page, _ = await explore_page(PICTURES, start, 0, NOTHING_TRIED, PLAYER, t)
    assert page_text(page) == approved(name=f"start-{language}")
    (_, further), *_ = lines_on(page)
    for name, here, line in (
        ("tried", start, further),
        ("over", over, NOTHING_TRIED),
        ("dice", dice, NOTHING_TRIED),
    ):
        page, _ = await explore_page(PICTURES, here, 0, line, PLAYER, t)
        assert page_text(page) == approved(name=f"{name}-{language}")


class Watched(Pictures):
    """Draws pictures as usual and records the views."""

    views: list[View]

    async def picture(self, state: State, t: Language, view: View) -> Picture:
        self.views.append(view)
        return await super().picture(state, t, view)


async def test_the_last_move_that_was_tried_stays_marked_after_a_roll() -> None:
    pictures = Watched(Gallery())
    object.__setattr__(pictures, "views", [])
    start, text = new_position("catch-the-hat"), NOTHING_TRIED
    for choice in ("rolls a 2", "⌂ → 1", "rolls a 3", ""):
        page, _ = await explore_page(pictures, start, 0, text, PLAYER, T)
        text = next(text for label, text in lines_on(page) if label.startswith(choice))
    begun_with, rolled, move, rolled_again = (view.trail for view in pictures.views)
    assert begun_with == rolled == ()
    assert move == rolled_again != ()


def with_calls() -> State:
    """Return a position of Fox and Hens in which a call is legal."""
    game = rules.GAMES["fox-and-hens"]
    waiting = [game.new({}, 2)]
    for state in waiting:
        calls = calls_of(state)
        if any(move.action in calls for move in state.legal_moves()):
            return state
        if state.outcome is None and len(waiting) < 20_000:
            waiting += [state.play(move) for move in state.legal_moves()[:6]]
    raise AssertionError


async def test_a_line_tried_while_a_match_went_on_is_the_same_after_its_end() -> None:
    state = with_calls()
    running = replace(new_position("fox-and-hens"), state=state)
    over = replace(running, match=resigned_match(running.match))
    page, _ = await explore_page(PICTURES, running, 0, NOTHING_TRIED, PLAYER, T)
    labels = [label for label, press in presses(page).items() if press.verb == "explore"]
    fresh, _ = await explore_page(PICTURES, over, 0, NOTHING_TRIED, PLAYER, T)
    assert presses(fresh).keys() > set(labels), "calls can be tried after the end only"
    for label in labels:
        pressed = presses(page)[label].after(2)
        before, _ = await explore_page(PICTURES, running, 0, pressed, PLAYER, T)
        for then in presses(before).values():
            if then.verb == "explore":
                went_on, _ = await explore_page(PICTURES, running, 0, then.after(2), PLAYER, T)
                was_over, _ = await explore_page(PICTURES, over, 0, then.after(2), PLAYER, T)
                assert then.after(2) == NOTHING_TRIED or text_of(went_on) == text_of(was_over)
    with pytest.raises(custom_ids.MalformedId):
        await explore_page(PICTURES, running, 0, f"+{NOTHING_TRIED}.0", PLAYER, T)
