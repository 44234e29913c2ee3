"""Texts and pictures of a tournament's messages."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

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

T = Texts.load().language("en")
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
def test_points_are_written_as_in_the_field(points: float, text: str) -> None:
    assert points_text(points) == text


def test_standings_name_who_is_there_who_has_left_and_engines() -> None:
    first, second, third, fourth, order = standing_lines(CUP, T)
    assert first.startswith("1\\. 🤖 Bo D **1½**")
    assert second.startswith("2\\. <@1001> **1½**")
    assert third.startswith("3\\. ~~someone~~ **1**")
    assert third.endswith("(withdrawn)")
    assert fourth.startswith("4\\. <@1003> **0**")
    assert "Buchholz" in order


def test_a_round_tells_results_byes_and_forfeits() -> None:
    assert round_lines(CUP, 1, T) == [
        "**Round 1**",
        f"<@1001>{T('list.versus')}<@1003>: 1:0",
        f"~~someone~~{T('list.versus')}🤖 Bo D: 0:1 (forfeit)",
    ]
    assert round_lines(CUP, 2, T)[-1] == "~~someone~~: bye"
    assert round_lines(CUP, 3, T)[-1].endswith(": …")


def test_a_round_links_its_boards() -> None:
    game = replace(CUP.games[0], match=12, board=MessageRef(700, 701))
    alone = replace(CUP.games[1], match=13, leaf=DiceLeaf("ab", 4))
    card = round_card(replace(CUP, games=(game, alone, *CUP.games[2:])), 1, T)
    assert card.headline == "🏆 Autumn cup · round 1"
    assert card.body.splitlines() == [
        f"<@1001>{T('list.versus')}<@1003>: 1:0 · [#12](https://discord.com/channels/7/700/701)",
        f"~~someone~~{T('list.versus')}🤖 Bo D: 0:1 (forfeit) · #13 · 🎲 seed 5",
    ]


def test_the_card_of_a_cup_links_its_round() -> None:
    games = (replace(CUP.games[4], card=55),)
    card = tournament_card(replace(CUP, games=games), rules.GAMES, T)
    assert "[Round 3](https://discord.com/channels/7/70/55) is being played." in card.body


def test_the_cup_goes_to_the_best_person() -> None:
    lines = podium(replace(CUP, games=CUP.games[:4]), T).content.splitlines()[1:]
    assert lines[-1] == "The cup goes to <@1001>."


def chart_of(tournament: Tournament) -> StandingsChart:
    """Return the table that everybody is shown."""
    chart = standings_scene(tournament, T).chart
    assert isinstance(chart, StandingsChart)
    return chart


def test_the_winner_has_the_cup_in_the_picture() -> None:
    tournament = replace(CUP, entrants=CUP.with_places())
    assert [row.name for row in chart_of(tournament).rows if row.cup] == ["Anna"]
    assert not [row for row in chart_of(CUP).rows if row.cup]


def test_the_picture_tells_each_round_and_what_is_open() -> None:
    chart = chart_of(CUP)
    assert chart.columns == ("1", "2", "3")
    rows = {row.name: row.cells for row in chart.rows}
    assert rows["Anna"] == ("1", "½", None)
    assert rows["Bo D"] == ("1", "½", "")
    assert rows["(someone)"] == ("0", "1", "")
    assert "points: 1½" in standings_scene(CUP, T).told


def test_a_small_round_robin_is_a_crosstable() -> None:
    cup = replace(CUP, setup=replace(CUP.setup, rules=Rules(Format.ROUND_ROBIN)))
    rows = chart_of(cup).rows
    assert not [(place, row) for place, row in enumerate(rows) if row.cells[place] is not None]
    assert not [row for row in rows if len(row.cells) != 4]


@pytest.mark.parametrize(("pairs", "entrants", "columns"), [(False, 8, 8), (True, 6, 6), (True, 7, 0)])
def test_a_crosstable_leaves_room_for_names(*, pairs: bool, entrants: int, columns: int) -> None:
    """In pairs of games results are "1½", and need more of it."""
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
    """Return a league of two groups of two with these games."""
    return replace(
        CUP,
        setup=replace(CUP.setup, rules=Rules(Format.LEAGUE, league=LeagueRules(2))),
        games=tuple(TournamentGame(number, pairing) for number, pairing in enumerate(games)),
    )


FIRST_OVER = (Pairing(1, (1, 2), (1.0, 0.0)), Pairing(1, (3, 4), (1.0, 0.0), group=1))


def test_a_league_shows_its_groups_and_who_goes_up_and_down() -> None:
    league = league_of(*FIRST_OVER)
    rows = [(row.mark, row.name) for row in chart_of(league).rows]
    assert rows == [
        ("", "Group 1"),
        ("", "Anna"),
        ("▼", "(someone)"),
        ("", "Group 2"),
        ("▲", "Cara"),
        ("", "Bo D"),
    ]
    shown_lines = standings_scene(league, T).told.splitlines()
    assert shown_lines[2].endswith(", goes down")
    assert shown_lines[4].endswith(", goes up")
    assert "▲" not in "".join(shown_lines)
    lines = standing_lines(league, T)
    assert any(line.startswith("2\\. ▼ ~~someone~~") for line in lines), lines
    assert any(line.startswith("1\\. ▲ <@1003>") for line in lines), lines
    assert any("▲ goes up after the season" in line for line in lines), lines
    card = tournament_card(league, rules.GAMES, T)
    assert card.headline.startswith("🏆 Autumn cup, season 1 · ")
    assert "**ConHex** · league in groups of at most 2" in card.body


def test_in_a_league_nobody_moves_before_a_game_of_their_group_is_over() -> None:
    league = league_of(FIRST_OVER[0], replace(FIRST_OVER[1], points=None))
    assert [row.mark for row in chart_of(league).rows] == ["", "", "▼", "", "", ""]


def test_the_podium_of_a_league_names_who_moves_and_gives_engines_no_medal() -> None:
    loss = replace(FIRST_OVER[1], points=(0.0, 1.0))
    assert podium(league_of(FIRST_OVER[0], loss), T).content.splitlines()[1:] == [
        "**Group 1**",
        "🥇 <@1001> · 1",
        "🥈 someone · 0",
        "▼ Down: someone",
        "**Group 2**",
        "1\\. 🤖 Bo D · 1",
        "🥈 <@1003> · 0",
        "▲ Up: 🤖 Bo D",
        "The cup goes to <@1001>.",
    ]


def test_the_podium_of_a_knockout_counts_no_points() -> None:
    games = (Pairing(1, (1, 3), (1.0, 0.0)), Pairing(1, (3, 1), (0.0, 1.0)))
    cup = replace(
        CUP,
        setup=replace(CUP.setup, rules=Rules(Format.KNOCKOUT, pairs=True)),
        entrants=(CUP.entrants[0], CUP.entrants[2]),
        games=tuple(TournamentGame(number, pairing) for number, pairing in enumerate(games)),
    )
    assert podium(cup, T).content.splitlines()[1:] == ["🥇 <@1001>", "🥈 <@1003>", "The cup goes to <@1001>."]


def test_a_knockout_says_who_goes_on_where_all_is_level() -> None:
    cup = replace(CUP, setup=replace(CUP.setup, rules=Rules(Format.KNOCKOUT, pairs=True)))
    assert "whoever entered first advances" in "\n".join(about_lines(cup, rules.GAMES, T))


def test_who_has_a_name_that_no_font_has_is_a_number_in_the_picture() -> None:
    cup = replace(CUP, names={1001: "田中", 1003: "Cara"})
    rows = {row.name: row.otherwise for row in chart_of(cup).rows}
    assert rows["田中"] == "No. 1"
    assert rows["(someone)"] == "(No. 2)"


def test_a_league_says_who_plays_from_its_next_season_on() -> None:
    league = Rules(Format.LEAGUE, league=LeagueRules(2))
    games = (Pairing(1, (1, 2)), Pairing(1, (2, 3)))
    setup = replace(CUP.setup, rules=league, places=5)
    cup = replace(
        CUP, setup=setup, games=tuple(TournamentGame(number, pairing) for number, pairing in enumerate(games))
    )
    card = tournament_card(cup, rules.GAMES, T)
    assert "From the next season on: 🤖 Bo D" in card.body
    assert [button.label for row in card.rows for button in row] == ["Join", "Standings", "Leave"]
    assert "Bo D" not in standings_scene(cup, T).told


def test_a_table_tells_who_plays_and_then_what_each_has_got() -> None:
    games = (
        Pairing(1, (1, 3, 4), (0.5, 2.5, 1.5)),
        Pairing(2, (3, 4, 1)),
        Pairing(3, (1, 3, 4), (2, 2, 0), False),
    )
    rules_of = Rules(Format.TABLES, 3, least=3, most=4)
    cup = replace(
        CUP,
        setup=replace(CUP.setup, terms=Terms("catch-the-hat", {}, clock=CUP.terms.clock), rules=rules_of),
        games=tuple(TournamentGame(number, pairing) for number, pairing in enumerate(games)),
    )
    engine = "🤖 Bo D"
    assert round_lines(cup, 1, T)[1] == f"<@1003> **2½**, {engine} **1½**, <@1001> **½**"
    assert round_lines(cup, 2, T)[1] == f"<@1003>, {engine}, <@1001>: …"
    assert round_lines(cup, 3, T)[1] == f"<@1001> **2**, <@1003> **2**, {engine} **0** (forfeit)"
    assert (
        game_card(cup, TournamentRef(3, 1, 2, "Autumn cup"), T).body
        == f"Catch the Hat: <@1003>, {engine}, <@1001>"
    )
    about = about_lines(cup, rules.GAMES, T)
    assert about[0] == "**Catch the Hat** · tables of 3 to 4, 3 rounds"
    assert "one point more than the one below" in about[1]
    alike = replace(cup, setup=replace(cup.setup, rules=replace(rules_of, most=3)))
    assert about_lines(alike, rules.GAMES, T)[0] == "**Catch the Hat** · tables of 3, 3 rounds"


@pytest.mark.parametrize(
    ("status", "labels"),
    [
        (TournamentStatus.OPEN, ["Join", "Begin now", "Standings", "Rules", "Leave"]),
        (TournamentStatus.RUNNING, ["Standings", "Leave"]),
        (TournamentStatus.FINISHED, ["Standings"]),
        (TournamentStatus.CALLED_OFF, ["Standings"]),
    ],
)
def test_the_card_offers_what_can_be_done(status: TournamentStatus, labels: list[str]) -> None:
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


def test_the_card_shows_the_seal_of_the_dice() -> None:
    (line,) = [line for line in tournament_card(HATS, rules.GAMES, T).body.splitlines() if "🎲" in line]
    assert f"`{ROOT}`" in line
    assert "https://discord.com/channels/7/70/900" in line
    coming = replace(HATS, seals=(*HATS.seals, DiceSeal(5, "b" * 44, 16, ahead=True)))
    assert tournament_card(coming, rules.GAMES, T).body == tournament_card(HATS, rules.GAMES, T).body
    assert "🎲" not in tournament_card(CUP, rules.GAMES, T).body


def test_a_seal_names_no_person_and_not_the_tournament() -> None:
    """So it never has to be edited, even when a person is deleted."""
    (seal,) = HATS.seals
    message = seal_message(HATS, seal, T)
    assert f"`{ROOT}`" in message.content
    assert "16" in message.content
    assert "Anna" not in message.content
    assert is_seal(message.custom_ids())
    assert is_seal(message.custom_ids(77)), "also after a restore"
    assert not is_seal(tournament_card(HATS, rules.GAMES, T).custom_ids())
    league = Rules(Format.LEAGUE, league=LeagueRules(season=3))
    ahead = replace(HATS, setup=replace(HATS.setup, rules=league))
    assert "season 4" in seal_message(ahead, replace(seal, ahead=True), T).content
    ladder = replace(HATS, setup=replace(HATS.setup, rules=Rules(Format.LADDER)))
    assert "against computers" in seal_message(ladder, seal, T).content


def test_the_card_of_a_game_names_its_seed() -> None:
    game = replace(HATS.games[0], leaf=DiceLeaf(ROOT, 4))
    card = game_card(replace(HATS, games=(game,)), TournamentRef(3, game.id, 1, "Hats"), T)
    assert card.content.endswith("-# 🎲 Dice: seed 5 of the tournament's seal")


@pytest.mark.parametrize("level", LEVELS)
def test_a_computer_is_called_in_standings_as_on_boards(level: int) -> None:
    player = EnginePlayer("conhex", level)
    (name, _, _) = phrases.plain(player, {}, T).partition(" (")
    assert entrant_name(Entrant(2, player), T) == f"🤖 {name} B"
    assert plain_entrant(CUP, Entrant(28, player), T) == f"{name} AB"
