"""Messages of rounds: a shared card, edits, and none for games between computers."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.challenges.messages.card_sender import CardSender
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import Tournament
from bot.kernel.outbox.notices import Notice
from bot.model.engine_question import EngineQuestion, NoAnswer, NoEngines
from bot.model.events.events import ChallengeMade, MatchStarted, PlyPlayed, RoundChanged
from bot.model.match.beacon import Origin
from bot.model.people.person import MessageRef
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, turns_of
from tests.bot.features.tournaments.service.test_tournaments import (
    CUP,
    FOUR,
    SERVER,
    open_tournament,
    running,
)
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, HALL, World
from tests.bot.support.services import make_services

pytest_plugins = ("tests.bot.support.worlds",)

PLIES = 3
CARD = MessageRef(HALL.channel, 500)


class StallingEngines(FirstMoveEngines):
    """Engines that stop answering at ply `PLIES`."""

    async def choose(self, question: EngineQuestion) -> str:
        if len(question.plies) >= PLIES:
            raise NoAnswer(question.game)
        return await FirstMoveEngines.choose(self, question)


def cards(notices: list[Notice]) -> list[ChallengeMade]:
    return [event_of(notice, ChallengeMade) for notice in notices if notice.kind is ChallengeMade]


async def deliver_all(world: World, ref: MessageRef) -> list[Notice]:
    """Deliver the notices of the next seconds; cards are posted as `ref`."""
    all_notices: list[Notice] = []
    world.time.pass_by(timedelta(seconds=5))
    while notices := await world.outbox.claim():
        all_notices += notices
        for notice in notices:
            await world.outbox.deliver_as(notice.id, ref if notice.kind is ChallengeMade else None)
    return all_notices


async def with_engines(world: World, key: str) -> Tournament:
    """Start a round robin of two people and two engines."""
    services = make_services(world.store, world.games, world.time, world.chance, engines=NoEngines(1))
    setup = replace(
        CUP, terms=replace(CUP.terms, key=key, options={}), engine_level=1, rules=Rules(Format.ROUND_ROBIN)
    )
    tournament = await services.tournaments.open(world.by(ANNA), HALL, setup)
    for person in (ANNA, BEN):
        await services.tournaments.enter(world.by(person), tournament.id, SERVER)
    return await services.tournaments.begin(world.by(ANNA), tournament.id, SERVER)


async def test_games_of_a_round_share_a_card(world: World) -> None:
    tournament = await open_tournament(world, CUP, FOUR)
    challenges = cards(await deliver_all(world, CARD))
    assert [message.beside for message in challenges] == [None, challenges[0].challenge]
    current = await world.services.tournaments.get(tournament.id)
    assert {game.card for game in current.games} == {CARD.message}
    assert current.round_card(1) == CARD.message


async def test_a_game_waits_for_the_shared_card(world: World) -> None:
    await open_tournament(world, CUP, FOUR)
    unused = None
    sender = CardSender(unused, unused, unused, unused, world.services.challenges, unused)  # type: ignore[arg-type]  # the unused parts
    first = next(notice for notice in await world.outbox.claim() if notice.kind is ChallengeMade)
    leader = event_of(first, ChallengeMade).challenge
    with pytest.raises(TimeoutError):
        await sender._other_card(leader)
    await world.outbox.deliver_as(first.id, CARD)
    assert await sender._other_card(leader) == CARD


async def test_a_dropped_card_blocks_nothing(world: World) -> None:
    await open_tournament(world, CUP, FOUR)
    unused = None
    sender = CardSender(unused, unused, unused, unused, world.services.challenges, unused)  # type: ignore[arg-type]  # the unused parts
    notices = await world.outbox.claim()
    first = next(notice for notice in notices if notice.kind is ChallengeMade)
    await world.outbox.drop(first.id, "closed")
    assert await sender._other_card(event_of(first, ChallengeMade).challenge) is None


async def test_games_between_engines_post_nothing(world: World) -> None:
    tournament = await with_engines(world, "conhex")
    await deliver_all(world, CARD)
    (engine_match,) = [match for match in await running(world, tournament) if not match.people]
    assert engine_match.is_unseen
    await turns_of(world, StallingEngines(world)).schedule(engine_match.id)
    assert (await world.services.matches.get(engine_match.id)).plies == PLIES
    assert not [notice for notice in await deliver_all(world, CARD) if notice.match == engine_match.id]


async def test_engine_game_dice_derive_from_the_card(world: World) -> None:
    tournament = await with_engines(world, "catch-the-hat")
    notices = await deliver_all(world, CARD)
    matches = await running(world, tournament)
    (engine_match,) = [match for match in matches if not match.people]
    (start,) = [notice for notice in notices if notice.match == engine_match.id]
    assert start.kind is MatchStarted
    await world.services.openings.roll(engine_match.id)
    after = await world.services.matches.get(engine_match.id)
    assert after.beacon is not None
    assert after.beacon.origin is Origin.CARD
    assert after.plies == 1
    assert not [notice for notice in await deliver_all(world, CARD) if notice.kind is PlyPlayed]


async def test_a_result_updates_the_round_message(world: World) -> None:
    tournament = await open_tournament(world, CUP, FOUR)
    await deliver_all(world, CARD)
    match = (await running(world, tournament))[0]
    loser = next(person for person in FOUR if person.id in match.people)
    await world.services.resignations.resign(world.by(loser), match.id)
    round_changes = [
        event_of(notice, RoundChanged)
        for notice in await deliver_all(world, CARD)
        if notice.kind is RoundChanged
    ]
    assert [(event.tournament, event.round) for event in round_changes] == [(tournament.id, 1)]


async def round_changes_after_boards(world: World) -> list[list[RoundChanged]]:
    """Deliver the start of each game; return the round changes after each."""
    on_settled = world.services.app.kernel.features.settlement_hooks[MatchStarted]
    start_notices, links = [], []
    world.time.pass_by(timedelta(seconds=5))
    while notices := await world.outbox.claim():
        for notice in notices:
            if notice.kind is MatchStarted:
                start_notices.append(notice)
            else:
                await world.outbox.deliver_as(notice.id, CARD if notice.kind is ChallengeMade else None)
    for number, notice in enumerate(start_notices, start=600):
        await world.outbox.deliver_as(notice.id, MessageRef(HALL.channel, number))
        await on_settled(notice)
        links.append(
            [
                event_of(change, RoundChanged)
                for change in await world.deliver_all()
                if change.kind is RoundChanged
            ]
        )
    return links


async def test_a_round_links_its_boards_once_all_are_posted(world: World) -> None:
    tournament = await open_tournament(world, CUP, FOUR)
    assert await round_changes_after_boards(world) == [[], [RoundChanged(tournament.id, HALL.channel, 1)]]


async def test_a_round_waits_for_the_boards_of_games_against_engines(world: World) -> None:
    await with_engines(world, "conhex")
    rounds = [[event.round for event in links] for links in await round_changes_after_boards(world)]
    assert rounds == [[], [1], [], [2], [], [3]]
