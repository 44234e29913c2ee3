"""The events of a match that lead to messages."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.kernel.outbox.message_projection import message_projection
from bot.kernel.outbox.message_routes import MessageRoute, MessageRoutes, OutgoingMessage, write
from bot.kernel.outbox.notices import Routing
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.model.event import MatchEvent
from bot.model.events.events import MatchStarted, PlyPlayed
from bot.model.match.match import Match
from bot.model.people.person import MessageRef, Place
from bot.model.people.players import EnginePlayer, HumanPlayer, Player
from bot.model.people.preferences import PingPlace
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import NewNotice
from bot.repositories.records.people import PersonRecord
from bot.repositories.tables.outbox_tables import PUBLIC
from data.session import Session
from data.store import Store
from tests.bot.support.matches_in_memory import NOON, match_of
from tests.data.challenges import challenge
from tests.data.matches import new_match

pytest_plugins = ("tests.data.databases",)

ANNA, BEN = HumanPlayer(1001), HumanPlayer(1002)
FIRST, SECOND = EnginePlayer("counting", 1), EnginePlayer("counting", 2)
IN_SERVER = Place(7, 70, "")
HOUR = timedelta(hours=1)


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
async def test_unwatched_matches_post_only_awaited_events(
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


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("players", "message", "released"),
    [
        ((ANNA, SECOND), {"match": 1}, True),
        ((ANNA, SECOND), {"match": 1, "audience": 1001}, False),
        ((ANNA, SECOND), {"match": 1, "due": NOON + HOUR}, False),
        ((ANNA, SECOND), {}, False),
        ((ANNA, BEN), {"match": 1}, False),
    ],
    ids=["public", "to a person", "held itself", "about no match", "without engines"],
)
async def test_a_public_message_releases_held_boards_of_engine_matches(
    store: Store, players: Sequence[Player], message: dict[str, Any], *, released: bool
) -> None:
    routes = MessageRoutes()
    routes.add(
        (MessageRoute(MatchStarted, lambda event, _match, _now: [OutgoingMessage(event, 1, **message)]),)
    )
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        await session.of(PersonRepository).record_seen(PersonRecord(1001, "Anna", "en"))
        of = await session.of(ChallengeRepository).add(challenge(1001))
        game = await session.of(MatchRepository).add(new_match(of, 1001))
        assert (of, game) == (1, 1)
        held = [NewNotice("held", stream, PUBLIC, None, 1, {}, due=NOON + HOUR) for stream in (of, 2)]
        await notices.add(held, NOON)
        match = replace(_match(*players), id=game, challenge=of)
        event = MatchStarted(game, 0, 0, PingPlace.THREAD)
        await message_projection(routes)(session, [RecordedInMatch(event, match)], NOON)
        due = [notice.stream for notice in await notices.claim("this", NOON, 9) if notice.kind == "held"]
    assert due == [of] * released


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("unaware", "kept"),
    [
        ((), [(0, "MatchStarted"), (1001, "MatchStarted"), (0, "PlyPlayed"), (1001, "PlyPlayed")]),
        ((0,), [(1001, "MatchStarted"), (0, "PlyPlayed"), (1001, "PlyPlayed")]),
        ((1001,), [(0, "MatchStarted"), (0, "PlyPlayed"), (1001, "PlyPlayed")]),
        ((0, 1001), [(0, "PlyPlayed"), (1001, "PlyPlayed")]),
    ],
    ids=["all know it", "the channel does not", "a person does not", "nobody does"],
)
async def test_a_retracting_event_skips_unaware_readers(
    store: Store, unaware: tuple[int, ...], kept: list[tuple[int, str]]
) -> None:
    match = _match(ANNA, BEN)
    ply = PlyPlayed(match.id, 0, 1, 0, "take 1", before=0, turn=1, tell=PingPlace.THREAD, by=0)
    written: list[int] = []

    def messages(event: MatchEvent, match: Match, _now: datetime) -> Sequence[OutgoingMessage]:
        return [
            OutgoingMessage(told, match.challenge, audience=audience)
            for told in (event, ply)
            for audience in (None, 1001)
        ]

    async def retract(_event: MatchEvent, _match: Match, session: Session) -> frozenset[int]:
        written.append(len(session.of(NoticeRepository).added))
        return frozenset(unaware)

    routes = MessageRoutes()
    routes.add((MessageRoute(MatchStarted, messages, retracts=retract), MessageRoute(PlyPlayed, _to_all)))
    async with store.write() as session:
        start = MatchStarted(match.id, 0, 0, PingPlace.THREAD)
        recorded = [RecordedInMatch(event, match) for event in (ply, start)]
        await message_projection(routes)(session, recorded, NOON)
        before, *added = session.of(NoticeRepository).added
    assert (written, before.kind) == ([1], "PlyPlayed"), "what came before may be outdated, too"
    assert [(notice.audience, notice.kind) for notice in added] == kept


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_an_event_absorbs_held_notices_written_before_it(store: Store) -> None:
    match = _match(ANNA, BEN)
    start = MatchStarted(match.id, 0, 0, PingPlace.THREAD)
    written: list[int] = []

    async def absorb(event: MatchStarted, of: Match, session: Session, now: datetime) -> MatchStarted:
        written.append(len(session.of(NoticeRepository).added))
        assert (event, of, now) == (start, match, NOON)
        return replace(event, tell=PingPlace.DIRECT)

    routes = MessageRoutes()
    routes.add((MessageRoute(MatchStarted, _to_all, absorbs=absorb), MessageRoute(PlyPlayed, _to_all)))
    ply = PlyPlayed(match.id, 0, 1, 0, "take 1", before=0, turn=1, tell=PingPlace.THREAD, by=0)
    async with store.write() as session:
        recorded = [RecordedInMatch(event, match) for event in (ply, start)]
        await message_projection(routes)(session, recorded, NOON)
        added = session.of(NoticeRepository).added
    assert (written, [notice.kind for notice in added]) == ([1], ["PlyPlayed", "MatchStarted"])
    assert added[1].data == write(replace(start, tell=PingPlace.DIRECT), Routing())
