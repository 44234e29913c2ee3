import asyncio
import logging
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.kernel.outbox.notices import Notice
from bot.kernel.transactions.answered_requests import REPEATED_WITHIN
from bot.model.events.events import EndCause, EndKind, PlyPlayed
from bot.model.match.log_entry import Automatic, LogEntry
from bot.model.match.match import MatchStatus, Turn
from bot.model.people.person import Request
from bot.model.refusal import Refusal
from bot.repositories.matches.matches import MatchRepository
from data.store import Store
from rules.contract import IllegalMove, InvalidMove, Outcome
from tests.bot.support.contents import cause_of, event_of, ply_of
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.shown import comparable
from tests.data.matches import append, new_match

pytest_plugins = ("tests.bot.support.worlds",)

THREAD = 71


async def _notices(world: World) -> list[Notice]:
    result: list[Notice] = []
    while notices := await world.outbox.claim():
        for notice in notices:
            result.append(notice)
            await world.outbox.deliver_as(notice.id, None)
    return result


async def test_a_turn_is_stored_and_announced(world: World) -> None:
    match = await world.match()
    await _notices(world)
    world.time.pass_by(timedelta(hours=5))
    wakeups = len(world.wakeups)
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, " Take  2", expected=0)
    assert (turn.move.text, turn.number, turn.seat, turn.repeated) == ("take 2", 1, 0, False)
    assert (turn.match.plies, turn.match.mover, turn.match.updated) == (1, BEN.id, world.time.now)
    assert turn.match == await world.services.matches.get(match.id)
    assert (await world.other_services().matches.position(match.id)).state == turn.state
    (notice,) = await _notices(world)
    assert (notice.ply, ply_of(notice), event_of(notice, PlyPlayed).pings) == (1, (0, 0, "take 2"), True)
    assert len(world.wakeups) == wakeups + 1


async def test_a_turn_typed_in_its_match_s_thread_is_played_at_once(world: World) -> None:
    match = await world.match()
    await world.services.match_places.move_home(match.id, THREAD)
    await _notices(world)
    wakeups = len(world.wakeups)
    request = world.by(ANNA)
    turn = await world.services.turns.take_turn_in_thread(request, THREAD, " Take  2")
    assert turn is not None
    assert (turn.move.text, turn.number, turn.seat, turn.repeated) == ("take 2", 1, 0, False)
    assert turn.match == await world.services.matches.get(match.id)
    assert len(world.wakeups) == wakeups + 1
    assert await world.services.turns.take_turn_in_thread(request, THREAD, "take 2") is None
    retry = await world.services.turns.take_turn(request, match.id, "take 2", confirmed=False)
    assert (retry.number, retry.repeated) == (1, True)
    assert len(await _notices(world)) == 1


async def test_an_unplayable_turn_in_a_thread_changes_nothing(world: World) -> None:
    match = await world.match()
    turns = world.services.turns
    assert await turns.take_turn_in_thread(world.by(ANNA), THREAD, "take 2") is None
    assert await turns.take_turn_in_thread(world.by(ANNA), match.home, "take 2") is None
    await world.services.match_places.move_home(match.id, THREAD)
    before = await world.services.matches.get(match.id)
    assert await turns.take_turn_in_thread(world.by(BEN), THREAD, "take 2") is None
    assert await turns.take_turn_in_thread(world.by(CARA), THREAD, "take 2") is None
    assert await turns.take_turn_in_thread(world.by(ANNA), THREAD, "take 9") is None
    assert await world.services.matches.get(match.id) == before
    assert await turns.take_turn_in_thread(world.by(ANNA), THREAD, "take 2") is not None
    assert await turns.take_turn_in_thread(world.by(BEN), THREAD, "take 1") is not None


async def test_the_newest_of_several_matches_in_a_thread_is_played(world: World) -> None:
    for _ in range(2):
        match = await world.match()
        await world.services.match_places.move_home(match.id, THREAD)
    turn = await world.services.turns.take_turn_in_thread(world.by(ANNA), THREAD, "take 2")
    assert turn is not None
    assert turn.match.id == match.id


async def test_a_turn_lists_the_automatic_plies_after_it(world: World) -> None:
    match = await world.match()
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    assert turn.followed == ()
    lines = world.services.conditional_moves
    await lines.add(world.by(ANNA), match.id, ("take 1", "take 2"))
    turn = await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    assert [(ply.number, ply.seat, ply.text, ply.automatic) for ply in turn.followed] == [
        (3, 0, "take 2", Automatic.CONDITIONAL)
    ]
    assert turn.followed[-1].state == turn.state
    assert turn.followed == await world.services.matches.plies(match.id, 2, 3)


async def test_a_continued_turn_pings_nobody(world: World) -> None:
    match = await world.match(again="on")
    await _notices(world)
    first = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert first.match.mover == ANNA.id
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    assert [event_of(notice, PlyPlayed).pings for notice in await _notices(world)] == [False, True]


async def test_the_last_ply_ends_the_match(world: World) -> None:
    match = await world.match(goal="3")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    await _notices(world)
    last = await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    assert (last.match.status, last.match.outcome, last.match.turn) == (
        MatchStatus.FINISHED,
        Outcome((1,), "goal"),
        None,
    )
    assert last.match == await world.services.matches.get(match.id)
    (notice,) = await _notices(world)
    assert (notice.ply, ply_of(notice)) == (2, (1, 1, "take 1"))
    assert await world.services.matches.of(ANNA.id) == ()
    assert await world.services.matches.of(ANNA.id, running=False) == (last.match,)
    world.time.pass_by(REPEATED_WITHIN * 2)
    for person in (ANNA, BEN):
        with pytest.raises(Refusal, match="game-over"):
            await world.services.turns.take_turn(world.by(person), match.id, "take 1")
        with pytest.raises(Refusal, match="game-over"):
            await world.services.resignations.resign(world.by(person), match.id)


REFUSED_TURNS = (
    (CARA, None, "not-your-game"),
    (BEN, None, "not-your-turn"),
    (BEN, 0, "not-your-turn"),
    (ANNA, 1, "position-changed"),
    (ANNA, -1, "position-changed"),
    (ANNA, 10**30, "position-changed"),
)


async def test_refused_turns_change_nothing(world: World) -> None:
    match = await world.match()
    await _notices(world)
    wakeups = len(world.wakeups)
    for number, (person, expected, reason) in enumerate(REFUSED_TURNS):
        request = Request(f"once-{number}", person)
        for _ in range(2):
            await expect_refusal(
                world.services.turns.take_turn(request, match.id, "take 1", expected), reason
            )
    assert await world.services.matches.get(match.id) == match
    assert await _notices(world) == []
    assert len(world.wakeups) == wakeups


NO_MOVES = (
    "", "take\x001", "take 1\n", "take\t1", "take 1" + " " * 200, "x" * 4000, "\ud800", "\ud83d", "\x00",
    "🙂", "<@1002> **take 1**", "@everyone", "' OR 1=1", "a1-\x00a2",
)  # fmt: skip


@pytest.mark.parametrize("key", ["counting", "conhex"])
async def test_invalid_moves_change_nothing(world: World, key: str) -> None:
    match, request = await world.match(key), world.by(ANNA)
    for move in NO_MOVES:
        with pytest.raises(InvalidMove):
            await world.services.turns.take_turn(request, match.id, move)
    with pytest.raises((IllegalMove, InvalidMove)):
        await world.services.turns.take_turn(request, match.id, "take 3")
    assert await world.services.matches.get(match.id) == match
    state = (await world.services.matches.position(match.id)).state
    turn = await world.services.turns.take_turn(request, match.id, state.legal_moves()[0].text)
    assert not turn.repeated


async def test_unknown_matches_are_refused(world: World) -> None:
    for match_id in (404, 0, -5, 2**63, 10**40):
        attempts = (
            world.services.turns.take_turn(world.by(ANNA), match_id, "take 1"),
            world.services.turns.take_turn(world.by(ANNA), match_id, "take 1", 3),
            world.services.resignations.resign(world.by(ANNA), match_id),
            world.services.matches.get(match_id),
            world.services.matches.position(match_id),
        )
        for attempt in attempts:
            await expect_refusal(attempt, "unknown-match")


async def test_the_same_request_plays_once(world: World) -> None:
    match = await world.match()
    request = world.by(ANNA)
    first = await world.services.turns.take_turn(request, match.id, "take 2")
    current = await world.services.turns.take_turn(world.by(BEN), match.id, "take 2")
    for services in (world.services, world.other_services()):
        retry = await services.turns.take_turn(request, match.id, "take 2")
        assert retry.repeated
        assert (retry.number, retry.move, retry.seat, retry.state, comparable(retry.match)) == (
            first.number,
            first.move,
            first.seat,
            current.state,
            comparable(current.match),
        )
    assert (await world.services.matches.get(match.id)).plies == 2


async def test_a_reused_request_id_is_refused(world: World) -> None:
    match, other = await world.match(), await world.match()
    request = world.by(ANNA)
    await world.services.turns.take_turn(request, match.id, "take 2")
    with pytest.raises(Refusal, match="request-taken"):
        await world.services.turns.take_turn(Request(request.id, BEN), match.id, "take 2")
    with pytest.raises(Refusal, match="request-taken"):
        await world.services.turns.take_turn(request, other.id, "take 2")
    with pytest.raises(Refusal, match="request-taken"):
        await world.services.resignations.resign(request, match.id)
    assert (await world.services.matches.get(match.id)).plies == 1
    assert (await world.services.matches.get(other.id)).plies == 0


async def test_a_second_click_is_recognised_as_repeated(world: World) -> None:
    match = await world.match()
    first = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2", 0)
    retry = await world.services.turns.take_turn(world.by(ANNA), match.id, "TAKE 2", 0)
    assert retry.repeated
    assert (retry.number, retry.match, retry.state) == (1, first.match, first.state)
    with pytest.raises(Refusal, match="position-changed"):
        await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 0)
    with pytest.raises(Refusal, match="position-changed"):
        await world.services.turns.take_turn(world.by(BEN), match.id, "take 2", 0)
    with pytest.raises(Refusal, match="position-changed"):
        await world.services.turns.take_turn(world.by(ANNA), match.id, "nonsense", 0)
    assert (await world.services.matches.get(match.id)).plies == 1


async def test_a_second_click_on_the_last_move_is_recognised(world: World) -> None:
    match = await world.match(goal="2")
    first = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2", 0)
    retry = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2", 0)
    assert (retry.repeated, retry.match) == (True, first.match)
    with pytest.raises(Refusal, match="game-over"):
        await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 0)


@pytest.mark.both_databases
async def test_two_different_moves_at_once_play_one(database_url: str, world: World) -> None:
    match = await world.match()
    other = await Store.open(database_url)
    for number in range(0, 4, 2):
        results = await asyncio.gather(
            world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", number),
            world.other_services(other).turns.take_turn(world.by(ANNA), match.id, "take 2", number),
            return_exceptions=True,
        )
        refusals = [result for result in results if isinstance(result, Refusal)]
        assert [refusal.reason for refusal in refusals] == ["position-changed"]
        await world.services.turns.take_turn(world.by(BEN), match.id, "take 1", number + 1)
    await other.close()
    assert (await world.services.matches.get(match.id)).plies == 4


@pytest.mark.both_databases
async def test_concurrent_turns_of_both_players_stay_in_order(database_url: str, world: World) -> None:
    match = await world.match()
    other = await Store.open(database_url)
    results = await asyncio.gather(
        world.services.turns.take_turn(world.by(ANNA), match.id, "take 1"),
        world.other_services(other).turns.take_turn(world.by(BEN), match.id, "take 2"),
        return_exceptions=True,
    )
    await other.close()
    assert isinstance(results[0], Turn)
    plies = (await world.services.matches.get(match.id)).plies
    assert plies == 2 if isinstance(results[1], Turn) else plies == 1


@pytest.mark.both_databases
async def test_concurrent_repeats_of_a_request_play_once(database_url: str, world: World) -> None:
    match = await world.match()
    other = await Store.open(database_url)
    request = world.by(ANNA)
    processes = (world.services, world.other_services(other)) * 4
    turns = await asyncio.gather(
        *(services.turns.take_turn(request, match.id, "take 2") for services in processes)
    )
    await other.close()
    assert sorted(turn.repeated for turn in turns) == [False] + [True] * 7
    assert {turn.match.plies for turn in turns} == {1}
    assert (await world.services.matches.get(match.id)).plies == 1
    assert len([notice for notice in await _notices(world) if notice.kind is PlyPlayed]) == 1


async def test_either_player_can_resign(world: World) -> None:
    for person, seat in ((ANNA, 0), (BEN, 1)):
        match = await world.match()
        await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
        await _notices(world)
        request = world.by(person)
        finished = await world.services.resignations.resign(request, match.id)
        assert (finished.status, finished.resigned, finished.turn) == (MatchStatus.FINISHED, seat, None)
        assert finished.outcome == Outcome((1 - seat,), "resignation")
        assert finished == await world.services.matches.get(match.id)
        assert await world.services.resignations.resign(request, match.id) == finished
        (notice,) = await _notices(world)
        assert (notice.ply, cause_of(notice)) == (1, EndCause(EndKind.RESIGNED, seat))
        with pytest.raises(Refusal, match="not-your-game"):
            await world.services.resignations.resign(world.by(CARA), match.id)


async def test_a_turn_repeated_after_a_resignation_is_answered(world: World) -> None:
    match = await world.match()
    request = world.by(ANNA)
    await world.services.turns.take_turn(request, match.id, "take 2")
    finished = await world.services.resignations.resign(world.by(BEN), match.id)
    retry = await world.other_services().turns.take_turn(request, match.id, "take 2")
    assert (retry.repeated, retry.number, comparable(retry.match)) == (True, 1, comparable(finished))


async def test_earlier_positions_are_shown(world: World) -> None:
    match = await world.match()
    for number, person in enumerate((ANNA, BEN, ANNA, BEN)):
        await world.services.turns.take_turn(world.by(person), match.id, "take 2", number)
    for services in (world.services, world.other_services()):
        totals = [(await services.matches.position(match.id, ply)).state.position for ply in range(5)]
        assert totals == ["0 0 0", "2 1 1", "4 0 2", "6 1 3", "8 0 4"]
    for ply in (-1, 5, 10**20):
        with pytest.raises(Refusal, match="unknown-ply"):
            await world.services.matches.position(match.id, ply)


async def test_the_log_overrides_a_stored_position(world: World, caplog: pytest.LogCaptureFixture) -> None:
    match = await world.match()
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    async with world.store._engines.writer.begin() as connection:
        await connection.execute(sa.text("UPDATE games SET position = 'nonsense'"))
    with caplog.at_level(logging.ERROR):
        assert (await world.services.matches.position(match.id)).state == turn.state
        assert caplog.records == []
        assert (await world.other_services().matches.position(match.id)).state == turn.state
    assert "nonsense" in caplog.text


async def test_three_seats_with_dice_are_replayed_and_continued(world: World) -> None:
    challenge = await world.challenge()
    await world.services.name_cache.record_seen(BEN, None)
    await world.services.name_cache.record_seen(CARA, None)
    async with world.store.write() as session:
        game = await session.of(MatchRepository).add(
            new_match(
                challenge.id,
                ANNA.id,
                BEN.id,
                CARA.id,
                key="crowd",
                options={"goal": "10", "again": "off"},
                created=world.time.now,
            )
        )
        for number, (text, seat) in enumerate((("take 2", 0), ("take 1", 1), ("roll:2", None)), start=1):
            ply = LogEntry(number, seat, text, world.time.now)
            await append(session, game, [ply], 2, "5 2 3")
    turn = await world.services.turns.take_turn(world.by(CARA), game, "take 1", 3)
    assert (turn.state.position, turn.match.mover) == ("6 0 4", ANNA.id)
    with pytest.raises(Refusal, match="position-changed"):
        await world.services.turns.take_turn(world.by(CARA), game, "take 1", 2)
    finished = await world.services.resignations.resign(world.by(BEN), game)
    assert finished.outcome == Outcome((0, 2), "resignation")
