"""What happens on ladders: games come to a result, challenges to nothing, who is idle sinks."""

from dataclasses import replace
from datetime import datetime

from bot.play.domain.challenges import ChallengeStatus
from bot.play.domain.tournaments.ladder import IDLE_AFTER, idle_at, passing
from bot.play.domain.tournaments.pairings import LOSS, WIN, Pairing, forfeited
from bot.play.domain.tournaments.tournament import LOOKED_AT, Tournament, TournamentGame, TournamentStatus
from bot.play.storage.unit_of_work import Transaction


async def decide(
    tx: Transaction, tournament: Tournament, game: TournamentGame, step: Pairing, now: datetime
) -> None:
    """Write what a game of a ladder that is locked has brought; after its end it is no game of it any more.

    A result that is corrected counts from when the game had one at first.
    """
    if game.pairing.open and tournament.status is not TournamentStatus.RUNNING:
        await tx.tournaments.drop_game(game.id)
        return
    number = game.pairing.round or tournament.crosstable.round + 1
    await tx.tournaments.decide_step(game.id, replace(step, round=number), game.decided or now)


async def close(
    tx: Transaction, tournament: Tournament, game: TournamentGame, status: ChallengeStatus, now: datetime
) -> None:
    """Write that a challenge on a ladder that is locked has led to no game.

    Declined and expired ones are refusals of whoever was challenged; all others move nobody.
    """
    step = game.pairing
    refused = status in {ChallengeStatus.DECLINED, ChallengeStatus.EXPIRED}
    if refused and step.challenger is not None and tournament.status is TournamentStatus.RUNNING:
        missing = step.opponents_of(step.challenger)
    else:
        missing = step.seats
    number = tournament.crosstable.round + 1
    await tx.tournaments.decide_step(game.id, replace(forfeited(step, missing), round=number), now)


async def sink(tx: Transaction, tournament: Tournament, now: datetime) -> None:
    """Have those sink who are idle on a ladder that is locked, and look at it again when others will be.

    While the bot is not in the server nobody could play, and nobody sinks.
    """
    server = tournament.place.server
    if server is not None and await tx.servers.is_gone(server):
        await tx.tournaments.set_due(tournament.id, now + LOOKED_AT)
        return
    order, since = tournament.rungs(), tournament.active_since()
    passed = passing(order, idle_at(order, since, now))
    for number, seats in enumerate(passed, start=tournament.crosstable.round + 1):
        step = Pairing(number, seats, (LOSS, WIN), played=False)
        await tx.tournaments.add_step(tournament.id, step, decided=now)
    coming = (one + IDLE_AFTER for one in since.values() if one + IDLE_AFTER > now)
    await tx.tournaments.set_due(tournament.id, min((now + LOOKED_AT, *coming)))
