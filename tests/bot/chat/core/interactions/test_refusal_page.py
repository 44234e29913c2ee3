"""Pages of refusals: words, and an offer to plan."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from discord import ui

from bot.chat.core.interactions.refusal_page import refusal_page
from bot.locale import Texts
from bot.model.match.match import Match
from bot.model.people.players import HumanPlayer
from bot.model.refusal import Refusal
from tests.bot.chat import samples

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
TEXTS = Texts.load()
ANNA, BEN, STRANGER = 1, 2, 9
MATCH = replace(samples.MATCH, id=5, players=(HumanPlayer(ANNA), HumanPlayer(BEN)), plies=0, turn=0)


@dataclass(frozen=True)
class _Matches:
    match_there: Match

    async def get(self, number: int) -> Match:
        assert number == self.match_there.id
        return self.match_there


async def _page_of(
    refusal: Refusal, person: int, match: Match = MATCH, language: str = "en"
) -> dict[str, Any]:
    matches: Any = _Matches(match)
    view = await refusal_page(matches, person, refusal, TEXTS.language(language))
    items = list(view.walk_children())
    words = "\n".join(item.content for item in items if isinstance(item, ui.TextDisplay))
    return {
        "words": words,
        "buttons": {item.label: item.custom_id for item in items if isinstance(item, ui.Button)},
    }


@pytest.mark.parametrize(("language", "label"), [("en", "Plan"), ("de", "Vorausplanen")])
async def test_a_player_not_to_move_is_offered_to_plan(language: str, label: str) -> None:
    page = await _page_of(Refusal("not-your-turn", match="5"), BEN, language=language)
    assert page["buttons"] == {label: "fp:plan:5"}
    assert page["words"].startswith(f"**{TEXTS.language(language)('refusal.not-your-turn')}**")


@pytest.mark.parametrize(
    ("person", "match"),
    [(STRANGER, MATCH), (BEN, replace(MATCH, commitment="0" * 64)), (BEN, replace(MATCH, turn=None))],
)
async def test_other_people_are_not_offered_to_plan(person: int, match: Match) -> None:
    page = await _page_of(Refusal("not-your-turn", match="5"), person, match)
    assert page["buttons"] == {}


async def test_other_refusals_have_no_buttons() -> None:
    page = await _page_of(Refusal("lobby-full"), BEN)
    assert page == {"words": TEXTS.language("en")("refusal.lobby-full"), "buttons": {}}
