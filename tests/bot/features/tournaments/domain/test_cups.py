"""The cup of a tournament, and the podium where no person wins it."""

from dataclasses import replace
from datetime import UTC, datetime

from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.pairings import Pairing
from bot.features.tournaments.domain.tournament import (
    Entrant,
    Tournament,
    TournamentGame,
    TournamentSetup,
    TournamentStatus,
)
from bot.features.tournaments.messages.standings_text import cup_line
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.time.clocks import read_clock

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
ANNA, BEN, ENGINE = 1, 2, 3
FINISHED = Tournament(
    1,
    TournamentSetup(
        "Cup", Terms("conhex", {}, clock=read_clock("3d")), Rules(Format.ROUND_ROBIN), 3, engine_level=1
    ),
    Place(7, 70, "en"),
    1001,
    NOON,
    TournamentStatus.FINISHED,
    entrants=(
        Entrant(ANNA, HumanPlayer(1001)),
        Entrant(BEN, HumanPlayer(1002)),
        Entrant(ENGINE, EnginePlayer("conhex", 1)),
    ),
)


def cup_with_games(*games: Pairing) -> Tournament:
    return replace(
        FINISHED, games=tuple(TournamentGame(number, game, number) for number, game in enumerate(games))
    )


def cups(tournament: Tournament) -> list[int]:
    entrants = tournament.with_places()
    assert [entrant.number for entrant in tournament.winners()] == [
        entrant.number for entrant in entrants if entrant.cup
    ]
    return [entrant.number for entrant in tournament.winners()]


LOSSES = (Pairing(1, (ANNA, ENGINE), (0.0, 1.0)), Pairing(2, (BEN, ENGINE), (0.0, 1.0)))


def test_no_winless_person_below_an_engine_gets_the_cup() -> None:
    annulled = cup_with_games(*LOSSES, Pairing(3, (ANNA, BEN), (0.0, 0.0), played=False))
    assert cups(annulled) == []
    assert [entrant.number for entrant in annulled.best_people()] == [ANNA, BEN]
    cup = cup_with_games(*LOSSES, Pairing(3, (ANNA, BEN), (0.5, 0.5)))
    assert cups(cup) == []


def test_a_played_win_earns_the_cup_below_an_engine() -> None:
    assert cups(cup_with_games(*LOSSES, Pairing(3, (ANNA, BEN), (1.0, 0.0)))) == [ANNA]
    assert cups(cup_with_games(*LOSSES, Pairing(3, (ANNA, BEN), (1.0, 0.0), played=False))) == []


def test_first_place_earns_the_cup_without_a_win() -> None:
    drawn_games = [
        Pairing(number, pair, (0.5, 0.5)) for number, pair in ((1, (1, 3)), (2, (2, 3)), (3, (1, 2)))
    ]
    assert cups(cup_with_games(*drawn_games)) == [ANNA, BEN]


def test_without_played_games_nobody_is_best() -> None:
    without_result = cup_with_games(Pairing(1, (ANNA, ENGINE), (0.0, 1.0), played=False))
    assert cups(without_result) == []
    assert without_result.best_people() == ()
    assert cup_line(without_result, Texts.load().language("en")) == ""


def test_without_a_cup_the_podium_names_the_best_people() -> None:
    t = Texts.load().language("en")
    text = cup_line(cup_with_games(*LOSSES), t)
    assert text == "Nobody wins the cup: computers came first. <@1001>, <@1002> did best of the people."
    assert (
        cup_line(cup_with_games(*LOSSES, Pairing(3, (ANNA, BEN), (1.0, 0.0))), t)
        == "The cup goes to <@1001>."
    )
