import logging
from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.model.challenges.terms import Terms
from bot.model.events.events import MatchStarted, PlyPlayed
from bot.model.match.beacon import Beacon, Origin
from bot.model.match.dice import Roll, Seed
from bot.model.match.match import Match, MatchStatus, Turn
from bot.model.refusal import Refusal
from bot.repositories.matches.matches import MatchRepository
from tests.bot.support.contents import event_of, ply_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, OPENING, World
from tests.bot.support.reasons import REFUSALS
from tests.bot.support.shown import comparable

pytest_plugins = ("tests.bot.support.worlds",)

_PEOPLE = {person.id: person for person in (ANNA, BEN, CARA)}
_SEED = Seed((2**255 + 10**40).to_bytes(32, "big"))
_BEACON = Beacon(Origin.OPENING, OPENING)
_DICE = _SEED.mix(_BEACON)


async def _begin(world: World, **options: str) -> Match:
    """Start a match with `_SEED`; Anna has the first seat."""
    world.chance.result = int.from_bytes(_SEED.secret, "big")
    return await world.gathering(BEN, CARA, **options)


async def _move(world: World, match: Match, text: str, expected: int | None = None) -> Turn:
    mover = (await world.services.matches.get(match.id)).mover
    assert mover is not None
    return await world.services.turns.take_turn(world.by(_PEOPLE[mover]), match.id, text, expected)


async def _to_the_end(world: World, match: Match) -> Turn:
    turn = await _move(world, match, "take")
    while turn.match.status is MatchStatus.RUNNING:
        turn = await _move(world, match, "take")
    return turn


async def _expect_refusal(action: object, reason: str) -> None:
    with pytest.raises(Refusal) as error:
        await action  # type: ignore[misc]  # any awaitable
    assert error.value.reason == reason
    assert set(error.value.details) == set(REFUSALS[reason])


async def test_a_match_starts_with_its_first_roll(world: World) -> None:
    match = await _begin(world)
    assert (match.plies, match.mover, match.status) == (1, ANNA.id, MatchStatus.RUNNING)
    assert (match.commitment, match.seed) == (_SEED.short_commitment, None)
    (roll,) = await world.services.matches.plies(match.id, 0, 1)
    first = world.games["gathering"].new(match.options, 3)
    assert roll.move == _DICE.roll(match.id, 1, first.chances())
    assert (roll.number, roll.seat, roll.text) == (1, None, roll.move.text)
    assert roll.state == (await world.services.matches.position(match.id)).state
    started = next(notice for notice in await world.deliver_all() if notice.kind is MatchStarted)
    assert (started.match, started.ply) == (match.id, 0)
    assert event_of(started, MatchStarted).series is None


async def test_a_turn_includes_the_next_roll(world: World) -> None:
    match = await _begin(world)
    await world.deliver_all()
    wakeups = len(world.wakeups)
    world.time.pass_by(timedelta(hours=1))
    before = (await world.services.matches.position(match.id)).state
    turn = await _move(world, match, "take", 1)
    assert (turn.number, turn.seat, turn.move.text, turn.repeated) == (2, 0, "take", False)
    assert (turn.match.plies, turn.state.is_chance, turn.state.turn) == (3, False, turn.match.turn)
    assert turn.match == await world.services.matches.get(match.id)
    assert turn.match.updated == world.time.now
    ply, roll = await world.services.matches.plies(match.id, 1, 3)
    assert (ply.number, ply.seat, ply.move, ply.state) == (2, 0, turn.move, before.play(turn.move))
    assert (roll.number, roll.seat, roll.state) == (3, None, turn.state)
    (notice,) = await world.deliver_all()
    assert (notice.kind, notice.ply) == (PlyPlayed, 3)
    assert ply_of(notice) == (1, 0, "take")
    assert event_of(notice, PlyPlayed).pings is (turn.match.turn != 0)
    assert len(world.wakeups) == wakeups + 1


async def test_rolling_again_does_not_ping_the_player(world: World) -> None:
    match = await _begin(world, goal="400")
    await world.deliver_all()
    pings = []
    for _ in range(12):
        seat = (await world.services.matches.get(match.id)).turn
        turn = await _move(world, match, "leave")
        (notice,) = await world.deliver_all()
        assert event_of(notice, PlyPlayed).pings == (turn.match.turn != seat)
        pings.append(event_of(notice, PlyPlayed).pings)
    assert set(pings) == {True, False}


async def test_a_repeated_turn_with_dice_is_answered(world: World) -> None:
    match = await _begin(world)
    request = world.by(ANNA)
    await world.services.turns.take_turn(request, match.id, "take", 1)
    for _ in range(3):
        current = await _move(world, match, "take")
    for services in (world.services, world.other_services()):
        retry = await services.turns.take_turn(request, match.id, "take", 1)
        assert (retry.repeated, comparable(retry.match), retry.state) == (
            True,
            comparable(current.match),
            current.state,
        )
        second_click = await services.turns.take_turn(world.by(ANNA), match.id, "take", 1)
        assert (second_click.repeated, second_click.number, comparable(second_click.match)) == (
            True,
            2,
            comparable(current.match),
        )
        await _expect_refusal(
            services.turns.take_turn(world.by(ANNA), match.id, "leave", 1), "position-changed"
        )
        await _expect_refusal(
            services.turns.take_turn(world.by(BEN), match.id, "take", 1), "position-changed"
        )
        await _expect_refusal(
            services.turns.take_turn(world.by(ANNA), match.id, "take", 2), "position-changed"
        )


async def test_the_secret_is_revealed_only_after_the_end(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    outputs: list[object] = []
    with caplog.at_level(logging.DEBUG):
        match = await _begin(world, goal="12")
        while match.status is MatchStatus.RUNNING:
            assert match.seed is None
            outputs += [match, await world.services.matches.position(match.id), *await world.deliver_all()]
            outputs += [
                *await world.services.matches.of(ANNA.id),
                await world.services.matches.latest_at(HALL.channel),
            ]
            await _expect_refusal(world.services.matches.verify(match.id), "dice-running")
            async with world.store.read() as session:
                outputs.append(await session.of(MatchRepository).get(match.id))
            turn = await _move(world, match, "take")
            match = turn.match
            outputs.append(turn if match.status is MatchStatus.RUNNING else turn.state)
        outputs += await world.deliver_all()
    assert match.seed == _SEED.hex
    assert match == await world.services.matches.get(match.id)
    for secret in (_SEED.hex, repr(_SEED.secret), str(int.from_bytes(_SEED.secret, "big"))):
        assert not [output for output in outputs if secret in repr(output)]
    assert _SEED.hex not in caplog.text


async def test_a_finished_match_can_be_verified(world: World) -> None:
    match = await _begin(world, goal="12")
    last = await _to_the_end(world, match)
    checked = await world.other_services().matches.verify(match.id)
    assert (checked.match, checked.seed, checked.commitment) == (
        last.match,
        _SEED.hex,
        _SEED.short_commitment,
    )
    assert checked.correct
    log = await world.services.matches.plies(match.id, 0, last.match.plies)
    assert checked.rolls == tuple(Roll(ply.number, ply.text, ply.text) for ply in log if ply.seat is None)
    assert len(checked.rolls) > 3


async def test_a_resigned_match_can_be_verified(world: World) -> None:
    match = await _begin(world)
    for person in (BEN, CARA):
        await world.services.resignations.resign(world.by(person), match.id)
    assert (await world.services.matches.get(match.id)).seed == _SEED.hex
    assert (await world.services.matches.verify(match.id)).correct


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE plies SET text = CASE text WHEN 'roll:2' THEN 'roll:1' ELSE 'roll:2' END WHERE number = 1",
        "UPDATE games SET dice_seed = seed",
        "UPDATE games SET dice_commitment = seed",
        r"""UPDATE games SET dice_beacon = '{"origin"\: "opening", "channel"\: 70, "message"\: 1}'""",
        """UPDATE games SET dice_words = '["0123456789abcdef0123456789abcdef"]'""",
    ],
)
async def test_later_tampering_is_detected(world: World, change: str) -> None:
    match = await _begin(world, goal="400")
    for _ in range(6):
        await _move(world, match, "leave")
    for person in (BEN, CARA):
        await world.services.resignations.resign(world.by(person), match.id)
    async with world.store._engines.writer.begin() as connection:
        await connection.execute(sa.text(change))
    assert not (await world.other_services().matches.verify(match.id)).correct


async def test_a_match_without_dice_has_nothing_to_verify(world: World) -> None:
    match = await world.match()
    assert match.commitment is None
    await _expect_refusal(world.services.matches.verify(match.id), "dice-none")
    finished = await world.services.resignations.resign(world.by(ANNA), match.id)
    assert (finished.commitment, finished.seed) == (None, None)
    await _expect_refusal(world.services.matches.verify(match.id), "dice-none")
    await _expect_refusal(world.services.matches.verify(404), "unknown-match")


async def test_later_dice_are_committed_before_their_first_roll(world: World) -> None:
    world.chance.result = int.from_bytes(_SEED.secret, "big")
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms("crowd", {"goal": "5"}, "first", players=3), HALL
    )
    for person in (BEN, CARA):
        lobby = await world.services.lobbies.join(world.by(person), lobby.id)
    assert lobby.match is not None
    match = await world.services.matches.get(lobby.match)
    assert (match.plies, match.commitment) == (0, _SEED.short_commitment)
    turn = await _move(world, match, "take 1")
    assert (turn.match.plies, turn.match.turn) == (1, 1)
    turn = await _move(world, match, "take 1")
    assert (turn.match.plies, turn.match.turn) == (2, None), "the dice are still sealed"
    await world.open(match.id)
    assert (await world.services.matches.get(match.id)).plies == 3
    turn = replace(turn, match=await world.services.matches.get(match.id))
    assert turn.match == await world.services.matches.get(match.id)
    await _to_goal(world, match)
    assert (await world.services.matches.verify(match.id)).correct


async def _to_goal(world: World, match: Match) -> None:
    while (await world.services.matches.get(match.id)).status is MatchStatus.RUNNING:
        await _move(world, match, "take 2")


@pytest.mark.parametrize(("since", "until"), [(-1, 1), (1, 0), (0, 2), (2, 2), (0, 10**30)])
async def test_unknown_plies_are_refused(world: World, since: int, until: int) -> None:
    match = await _begin(world)
    await _expect_refusal(world.services.matches.plies(match.id, since, until), "unknown-ply")
    await _expect_refusal(world.services.matches.plies(404, 0, 0), "unknown-match")
    assert await world.services.matches.plies(match.id, 1, 1) == ()


async def test_finished_dice_matches_are_listed_newest_first(world: World) -> None:
    match_ids = []
    for _ in range(2):
        match = await world.gathering(BEN)
        await world.services.resignations.resign(world.by(BEN), match.id)
        match_ids.append(match.id)
    await world.gathering(BEN)
    match_without_dice = await world.match()
    await world.services.resignations.resign(world.by(BEN), match_without_dice.id)
    games = await world.services.matches.finished_dice_matches(BEN.id)
    assert [match.id for match in games] == match_ids[::-1]
    assert len(await world.services.matches.finished_dice_matches(BEN.id, limit=1)) == 1
