"""The setup of a league's next season."""

from datetime import UTC, datetime

from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.pairings import Pairing
from bot.features.tournaments.domain.tournament import (
    Entrant,
    Tournament,
    TournamentGame,
    TournamentSetup,
    TournamentStatus,
)
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from bot.model.people.players import HumanPlayer

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_the_next_season_of_a_scheduled_league_has_no_date() -> None:
    rules = Rules(Format.LEAGUE, league=LeagueRules(group_size=3))
    league = Tournament(
        1,
        TournamentSetup("League", Terms("conhex", {}), rules, 3, starts=NOON),
        Place(7, 70, "en"),
        1001,
        NOON,
        TournamentStatus.FINISHED,
        entrants=tuple(Entrant(number, HumanPlayer(1000 + number)) for number in (1, 2, 3)),
        games=tuple(
            TournamentGame(number, Pairing(number, seats, (1.0, 0.0)), number)
            for number, seats in enumerate(((1, 2), (1, 3), (2, 3)), start=1)
        ),
    )
    season = league.next_season()
    assert season is not None
    assert (season.setup.rules.league.season, season.setup.starts) == (2, None)
    assert (season.status, season.games, len(season.entrants)) == (TournamentStatus.OPEN, (), 3)
