"""Cards and tables of tournaments with rare terms: long, in pairs, with engines, for reliable players."""

from dataclasses import replace

import pytest

import rules
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.pairings import Pairing
from bot.features.tournaments.domain.tournament import TournamentGame
from bot.features.tournaments.messages.tournament_card import about_lines, round_card, tournament_card
from bot.locale import Language
from bot.model.people.person import MessageRef
from tests.bot.features.tournaments.test_ladder_texts import LADDER
from tests.bot.features.tournaments.test_standings_pages import tournament_of
from tests.bot.features.tournaments.test_tournament_texts import CUP, LANGUAGES, T, chart_of


@pytest.mark.parametrize(
    ("pairs", "rounds", "columns"),
    [(False, 7, "1234567"), (False, 9, "3456789"), (True, 5, "12345"), (True, 6, "23456")],
)
def test_a_table_shows_its_last_rounds(pairs: bool, rounds: int, columns: str) -> None:
    games = [TournamentGame(n, Pairing(n, (1, 3), (1.0, 0.0)), n) for n in range(1, rounds + 1)]
    setup = replace(CUP.setup, rules=Rules(Format.SWISS, 9, pairs=pairs))
    assert "".join(chart_of(replace(CUP, setup=setup, games=tuple(games))).columns) == columns


def test_a_pair_of_games_counts_once_both_are_finished() -> None:
    finished_game, running_game = Pairing(1, (1, 3), (1.0, 0.0)), Pairing(1, (3, 1))
    setup = replace(CUP.setup, rules=Rules(Format.SWISS, 3, pairs=True))
    cells = []
    for second in (running_game, replace(running_game, points=(0.5, 0.5))):
        games = (TournamentGame(1, finished_game, 1), TournamentGame(2, second, 2))
        rows = chart_of(replace(CUP, setup=setup, games=games)).rows
        cells.append([row.cells for row in rows if row.name == "Anna"])
    assert cells == [[("",)], [("1½",)]]


@pytest.mark.parametrize(("games", "linked"), [(5, True), (40, False)])
def test_a_long_round_has_a_line_per_game_and_no_links(games: int, linked: bool) -> None:
    pairings = [Pairing(1, (1, 3), (1.0, 0.0)) for _ in range(games)]
    tournament_games = [
        TournamentGame(number, pairing, number, match=number, board=MessageRef(70, 10**18 + number))
        for number, pairing in enumerate(pairings, 1)
    ]
    card = round_card(replace(CUP, games=tuple(tournament_games)), 1, T)
    assert len(card.body.splitlines()) == games
    assert ("https://" in card.body) == linked


@pytest.mark.parametrize("places", [7, 6])
def test_a_running_league_can_be_joined_while_it_has_room(places: int) -> None:
    league = tournament_of(6, Rules(Format.LEAGUE, league=LeagueRules(3)))
    card = tournament_card(replace(league, setup=replace(league.setup, places=places)), rules.GAMES, T)
    labels = [button.label for row in card.rows for button in row]
    assert labels == [*(["Join"] if places > 6 else []), "Standings", "Leave"]


@pytest.mark.parametrize("t", LANGUAGES, ids=["en", "de"])
def test_terms_name_engines_and_losses_on_time(t: Language) -> None:
    """Also with a limit of no games lost on time."""
    for tournament, engines in ((LADDER, "ladder.engines"), (CUP, "tournament.engines")):
        setup = replace(tournament.setup, engine_level=2, lost_on_time=0)
        lines = about_lines(replace(tournament, setup=setup), rules.GAMES, t)
        assert lines[-2:] == [t(engines, level=2), t("tournament.reliable", n=0)]
