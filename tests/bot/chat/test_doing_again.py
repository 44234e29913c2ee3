"""What is asked when somebody may do the same twice."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.chat import ids, standing, timekeeping
from bot.chat.commands.move import again_page
from bot.chat.house import Caller
from bot.locale import Texts
from bot.play.model import Match, MatchStatus, Person, Place, Request
from bot.play.repeats import DoneBefore

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
PLACE = Place(3, 4, "")
MATCH = Match(
    7, "conhex", {}, (1, 2), PLACE, None, MatchStatus.RUNNING, 4, 0, None, None, None, NOON, NOON, 1, NOON
)
TEXTS = Texts.load()
ANNA = Person(1, "Anna", "en")


@pytest.mark.parametrize(("language", "word"), [("en", "Once more"), ("de", "Noch einmal")])
def test_a_move_is_asked_for_once_more_with_the_position_it_is_for(language: str, word: str) -> None:
    page: Any = again_page(MATCH, DoneBefore("a1", 4, 2), TEXTS.language(language))
    told = str(page.to_components())
    assert "**a1**" in told
    assert word in told
    assert ids.write("confirm", 7, standing.of(4, 2), "a1") in told
    assert standing.split(standing.of(4, 2)) == (4, 2)


@dataclass
class _Club:
    given: list[tuple[int, object]] = field(default_factory=list)

    async def more_time(
        self, _request: Request, _game: int, days: int, *, sure: bool = True, given: int | None = None
    ) -> Match:
        if not sure:
            raise DoneBefore(str(days), 3)
        self.given.append((days, given))
        return MATCH


@dataclass
class _House:
    club: _Club


@dataclass
class _Interaction:
    data: Any


async def test_more_time_is_asked_for_once_more_and_then_given(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    async def turn_page(_interaction: Any, view: Any, *_rest: Any) -> None:
        shown.append(str(view.to_components()))

    monkeypatch.setattr("bot.chat.answers.turn_page", turn_page)
    house: Any = _House(_Club())
    t = TEXTS.language("en")
    caller = Caller(ANNA, PLACE, Request("r", ANNA), t)
    pressed: Any = _Interaction({"values": ["3"]})
    await timekeeping.give_time(house, pressed, caller, ids.Press("time-give", "7"))
    again = ids.write("time-again", 7, 3, 3)
    assert again in shown[0]
    assert house.club.given == []
    await timekeeping.give_again(house, pressed, caller, ids.read(again))
    assert house.club.given == [(3, 3)]
    assert "you gave" in shown[1]
