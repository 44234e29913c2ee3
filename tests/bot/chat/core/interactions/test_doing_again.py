"""Questions before an action that may repeat an earlier one."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest

import rules
from bot.chat.core import custom_ids, position_token
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.features.moves.buttons.typed_move_buttons import again_page, can_repeat
from bot.features.offers.buttons import time_buttons
from bot.locale import Texts
from bot.model.match.match import Match, Turn
from bot.model.people.person import Person, Place, Request
from bot.model.refusal import Refusal
from rules.contract import Move
from tests.bot.chat import samples
from tests.bot.chat.presses import UNUSED

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
PLACE = Place(3, 4, "")
MATCH = replace(samples.MATCH, id=7, key="conhex", place=PLACE, plies=4, turn=0)
TEXTS = Texts.load()
ANNA = Person(1, "Anna", "en")


def _turn(move: str, *, repeated: bool = True) -> Turn:
    state = rules.GAMES[MATCH.key].new({"swap": "off"})
    return Turn(MATCH, state.play(state.parse("f6")), Move(move), 3, 0, repeated)


@pytest.mark.parametrize(("language", "word"), [("en", "Once more"), ("de", "Noch einmal")])
def test_the_repeat_question_contains_the_position(language: str, word: str) -> None:
    page: Any = again_page(_turn("a1"), TEXTS.language(language))
    text = str(page.to_components())
    assert "**a1**" in text
    assert word in text
    assert custom_ids.write("confirm", 7, position_token.mark(MATCH), "a1") in text


def test_only_a_legal_move_can_be_repeated() -> None:
    mover = MATCH.mover or 0
    assert can_repeat(_turn("a1"), mover)
    assert not can_repeat(_turn("a1"), mover + 1)
    assert not can_repeat(_turn("f6"), mover)
    assert not can_repeat(_turn("a1", repeated=False), mover)


@dataclass
class _Deadlines:
    given: list[tuple[int, int | None]] = field(default_factory=list)

    async def more_time(self, _request: Request, _game: int, days: int, given: int | None = None) -> Match:
        if self.given:
            raise Refusal("more-time-changed")
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


async def test_a_menu_gives_the_time_it_was_opened_with() -> None:
    app: Any = _Services(_Deadlines())
    pressed: Any = _Interaction({"values": ["3"]})
    context = _Speaker(pressed, ANNA, PLACE, Request("r", ANNA), TEXTS.language("en"), UNUSED)
    for menu, days in (("7:2", 2), ("7", None)):
        app.deadlines.given.clear()
        await time_buttons.give_time(app, context, custom_ids.Press("time-give", menu))
        assert app.deadlines.given == [(3, days)]
    assert "you have given" in pressed.shown[0]
    with pytest.raises(Refusal, match="more-time-changed"):
        await time_buttons.give_time(app, context, custom_ids.Press("time-give", "7:2"))
