"""Heights of pages with moves, measured in a browser at phone width."""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

import pytest
import pytest_asyncio
from discord import ui
from playwright.async_api import Browser, Page

import rules
from bot.chat.core.messages import layouts, phone_height
from bot.chat.core.pictures import Picture, Pictures
from bot.chat.parts.moves import explored_line, guide_page
from bot.chat.parts.moves.happened import NOTHING_BEFORE, Before
from bot.chat.parts.moves.move_picker import START, PickerStep
from bot.features.boards.messages.board_message import board_message
from bot.features.matches.service.match_queries import BoardView
from bot.features.moves.pages.explore_page import explore_page
from bot.kernel.outbox.notices import Notice
from bot.locale import Language, Texts
from bot.model.events.events import PlyPlayed
from bot.model.people.preferences import PingPlace
from rules.contract import Game, Move, State
from rules.contract.capabilities import named_boards
from tests.bot.chat.playing import random_game
from tests.bot.support.positions import position
from tests.galleries import GALLERY
from tests.playground.page.page_stage import CHROMIUM, Stage, staging
from tests.pocket import BEN

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
]

PLIES, EVERY, MEASURED = 130, 26, 2
TOO_FINE = "alea-evangelii-19"
"""A board with too many points for a phone."""
T = Texts.load().language("de")
PICTURES = Pictures(GALLERY)
SPAN = """() => {
  const message = [...document.querySelectorAll("[data-testid=message]")].at(-1);
  const picture = message.querySelector(".picture img"), rows = message.querySelectorAll(".action-row");
  if (!picture.complete || !picture.naturalWidth) return 0;
  return [...rows].at(-1).getBoundingClientRect().bottom - picture.getBoundingClientRect().top;
}"""


@dataclass(frozen=True, slots=True)
class Phone:
    """A channel in a window of phone width, and the bot that posts into it."""

    stage: Stage
    page: Page
    channel: str

    async def span(
        self, view: ui.View | ui.LayoutView, pictures: Sequence[Picture], content: str | None = None
    ) -> float:
        """Post a page; return the distance from the picture's top to the last row's bottom, in CSS pixels."""
        shown = self.page.get_by_test_id("message")
        before = await shown.count()
        files = [picture.file() for picture in pictures]
        await self.stage.bot.say(self.channel, content=content, view=view, files=files)
        await shown.nth(before).wait_for()
        handle = await self.page.wait_for_function(SPAN)
        return float(await handle.json_value())


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def phone(chrome: Browser) -> AsyncIterator[Phone]:
    """One window for all tests; each measures its own messages."""
    async with staging(chrome) as stage:
        channel = await stage.channel("in-sight")
        yield Phone(stage, await stage.page(BEN, channel, width=360), channel)


def boards() -> Iterator[tuple[str, Mapping[str, str]]]:
    for key, game in rules.GAMES.items():
        for options in named_boards(game) or ({},):
            if TOO_FINE not in options.values():
                yield key, options


def unlike_boards() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the smallest and the largest board of each game; those between have the same proportions."""
    for _, same_game in groupby(boards(), itemgetter(0)):
        first, *_, last = [*same_game] * 2
        yield from (first, last) if first != last else (first,)


def positions(game: Game, options: Mapping[str, str]) -> Iterator[State]:
    """Yield every `EVERY`-th position of random games with the fewest and the most players."""
    for players in {min(game.seats), max(game.seats)}:
        for number, state in enumerate(random_game(game.key, options, players, PLIES)):
            if number % EVERY == 0:
                yield state


def practice_lines(t: Language) -> Before:
    """Return the text and buttons of practice after a reply with a capture."""
    undo = layouts.button(t("button.practice-back"), "fp:practice-back:1:2")
    hint, more = (layouts.button(t(f"button.{name}"), f"fp:{name}:1:2") for name in ("hint", "more"))
    lines = (
        t("practice.played", move="a4-a3"),
        t("practice.reply-with-deeds", name="Lucius", move="d5-a5", deeds="schlägt b5, c5"),
    )
    title = t("practice.private", engine=t("engine.player", name="Lucius", level=1))
    return Before(lines, undo, (title,), (hint, more))


def steps(state: State) -> Iterator[PickerStep]:
    """Yield the first step of choosing a move, and one of its next steps."""
    first = guide_page.first_step(state)
    yield first
    yield from [way.step for way in guide_page.choices_at(state, first) if way.move is None][:1]


def before(state: State, step: PickerStep) -> Before:
    return practice_lines(T) if step == guide_page.first_step(state) else NOTHING_BEFORE


def shape_and_height(view: ui.LayoutView) -> tuple[tuple[tuple[str, int], ...], float]:
    """Return a page's blocks with their numbers of parts, and its estimated height without the picture."""
    (frame,) = view.children
    assert isinstance(frame, ui.Container)
    shape = tuple((type(block).__name__, len(getattr(block, "children", ()))) for block in frame.children)
    return shape, phone_height.height(frame.children, 0)


def highest(states: Iterable[State], picture: Picture) -> Iterator[tuple[State, PickerStep]]:
    """Yield the `MEASURED` steps with the highest estimated pages, at most one of each shape."""
    found: dict[Any, tuple[float, State, PickerStep]] = {}
    for state in states:
        for step in steps(state):
            view = guide_page.step_layout(position(state), step, picture, T, before=before(state, step))
            shape, height = shape_and_height(view)
            if shape not in found or height > found[shape][0]:
                found[shape] = (height, state, step)
    for _, state, step in sorted(found.values(), key=itemgetter(0), reverse=True)[:MEASURED]:
        yield state, step


@pytest.mark.parametrize(("key", "options"), tuple(boards()), ids=str)
async def test_the_picture_and_last_row_fit_on_one_screen(
    phone: Phone, key: str, options: Mapping[str, str]
) -> None:
    states = list(positions(rules.GAMES[key], options))
    _, (picture,) = await guide_page.guide_page(PICTURES, position(states[0]), 0, START, T)
    for state, step in highest(states, picture):
        view, pictures = await guide_page.guide_page(
            PICTURES, position(state), state.turn or 0, step, T, before=before(state, step)
        )
        assert 0 < await phone.span(view, pictures) <= phone_height.COLUMN, (state.position, step)


@pytest.mark.parametrize(("key", "options"), tuple(unlike_boards()), ids=str)
async def test_tried_moves_and_the_board_fit_on_one_screen(
    phone: Phone, key: str, options: Mapping[str, str]
) -> None:
    for start in islice(positions(rules.GAMES[key], options), 0, None, 2):
        state, plies = start, list[Move]()
        while len(plies) < 3 and (following := explored_line.following(state, calls=False)):
            plies.append(following[len(following) // 2])
            state = state.play(plies[-1])
        line = explored_line.write_line(start, plies, calls=False)
        here = replace(position(start), names={1: "Anna", 2: "Ben"})
        view, pictures = await explore_page(PICTURES, here, here.match.plies, line, 1, T)
        assert 0 < await phone.span(view, pictures) <= phone_height.COLUMN, (start.position, line)


@pytest.mark.parametrize(("key", "options"), tuple(unlike_boards()), ids=str)
async def test_a_public_board_and_its_menu_fit_on_one_screen(
    phone: Phone, key: str, options: Mapping[str, str]
) -> None:
    for state in islice(positions(rules.GAMES[key], options), 0, None, 2):
        here = replace(position(state), names={1: "Anna", 2: "Ben"})
        ply, turn = here.match.plies, state.turn or 0
        event = PlyPlayed(
            here.match.id, ply - 1, ply, 0, "a1", before=0, turn=turn, tell=PingPlace.THREAD, by=0
        )
        notice = Notice(9, event, 1, here.match.id, ply, None, 0, uncertain=False)
        message = board_message(PICTURES, notice, BoardView(here, (), "de"), T)
        message = message.with_doors((layouts.button(T("button.open-board"), "fp:web:1"),))
        assert message.scene is not None
        picture = await message.scene.draw(PICTURES)
        high = await phone.span(message.view(), [picture], message.content)
        assert 0 < high <= phone_height.COLUMN, state.position
