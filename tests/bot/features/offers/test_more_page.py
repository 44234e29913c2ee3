"""The *More* page of a game, as a spectator reads it."""

import textwrap
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from discord import ui

import rules
from bot.chat.core import custom_ids
from bot.chat.core.contributions.more_entries import MoreButtons, MoreLine, MoreRow, MoreView
from bot.chat.core.contributions.slot import Slot
from bot.chat.core.messages import layouts
from bot.features.offers.buttons import more_buttons
from bot.features.offers.pages import more_page, resign_page
from bot.locale import Texts
from bot.model.match.match import Match, MatchPosition
from bot.model.people.person import Person
from bot.model.people.players import EnginePlayer, HumanPlayer, Player
from rules.contract import Game
from tests.bot.chat.presses import Presses
from tests.bot.chat.samples import MATCH
from tests.bot.support.fakes import ANNA, BEN, CARA, World

pytest_plugins = ("tests.bot.support.worlds",)

TEXTS = Texts.load()
STRANGER = 9
LETTERS, SMALL_LETTERS = 76, 88
"""How many letters stand in a line of the frame of a message, which is 565 pixels wide inside."""


@dataclass(frozen=True)
class Services:
    """No feature contributes."""

    more_buttons: Slot[MoreButtons] = field(default_factory=Slot[MoreButtons])
    more_lines: Slot[MoreLine] = field(default_factory=Slot[MoreLine])
    games: Mapping[str, Game] = field(default_factory=lambda: rules.GAMES)


SERVICES: Any = Services()


async def page_text(key: str, plies: int, commitment: str | None, language: str) -> str:
    state = rules.GAMES[key].new({}, 2)
    match = replace(MATCH, key=key, options=state.options, plies=plies, commitment=commitment)
    view = await more_page(
        SERVICES, MoreView(MatchPosition(match, state), STRANGER, TEXTS.language(language))
    )
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


@pytest.mark.parametrize(
    ("plies", "english", "german"),
    [
        (1, "1 move or roll made, since", "1 Zug oder Wurf gemacht, seit"),
        (7, "7 moves and rolls made, since", "7 Züge und Würfe gemacht, seit"),
    ],
)
async def test_rolls_are_counted_as_rolls(plies: int, english: str, german: str) -> None:
    assert english in await page_text("hounds-and-jackals", plies, "c0ffee", "en")
    assert german in await page_text("hounds-and-jackals", plies, "c0ffee", "de")


async def test_without_dice_moves_are_counted() -> None:
    assert "1 move played, since" in await page_text("conhex", 1, None, "en")
    assert "3 moves played, since" in await page_text("conhex", 3, None, "en")


@pytest.mark.parametrize("rated", [True, False])
async def test_whether_a_game_counts_is_said(rated: bool) -> None:
    state = rules.GAMES["conhex"].new({}, 2)
    match = replace(MATCH, options=state.options, rated=rated)
    view = await more_page(SERVICES, MoreView(MatchPosition(match, state), STRANGER, TEXTS.language("de")))
    text = "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    assert ("📈 Gewertet: Das Ergebnis zählt." in text) == rated


@pytest.mark.parametrize("exploring", [True, False])
async def test_whether_moves_can_be_tried_out_only_after_the_end_is_said(exploring: bool) -> None:
    state = rules.GAMES["conhex"].new({}, 2)
    match = replace(MATCH, options=state.options, exploring=exploring)
    view = await more_page(SERVICES, MoreView(MatchPosition(match, state), STRANGER, TEXTS.language("de")))
    text = "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    assert ("🚫 Ohne Ausprobieren" in text) != exploring


@pytest.mark.parametrize(
    ("others", "text"),
    [
        ((HumanPlayer(2), EnginePlayer("catch-the-hat", 1)), "The others play on"),
        ((EnginePlayer("catch-the-hat", 1),) * 2, "Do you really want to resign"),
    ],
)
def test_who_leaves_only_computers_behind_is_asked_whether_to_resign(
    others: tuple[Player, Player], text: str
) -> None:
    state = rules.GAMES["catch-the-hat"].new({}, 3)
    match = replace(MATCH, key="catch-the-hat", options=state.options, players=(HumanPlayer(1), *others))
    view = resign_page(MatchPosition(match, state), TEXTS.language("en"))
    question = "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    assert text in question


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", rules.GAMES)
async def test_it_has_at_most_seven_lines(key: str, language: str) -> None:
    text = await page_text(key, 40, "c0ffee", language)
    assert sum(_lines_on_screen(line) for line in text.splitlines()) <= 7, text


def _lines_on_screen(line: str) -> int:
    """Return how often a line of text wraps in the frame of a message on a desktop, at most once a word."""
    small = line.startswith("-# ")
    letters = line.removeprefix("-# ").replace("`", "").replace("*", "")
    return len(textwrap.wrap(letters, SMALL_LETTERS if small else LETTERS))


def button_of(label: str) -> Callable[[MoreView], Coroutine[None, None, Sequence[layouts.Button]]]:
    async def make(_: MoreView) -> Sequence[layouts.Button]:
        return (layouts.button(label, f"fp:{label}"),)

    return make


async def line_of(view: MoreView) -> str:
    return f"seen by {view.person}"


async def test_contributions_stand_in_their_rows_by_place() -> None:
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
    state = rules.GAMES["conhex"].new({}, 2)
    position = MatchPosition(replace(MATCH, options=state.options), state)
    view = await more_page(services, MoreView(position, STRANGER, TEXTS.language("en")))
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
    answer = await presses.one(person, custom_ids.write("more", match.id))
    return [custom_ids.read(custom_id).verb for custom_id in answer.ids]


async def test_players_and_strangers_get_their_buttons(world: World) -> None:
    match = await world.match("conhex")
    player = await verbs_for(world, ANNA, match)
    assert player[:5] == ["rules", "replay", "export", "resign", "seat-offer"]
    assert set(player[5:]) <= {"offer", "plan"}
    assert await verbs_for(world, CARA, match) == ["rules", "replay", "follow"]


async def test_after_the_end_a_rematch_is_offered(world: World) -> None:
    match = await world.match("conhex")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    assert await verbs_for(world, BEN, match) == ["rules", "review", "replay", "export", "rematch"]
