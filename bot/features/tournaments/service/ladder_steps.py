"""Steps of ladders: results, challenges without a game, sinking of idle entrants."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from bot.features.tournaments.domain.ladder import IDLE_AFTER, idle_at, passing
from bot.features.tournaments.domain.pairings import LOSS, WIN, Pairing, forfeit
from bot.features.tournaments.domain.tournament import LOOKED_AT, Tournament, TournamentGame, TournamentStatus
from bot.features.tournaments.store.tournaments import TournamentRepository
from bot.kernel.transactions.unit_of_work import Transaction
from bot.model.challenges.challenge import ChallengeStatus
from bot.model.people.players import person_of
from bot.model.time.vacation import Period
from bot.repositories.people.person_settings import PersonSettingsRepository
from bot.repositories.servers.servers import ServerRepository


async def decide(
    tx: Transaction, tournament: Tournament, game: TournamentGame, step: Pairing, now: datetime
) -> None:
    """Store the result of a game of a locked ladder; after the ladder's end remove the game instead.

    A corrected result keeps the time of the first result.
    """
    if game.pairing.open and tournament.status is not TournamentStatus.RUNNING:
        await tx.of(TournamentRepository).drop_game(game.id)
        return
    number = game.pairing.round or tournament.crosstable.round + 1
    await tx.of(TournamentRepository).decide_step(game.id, replace(step, round=number), game.decided or now)


async def close(
    tx: Transaction, tournament: Tournament, game: TournamentGame, status: ChallengeStatus, now: datetime
) -> None:
    """Store that a challenge on a locked ladder ended without a game.

    Declined and expired challenges count as refused by the challenged entrant, except during their vacation
    or while the bot is not in the server, when they cannot answer. Other challenges move nobody.
    """
    refused = status in {ChallengeStatus.DECLINED, ChallengeStatus.EXPIRED}
    await tx.of(TournamentRepository).decide_step(
        game.id, await _unplayed_step(tx, tournament, game.pairing, now, refused=refused), now
    )


async def refuse(tx: Transaction, tournament: Tournament, step: Pairing, now: datetime) -> None:
    """Record a challenge on a locked ladder as refused, without asking the challenged entrant."""
    await tx.of(TournamentRepository).add_step(
        tournament.id, await _unplayed_step(tx, tournament, step, now, refused=True), decided=now
    )


async def _unplayed_step(
    tx: Transaction, tournament: Tournament, step: Pairing, now: datetime, *, refused: bool
) -> Pairing:
    missing = step.seats
    if refused and step.challenger is not None and tournament.status is TournamentStatus.RUNNING:
        challenged = step.opponents_of(step.challenger)
        periods = await _vacations(tx, tournament, challenged)
        away = any(period.start <= now < period.end for taken in periods.values() for period in taken)
        if not away and not await _has_left(tx, tournament):
            missing = challenged
    return replace(forfeit(step, missing), round=tournament.crosstable.round + 1)


async def sink(tx: Transaction, tournament: Tournament, now: datetime) -> None:
    """Lower the idle entrants of a locked ladder, and schedule the next check.

    While the bot is not in the server nobody can play, and nobody sinks. An entrant on vacation does not sink
    either; their time restarts after it.
    """
    if await _has_left(tx, tournament):
        await tx.of(TournamentRepository).set_due(tournament.id, now + LOOKED_AT)
        return
    order, since = tournament.rungs(), dict(tournament.active_since())
    for number, periods in (await _vacations(tx, tournament, since)).items():
        ends = (period.end for period in periods if period.start <= now)
        since[number] = max((since[number], *ends))
    new_order = passing(order, idle_at(order, since, now))
    for number, seats in enumerate(new_order, start=tournament.crosstable.round + 1):
        step = Pairing(number, seats, (LOSS, WIN), played=False)
        await tx.of(TournamentRepository).add_step(tournament.id, step, decided=now)
    coming = (moment + IDLE_AFTER for moment in since.values() if moment + IDLE_AFTER > now)
    await tx.of(TournamentRepository).set_due(tournament.id, min((now + LOOKED_AT, *coming)))


async def _has_left(tx: Transaction, tournament: Tournament) -> bool:
    server = tournament.place.server
    return server is not None and await tx.of(ServerRepository).is_gone(server)


async def _vacations(
    tx: Transaction, tournament: Tournament, entrants: Iterable[int]
) -> Mapping[int, tuple[Period, ...]]:
    """Return the vacations of entrants, by their numbers."""
    players = {number: person_of(tournament.entrant(number).player) for number in entrants}
    settings = await tx.of(PersonSettingsRepository).of(
        {person for person in players.values() if person is not None}
    )
    return {
        number: settings[person].vacation.periods
        for number, person in players.items()
        if person is not None and person in settings
    }
