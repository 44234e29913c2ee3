"""The line about a match for a person who missed a notice of it."""

from dataclasses import replace

import pytest

import rules
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.parts.matches.missed_match import MissedInMatch
from bot.kernel.outbox.notices import Notice
from bot.locale import Texts
from bot.model.events.events import PlyPlayed
from bot.model.match.match import MatchPosition
from bot.model.people.person import Person, Place, Request
from bot.model.people.preferences import PingPlace
from rules.contract import Outcome
from tests.bot.chat.presses import UNUSED
from tests.bot.chat.samples import MATCH, NOW

EVENT = PlyPlayed(31, 1, 2, 1, "F6", 1, 0, PingPlace.THREAD, 1)
NOTICE = Notice(8, EVENT, 7, 31, 1, None, 0, uncertain=False)
RUNNING = replace(MATCH, id=31, turn=1)
START = rules.GAMES["conhex"].new()
BLUE_TO_MOVE = MatchPosition(RUNNING, START.play(START.legal_moves()[0]))
WON = Outcome((0,), "connected")
OVER = replace(BLUE_TO_MOVE, match=RUNNING.end(WON, NOW))


class _Shown:
    def __init__(self, position: MatchPosition) -> None:
        self.position = position

    async def display_position(self, match_id: int, plies: int | None = None) -> MatchPosition:
        assert (match_id, plies) == (31, None)
        return self.position


@pytest.mark.parametrize(
    ("position", "person", "code", "line"),
    [
        (BLUE_TO_MOVE, 2, "en", "ConHex #31: <@2>, your turn (blue)."),
        (BLUE_TO_MOVE, 1, "en", "ConHex #31: <@2> to move (blue)."),
        (BLUE_TO_MOVE, 1, "de", "ConHex #31: Am Zug ist <@2> (Blau)."),
        (OVER, 2, "en", "ConHex #31: 🏁 <@1> wins. An unbroken chain of cells links both sides."),
    ],
)
async def test_a_missed_notice_leads_to_the_turn_or_the_result(
    position: MatchPosition, person: int, code: str, line: str
) -> None:
    someone = Person(person, "P", code)
    t = Texts.load().language(code)
    context = InteractionContext(UNUSED, someone, Place(None, 3, ""), Request("r", someone), t, UNUSED)
    assert await MissedInMatch(_Shown(position)).line(EVENT, NOTICE, context) == line
