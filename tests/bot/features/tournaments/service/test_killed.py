"""Processes killed while a round ends: the next process continues, and each game begins once."""

import asyncio
import signal
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest

from bot.features.tournaments.domain.tournament import Tournament, TournamentStatus
from bot.model.events.events import ChallengeMade, MatchStarted, TournamentEnded
from bot.model.match.match import Match
from bot.model.people.person import Request
from bot.model.people.players import person_of
from tests.bot.features.tournaments.service import dying
from tests.bot.features.tournaments.service.test_tournaments import (
    FOUR,
    open_tournament,
    resign_as_second,
    running,
)
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.support.forks")
pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)

REQUEST = "the last of its round"
POINTS = ("decide 1", "add_games 1", "begin_game 1", "begin_game 2", dying.BEFORE, dying.AFTER)


@dataclass(frozen=True, slots=True)
class ProcessKiller:
    """Starts processes on a world's database that kill themselves."""

    context: ForkServerContext
    url: str
    world: World
    stderr: Path

    async def resign(self, match: Match, moment: str) -> Request:
        """Resign for the second seat in a process that dies at `moment`; return its request."""
        loser = next(person for person in FOUR if person.id == person_of(match.players[1]))
        arguments = (self.url, match.id, loser.id, REQUEST, self.world.time.now.isoformat(), moment)
        process = self.context.Process(target=dying.run, args=(self.stderr, *arguments))
        process.start()
        await asyncio.to_thread(process.join)
        assert process.exitcode == -signal.SIGKILL, self.stderr.read_text()
        return Request(REQUEST, loser)


@pytest.fixture
def killer(forks: ForkServerContext, database_url: str, world: World, tmp_path: Path) -> ProcessKiller:
    return ProcessKiller(forks, database_url, world, tmp_path / "stderr")


async def last_of_its_round(world: World, tournament: Tournament) -> Match:
    """End all games of a round except the last; return the last."""
    *others, last = await running(world, tournament)
    for match in others:
        await resign_as_second(world, match)
    return last


@pytest.mark.parametrize("moment", POINTS)
async def test_the_next_round_starts_once_despite_a_kill(
    killer: ProcessKiller, world: World, moment: str
) -> None:
    tournament = await open_tournament(world)
    last = await last_of_its_round(world, tournament)
    request = await killer.resign(last, moment)
    before = await world.services.tournaments.get(tournament.id)
    assert before.crosstable.round == (2 if moment == dying.AFTER else 1)
    # The unanswered request is repeated at the surviving process; then time passes.
    await world.services.resignations.resign(request, last.id)
    await world.services.tournaments.run_due_steps(tournament.id)
    after = await world.services.tournaments.get(tournament.id)
    assert [game.pairing.round for game in after.games] == [1, 1, 2, 2]
    challenges = [game.challenge for game in after.games]
    assert None not in challenges
    assert len(set(challenges)) == 4
    games = await running(world, tournament)
    assert sorted(match.challenge for match in games) == sorted(
        challenge or 0 for challenge in challenges[2:]
    )
    events = [notice.event for notice in await world.deliver_all()]
    # A game shown on another game's card waits briefly for that card.
    world.time.pass_by(timedelta(seconds=5))
    events += [notice.event for notice in await world.deliver_all()]
    cards = Counter(event.challenge for event in events if isinstance(event, ChallengeMade))
    assert cards == Counter(challenges)
    assert Counter(type(event) for event in events)[MatchStarted] == 4


@pytest.mark.parametrize("moment", ["end 1", dying.BEFORE, dying.AFTER])
async def test_the_podium_is_announced_once_despite_a_kill(
    killer: ProcessKiller, world: World, moment: str
) -> None:
    tournament = await open_tournament(world)
    for match in await running(world, tournament):
        await resign_as_second(world, match)
    last = await last_of_its_round(world, tournament)
    request = await killer.resign(last, moment)
    await world.services.resignations.resign(request, last.id)
    finished = await world.services.tournaments.get(tournament.id)
    assert finished.status is TournamentStatus.FINISHED
    assert sum(entrant.cup for entrant in finished.entrants) == 1
    events = [notice.event for notice in await world.deliver_all()]
    assert Counter(type(event) for event in events)[TournamentEnded] == 1
