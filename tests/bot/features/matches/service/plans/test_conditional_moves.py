import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.features.matches.service.plans.automatic_moves import MAX_FORCED
from bot.kernel.transactions.answered_requests import REPEATED_WITHIN
from bot.model.agenda import Limits
from bot.model.challenges.terms import Terms
from bot.model.events.events import PlyPlayed
from bot.model.events.instructions import EndDirectBoard
from bot.model.match.log_entry import Automatic
from bot.model.match.match import Match, MatchStatus, Turn
from bot.model.match.offers.match_offers import OpenOffer
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Person
from bot.model.people.preferences import PingPlace
from bot.model.refusal import Refusal
from bot.repositories.matches.conditional_moves import ConditionalMoveRepository
from data.store import Store
from rules.contract import InvalidMove, Move, Outcome, State
from tests.bot.support.contents import event_of, ply_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, Counting, CountingState, World
from tests.bot.support.gathering import Gathering
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.shown import comparable
from tests.repeats import repeats

pytest_plugins = ("tests.bot.support.worlds",)

DRAW, TAKE_BACK = OfferKind.DRAW, OfferKind.TAKE_BACK
LONG = {"goal": "1000"}


class NarrowState(CountingState):
    """Has one legal move where the heap is two above a multiple of three; in a lane, everywhere."""

    def legal_moves(self) -> tuple[Move, ...]:
        moves = CountingState.legal_moves(self)
        return moves[:1] if self.total % 3 == 2 or self.counting.key == "lane" else moves


@dataclass(frozen=True, slots=True)
class Narrow(Counting):
    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> State:
        first = Counting.new(self, options, players)
        return NarrowState(self, first.options, first.players)


@pytest.fixture
async def world(store: Store) -> World:
    games = (Counting(), Counting("crowd", (2, 3)), Narrow("narrow"), Narrow("lane"), Gathering())
    return World(store, {game.key: game for game in games})


async def _start(world: World, key: str = "counting", **options: str) -> Match:
    match = await world.match(key, **options)
    await world.deliver_all()
    return match


async def _plan(world: World, person: Person, match: Match, *lines: str) -> None:
    """Plan lines given like `1 2 2 1`."""
    for line in lines:
        await world.services.conditional_moves.add(
            world.by(person), match.id, [f"take {amount}" for amount in line.split()]
        )


async def _lines(world: World, person: Person, match: Match) -> list[str]:
    planned = await world.other_services().conditional_moves.lines(person.id, match.id)
    return [" ".join(move.removeprefix("take ") for move in line) for line in planned.lines]


async def _log(world: World, match: Match) -> str:
    plies = (await world.services.matches.get(match.id)).plies
    signs = {None: "", Automatic.CONDITIONAL: "c", Automatic.FORCED: "f"}
    log = await world.other_services().matches.plies(match.id, 0, plies)
    return " ".join(ply.text[-1] + signs[ply.automatic] for ply in log)


async def test_a_foreseen_ply_is_answered_at_once(world: World) -> None:
    match = await _start(world, **LONG)
    await _plan(world, BEN, match, "1 2", "2 1")
    assert await world.deliver_all() == []
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 0)
    assert (turn.number, turn.seat, turn.move.text) == (1, 0, "take 1")
    assert (turn.match.plies, turn.match.mover, turn.state.position) == (2, ANNA.id, "3 0 2")
    assert turn.match == await world.services.matches.get(match.id)
    (merged,) = await world.deliver_all()
    assert (merged.ply, merged.tell, ply_of(merged)) == (2, PingPlace.THREAD, (0, 0, "take 1"))
    assert event_of(merged, PlyPlayed).automatic is Automatic.CONDITIONAL
    assert await _log(world, match) == "1 2c"
    assert await _lines(world, BEN, match) == []


async def test_the_longest_line_is_played_to_the_end(world: World) -> None:
    match = await _start(world, **LONG)
    await _plan(world, BEN, match, "1 2 2 1 1 1 2 2 1 2")
    remaining = ["2 1 1 1 2 2 1 2", "1 1 2 2 1 2", "2 2 1 2", "1 2"]
    for amount in (1, 2, 1, 2, 1):
        turn = await world.services.turns.take_turn(world.by(ANNA), match.id, f"take {amount}")
        assert turn.match.mover == ANNA.id
        assert await _lines(world, BEN, match) == remaining[:1]
        remaining = remaining[1:]
    assert await _log(world, match) == "1 2c 2 1c 1 1c 2 2c 1 2c"
    assert (await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")).match.mover == BEN.id
    await expect_refusal(
        world.services.conditional_moves.add(world.by(ANNA), match.id, ["take 1"] * 12),
        "line-too-long",
        limit="10",
    )


async def test_an_unforeseen_ply_ends_the_plan(world: World) -> None:
    match = await _start(world, **LONG)
    await _plan(world, BEN, match, "1 2 1 1")
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    assert (turn.match.plies, turn.match.mover) == (1, BEN.id)
    assert await _lines(world, BEN, match) == []
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert await _log(world, match) == "2 1 1"


async def test_a_ply_keeps_only_the_matching_lines(world: World) -> None:
    match = await _start(world, **LONG)
    await _plan(world, BEN, match, "1 2 1 1", "1 2 2 2", "2 2 1 1")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert await _lines(world, BEN, match) == ["1 1", "2 2"]
    await _plan(world, BEN, match, "1 1 1 2")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert await _lines(world, BEN, match) == ["1 2"]
    assert await _log(world, match) == "1 2c 1 1c"


async def test_a_planned_reply_can_end_the_match(world: World) -> None:
    match = await _start(world, goal="3")
    await _plan(world, BEN, match, "1 2")
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert (turn.match.status, turn.match.outcome) == (MatchStatus.FINISHED, Outcome((1,), "goal"))
    assert turn.match == await world.services.matches.get(match.id)
    (end,) = await world.deliver_all()
    assert (end.kind, end.ply, event_of(end, PlyPlayed).since, end.calls) == (PlyPlayed, 2, 0, (BEN.id,))
    assert await _lines(world, BEN, match) == []
    async with world.store.read() as session:
        assert await session.of(ConditionalMoveRepository).of(match.id) == {}


async def test_plans_are_visible_only_to_their_owner(world: World) -> None:
    match = await _start(world, **LONG)
    await _plan(world, BEN, match, "1 2")
    assert await _lines(world, ANNA, match) == []
    await expect_refusal(world.services.conditional_moves.lines(CARA.id, match.id), "not-your-game")
    for game in (404, 2**63):
        await expect_refusal(world.services.conditional_moves.lines(ANNA.id, game), "unknown-match")
        await expect_refusal(
            world.services.conditional_moves.add(world.by(ANNA), game, ["take 1", "take 1"]), "unknown-match"
        )
    await expect_refusal(
        world.services.conditional_moves.add(world.by(CARA), match.id, ["take 1", "take 1"]), "not-your-game"
    )
    await expect_refusal(world.services.conditional_moves.delete(world.by(ANNA), match.id, 0), "unknown-line")
    visible = [
        match,
        await world.services.matches.position(match.id),
        await world.services.matches.of(ANNA.id),
    ]
    assert "take 2" not in repr(visible)


async def test_invalid_lines_are_refused(world: World) -> None:
    match = await _start(world, goal="5")
    add = world.services.conditional_moves.add
    first, second = "take 1", "take 2"
    await expect_refusal(add(world.by(ANNA), match.id, [first, first]), "plan-own-turn")
    await expect_refusal(add(world.by(BEN), match.id, [first]), "line-without-reply")
    await expect_refusal(add(world.by(BEN), match.id, []), "line-without-reply")
    await expect_refusal(
        add(world.by(BEN), match.id, [first, "take 3"]), "line-illegal", number="2", move="take 3"
    )
    await expect_refusal(
        add(world.by(BEN), match.id, [second, second, first, first]), "line-illegal", number="4"
    )
    await expect_refusal(add(world.by(BEN), match.id, [first, first], 1), "position-changed")
    with pytest.raises(InvalidMove):
        await add(world.by(BEN), match.id, [first, "take\x001"])
    with pytest.raises(InvalidMove):
        await add(world.by(BEN), match.id, ["x" * 4000, first])
    await add(world.by(BEN), match.id, [first, first], 0)
    await expect_refusal(add(world.by(BEN), match.id, [first, second]), "line-contradicts", reply=first)
    world.time.pass_by(REPEATED_WITHIN * 2)
    await expect_refusal(add(world.by(BEN), match.id, [first, first]), "line-known")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    await expect_refusal(add(world.by(BEN), match.id, [second, first]), "game-over")
    assert await _lines(world, BEN, match) == []


async def test_dice_games_refuse_plans(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    people = {person.id: person for person in (ANNA, BEN, CARA)}
    waiting_player = next(person for person in people.values() if person.id != match.mover)
    await expect_refusal(
        world.services.conditional_moves.add(world.by(waiting_player), match.id, ["take", "take"]),
        "plan-dice",
    )


async def test_lines_are_limited(store: Store, world: World) -> None:
    small_world = World(store, world.games, Limits(conditional_lines=2))
    match = await _start(small_world, **LONG)
    await _plan(small_world, BEN, match, "1 1", "2 1")
    line = ["take 1", "take 1", "take 1", "take 1"]
    assert (
        len((await small_world.services.conditional_moves.add(small_world.by(BEN), match.id, line)).lines)
        == 2
    )
    third = small_world.services.conditional_moves.add(
        small_world.by(BEN), match.id, [*line[:2], "take 2", "take 1"]
    )
    await expect_refusal(third, "too-many-lines", limit="2")
    assert (await small_world.services.conditional_moves.lines(BEN.id, match.id)).limit == 2


async def test_lines_are_deleted_singly_or_all_at_once(world: World) -> None:
    match = await _start(world, **LONG)
    await _plan(world, BEN, match, "1 1 1 1", "1 1 2 2", "2 2")
    lines = await world.services.conditional_moves.delete(world.by(BEN), match.id, 1)
    assert (lines.lines[-1], lines.match.id, lines.state.position) == (
        ("take 2", "take 2"),
        match.id,
        "0 0 0",
    )
    assert await _lines(world, BEN, match) == ["1 1 1 1", "2 2"]
    await expect_refusal(world.services.conditional_moves.delete(world.by(BEN), match.id, 2), "unknown-line")
    await expect_refusal(
        world.services.conditional_moves.delete(world.by(BEN), match.id, 0, 3), "position-changed"
    )
    await world.services.conditional_moves.delete(world.by(BEN), match.id)
    assert await _lines(world, BEN, match) == []
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    assert await _log(world, match) == "2"


async def test_the_same_request_plans_once(world: World) -> None:
    match = await _start(world, **LONG)
    adding, deleting = world.by(BEN), world.by(BEN)
    first = await world.services.conditional_moves.add(adding, match.id, ["take 1", "take 1"])
    assert await world.other_services().conditional_moves.add(adding, match.id, ["take 1", "take 1"]) == first
    await _plan(world, BEN, match, "2 2")
    await world.services.conditional_moves.delete(deleting, match.id, 0)
    await world.services.conditional_moves.delete(deleting, match.id, 0)
    assert await _lines(world, BEN, match) == ["2 2"]


async def test_a_repeated_turn_is_answered_with_the_current_match(world: World) -> None:
    match = await _start(world, **LONG)
    await _plan(world, BEN, match, "1 2")
    request = world.by(ANNA)
    await world.services.turns.take_turn(request, match.id, "take 1", 0)
    current = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    for retry in (
        await world.other_services().turns.take_turn(request, match.id, "take 1", 0),
        await world.other_services().turns.take_turn(world.by(ANNA), match.id, "take 1", 0),
    ):
        assert (retry.repeated, retry.number) == (True, 1)
        assert (comparable(retry.match), retry.state) == (comparable(current.match), current.state)


async def test_a_planned_reply_does_not_decline_a_draw_offer(world: World) -> None:
    match = await _start(world, **LONG)
    await _plan(world, BEN, match, "1 2")
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", offer_draw=True)
    assert (turn.match.plies, turn.match.offers) == (2, (OpenOffer(DRAW, 0, 1),))
    finished = await world.services.offers.answer(world.by(BEN), match.id, DRAW, accept=True)
    assert finished.outcome == Outcome((), "agreement")


async def test_a_take_back_undoes_the_reply_and_drops_the_plans(world: World) -> None:
    match = await _start(world, **LONG)
    await _plan(world, BEN, match, "1 2 1 1")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    result = await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    assert not result.done
    after = await world.services.offers.answer(world.by(BEN), match.id, TAKE_BACK, accept=True)
    assert (after.plies, after.mover) == (0, ANNA.id)
    assert await _lines(world, BEN, match) == []
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert await _log(world, match) == "1"


async def test_a_departure_ends_the_plans(world: World) -> None:
    match = await _start(world, **LONG)
    await _plan(world, BEN, match, "1 2")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    async with world.store.read() as session:
        assert await session.of(ConditionalMoveRepository).of(match.id) == {}


async def test_an_unreadable_plan_does_not_block_a_move(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    match = await _start(world, **LONG)
    await _plan(world, BEN, match, "1 2")
    async with world.store._engines.writer.begin() as connection:
        await connection.execute(sa.text("UPDATE plans SET plan = 'secret nonsense'"))
    assert (await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")).match.plies == 1
    assert "cannot be read" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.both_databases
async def test_a_line_added_during_a_ply_is_played_or_refused(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    fresh = world.other_services(other)
    for _ in range(repeats(2, 3)):
        match = await _start(world, **LONG)
        turn, added = await asyncio.gather(
            world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 0),
            fresh.conditional_moves.add(world.by(BEN), match.id, ["take 1", "take 2"], 0),
            return_exceptions=True,
        )
        assert isinstance(turn, Turn)
        if isinstance(added, Refusal):
            assert (added.reason, turn.match.plies) == ("position-changed", 1)
        else:
            assert turn.match.plies == 2
    await other.close()


async def test_a_forced_move_is_played_after_an_opt_in(world: World) -> None:
    await world.play_forced_moves(BEN)
    match = await _start(world, "narrow", goal="1000")
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    assert (turn.match.plies, turn.match.mover) == (2, ANNA.id)
    (both,) = await world.deliver_all()
    assert (both.ply, ply_of(both)) == (2, (0, 0, "take 2"))
    assert event_of(both, PlyPlayed).automatic is Automatic.FORCED
    assert (await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")).match.mover == BEN.id
    assert await _log(world, match) == "2 1f 1"


async def test_a_forced_move_waits_without_an_opt_in(world: World) -> None:
    await world.play_forced_moves(ANNA)
    match = await _start(world, "narrow", goal="1000")
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    assert (turn.match.plies, turn.match.mover) == (1, BEN.id)


async def test_planned_and_forced_plies_chain(world: World) -> None:
    await world.play_forced_moves(ANNA)
    match = await _start(world, "narrow", goal="1000")
    await _plan(world, BEN, match, "1 1 1 2", "1 1 1 2 1 2 1 1")
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert await _log(world, match) == "1 1c 1f 2c 1f 2c 1f 1c"
    assert turn.match.plies == 8
    (notice,) = await world.deliver_all()
    assert (notice.ply, event_of(notice, PlyPlayed).since, event_of(notice, PlyPlayed).automatic) == (
        8,
        0,
        Automatic.CONDITIONAL,
    )


async def test_endless_forced_plies_stop_at_the_limit(world: World) -> None:
    await world.play_forced_moves(ANNA, BEN)
    match = await _start(world, "lane", goal="1000")
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert turn.match.plies == MAX_FORCED + 1
    assert turn.match == await world.other_services().matches.get(match.id)
    turn_after = await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    assert turn_after.match.plies == 2 * MAX_FORCED + 2


async def test_forced_plies_can_end_a_match(world: World) -> None:
    await world.play_forced_moves(ANNA, BEN)
    match = await _start(world, "lane", goal="9")
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert (turn.match.plies, turn.match.status) == (9, MatchStatus.FINISHED)
    assert turn.match.outcome == Outcome((0,), "goal")


async def test_with_three_players_the_next_one_replies(world: World) -> None:
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms("crowd", {"goal": "1000"}, "first", players=3), HALL
    )
    await world.services.lobbies.join(world.by(BEN), lobby.id)
    started = await world.services.lobbies.join(world.by(CARA), lobby.id)
    assert started.match is not None
    match = await world.services.matches.get(started.match)
    people = {person.id: person for person in (ANNA, BEN, CARA)}
    first, second, third = (people[person_id] for person_id in match.people)
    await _plan(world, second, match, "1 2")
    await expect_refusal(
        world.services.conditional_moves.add(world.by(third), match.id, ["take 1", "take 2"]),
        "line-not-alternating",
    )
    turn = await world.services.turns.take_turn(world.by(first), match.id, "take 1")
    assert (turn.match.plies, turn.state.position) == (2, "3 2 2")
    world.time.pass_by(timedelta(hours=1))
    plies = await world.services.matches.plies(match.id, 0, 2)
    assert [ply.automatic for ply in plies] == [None, Automatic.CONDITIONAL]


async def test_a_turn_played_as_planned_sends_no_direct_message(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.BOTH)
    match = await _start(world, **LONG)
    await _plan(world, BEN, match, "1 2")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 0)
    notices = await world.deliver_all()
    assert [notice.kind for notice in notices if notice.recipient == BEN.id] == [], (
        "Ben had no turn to be called to"
    )


async def test_after_a_planned_reply_only_the_mover_is_notified_directly(world: World) -> None:
    for person in (ANNA, BEN):
        await world.services.settings.set_preferences(world.by(person), tell=PingPlace.DIRECT)
    match = await _start(world, **LONG)
    await _plan(world, BEN, match, "1 2")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 0)
    notices = [(notice.kind, notice.recipient, notice.ply) for notice in await world.deliver_all()]
    assert notices == [
        (EndDirectBoard, ANNA.id, None),
        (PlyPlayed, None, 2),
        (PlyPlayed, ANNA.id, 2),
    ]


async def test_a_continued_turn_after_a_planned_ply_pings_its_player(world: World) -> None:
    match = await _start(world, again="on", **LONG)
    await _plan(world, BEN, match, "2 1")
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2", 0)
    assert (turn.match.plies, turn.match.mover) == (2, BEN.id)
    last = (await world.deliver_all())[-1]
    assert (last.ply, last.tell, event_of(last, PlyPlayed).pings) == (2, PingPlace.THREAD, True)
