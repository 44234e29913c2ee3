"""Texts and pictures of a tournament's messages."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.words import phrases
from bot.features.tournaments.domain.dice_seals import DiceSeal
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.pairings import Pairing, bye
from bot.features.tournaments.domain.tournament import (
    Entrant,
    Tournament,
    TournamentGame,
    TournamentSetup,
    TournamentStatus,
)
from bot.features.tournaments.messages.dice_seal_message import is_seal, seal_message
from bot.features.tournaments.messages.standings_text import (
    entrant_name,
    plain_entrant,
    points_text,
    round_lines,
    standing_lines,
)
from bot.features.tournaments.messages.tournament_card import (
    about_lines,
    game_card,
    podium,
    round_card,
    tournament_card,
)
from bot.features.tournaments.pages.standings_picture import standings_scene
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.people.person import MessageRef, Place
from bot.model.people.players import LEVELS, EnginePlayer, HumanPlayer
from bot.model.time.clocks import read_clock
from bot.model.tournament_references import TournamentRef
from render import StandingsChart
from tests.bot.chat.page_text import message_text

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
LANGUAGES = (TEXTS.language("en"), TEXTS.language("de"))
T = LANGUAGES[0]
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
GAMES = (
    Pairing(1, (1, 3), (1.0, 0.0)),
    Pairing(1, (2, 4), (0.0, 1.0), played=False),
    Pairing(2, (1, 4), (0.5, 0.5)),
    bye(2, 2),
    Pairing(3, (4, 2)),
)
CUP = Tournament(
    3,
    TournamentSetup(
        "Autumn cup", Terms("conhex", {"swap": "on"}, clock=read_clock("3d")), Rules(Format.SWISS, 3), 4
    ),
    Place(7, 70, "en"),
    1001,
    NOON,
    TournamentStatus.RUNNING,
    entrants=(
        Entrant(1, HumanPlayer(1001)),
        Entrant(2, HumanPlayer(-2), withdrawn=True),
        Entrant(3, HumanPlayer(1003)),
        Entrant(4, EnginePlayer("conhex", 1)),
    ),
    games=tuple(
        TournamentGame(number, pairing, 10 + number) for number, pairing in enumerate(GAMES, start=1)
    ),
    names={1001: "Anna", 1003: "Cara"},
)


@pytest.mark.parametrize(("points", "text"), [(0, "0"), (0.5, "½"), (2.25, "2¼"), (7, "7")])
def test_points_are_formatted_with_halves(points: float, text: str) -> None:
    assert points_text(points) == text


def test_cup_messages(approved: SnapshotAssertion) -> None:
    """Includes a person, an engine, a deleted person who withdrew, a bye, a forfeit and an open game."""
    linked_game = replace(CUP.games[0], match=12, board=MessageRef(700, 701))
    sealed_game = replace(CUP.games[1], match=13, leaf=DiceLeaf("ab", 4))
    game_with_card = replace(CUP.games[4], card=55)
    over_cup = replace(CUP, games=CUP.games[:4])
    for t in LANGUAGES:
        card = tournament_card(CUP, rules.GAMES, t)
        assert message_text(card) == approved(name=f"running-{t.code}")
        standings = "\n".join(standing_lines(CUP, t))
        assert standings == approved(name=f"standings-{t.code}")
        rounds = "\n".join(line for number in (2, 3) for line in round_lines(CUP, number, t))
        assert rounds == approved(name=f"rounds-{t.code}")
        first = round_card(replace(CUP, games=(linked_game, sealed_game, *CUP.games[2:])), 1, t)
        assert message_text(first) == approved(name=f"round-{t.code}")
        with_card = tournament_card(replace(CUP, games=(game_with_card,)), rules.GAMES, t)
        assert with_card.body == approved(name=f"round-posted-{t.code}")
        assert message_text(podium(over_cup, t)) == approved(name=f"podium-{t.code}")


def test_cards_of_an_open_and_a_cancelled_cup(approved: SnapshotAssertion) -> None:
    setup = replace(CUP.setup, engine_level=2, lost_on_time=3, at_once=2)
    for t in LANGUAGES:
        for status in (TournamentStatus.OPEN, TournamentStatus.CALLED_OFF):
            card = tournament_card(replace(CUP, setup=setup, games=(), status=status), rules.GAMES, t)
            assert message_text(card) == approved(name=f"{status}-{t.code}")


def chart_of(tournament: Tournament) -> StandingsChart:
    """Return the public table of standings."""
    chart = standings_scene(tournament, T).chart
    assert isinstance(chart, StandingsChart)
    return chart


def test_the_picture_marks_the_cup_winner() -> None:
    tournament = replace(CUP, entrants=CUP.with_places())
    assert [row.name for row in chart_of(tournament).rows if row.cup] == ["Anna"]
    assert not [row for row in chart_of(CUP).rows if row.cup]


def test_the_picture_shows_each_round() -> None:
    chart = chart_of(CUP)
    assert chart.columns == ("1", "2", "3")
    rows = {row.name: row.cells for row in chart.rows}
    assert rows["Anna"] == ("1", "½", None)
    assert rows["Bo D"] == ("1", "½", "")
    assert rows["(someone)"] == ("0", "1", "")


def test_a_small_round_robin_is_a_crosstable() -> None:
    cup = replace(CUP, setup=replace(CUP.setup, rules=Rules(Format.ROUND_ROBIN)))
    rows = chart_of(cup).rows
    assert not [(place, row) for place, row in enumerate(rows) if row.cells[place] is not None]
    assert not [row for row in rows if len(row.cells) != 4]


@pytest.mark.parametrize(("pairs", "entrants", "columns"), [(False, 8, 8), (True, 6, 6), (True, 7, 0)])
def test_a_crosstable_leaves_room_for_names(*, pairs: bool, entrants: int, columns: int) -> None:
    """Results of paired games, such as "1½", need more room."""
    numbers = range(1, entrants + 1)
    cup = replace(
        CUP,
        setup=replace(CUP.setup, rules=Rules(Format.ROUND_ROBIN, pairs=pairs)),
        entrants=tuple(Entrant(number, HumanPlayer(1000 + number)) for number in numbers),
        games=tuple(
            TournamentGame(10 * first + other, Pairing(1, (first, other)))
            for first in numbers
            for other in range(1, first)
        ),
    )
    assert len(chart_of(cup).columns) == columns


def league_of(*games: Pairing) -> Tournament:
    """Return a league of two groups of two with the given games."""
    return replace(
        CUP,
        setup=replace(CUP.setup, rules=Rules(Format.LEAGUE, league=LeagueRules(2))),
        games=tuple(TournamentGame(number, pairing) for number, pairing in enumerate(games)),
    )


FIRST_OVER = (Pairing(1, (1, 2), (1.0, 0.0)), Pairing(1, (3, 4), (1.0, 0.0), group=1))


def test_a_league_shows_groups_and_movements(approved: SnapshotAssertion) -> None:
    league = league_of(*FIRST_OVER)
    rows = [f"{row.mark}{row.name}" for row in chart_of(league).rows]
    assert rows == ["Group 1", "Anna", "▼(someone)", "Group 2", "▲Cara", "Bo D"]
    for t in LANGUAGES:
        assert "\n".join(standing_lines(league, t)) == approved(name=f"standings-{t.code}")
        assert message_text(tournament_card(league, rules.GAMES, t)) == approved(name=f"card-{t.code}")
        assert round_card(league, 1, t).body == approved(name=f"round-{t.code}")
        cards = [game_card(league, TournamentRef(3, game, 1, "League"), t) for game in (0, 1)]
        assert "\n\n".join(map(message_text, cards)) == approved(name=f"games-{t.code}")


def test_the_message_of_a_large_round_omits_links() -> None:
    games = tuple(
        TournamentGame(number, Pairing(1, (1, 3)), 10 + number, match=number, board=MessageRef(700, 10**18))
        for number in range(1, 41)
    )
    assert "](https://" in round_card(replace(CUP, games=games[:4]), 1, T).content
    body = round_card(replace(CUP, games=games), 1, T).body
    assert "](https://" not in body
    assert body.count("<@1003>: …") == 40


def test_equal_table_sizes_show_one_number() -> None:
    equal_tables = replace(CUP, setup=replace(CUP.setup, rules=Rules(Format.TABLES, 2, least=5, most=5)))
    assert "tables of 5, 2 rounds" in "\n".join(about_lines(equal_tables, rules.GAMES, T))


def test_a_status_of_a_newer_version_counts_as_finished() -> None:
    assert TournamentStatus("postponed") is TournamentStatus.FINISHED


def test_nobody_moves_before_a_game_of_their_league_group_is_over() -> None:
    league = league_of(FIRST_OVER[0], replace(FIRST_OVER[1], points=None))
    assert [row.mark for row in chart_of(league).rows] == ["", "", "▼", "", "", ""]


def test_the_podium_of_a_league_gives_engines_no_medal(approved: SnapshotAssertion) -> None:
    lost_game = replace(FIRST_OVER[1], points=(0.0, 1.0))
    for t in LANGUAGES:
        assert podium(league_of(FIRST_OVER[0], lost_game), t).content == approved(name=t.code)


def test_a_knockout_shows_no_points(approved: SnapshotAssertion) -> None:
    games = (Pairing(1, (1, 3), (1.0, 0.0)), Pairing(1, (3, 1), (0.0, 1.0)))
    cup = replace(
        CUP,
        setup=replace(CUP.setup, rules=Rules(Format.KNOCKOUT, pairs=True)),
        entrants=(CUP.entrants[0], CUP.entrants[2]),
        games=tuple(TournamentGame(number, pairing) for number, pairing in enumerate(games)),
    )
    for t in LANGUAGES:
        assert message_text(podium(cup, t)) == approved(name=f"podium-{t.code}")
        assert message_text(tournament_card(cup, rules.GAMES, t)) == approved(name=f"card-{t.code}")


def test_a_name_without_glyphs_is_drawn_as_a_number() -> None:
    cup = replace(CUP, names={1001: "田中", 1003: "Cara"})
    rows = {row.name: row.otherwise for row in chart_of(cup).rows}
    assert rows["田中"] == "No. 1"
    assert rows["(someone)"] == "(No. 2)"


def test_a_league_names_the_next_season_s_entrants(approved: SnapshotAssertion) -> None:
    league = Rules(Format.LEAGUE, league=LeagueRules(2))
    games = (Pairing(1, (1, 2)), Pairing(1, (2, 3)))
    setup = replace(CUP.setup, rules=league, places=5)
    cup = replace(
        CUP, setup=setup, games=tuple(TournamentGame(number, pairing) for number, pairing in enumerate(games))
    )
    for t in LANGUAGES:
        assert message_text(tournament_card(cup, rules.GAMES, t)) == approved(name=t.code)


def test_a_round_of_tables(approved: SnapshotAssertion) -> None:
    games = (
        Pairing(1, (1, 3, 4), (0.5, 2.5, 1.5)),
        Pairing(2, (3, 4, 1)),
        Pairing(3, (1, 3, 4), (2, 2, 0), False),
    )
    table_rules = Rules(Format.TABLES, 3, least=3, most=4)
    cup = replace(
        CUP,
        setup=replace(CUP.setup, terms=Terms("catch-the-hat", {}, clock=CUP.terms.clock), rules=table_rules),
        games=tuple(TournamentGame(number, pairing) for number, pairing in enumerate(games)),
    )
    reference = TournamentRef(3, 1, 2, "Autumn cup")
    for t in LANGUAGES:
        rounds = "\n".join(line for number in (1, 2, 3) for line in round_lines(cup, number, t))
        assert rounds == approved(name=f"rounds-{t.code}")
        assert message_text(game_card(cup, reference, t)) == approved(name=f"game-{t.code}")
        assert "\n".join(about_lines(cup, rules.GAMES, t)) == approved(name=f"about-{t.code}")
    equal_tables = replace(cup, setup=replace(cup.setup, rules=replace(table_rules, most=3)))
    assert about_lines(equal_tables, rules.GAMES, T)[0] == "**Catch the Hat** · tables of 3, 3 rounds"


@pytest.mark.parametrize(
    ("status", "labels"),
    [
        (TournamentStatus.OPEN, ["Join", "Begin now", "Standings", "Rules", "Leave"]),
        (TournamentStatus.RUNNING, ["Standings", "Leave"]),
        (TournamentStatus.FINISHED, ["Standings"]),
        (TournamentStatus.CALLED_OFF, ["Standings"]),
    ],
)
def test_the_card_offers_the_possible_actions(status: TournamentStatus, labels: list[str]) -> None:
    card = tournament_card(replace(CUP, status=status), rules.GAMES, T)
    assert [button.label for row in card.rows for button in row] == labels
    assert card.headline.startswith("🏆 Autumn cup · ")
    assert (card.scene is None) == (not CUP.games)


ROOT = "a" * 44
HATS = replace(
    CUP,
    setup=replace(CUP.setup, name="Anna's hats", terms=Terms("catch-the-hat", {}, clock=CUP.terms.clock)),
    seals=(DiceSeal(4, ROOT, 16, message=900),),
)


def test_seal_messages(approved: SnapshotAssertion) -> None:
    """A seal names no person or tournament, so that no deletion has to edit it."""
    (seal,) = HATS.seals
    with_next_seal = replace(HATS, seals=(*HATS.seals, DiceSeal(5, "b" * 44, 16, ahead=True)))
    league = replace(
        HATS, setup=replace(HATS.setup, rules=Rules(Format.LEAGUE, league=LeagueRules(season=3)))
    )
    ladder = replace(HATS, setup=replace(HATS.setup, rules=Rules(Format.LADDER)))
    game = replace(HATS.games[0], leaf=DiceLeaf(ROOT, 4))
    reference = TournamentRef(3, game.id, 1, "Hats")
    for t in LANGUAGES:
        card = tournament_card(HATS, rules.GAMES, t)
        assert card.body == approved(name=f"card-{t.code}")
        assert tournament_card(with_next_seal, rules.GAMES, t).body == card.body
        assert message_text(seal_message(HATS, seal, t)) == approved(name=f"seal-{t.code}")
        next_season = seal_message(league, replace(seal, ahead=True), t)
        assert next_season.content == approved(name=f"next-season-{t.code}")
        assert seal_message(ladder, seal, t).content == approved(name=f"ladder-{t.code}")
        sealed_game = game_card(replace(HATS, games=(game,)), reference, t)
        assert message_text(sealed_game) == approved(name=f"game-{t.code}")


def test_a_seal_is_distinguished_from_other_messages() -> None:
    message = seal_message(HATS, HATS.seals[0], T)
    assert is_seal(message.custom_ids())
    assert is_seal(message.custom_ids(77)), "also after a restore"
    assert not is_seal(tournament_card(HATS, rules.GAMES, T).custom_ids())


@pytest.mark.parametrize("level", LEVELS)
def test_an_engine_has_the_same_name_in_standings_and_on_boards(level: int) -> None:
    player = EnginePlayer("conhex", level)
    (name, _, _) = phrases.plain(player, {}, T).partition(" (")
    assert entrant_name(Entrant(2, player), T) == f"🤖 {name} B"
    assert plain_entrant(CUP, Entrant(28, player), T) == f"{name} AB"
