"""A world with every kind of row and log that checks cover."""

import random
from dataclasses import dataclass
from datetime import time

from bot.app import all_checks
from bot.features.records.domain.codec import write_record
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import TournamentSetup
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Person
from bot.model.time.clocks import read_clock
from bot.operations.checks.checking import check_logs, check_rows
from data.keeping.database import Snapshots
from tests.bot.features.records.domain.playing import random_record
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, GAMES, HALL, World
from tests.bot.support.timed import begin_timed, play

_LEFT = 1_100_000_000_000_000_207
"""A server that removed the bot."""
PEOPLE = {person.id: person for person in (ANNA, BEN, CARA, DORA)}


@dataclass(frozen=True, slots=True)
class Story:
    """The ids of a story's games and other rows."""

    timed: int
    over: int
    rolled: int
    undone: int
    corrected: int
    planned: int
    offered_seat: int
    taken_seat: int
    open: int
    accepted: int


async def findings(world: World, snapshots: Snapshots, *, running: bool = False) -> list[str]:
    """Return the findings of a check of rows and logs."""
    rows = [str(finding) async for finding in check_rows(snapshots, all_checks(GAMES))]
    logs = check_logs(snapshots, world.games, running=running, progress=lambda _done, _of, _at: None)
    return rows + [str(finding) async for finding in logs]


async def tell(world: World) -> Story:
    """Play a few plies of every real game, and cause many kinds of events in fake ones."""
    for key in GAMES:
        await play_on(world, await world.match(key), 5)
    with_clock = await begin_timed(world, "3d")
    over = await play_on(world, await world.match(goal="4"), 9)
    await world.services.rematches.rematch(world.by(ANNA), over.id)
    undone = await _undo(world)
    rolled = await _leave(world)
    corrected = await _correct(world)
    planned = await world.match()
    await world.services.conditional_moves.add(world.by(BEN), planned.id, ["take 1", "take 2"])
    await world.services.offers.offer(world.by(BEN), planned.id, OfferKind.DRAW)
    first_offer = await world.services.substitutions.offer(world.by(BEN), planned.id)
    second_offer = await world.services.substitutions.offer(world.by(ANNA), undone.id)
    await world.services.substitutions.accept(world.by(CARA), second_offer.id)
    await world.lobby(CARA, players=3, invited=(CARA, DORA))
    challenge = await world.challenge()
    await _wait(world)
    await world.deliver_all()
    return Story(
        timed=with_clock.id,
        over=over.id,
        rolled=rolled.id,
        undone=undone.id,
        corrected=corrected.id,
        planned=planned.id,
        offered_seat=first_offer.id,
        taken_seat=second_offer.id,
        open=challenge.id,
        accepted=over.challenge,
    )


async def _wait(world: World) -> None:
    """Create one of each kind of row that waits for a time."""
    services, server = world.services, HALL.server or 0
    await services.imports.add(
        world.by(ANNA), write_record(random_record(world.games["conhex"], {}, plies=4))
    )
    await services.deletions.ask(world.by(DORA))
    await services.welcomes.greet_server(_LEFT, world.time.now, (701,), "")
    await services.presence.pause_server(_LEFT)
    await services.daily_puzzles.begin(world.by(CARA), server, HALL, time(18))
    await services.weekly_letters.begin(world.by(CARA), server, HALL, time(18), 6)
    terms = TournamentSetup("Cup", Terms("counting", {}, clock=read_clock("3d")), Rules(Format.SWISS, 2), 3)
    await services.tournaments.open(world.by(CARA), HALL, terms)


async def play_on(world: World, match: Match, plies: int) -> Match:
    """Play random moves as the movers, at most to the end."""
    draw = random.Random(match.key)
    for _ in range(plies):
        position = await world.services.matches.position(match.id)
        mover = position.match.mover
        if mover is None:
            break
        move = draw.choice(position.state.legal_moves())
        await world.services.turns.take_turn(world.by(PEOPLE[mover]), match.id, move.text)
    return await world.services.matches.get(match.id)


async def _undo(world: World) -> Match:
    match = await world.match()
    await play(world, match, ANNA, BEN)
    await world.services.undo.undo(world.by(BEN), match.id, 2, 0)
    return await play(world, match, BEN, move="take 2")


async def _leave(world: World) -> Match:
    match = await world.gathering(BEN, CARA)
    await play_on(world, match, 3)
    return await world.services.resignations.resign(world.by(_last(match)), match.id)


def _last(match: Match) -> Person:
    return PEOPLE[match.people[-1]]


async def _correct(world: World) -> Match:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", rated=True, clock=read_clock("2d")), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    await world.services.turns.take_turn(world.by(ANNA), accepted.match, "take 1")
    match = await world.services.resignations.resign(world.by(BEN), accepted.match)
    corrections = world.services.result_corrections
    return await corrections.correct(world.by(CARA), match.id, (BEN.id,), "", server=HALL.server or 0)
