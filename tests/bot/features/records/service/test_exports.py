"""Matches as records: complete, without secrets of running games, without people's ids."""

import json
from datetime import timedelta
from random import Random

import pytest

import rules
from bot.features.records.domain.codec import write_moves, write_record
from bot.features.records.domain.record import RecordedPlayer, RecordedResult
from bot.features.records.domain.replaying import check
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, practice
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)

_PEOPLE = {person.id: person for person in (ANNA, BEN, CARA)}


async def _play(world: World, match: Match, plies: int) -> Match:
    chance = Random(match.key)
    while (match := await world.services.matches.get(match.id)).mover is not None and match.plies < plies:
        world.time.pass_by(timedelta(minutes=1))
        state = (await world.services.matches.position(match.id)).state
        move = chance.choice(state.legal_moves())
        assert match.mover is not None
        await world.services.turns.take_turn(world.by(_PEOPLE[match.mover]), match.id, str(move))
    return match


async def _hats(world: World) -> Match:
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms("catch-the-hat", {}, players=3), HALL
    )
    for person in (BEN, CARA):
        lobby = await world.services.lobbies.join(world.by(person), lobby.id)
    assert lobby.match is not None
    await world.open(lobby.match)
    return await world.services.matches.get(lobby.match)


@pytest.mark.parametrize("key", list(rules.GAMES))
async def test_a_match_of_each_game_exports_an_importable_record(world: World, key: str) -> None:
    match = await _hats(world) if max(rules.GAMES[key].seats) > 2 else await world.match(key)
    match = await _play(world, match, 12)
    world.time.pass_by(timedelta(hours=1))
    for person in (BEN, CARA):
        if match.seat_of(person.id) is not None:
            await world.services.resignations.resign(world.by(person), match.id)
    record = await world.services.exports.for_person(match.id, DORA.id)
    assert check(record, world.games) == record
    assert record.rules == match.rules == rules.GAMES[key].versions[-1].number
    assert record.ended == world.time.now
    assert sorted(record.names) == [_PEOPLE[person].name for person in sorted(match.people)]
    assert (record.dice is not None) == (key == "catch-the-hat")
    log = await world.services.matches.plies(match.id, 0, len(record.plies))
    assert [(ply.text, ply.seat) for ply in record.plies] == [(ply.text, ply.seat) for ply in log]


async def test_a_record_contains_players_times_and_result(world: World) -> None:
    match = await world.match("conhex", swap="off")
    start = world.time.now
    match = await _play(world, match, 2)
    await world.services.resignations.resign(world.by(BEN), match.id)
    record = await world.services.exports.for_person(match.id, ANNA.id)
    assert (record.game, record.options["swap"], record.clock) == ("conhex", "off", "none")
    assert record.players == (RecordedPlayer("red", "Anna"), RecordedPlayer("blue", "Ben"))
    assert record.begun == start
    assert [ply.played - start for ply in record.plies] == [timedelta(minutes=1), timedelta(minutes=2)]
    assert record.result == RecordedResult((0,), "resignation")


async def test_a_running_match_is_exported_only_to_players_without_dice(world: World) -> None:
    match = await _play(world, await _hats(world), 4)
    record = await world.services.exports.for_person(match.id, BEN.id)
    assert (record.ended, record.result, record.dice) == (None, None, None)
    await expect_refusal(world.services.exports.for_person(match.id, DORA.id), "export-running")
    assert (await world.services.exports.of(match.id)) == record
    await expect_refusal(world.services.exports.of(999), "unknown-match")


async def test_files_contain_no_ids_or_places(world: World) -> None:
    match = await world.match("fox-and-hens")
    match = await _play(world, match, 6)
    record = await world.services.exports.for_person(match.id, ANNA.id)
    text = write_record(record).decode()
    assert not [person for person in (ANNA, BEN) if str(person.id) in text]
    assert set(json.loads(text)) == {
        "format",
        "version",
        "game",
        "rules",
        "options",
        "players",
        "clock",
        "begun",
        "ended",
        "result",
        "dice",
        "plies",
    }
    assert write_moves(record).decode().split("\n") == [*(ply.text for ply in record.plies), ""]


async def test_a_running_game_keeps_its_seed_secret(world: World) -> None:
    match = await world.match("catch-the-hat")
    for person in (ANNA, BEN):
        record = await world.services.exports.for_person(match.id, person.id)
        assert (record.dice, record.result, record.ended) == (None, None, None)
    await world.services.resignations.resign(world.by(BEN), match.id)
    record = await world.services.exports.of(match.id)
    assert record.dice is not None
    assert record.result is not None


async def test_a_continued_game_exports_no_dice(world: World) -> None:
    original = await world.match("catch-the-hat")
    await world.services.resignations.resign(world.by(BEN), original.id)
    continuation = await practice(world, FirstMoveEngines(world)).play_on(
        world.by(CARA), original.id, 1, HALL
    )
    assert (continuation.taken_over, (await world.services.exports.of(original.id)).dice is None) == (
        1,
        False,
    )
    await world.open(continuation.id)
    await world.services.resignations.resign(world.by(CARA), continuation.id)
    record = await world.services.exports.of(continuation.id)
    assert record.result is not None
    assert record.dice is None, "the first rolls do not follow from its own seed"
