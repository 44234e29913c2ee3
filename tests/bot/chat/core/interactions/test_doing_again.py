"""Questions before an action that may repeat an earlier one."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest

import rules
from bot.chat.core import custom_ids, position_token
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.features.moves.buttons.typed_move_buttons import again_page
from bot.features.offers.buttons import time_buttons
from bot.kernel.transactions.repeated_requests import DoneBefore
from bot.locale import Texts
from bot.model.match.match import Match
from bot.model.people.person import Person, Place, Request
from tests.bot.chat import samples
from tests.bot.chat.presses import UNUSED

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
PLACE = Place(3, 4, "")
MATCH = replace(samples.MATCH, id=7, place=PLACE, plies=4, turn=0)
TEXTS = Texts.load()
ANNA = Person(1, "Anna", "en")


@pytest.mark.parametrize(("language", "word"), [("en", "Once more"), ("de", "Noch einmal")])
def test_a_move_is_asked_for_once_more_with_the_position_it_is_for(language: str, word: str) -> None:
    page: Any = again_page(rules.GAMES[MATCH.key], MATCH, DoneBefore("a1", 4, 2), TEXTS.language(language))
    text = str(page.to_components())
    assert "**a1**" in text
    assert word in text
    assert custom_ids.write("confirm", 7, position_token.of(4, 2), "a1") in text
    assert position_token.split(position_token.of(4, 2)) == (4, 2)


@dataclass
class _Deadlines:
    given: list[tuple[int, object]] = field(default_factory=list)

    async def more_time(
        self, _request: Request, _game: int, days: int, *, sure: bool = True, given: int | None = None
    ) -> Match:
        if not sure:
            raise DoneBefore(str(days), 3)
        self.given.append((days, given))
        return MATCH


@dataclass
class _Services:
    deadlines: _Deadlines


@dataclass
class _Interaction:
    data: Any
    shown: list[str] = field(default_factory=list)


class _Speaker(InteractionContext):
    async def turn_page(self, view: Any, *_rest: Any) -> None:
        interaction: Any = self.interaction
        interaction.shown.append(str(view.to_components()))


async def test_more_time_is_asked_for_once_more_and_then_given() -> None:
    app: Any = _Services(_Deadlines())
    t = TEXTS.language("en")
    pressed: Any = _Interaction({"values": ["3"]})
    context, shown = _Speaker(pressed, ANNA, PLACE, Request("r", ANNA), t, UNUSED), pressed.shown
    await time_buttons.give_time(app, context, custom_ids.Press("time-give", "7"))
    again = custom_ids.write("time-again", 7, 3, 3)
    assert again in shown[0]
    assert app.deadlines.given == []
    await time_buttons.give_again(app, context, custom_ids.read(again))
    assert app.deadlines.given == [(3, 3)]
    assert "you have given" in shown[1]
