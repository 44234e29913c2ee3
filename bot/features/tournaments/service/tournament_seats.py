"""The seats of a tournament entrant: a substitute takes over all of their games."""

from bot.features.tournaments.domain.tournament import TournamentStatus
from bot.features.tournaments.store.tournaments import TournamentRepository
from bot.model.match.match import Match
from bot.repositories.matches.matches import MatchRepository
from data.session import Session


async def is_in_tournament(session: Session, challenge: int) -> bool:
    """Return whether the game of a challenge belongs to a tournament."""
    return await session.of(TournamentRepository).game_of(challenge) is not None


async def others_of_place(
    session: Session, match: Match, leaver: int, substitute: int
) -> tuple[tuple[Match, int], ...]:
    """Return a leaver's other running matches in a tournament, each with their seat, in order of id.

    Empty if the match belongs to no tournament or to a finished one, if the leaver plays it for another
    entrant, and if the substitute already takes part.
    """
    played = await session.of(TournamentRepository).game_of(match.challenge)
    tournament = None if played is None else await session.of(TournamentRepository).get(played.tournament)
    if tournament is not None and tournament.status is TournamentStatus.FINISHED:
        return ()
    entrant = None if tournament is None else tournament.entry_of(leaver)
    if played is None or tournament is None or entrant is None or tournament.entry_of(substitute) is not None:
        return ()
    seat = match.seat_of(leaver)
    own = next(game.pairing.seats for game in tournament.games if game.id == played.game)
    if seat is None or own[seat] != entrant.number:
        return ()
    others = []
    for game in tournament.games:
        if game.challenge is None or not game.runs or entrant.number not in game.pairing.seats:
            continue
        for sibling in await session.of(MatchRepository).of_challenge(game.challenge):
            seat = sibling.seat_of(leaver)
            if (
                sibling.id != match.id
                and sibling.running
                and seat is not None
                and seat not in sibling.retired
            ):
                others.append((sibling, seat))
    return tuple(sorted(others, key=lambda entry: entry[0].id))
