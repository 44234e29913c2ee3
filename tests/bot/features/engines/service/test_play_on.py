"""Playing on against the computer from the middle of a finished match."""

import json
from datetime import timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from bot.features.engines.service.practice import TermsDraft
from bot.features.records.domain.codec import read_record, write_record
from bot.model.challenges.terms import Terms
from bot.model.match.log_entry import Automatic
from bot.model.match.match import Match
from bot.model.match.match_log import CannotReplay
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.operations.checks.replays import wrong_in
from bot.repositories.matches.kept_matches import kept_games
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.requests import RequestRepository
from bot.repositories.tables.match_tables import plies
from rules.contract import Outcome
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, current_match, practice
from tests.bot.kernel.test_old_games import Kind, begin, broken, execute
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)

DICE = "catch-the-hat"


async def begin_and_end(world: World, kind: Kind) -> Match:
    match = await begin(world, kind)
    await world.services.servers.adjudicate(world.by(CARA), match.id, (), "")
    return await world.services.matches.get(match.id)


@pytest.mark.both_databases
async def test_play_on_continues_from_the_original_position(world: World) -> None:
    first = await begin_and_end(world, Kind("conhex"))
    engines = FirstMoveEngines(world)
    match = await practice(world, engines).play_on(world.by(CARA), first.id, 4, HALL)
    before = await world.services.matches.position(first.id, 4)
    position = await world.services.matches.position(match.id)
    assert position.state == before.state
    assert match.is_practice
    assert (match.plies, match.taken_over, match.mover) == (4, 4, CARA.id), (
        "the person takes the seat to move"
    )
    assert match.players[before.state.turn or 0] == HumanPlayer(CARA.id)
    await world.services.turns.take_turn(world.by(CARA), match.id, position.state.legal_moves()[0].text)
    (reply,) = await practice(world, engines).play_replies(match.id, 5)
    assert reply.number == 6
    assert (await world.services.matches.get(first.id)) == first, "the original match is unchanged"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_reusing_an_unwritten_game_s_number_keeps_games_apart(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await begin_and_end(world, Kind("conhex"))
    engines = practice(world, FirstMoveEngines(world))

    async def raise_outage(*_: object) -> None:
        raise OperationalError("INSERT", {}, OSError("away"))

    with monkeypatch.context() as patches:
        patches.setattr(RequestRepository, "add", raise_outage)
        with pytest.raises(OperationalError):
            await engines.play_on(world.by(CARA), first.id, 4, HALL)
    match = await engines.begin(world.by(ANNA), TermsDraft(Terms("hnefatafl", {}, "attackers")), HALL)
    assert match.id == first.id + 1
    for _ in range(2):
        state = (await world.services.matches.position(match.id)).state
        await world.services.turns.take_turn(world.by(ANNA), match.id, state.legal_moves()[0].text)
        await engines.play_replies(match.id, 5)
    position = await world.services.matches.position(match.id)
    assert (position.match.plies, position.state.position) == (4, position.match.position)


@pytest.mark.parametrize("reason", Automatic)
async def test_inherited_plies_are_neither_automatic_nor_old(world: World, reason: Automatic) -> None:
    match = await world.match("conhex", swap="off")
    for person, move in ((ANNA, "a1"), (BEN, "f6"), (ANNA, "b3")):
        await world.services.turns.take_turn(world.by(person), match.id, move)
    await world.services.resignations.resign(world.by(ANNA), match.id)
    await execute(world, sa.update(plies).where(plies.c.number == 2).values(automatic=reason))
    world.time.pass_by(timedelta(days=30))
    continuation = await practice(world, FirstMoveEngines(world)).play_on(world.by(CARA), match.id, 3, HALL)
    async with world.store.read() as session:
        log = await session.of(MatchLogRepository).plies(continuation.id, 0, 3)
    assert [(ply.text, ply.seat) for ply in log] == [("a1", 0), ("f6", 1), ("b3", 0)]
    assert {ply.automatic for ply in log} == {None}
    assert {ply.played for ply in log} == {world.time.now}
    assert continuation.options["swap"] == "off"


@pytest.mark.parametrize(("requested_ply", "plies_taken"), [(-(2**63) - 1, 0), (1, 1), (2**63, 2)])
async def test_play_on_stays_within_the_original_game(
    world: World, requested_ply: int, plies_taken: int
) -> None:
    match = await world.match("conhex", swap="off")
    for person, move in ((ANNA, "a1"), (BEN, "f6")):
        await world.services.turns.take_turn(world.by(person), match.id, move)
    await world.services.resignations.resign(world.by(ANNA), match.id)
    continuation = await practice(world, FirstMoveEngines(world)).play_on(
        world.by(CARA), match.id, requested_ply, HALL
    )
    assert (continuation.plies, continuation.taken_over) == (plies_taken, plies_taken)
    assert continuation.seat_of(CARA.id) == plies_taken % 2


async def test_inherited_moves_cannot_be_taken_back(world: World) -> None:
    first = await begin_and_end(world, Kind("conhex"))
    engines = practice(world, FirstMoveEngines(world))
    match = await engines.play_on(world.by(ANNA), first.id, 4, HALL)
    assert [await engines.can_take_back(match, seat) for seat in (0, 1)] == [False, False]
    await expect_refusal(engines.take_back(world.by(ANNA), match.id, 4, 0), "nothing-to-take-back")
    state = (await world.services.matches.position(match.id)).state
    await world.services.turns.take_turn(world.by(ANNA), match.id, state.legal_moves()[0].text)
    await engines.play_replies(match.id, 5)
    assert await engines.can_take_back(
        await world.services.matches.get(match.id), match.seat_of(ANNA.id) or 0
    )
    assert (await engines.take_back(world.by(ANNA), match.id, 6, 0)).plies == 4


@pytest.mark.parametrize("players", [2, 4])
async def test_play_on_with_dice_inherits_the_original_rolls(world: World, players: int) -> None:
    first = await begin_and_end(world, Kind(DICE, players))
    number = first.plies
    while (await world.services.matches.position(first.id, number)).state.turn is None:
        number -= 1
    engines = FirstMoveEngines(world)
    match = await practice(world, engines).play_on(world.by(DORA), first.id, number, HALL)
    assert len(match.players) == players
    assert sum(isinstance(player, EnginePlayer) for player in match.players) == players - 1
    for _ in range(3):
        state = (await world.services.matches.position(match.id)).state
        assert (await current_match(world, match)).mover == DORA.id
        await world.services.turns.take_turn(world.by(DORA), match.id, state.legal_moves()[0].text)
        await practice(world, engines).play_replies(match.id, 20)
    await world.services.resignations.resign(world.by(DORA), match.id)
    final_match = await current_match(world, match)
    if final_match.running:
        await world.services.servers.adjudicate(world.by(CARA), match.id, (), "")
    verified = await world.services.matches.verify(match.id)
    assert verified.correct, "its own rolls follow from its own seed"
    assert verified.rolls
    assert not [roll for roll in verified.rolls if not (roll.ply > number)]
    async with world.store._engines.reader.connect() as connection:
        games = await kept_games(connection, after=0, limit=9, running=False)
    assert [wrong for kept_record in games for wrong in wrong_in(kept_record, world.games)] == []
    record = await world.services.exports.of(match.id)
    assert record.dice is None, "the seed of the inherited rolls is not part of this match"
    assert read_record(write_record(record)) == record


@pytest.mark.both_databases
async def test_inherited_moves_are_not_in_a_personal_export(world: World) -> None:
    first = await begin_and_end(world, Kind("conhex"))
    match = await practice(world, FirstMoveEngines(world)).play_on(world.by(CARA), first.id, 4, HALL)
    state = (await world.services.matches.position(match.id)).state
    await world.services.turns.take_turn(world.by(CARA), match.id, state.legal_moves()[0].text)
    export = json.loads(await world.services.personal_exports.of(CARA))["kept"]
    assert [(entry["game"], entry["number"]) for entry in export["moves"]] == [(match.id, 5)]


async def test_a_rematch_of_play_on_has_as_many_players(world: World) -> None:
    first = await begin(world, Kind(DICE, 4), options={"mode": "party"})
    await world.services.servers.adjudicate(world.by(CARA), first.id, (), "")
    engines = practice(world, FirstMoveEngines(world))
    match = await engines.play_on(world.by(DORA), first.id, 1, HALL)
    rematch = await engines.once_more(world.by(DORA), match.id, HALL)
    assert (rematch.options, len(rematch.players)) == (match.options, 4)
    seat, earlier_seat = rematch.seat_of(DORA.id), match.seat_of(DORA.id)
    assert None not in {seat, earlier_seat}
    assert seat != earlier_seat


async def test_play_on_needs_a_finished_game_and_a_player_to_move(world: World) -> None:
    running = await world.match("conhex")
    engines = practice(world, FirstMoveEngines(world))
    await expect_refusal(engines.play_on(world.by(ANNA), running.id, 0, HALL), "review-running")
    before_roll = await begin_and_end(world, Kind(DICE))
    await expect_refusal(engines.play_on(world.by(ANNA), before_roll.id, 0, HALL), "play-on-over")
    damaged = await broken(world, Kind("conhex"))
    await world.services.resignations.resign(world.by(ANNA), damaged.id)
    with pytest.raises(CannotReplay):
        await practice(world, FirstMoveEngines(world)).play_on(world.by(ANNA), damaged.id, 9, HALL)


async def test_play_on_is_refused_after_a_departure(world: World) -> None:
    match = await begin(world, Kind(DICE, 4))
    await world.services.resignations.resign(world.by(BEN), match.id)
    await world.services.servers.adjudicate(world.by(CARA), match.id, (), "")
    engines = practice(world, FirstMoveEngines(world))
    result = await world.services.matches.get(match.id)
    await expect_refusal(engines.play_on(world.by(ANNA), match.id, result.plies, HALL), "play-on-left")
    continuation = await engines.play_on(world.by(ANNA), match.id, result.plies - 1, HALL)
    assert continuation.taken_over == result.plies - 1


async def test_wins_after_play_on_count_for_neither_ladder_nor_level(world: World) -> None:
    first = await begin_and_end(world, Kind("conhex"))
    for _ in range(2):
        match = await practice(world, FirstMoveEngines(world)).play_on(world.by(ANNA), first.id, 4, HALL)
        seat = match.seat_of(ANNA.id)
        assert seat is not None
        async with world.services.turns._unit_of_work.write() as tx:
            stored_match = await tx.of(MatchRepository).get(match.id)
            assert stored_match is not None
            await tx.of(MatchRepository).save(
                stored_match, stored_match.end(Outcome((seat,), "majority"), world.time.now)
            )
    assert await world.services.statistics.ladder_of(ANNA.id, ANNA.id) == ()
    assert (
        await practice(world, FirstMoveEngines(world)).propose_level(
            ANNA.id, await current_match(world, match)
        )
        is None
    )
