import pytest
from discord import ui

from bot.chat.core.pictures import Picture, Pictures
from bot.chat.features.moves import move_tree
from bot.chat.features.moves.move_picker import PickerStep
from bot.chat.features.moves.plans import conditional_moves_panel, line_draft
from bot.chat.features.moves.plans.line_draft import Draft
from bot.locale import Texts
from bot.play.domain.matches import MatchPosition
from render import View
from rules import GAMES
from rules.contract import State
from tests.bot.chat.features.moves.test_guide_page import position

TEXTS = Texts.load()
EN = TEXTS.language("en")
FOXES_CAN_CAPTURE = "hens a3 a4 b3 b4 c1 c2 c3 c5 d1; foxes b5 d6; off 0; turn foxes"


class Drawing:
    """Draws nothing and remembers what was to be marked."""

    def __init__(self) -> None:
        self.views: list[View] = []

    async def picture(self, _state: State, _t: object, view: View) -> Picture:
        self.views.append(view)
        return Picture(b"", "words")

    async def trail(self, _position: MatchPosition) -> tuple[str, ...]:
        return ()


async def planned(rule: str, step: str) -> tuple[list[str], Drawing]:
    """Return what a hen's player can choose of a fox's moves, and what is marked on the board."""
    state = GAMES["fox-and-hens"].from_position(FOXES_CAN_CAPTURE, {"missed_capture": rule})
    drawing = Drawing()
    pictures: Pictures = drawing  # type: ignore[assignment]  # no more is used
    draft = line_draft.at_step(state, Draft(), PickerStep("", (step,)))
    page, _ = await conditional_moves_panel.draft_page(pictures, position(state), 0, draft, EN)
    options = [option.value[1:] for item in page.walk_children() for option in getattr(item, "options", [])]
    return options, drawing


async def test_a_plan_for_the_foxes_shows_no_capture() -> None:
    points, drawing = await planned("remove-fox", "d6")
    assert points == sorted(points, key=move_tree.natural)
    assert [view.targets for view in drawing.views] == [()]
    points, drawing = await planned("remove-fox", "b5")
    assert points == sorted(points, key=move_tree.natural)
    assert [view.targets for view in drawing.views] == [()]


async def test_elsewhere_the_points_that_can_come_next_are_marked() -> None:
    state = GAMES["hnefatafl"].new({"board": "brandubh-7"})
    drawing = Drawing()
    pictures: Pictures = drawing  # type: ignore[assignment]  # no more is used
    start = line_draft.at_step(state, Draft(), PickerStep("", ("d1",)))
    await conditional_moves_panel.draft_page(pictures, position(state), 1, start, EN)
    assert set(drawing.views[-1].targets) == {"b1", "c1", "e1", "f1"}


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Take over the ball (swap)"), ("de", "Kugel übernehmen (tauschen)")]
)
async def test_moves_are_told_by_their_names(language: str, name: str) -> None:
    game, t = GAMES["conhex"], TEXTS.language(language)
    state: State = game.new()
    here = position(state)
    page = conditional_moves_panel.lines_page(here.match, game, [("f6", "swap")], 9, t)
    assert f"**{name}**" in told(page)
    (option,) = [option for item in page.walk_children() for option in getattr(item, "options", [])]
    assert option.label == f"1. f6, {name}"
    first = state.legal_moves().index(state.parse("f6"))
    replies = state.play(state.parse("f6"))
    draft = Draft((first, replies.legal_moves().index(replies.parse("swap"))))
    pictures: Pictures = Drawing()  # type: ignore[assignment]  # no more is used
    making, _ = await conditional_moves_panel.draft_page(pictures, here, 1, draft, t)
    assert f"**{name}**" in told(making)


def told(page: ui.LayoutView) -> str:
    return "\n".join(item.content for item in page.walk_children() if isinstance(item, ui.TextDisplay))
