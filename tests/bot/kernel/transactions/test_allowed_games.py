"""Checks of servers' rules and blocks before new games."""

from dataclasses import replace

import pytest

from bot.kernel.transactions import server_rules as checks
from bot.kernel.transactions.blocks import blocking_opponent, check_together
from bot.model.people.person import Person, Place, RolesHeld
from bot.model.people.players import HumanPlayer
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import PlayerList, ServerRules
from bot.repositories.people.blocks import BlockRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import PersonRecord
from bot.repositories.servers.server_rules import ServerRulesRepository
from bot.repositories.servers.servers import ServerRepository
from data.session import Session
from data.store import Store
from tests.bot.support.matches_in_memory import NOON, match_of

pytest_plugins = ("tests.data.databases",)

HALL, OTHER, DIRECT = Place(7, 70, "en"), Place(7, 75, "en"), Place(None, 9, "en")
CREW = 601
ANNA, BEN = Person(1, "Anna", "en", RolesHeld(7, frozenset({CREW}))), Person(2, "Ben", "en")
RULES = ServerRules(channels=(70,), games=("conhex", "hnefatafl"))


async def _with(session: Session, rules: ServerRules) -> Session:
    for person in (1, 2, 3, 4):
        await session.of(PersonRepository).record_seen(PersonRecord(person, f"P{person}", "en"))
    await session.of(PersonRepository).record_server(7, "en")
    await session.of(ServerRulesRepository).save(7, rules)
    return session


async def test_games_start_only_if_the_server_rules_allow_it(store: Store) -> None:
    async with store.write() as session:
        await _with(session, RULES)
        await checks.check_allowed(session, HALL, "conhex", ANNA, [BEN])
        await checks.check_allowed(session, DIRECT, "catch-the-hat", ANNA, [BEN])
        for place, key, reason, details in (
            (OTHER, "conhex", "channel-not-allowed", {"channels": "70"}),
            (HALL, "catch-the-hat", "game-not-allowed", {"games": "conhex, hnefatafl"}),
        ):
            with pytest.raises(Refusal) as refused:
                await checks.check_allowed(session, place, key, ANNA, [])
            assert (refused.value.reason, refused.value.details) == (reason, details)
        await session.of(ServerRepository).leave(7, NOON)
        with pytest.raises(Refusal, match="server-gone"):
            await checks.check_allowed(session, HALL, "conhex", ANNA, [])
        await checks.check_there(session, None)


@pytest.mark.parametrize(
    ("rules", "person", "others", "reason"),
    [
        (replace(RULES, barred=PlayerList((1,))), ANNA, [BEN], "player-barred"),
        (replace(RULES, allowed=PlayerList((2,))), ANNA, [BEN], "player-not-allowed"),
        (replace(RULES, allowed=PlayerList((), (CREW,))), BEN, [], "player-elsewhere"),
        (replace(RULES, barred=PlayerList((2,))), ANNA, [BEN], "opponent-barred"),
        (replace(RULES, allowed=PlayerList((), (CREW,))), ANNA, [BEN], None),
        (replace(RULES, barred=PlayerList((), (CREW,))), BEN, [ANNA], "player-elsewhere"),
        (replace(RULES, barred=PlayerList((), (CREW,))), ANNA, [], "player-barred"),
    ],
)
async def test_servers_restrict_their_players(
    store: Store, rules: ServerRules, person: Person, others: list[Person], reason: str | None
) -> None:
    async with store.write() as session:
        await _with(session, rules)
        await checks.check_player(session, None, person, others)
        if reason is None:
            await checks.check_player(session, 7, person, others)
            return
        for check in (
            checks.check_player(session, 7, person, others),
            checks.check_allowed(session, HALL, "conhex", person, others),
        ):
            with pytest.raises(Refusal) as refused:
                await check
            assert refused.value.reason == reason
        if reason == "opponent-barred":
            assert refused.value.details == {"player": "2"}


async def test_engine_games_are_restricted_to_their_channels(store: Store) -> None:
    async with store.write() as session:
        await _with(session, replace(RULES, engine_channels=(70, 71)))
        await checks.check_engines(session, HALL)
        await checks.check_engines(session, DIRECT)
        assert [await checks.has_engines(session, place) for place in (HALL, OTHER, DIRECT)] == [
            True,
            False,
            True,
        ]
        with pytest.raises(Refusal) as refused:
            await checks.check_engines(session, OTHER)
        assert (refused.value.reason, refused.value.details) == ("engines-elsewhere", {"channels": "70, 71"})
        await session.of(ServerRulesRepository).save(7, replace(RULES, engines=False))
        with pytest.raises(Refusal, match="engines-off"):
            await checks.check_engines(session, HALL)


async def test_blocked_people_cannot_start_a_game_together(store: Store) -> None:
    async with store.write() as session:
        await _with(session, RULES)
        blocks = session.of(BlockRepository)
        await blocks.add(1, 2, NOON)
        await blocks.add(3, 1, NOON)
        await check_together(session, 1, [4, None, 1])
        for person, other, reason, named in (
            (1, 2, "blocked-by-you", "2"),
            (2, 1, "takes-no-challenges", "1"),
        ):
            with pytest.raises(Refusal) as refused:
                await check_together(session, person, [4, other])
            assert (refused.value.reason, refused.value.details) == (reason, {"player": named})
        with pytest.raises(Refusal, match="blocked-by-you"):
            await check_together(session, 1, [3, 2])


async def test_an_opponents_block_prevents_offers(store: Store) -> None:
    table = match_of(*map(HumanPlayer, (1, 2, 3)))
    async with store.write() as session:
        await _with(session, RULES)
        await session.of(BlockRepository).add(3, 1, NOON)
        assert [await blocking_opponent(session, table, seat) for seat in (0, 1, 2)] == [3, None, None]
        left = replace(table, departures=((2, 5),))
        assert await blocking_opponent(session, left, 0) is None
