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


class FewMoves(FirstMoveEngines):
    """Engines without an answer from ply `PLIES` on."""

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


async def test_the_games_of_a_round_share_a_card(world: World) -> None:
    tournament = await open_tournament(world, CUP, FOUR)
    challenges = cards(await deliver_all(world, CARD))
    assert [message.beside for message in challenges] == [None, challenges[0].challenge]
    now = await world.services.tournaments.get(tournament.id)
    assert {game.card for game in now.games} == {CARD.message}
    assert now.round_card(1) == CARD.message


async def test_a_game_waits_for_the_card_beside(world: World) -> None:
    await open_tournament(world, CUP, FOUR)
    nothing = None
    sender = CardSender(nothing, nothing, nothing, nothing, world.services.challenges, nothing)  # type: ignore[arg-type]  # the unused parts
    first = next(notice for notice in await world.outbox.claim() if notice.kind is ChallengeMade)
    leader = event_of(first, ChallengeMade).challenge
    with pytest.raises(TimeoutError):
        await sender._other_card(leader)
    await world.outbox.deliver_as(first.id, CARD)
    assert await sender._other_card(leader) == CARD


async def test_a_card_that_was_given_up_holds_nothing(world: World) -> None:
    await open_tournament(world, CUP, FOUR)
    nothing = None
    sender = CardSender(nothing, nothing, nothing, nothing, world.services.challenges, nothing)  # type: ignore[arg-type]  # the unused parts
    claimed = await world.outbox.claim()
    first = next(notice for notice in claimed if notice.kind is ChallengeMade)
    await world.outbox.drop(first.id, "closed")
    assert await sender._other_card(event_of(first, ChallengeMade).challenge) is None


async def test_computers_among_themselves_post_nothing(world: World) -> None:
    tournament = await with_engines(world, "conhex")
    await deliver_all(world, CARD)
    (alone,) = [match for match in await running(world, tournament) if not match.people]
    assert alone.is_unseen
    await turns_of(world, FewMoves(world)).schedule(alone.id)
    assert (await world.services.matches.get(alone.id)).plies == PLIES
    assert not [notice for notice in await deliver_all(world, CARD) if notice.match == alone.id]


async def test_their_dice_follow_from_the_card(world: World) -> None:
    tournament = await with_engines(world, "catch-the-hat")
    notices = await deliver_all(world, CARD)
    matches = await running(world, tournament)
    (alone,) = [match for match in matches if not match.people]
    (start,) = [notice for notice in notices if notice.match == alone.id]
    assert start.kind is MatchStarted
    await world.services.openings.roll(alone.id)
    rolled = await world.services.matches.get(alone.id)
    assert rolled.beacon is not None
    assert rolled.beacon.origin is Origin.CARD
    assert rolled.plies == 1
    assert not [notice for notice in await deliver_all(world, CARD) if notice.kind is PlyPlayed]


async def test_a_result_changes_the_message_of_its_round(world: World) -> None:
    tournament = await open_tournament(world, CUP, FOUR)
    await deliver_all(world, CARD)
    match = (await running(world, tournament))[0]
    loser = next(person for person in FOUR if person.id in match.people)
    await world.services.resignations.resign(world.by(loser), match.id)
    changed = [
        event_of(notice, RoundChanged)
        for notice in await deliver_all(world, CARD)
        if notice.kind is RoundChanged
    ]
    assert [(event.tournament, event.round) for event in changed] == [(tournament.id, 1)]


async def links_after_each_board(world: World) -> list[list[RoundChanged]]:
    """Deliver the start of each game; return the changes of rounds after each."""
    settled = world.services.app.kernel.features.settlement_hooks[MatchStarted]
    started, links = [], []
    world.time.pass_by(timedelta(seconds=5))
    while notices := await world.outbox.claim():
        for notice in notices:
            if notice.kind is MatchStarted:
                started.append(notice)
            else:
                await world.outbox.deliver_as(notice.id, CARD if notice.kind is ChallengeMade else None)
    for number, notice in enumerate(started, start=600):
        await world.outbox.deliver_as(notice.id, MessageRef(HALL.channel, number))
        await settled(notice)
        links.append(
            [event_of(told, RoundChanged) for told in await world.deliver_all() if told.kind is RoundChanged]
        )
    return links


async def test_a_round_links_its_boards_once_all_are_posted(world: World) -> None:
    tournament = await open_tournament(world, CUP, FOUR)
    assert await links_after_each_board(world) == [[], [RoundChanged(tournament.id, HALL.channel, 1)]]


async def test_a_round_waits_for_the_boards_of_games_against_engines(world: World) -> None:
    await with_engines(world, "conhex")
    rounds = [[event.round for event in links] for links in await links_after_each_board(world)]
    assert rounds == [[], [1], [], [2], [], [3]]
