"""The *More* page of a game, for spectators and players."""

import textwrap
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.chat.core.contributions.more_entries import MoreButtons, MoreLine, MoreRow, MoreView
from bot.chat.core.contributions.slot import Slot
from bot.chat.core.messages import layouts
from bot.features.offers.buttons import more_buttons
from bot.features.offers.pages import more_page, resign_page
from bot.locale import Language, Texts
from bot.model.match.match import Match, MatchPosition, MatchStatus
from bot.model.people.person import Person
from bot.model.people.players import EnginePlayer, HumanPlayer, Player
from rules.contract import Game, Outcome
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import Presses
from tests.bot.chat.samples import MATCH
from tests.bot.support.fakes import ANNA, BEN, CARA, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

TEXTS = Texts.load()
LANGUAGES = (TEXTS.language("en"), TEXTS.language("de"))
STRANGER = 9
WON = Outcome((1,), "connected")
LETTERS, SMALL_LETTERS = 76, 88
"""Characters on a line of a message's frame, which is 565 pixels wide inside."""


@dataclass(frozen=True)
class Services:
    """Services without contributions by features."""

    more_buttons: Slot[MoreButtons] = field(default_factory=Slot[MoreButtons])
    more_lines: Slot[MoreLine] = field(default_factory=Slot[MoreLine])
    games: Mapping[str, Game] = field(default_factory=lambda: rules.GAMES)


SERVICES: Any = Services()


def position_of(key: str, **changes: Any) -> MatchPosition:
    state = rules.GAMES[key].new({}, 2)
    return MatchPosition(replace(MATCH, key=key, options=state.options, **changes), state)


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("one-move", position_of("conhex", plies=1)),
        ("rated", position_of("conhex", plies=3, rated=True)),
        ("no-exploring", position_of("conhex", plies=0, exploring=False)),
        ("one-roll", position_of("hounds-and-jackals", plies=1, commitment="c0ffee")),
        ("rolls", position_of("hounds-and-jackals", plies=7, commitment="c0ffee")),
        ("over", position_of("conhex", plies=7, status=MatchStatus.FINISHED, turn=None, outcome=WON)),
    ],
)
async def test_a_spectator_s_page(name: str, position: MatchPosition, approved: SnapshotAssertion) -> None:
    for t in LANGUAGES:
        view = await more_page(SERVICES, MoreView(position, STRANGER, t))
        assert page_text(view) == approved(name=f"{name}-{t.code}")


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("others-play-on", (HumanPlayer(2), EnginePlayer("catch-the-hat", 1))),
        ("computers-are-left", (EnginePlayer("catch-the-hat", 1),) * 2),
    ],
)
def test_the_resign_question(name: str, others: tuple[Player, Player], approved: SnapshotAssertion) -> None:
    state = rules.GAMES["catch-the-hat"].new({}, 3)
    match = replace(MATCH, key="catch-the-hat", options=state.options, players=(HumanPlayer(1), *others))
    for t in LANGUAGES:
        assert page_text(resign_page(MatchPosition(match, state), t)) == approved(name=f"{name}-{t.code}")


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
@pytest.mark.parametrize("key", rules.GAMES)
async def test_the_more_page_has_at_most_seven_lines(key: str, t: Language) -> None:
    view = await more_page(SERVICES, MoreView(position_of(key, plies=40, commitment="c0ffee"), STRANGER, t))
    text = "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    assert sum(_lines_on_screen(line) for line in text.splitlines()) <= 7, text


def _lines_on_screen(line: str) -> int:
    """Return the number of desktop lines a line of text wraps to."""
    small = line.startswith("-# ")
    letters = line.removeprefix("-# ").replace("`", "").replace("*", "")
    return len(textwrap.wrap(letters, SMALL_LETTERS if small else LETTERS))


def button_of(label: str) -> Callable[[MoreView], Coroutine[None, None, Sequence[layouts.Button]]]:
    async def make(_: MoreView) -> Sequence[layouts.Button]:
        return (layouts.button(label, f"fp:{label}"),)

    return make


async def line_of(view: MoreView) -> str:
    return f"seen by {view.person}"


async def test_contributions_are_placed_in_rows_by_order() -> None:
    buttons = Slot[MoreButtons]()
    buttons.publish(
        [
            MoreButtons(MoreRow.PLAYERS, 10, button_of("third")),
            MoreButtons(MoreRow.RECORD, 20, button_of("second")),
            MoreButtons(MoreRow.RECORD, 10, button_of("first")),
        ]
    )
    lines = Slot[MoreLine]()
    lines.publish([MoreLine(10, line_of)])
    services: Any = Services(buttons, lines)
    view = await more_page(services, MoreView(position_of("conhex"), STRANGER, LANGUAGES[0]))
    rows = [item for item in view.walk_children() if isinstance(item, ui.ActionRow)]
    labels = [[getattr(button, "label", "") for button in row.children] for row in rows]
    assert labels == [["first", "second"], ["third"]]
    assert any(
        f"seen by {STRANGER}" in item.content
        for item in view.walk_children()
        if isinstance(item, ui.TextDisplay)
    ), list(view.walk_children())


async def verbs_for(world: World, person: Person, match: Match) -> list[str]:
    presses = Presses(world, more_buttons.HANDLERS)
    answer = await presses.answer_to(person, custom_ids.write("more", match.id))
    return [custom_ids.read(custom_id).verb for custom_id in answer.ids]


async def test_players_and_spectators_get_their_own_buttons(world: World) -> None:
    match = await world.match("conhex")
    player = await verbs_for(world, ANNA, match)
    assert player[:5] == ["rules", "replay", "export", "resign", "seat-offer"]
    assert set(player[5:]) <= {"offer", "plan"}
    assert await verbs_for(world, CARA, match) == ["rules", "replay", "follow"]


async def test_a_finished_game_offers_a_rematch(world: World) -> None:
    match = await world.match("conhex")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    assert await verbs_for(world, BEN, match) == ["rules", "review", "replay", "export", "rematch"]
