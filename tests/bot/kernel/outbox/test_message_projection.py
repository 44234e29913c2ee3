"""The events of a match that lead to messages."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from bot.kernel.outbox.message_projection import message_projection
from bot.kernel.outbox.message_routes import MessageRoute, MessageRoutes, OutgoingMessage
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.model.event import MatchEvent
from bot.model.events.events import MatchStarted, PlyPlayed
from bot.model.match.match import Match
from bot.model.people.person import MessageRef, Place
from bot.model.people.players import EnginePlayer, HumanPlayer, Player
from bot.model.people.preferences import PingPlace
from bot.repositories.outbox.notices import NoticeRepository
from data.store import Store
from tests.bot.support.matches_in_memory import NOON, match_of

pytest_plugins = ("tests.data.databases",)

ANNA, BEN = HumanPlayer(1001), HumanPlayer(1002)
FIRST, SECOND = EnginePlayer("counting", 1), EnginePlayer("counting", 2)
IN_SERVER = Place(7, 70, "")


def _to_all(event: MatchEvent, match: Match, _now: datetime) -> Sequence[OutgoingMessage]:
    return [OutgoingMessage(event, match.challenge)]


ROUTES = MessageRoutes()
ROUTES.add((MessageRoute(MatchStarted, _to_all), MessageRoute(PlyPlayed, _to_all)))


def _match(*players: Player, place: Place = IN_SERVER, board: MessageRef | None = None) -> Match:
    return replace(match_of(*players), place=place, board=board)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("match", "kinds"),
    [
        (_match(ANNA, BEN), ["MatchStarted", "PlyPlayed"]),
        (_match(ANNA, SECOND), ["MatchStarted", "PlyPlayed"]),
        (_match(FIRST, SECOND), ["MatchStarted"]),
        (_match(FIRST, SECOND, board=MessageRef(70, 900)), ["MatchStarted", "PlyPlayed"]),
        (_match(ANNA, SECOND, place=Place(None, 9, "")), []),
    ],
    ids=["two people", "a person and an engine", "engines", "engines with a board", "practice"],
)
async def test_matches_that_nobody_sees_post_only_awaited_events(
    store: Store, match: Match, kinds: list[str]
) -> None:
    events = (
        MatchStarted(match.id, 0, 0, PingPlace.THREAD),
        PlyPlayed(match.id, 0, 1, 0, "take 1", before=0, turn=1, tell=PingPlace.THREAD, by=0),
    )
    async with store.write() as session:
        recorded = [RecordedInMatch(event, match) for event in events]
        await message_projection(ROUTES)(session, recorded, NOON)
        added = session.of(NoticeRepository).added
    assert [notice.kind for notice in added] == kinds
