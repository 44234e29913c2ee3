"""Games that the current rules cannot replay: viewing, leaving, ending and deletion, or clear refusals.

The tests put an illegal ply into the middle of a game's log.
"""

import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.features.records.domain.codec import read_record, write_record
from bot.model.challenges.terms import Terms
from bot.model.match.history import Direction
from bot.model.match.match import ABORTED, Match, MatchPosition, MatchStatus
from bot.model.match.match_log import CannotReplay, Stop
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Person
from bot.model.people.preferences import FORCED
from bot.model.time.clocks import NO_CLOCK, ClockChoice, read_clock
from bot.operations.checks.replays import wrong_in
from bot.repositories.matches.kept_matches import kept_games
from bot.repositories.tables.match_tables import games, plies
from rules import GAMES
from rules.contract import RulesVersion
from rules.contract.capabilities import parties_of
from rules.games.conhex.game import GAME as CONHEX
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import pass_by
from tests.repeats import cases

pytest_plugins = ("tests.bot.support.worlds",)
# The rules do not depend on the database.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

PLAYED, BROKEN = 9, 5
"""The minimum number of played plies, and the number of the refused ply."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A game and its number of players."""

    key: str
    players: int = 2

    def __str__(self) -> str:
        return f"{self.key}-{self.players}"


PAIRS = [Kind(key) for key in GAMES]
KINDS = [*PAIRS, Kind("catch-the-hat", 4)]
FEW = [Kind("conhex"), Kind("catch-the-hat", 4)]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=str)
some_kinds = pytest.mark.parametrize("kind", cases(FEW, KINDS), ids=str)
"""Two games, with and without dice: ending or deleting a game does not depend on its rules."""


def people(kind: Kind) -> tuple[Person, ...]:
    return (ANNA, BEN, CARA, DORA)[: kind.players]


async def begin(
    world: World, kind: Kind, clock: ClockChoice = NO_CLOCK, options: Mapping[str, str] = {}
) -> Match:
    host, *others = people(kind)
    role = world.games[kind.key].roles(kind.players)[0]
    challenge = await world.services.invitations.challenge(
        world.by(host),
        Terms(
            kind.key,
            options,
            role,
            players=kind.players if max(world.games[kind.key].seats) > 2 else None,
            clock=clock,
        ),
        HALL,
        () if len(others) > 1 or max(world.games[kind.key].seats) > 2 else [BEN],
    )
    if not challenge.lobby:
        challenge = await world.services.invitations.accept(world.by(BEN), challenge.id)
    else:
        for person in others:
            await world.services.lobbies.join(world.by(person), challenge.id)
        challenge = await world.services.challenges.get(challenge.id)
        if challenge.match is None:
            challenge = await world.services.lobbies.start(world.by(host), challenge.id)
    assert challenge.match is not None
    await world.open(challenge.match)
    match = await world.services.matches.get(challenge.match)
    draw = random.Random(str(kind))
    while match.plies < PLAYED:
        state = (await world.services.matches.position(match.id)).state
        mover = next(person for person in people(kind) if person.id == match.mover)
        turn = await world.services.turns.take_turn(
            world.by(mover), match.id, str(draw.choice(state.legal_moves()))
        )
        match = turn.match
    assert match.status is MatchStatus.RUNNING
    return match


async def execute(world: World, statement: sa.Update) -> None:
    async with world.store._engines.writer.begin() as connection:
        await connection.execute(statement)


async def broken(
    world: World, kind: Kind, clock: ClockChoice = NO_CLOCK, options: Mapping[str, str] = {}
) -> Match:
    """Return a running game with a ply that the rules refuse, with empty caches."""
    match = await begin(world, kind, clock, options)
    await world.deliver_all()
    await execute(
        world,
        sa.update(plies)
        .where(plies.c.game == match.id, plies.c.number == BROKEN)
        .values(text="a move of other rules"),
    )
    world.services = world.other_services()
    return await world.services.matches.get(match.id)


def mover_of(match: Match) -> Person:
    return next(person for person in (ANNA, BEN, CARA, DORA) if person.id == match.mover)


def other_than_mover(match: Match) -> Person:
    return next(person for person in (ANNA, BEN) if person.id != match.mover)


def shows_the_last_that_can_be_replayed(position: MatchPosition) -> bool:
    in_force = GAMES[position.match.key].versions[-1].number
    stop = Stop(BROKEN - 1, in_force, in_force)
    return position.stop == stop and position.outcome == position.match.outcome


@every_kind
async def test_a_broken_game_is_shown_and_answered_but_not_changed(world: World, kind: Kind) -> None:
    """One game serves all checks that do not change it."""
    match = await broken(world, kind)
    await _is_shown(world, match)
    await _is_answered_clearly(world, match)
    await _is_recorded(world, match)
    await _is_named_by_a_check(world, match)
    if kind.players == 2:
        await expect_refusal(take_back(world, match), "cannot-replay")
    assert (await world.services.matches.get(match.id)).plies == match.plies


async def _is_shown(world: World, match: Match) -> None:
    matches = world.services.matches
    assert shows_the_last_that_can_be_replayed(await matches.display_position(match.id))
    before = await matches.display_position(match.id, BROKEN - 1)
    assert before.stop is None
    assert before.state == (await matches.display_position(match.id)).state
    view = await matches.board_view(match.id, 0, match.plies)
    assert shows_the_last_that_can_be_replayed(view.position)
    assert len(view.plies) == BROKEN - 1
    assert (await matches.board_view(match.id, BROKEN, match.plies)).plies == ()
    last = await matches.history(match.id, match.plies, Direction.LAST)
    assert shows_the_last_that_can_be_replayed(last.position)
    assert (await matches.history(match.id, 0, Direction.FIRST)).position.stop is None
    explored = await matches.position_after(match.id, BROKEN - 1, match.taken_back)
    assert explored.state == before.state


async def _is_answered_clearly(world: World, match: Match) -> None:
    for act in ANSWERED.values():
        with pytest.raises(CannotReplay) as caught:
            await act(world, match)
        assert (caught.value.reason, caught.value.details) == ("cannot-replay", {"ply": str(BROKEN - 1)})


async def _is_recorded(world: World, match: Match) -> None:
    record = await world.services.exports.for_person(match.id, ANNA.id)
    assert len(record.plies) == match.plies
    assert record.rules == match.rules
    assert read_record(write_record(record)) == record


async def _is_named_by_a_check(world: World, match: Match) -> None:
    async with world.store._engines.reader.connect() as connection:
        (game,) = await kept_games(connection, 0, 9, running=True)
    faults = list(wrong_in(game, GAMES))
    assert game.id == match.id
    assert any(
        line.startswith(f"ply {BROKEN}, 'a move of other rules', cannot be played") for line in faults
    ), faults


async def take_back(world: World, match: Match) -> None:
    """Take a ply back, with the opponents' consent if needed; the position before it cannot be replayed."""
    asking = other_than_mover(match)
    result = await world.services.offers.offer(world.by(asking), match.id, OfferKind.TAKE_BACK)
    if not result.done:
        for person in (ANNA, BEN, CARA, DORA)[: len(match.players)]:
            if person != asking:
                await world.services.offers.answer(world.by(person), match.id, OfferKind.TAKE_BACK, True)


async def hand_over(world: World, match: Match) -> None:
    offer = await world.services.substitutions.offer(world.by(ANNA), match.id, EMIL)
    await world.services.substitutions.accept(world.by(EMIL), offer.id)
    assert (await world.services.matches.get(match.id)).seat_of(EMIL.id) is not None


async def away_and_back(world: World) -> None:
    assert HALL.server is not None
    await world.services.presence.pause_server(HALL.server)
    await world.services.presence.resume_server(HALL.server)


Act = Callable[[World, Match], Awaitable[object]]

ANSWERED: Mapping[str, Act] = {
    "a move": lambda w, m: w.services.turns.take_turn(w.by(mover_of(m)), m.id, "e1"),
    "the panel of moves": lambda w, m: w.services.matches.position(m.id),
    "trying moves out": lambda w, m: w.services.matches.position_after(m.id, m.plies, m.taken_back),
}

WORKING: Mapping[str, Act] = {
    "the list of games": lambda w, _: w.services.agenda.of(ANNA.id),
    "the next game": lambda w, m: w.services.agenda.next_match(mover_of(m).id),
    "export": lambda w, m: w.services.exports.for_person(m.id, ANNA.id),
    "replay": lambda w, m: w.services.exports.of(m.id),
    "all that is kept of a person": lambda w, _: w.services.personal_exports.of(ANNA),
    "statistics": lambda w, m: w.services.statistics.of_game(m.key),
    "a profile": lambda w, _: w.services.statistics.of_player(ANNA.id),
    "vacation": lambda w, m: w.services.settings.take_vacation(
        w.by(mover_of(m)), w.time.now.date(), w.time.now.date() + timedelta(days=1)
    ),
    "an offer to abort": lambda w, m: w.services.offers.offer(w.by(ANNA), m.id, OfferKind.ABORT),
    "what can be offered": lambda w, m: w.services.offers.possible(ANNA.id, m.id),
    "an overview": lambda w, _: w.services.servers.set_overview(w.by(ANNA), HALL, True),
    "its server leaving and coming back": lambda w, _: away_and_back(w),
    "preferences": lambda w, _: w.services.settings.set_value(w.by(ANNA), FORCED, True),
    "a seat that changes hands": hand_over,
}


@some_kinds
async def test_actions_without_a_replay_work(world: World, kind: Kind) -> None:
    match = await broken(world, kind)
    for act in WORKING.values():
        await act(world, match)
    assert await world.deliver_all()


@some_kinds
async def test_plans_in_a_broken_game_are_refused(world: World, kind: Kind) -> None:
    match = await broken(world, kind)
    waiting = other_than_mover(match)
    expected = "plan-dice" if match.commitment else "cannot-replay"
    await expect_refusal(
        world.services.conditional_moves.add(world.by(waiting), match.id, ["e1", "e2"]), expected
    )


@some_kinds
async def test_players_resign_one_by_one_until_one_has_won(world: World, kind: Kind) -> None:
    match = await broken(world, kind)
    leaving = people(kind)[:-1]
    for person in leaving:
        assert match.status is MatchStatus.RUNNING
        match = await world.services.resignations.resign(world.by(person), match.id)
        assert await world.deliver_all()
    assert match.status is MatchStatus.FINISHED
    assert match.outcome is not None
    assert match.outcome.winners == (match.seat_of(people(kind)[-1].id),)
    assert shows_the_last_that_can_be_replayed(await world.services.matches.display_position(match.id))


async def test_the_turn_passes_on_from_a_leaver(world: World) -> None:
    kind = Kind("catch-the-hat", 4)
    match = await broken(world, kind)
    leaver = mover_of(match)
    seat = match.turn
    assert seat is not None
    match = await world.services.resignations.resign(world.by(leaver), match.id)
    assert match.turn == (seat + 1) % 4
    assert match.retired == (seat,)


async def test_the_remaining_party_wins_together(world: World) -> None:
    match = await broken(world, Kind("catch-the-hat", 4), options={"mode": "party"})
    first, second = parties_of((await world.services.matches.position(match.id, 0)).state)
    for seat in first:
        leaver = next(person for person in (ANNA, BEN, CARA, DORA) if match.seat_of(person.id) == seat)
        assert match.status is MatchStatus.RUNNING
        match = await world.services.resignations.resign(world.by(leaver), match.id)
    assert match.outcome is not None
    assert match.outcome.winners == second


@some_kinds
async def test_a_broken_game_is_aborted_by_agreement(world: World, kind: Kind) -> None:
    match = await broken(world, kind)
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.ABORT)
    for person in people(kind)[1:]:
        match = await world.services.offers.answer(world.by(person), match.id, OfferKind.ABORT, True)
    assert match.is_aborted
    assert await world.deliver_all()


@some_kinds
async def test_a_game_with_a_blocked_opponent_is_aborted_or_left(world: World, kind: Kind) -> None:
    match = await broken(world, kind)
    await world.services.blocks.block(world.by(ANNA), BEN)
    final_match = await world.services.blocked_games.end(world.by(ANNA), match.id)
    assert final_match.is_aborted == (kind.players == 2)
    assert 0 in final_match.retired or final_match.is_aborted


@some_kinds
async def test_a_timeout_in_a_broken_game_aborts_it(world: World, kind: Kind) -> None:
    match = await broken(world, kind, read_clock("3d"))
    await pass_by(world, timedelta(days=60))
    match = await world.services.matches.get(match.id)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((), ABORTED)


@some_kinds
async def test_claiming_a_win_in_a_broken_game_aborts_it(world: World, kind: Kind) -> None:
    match = await broken(world, kind, read_clock("3d soft"))
    await pass_by(world, timedelta(days=60))
    match = await world.services.deadlines.claim(world.by(other_than_mover(match)), match.id)
    assert match.is_aborted


@some_kinds
async def test_an_admin_adjudicates_and_corrects_a_broken_game(world: World, kind: Kind) -> None:
    match = await broken(world, kind)
    final_match = await world.services.servers.adjudicate(world.by(CARA), match.id, (BEN.id,), "as it stood")
    assert final_match.outcome is not None
    assert HALL.server is not None
    corrected = await world.services.result_corrections.correct(
        world.by(CARA), match.id, (ANNA.id,), "after all", server=HALL.server
    )
    assert corrected.outcome is not None
    assert corrected.outcome.winners == (corrected.seat_of(ANNA.id),)
    assert await world.deliver_all()


@some_kinds
async def test_a_rematch_uses_the_current_rules(world: World, kind: Kind) -> None:
    match = await broken(world, kind)
    await world.services.servers.adjudicate(world.by(CARA), match.id, (BEN.id,), "")
    rematch = await world.services.rematches.rematch(world.by(ANNA), match.id)
    for person in people(kind)[1:]:
        rematch = await world.services.rematches.rematch(world.by(person), match.id)
    assert rematch.match is not None
    assert (await world.services.matches.position(rematch.match)).stop is None


@some_kinds
async def test_players_of_a_broken_game_can_be_deleted(world: World, kind: Kind) -> None:
    match = await broken(world, kind)
    for person in people(kind):
        await world.services.deletions.ask(world.by(person))
    await pass_by(world, timedelta(days=2))
    match = await world.services.matches.get(match.id)
    assert match.status is MatchStatus.FINISHED
    assert not {person.id for person in people(kind)} & set(match.people)


@some_kinds
async def test_the_server_of_a_broken_game_can_be_deleted(world: World, kind: Kind) -> None:
    match = await broken(world, kind)
    assert HALL.server is not None
    await world.services.presence.pause_server(HALL.server)
    await pass_by(world, timedelta(days=40))
    await expect_refusal(world.services.matches.get(match.id), "unknown-match")


async def test_a_game_keeps_its_rules_version(world: World) -> None:
    match = await begin(world, Kind("conhex"))
    assert match.rules == 1
    newer = replace(CONHEX, versions=(*CONHEX.versions, RulesVersion(2, "A change.")))
    world.games = {**GAMES, "conhex": newer}
    world.services = world.other_services()
    assert (await world.services.matches.display_position(match.id)).stop is None
    assert (await world.services.matches.get(match.id)).rules == 1
    assert (await begin(world, Kind("conhex"))).rules == 2


async def test_a_position_differing_under_newer_rules_is_reported(world: World) -> None:
    match = await begin(world, Kind("conhex"))
    newer = replace(CONHEX, versions=(*CONHEX.versions, RulesVersion(2, "A change.")))
    world.games = {**GAMES, "conhex": newer}
    world.services = world.other_services()
    elsewhere = (await world.services.matches.display_position(match.id, match.plies - 1)).state.position
    await execute(world, sa.update(games).where(games.c.id == match.id).values(position=elsewhere))
    position = await world.services.matches.display_position(match.id)
    assert position.stop == Stop(match.plies, 1, 2, elsewhere=True)
    await expect_refusal(
        world.services.turns.take_turn(world.by(mover_of(match)), match.id, "f6"), "replay-differs"
    )
    await world.services.resignations.resign(world.by(ANNA), match.id)
