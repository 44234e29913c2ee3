import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids
from bot.chat.core.pictures import Picture, Pictures
from bot.chat.parts.moves.move_picker import START
from bot.features.matches.domain.conditional_moves import DEEPEST
from bot.features.moves import domain as line_draft
from bot.features.moves.domain import Draft
from bot.features.moves.pages import conditional_moves_panel
from bot.locale import LANGUAGES, Texts
from bot.model.match.match import MatchPosition
from render import Layout, View
from rules import GAMES
from rules.contract import State
from tests.bot.chat.page_text import page_text
from tests.bot.chat.parts.moves.guide_layouts import buttons, labels, layout, options
from tests.bot.support.positions import position

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
EN = TEXTS.language("en")
FOXES_CAN_CAPTURE = "hens a3 a4 b3 b4 c1 c2 c3 c5 d1; foxes b5 d6; off 0; turn foxes"


class FakePictures:
    """Pictures that draw nothing and record the views."""

    def __init__(self) -> None:
        self.views: list[View] = []

    async def picture(self, _state: State, _t: object, view: View) -> Picture:
        self.views.append(view)
        return Picture(b"", "words")

    def words(self, _state: State, _t: object, _view: View) -> str:
        return "words"

    def view_for(self, view: View) -> View:
        return view

    def layout(self, _state: State, _view: View) -> Layout:
        return Layout(1, 1, {})

    async def trail(self, _position: MatchPosition) -> tuple[str, ...]:
        return ()


async def plan_choices(rule: str) -> tuple[list[str], FakePictures]:
    """Return the hen player's choices among the foxes' moves, and the drawing with its recorded views."""
    state = GAMES["fox-and-hens"].from_position(FOXES_CAN_CAPTURE, {"missed_capture": rule})
    drawing = FakePictures()
    pictures: Pictures = drawing  # type: ignore[assignment]  # only picture() is used
    page, _ = await conditional_moves_panel.draft_page(pictures, position(state), 0, Draft(), EN)
    return [
        *(name for name in labels(page) if "→" in name),
        *(option.label for option in options(page)),
    ], drawing


async def test_plans_hide_captures_where_oversights_are_punished() -> None:
    names, drawing = await plan_choices("remove-fox")
    assert names == sorted(names)
    assert not [name for name in names if "," in name]
    assert [view.targets for view in drawing.views] == [()]
    names, _ = await plan_choices("enforced")
    assert names[0].count("catches") == 1


async def test_the_planner_mirrors_the_move_panel() -> None:
    state = GAMES["hnefatafl"].new({"board": "brandubh-7"})
    drawing = FakePictures()
    pictures: Pictures = drawing  # type: ignore[assignment]  # only picture() is used
    page, _ = await conditional_moves_panel.draft_page(pictures, position(state), 1, Draft(), EN)
    guide = layout(state, START)
    pieces = [label for label in labels(guide) if label != "Undo"]
    assert labels(page) == [*pieces, "Back"]
    assert set(drawing.views[-1].chosen) == {move.path[0] for move in state.legal_moves()}
    start = Draft((), (pieces.index("d1"),))
    page, _ = await conditional_moves_panel.draft_page(pictures, position(state), 1, start, EN)
    assert drawing.views[-1].chosen == ("d1",)
    assert set(drawing.views[-1].targets) == {"b1", "c1", "e1", "f1"}
    assert labels(page) == ["b1", "c1", "e1", "f1", "Back"]


async def test_back_undoes_one_of_three_choices() -> None:
    rows = ["9k9", *["1a15a1"] * 11, *["1a17"] * 5, "19", "19"]
    state = GAMES["hnefatafl"].from_position(f"{'/'.join(rows)} a", {"board": "alea-evangelii-19"})
    pictures: Pictures = FakePictures()  # type: ignore[assignment]  # only picture() is used
    pages, back_ids = list[str](), list[str]()
    for picks in ((), (0,), (0, 0)):
        page, _ = await conditional_moves_panel.draft_page(pictures, position(state), 1, Draft((), picks), EN)
        pages.append(labels(page)[0])
        back_ids.append(next(button.custom_id or "" for button in buttons(page) if button.label == "Back"))
    assert pages == ["b …", "b3", "Back"], "a column, a piece of it, and the menu of its targets"
    assert [custom_ids.read(custom_id).after(2) for custom_id in back_ids[1:]] == ["", "+0"]


async def test_a_line_with_many_moves_uses_menus() -> None:
    state = GAMES["hnefatafl"].new({"board": "alea-evangelii-19"})
    pictures: Pictures = FakePictures()  # type: ignore[assignment]  # only picture() is used
    page, _ = await conditional_moves_panel.draft_page(pictures, position(state), 1, Draft((), (0,)), EN)
    values = [option.value for item in page.walk_children() for option in getattr(item, "options", [])]
    draft = conditional_moves_panel.chosen_draft(state, Draft((), (0,)), values[0])
    assert line_draft.walk(state, draft)[0][0].path[0] == "a3"


async def test_a_plan_of_maximum_length_can_only_be_saved() -> None:
    """The board marks the line's last move, numbered after the played moves."""
    state: State = GAMES["conhex"].new({"swap": "off"})
    drawing = FakePictures()
    pictures: Pictures = drawing  # type: ignore[assignment]  # only picture() is used
    long, short = Draft((0,) * DEEPEST), Draft((0,) * (DEEPEST - 2))
    pages = [
        (await conditional_moves_panel.draft_page(pictures, position(state), 1, draft, EN))[0]
        for draft in (short, long)
    ]
    assert labels(pages[1]) == ["Save line", "Back"]
    assert len(labels(pages[0])) > 2
    assert [EN("plan.ends") in page_text(page) for page in pages] == [False, True]
    view, (moves, _) = drawing.views[-1], line_draft.walk(state, long)
    assert view.trail == moves[-1].path
    assert view.scoreboard is not None
    assert view.scoreboard.heading == f"Move {999 + DEEPEST}"
    number = len(state.legal_moves())
    assert conditional_moves_panel.chosen_draft(state, Draft(), f"m{number - 1}") == Draft((number - 1,))
    with pytest.raises(custom_ids.MalformedId):
        conditional_moves_panel.chosen_draft(state, Draft(), f"m{number}")


def test_many_lines_are_deleted_from_several_menus_of_25() -> None:
    """Discord's menus have 25 options each."""
    moves = [move.text for move in GAMES["conhex"].new().legal_moves()]
    lines = [(moves[number], moves[number + 1]) for number in range(60)]
    page = conditional_moves_panel.lines_page(
        position(GAMES["conhex"].new()).match, GAMES["conhex"], lines, 90, EN
    )
    menus = [item for item in page.walk_children() if isinstance(item, ui.Select)]
    marks = [option.value for menu in menus for option in menu.options]
    assert [len(menu.options) for menu in menus] == [20, 20, 20]
    assert marks == [conditional_moves_panel.line_mark(number, line) for number, line in enumerate(lines)]
    assert len({menu.custom_id for menu in menus}) == 3


async def test_an_incomplete_move_cannot_be_saved() -> None:
    state = GAMES["hnefatafl"].new({"board": "brandubh-7"})
    drawing = FakePictures()
    pictures: Pictures = drawing  # type: ignore[assignment]  # only picture() is used
    (_, last), _ = line_draft.walk(state, Draft((0, 0)))
    for picks, savable, trail in (((), True, last.path), ((0,), False, ())):
        draft = Draft((0, 0), picks)
        page, _ = await conditional_moves_panel.draft_page(pictures, position(state), 1, draft, EN)
        assert ("Save line" in labels(page)) is savable
        assert drawing.views[-1].trail == trail, "not the trail of the move before"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_pages_of_plans(approved: SnapshotAssertion, language: str) -> None:
    game, t = GAMES["conhex"], TEXTS.language(language)
    state: State = game.new()
    start = position(state)
    for name, lines in (("none", []), ("two", [("f6", "swap"), ("c4", "f6", "h3", "e9")])):
        page = conditional_moves_panel.lines_page(start.match, game, lines, 9, t)
        assert page_text(page) == approved(name=f"{name}-{language}")
    first = state.legal_moves().index(state.parse("f6"))
    replies = state.play(state.parse("f6"))
    pictures: Pictures = FakePictures()  # type: ignore[assignment]  # only picture() is used
    full_draft = Draft((first, replies.legal_moves().index(replies.parse("swap"))))
    for name, draft in (("begun", Draft()), ("their-move", Draft((first,))), ("own-reply", full_draft)):
        page, _ = await conditional_moves_panel.draft_page(pictures, start, 1, draft, t)
        assert page_text(page) == approved(name=f"{name}-{language}")
