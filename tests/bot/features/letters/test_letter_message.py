"""Tournaments and games in a weekly letter."""

from dataclasses import replace
from datetime import UTC, datetime

from bot.chat.core.pictures import Pictures
from bot.features.letters.contents import Week
from bot.features.letters.messages import LetterPuzzle, letter_message
from bot.features.puzzles.domain.puzzles import number_of
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.tournament import TournamentStatus
from bot.locale import Texts
from bot.model.people.person import Place
from bot.model.people.players import HumanPlayer
from engines.puzzles import shipped_lines
from rules.contract import Outcome
from tests.bot.features.tournaments.test_ladder_texts import LADDER
from tests.bot.features.tournaments.test_tournament_texts import CUP
from tests.bot.support.fakes import World
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.support.worlds",)

T = Texts.load().language("en")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
QUIET = Week((), None, None, (), (), (), None, None)


def letter_words(week: Week) -> str:
    """Return the words of a letter without a puzzle."""
    return letter_message(week, LetterPuzzle(1, None, None), 1, Pictures(GALLERY), T).body


def test_the_season_of_a_league_that_is_over_is_named() -> None:
    rules = Rules(Format.LEAGUE, league=LeagueRules(4, season=2))
    league = replace(
        CUP,
        setup=replace(CUP.setup, rules=rules),
        games=CUP.games[:1],
        status=TournamentStatus.FINISHED,
    )
    week = replace(QUIET, over=(league,))
    assert "🏆 **Autumn cup, season 2** is over: <@1001> has won it." in letter_words(week)


def test_on_a_ladder_whoever_is_at_the_top_is_ahead() -> None:
    assert "**Club ladder**: 🤖 Computer C is at the top" in letter_words(replace(QUIET, standing=(LADDER,)))
    untouched = replace(LADDER, games=())
    assert "Club ladder" not in letter_words(replace(QUIET, standing=(untouched,)))


def test_in_a_knockout_nobody_leads() -> None:
    swiss = replace(CUP, games=CUP.games[:1])
    assert "**Autumn cup**: <@1001> leads (points: 1)" in letter_words(replace(QUIET, standing=(swiss,)))
    knockout = replace(swiss, setup=replace(CUP.setup, rules=Rules(Format.KNOCKOUT, pairs=True)))
    assert "Autumn cup" not in letter_words(replace(QUIET, standing=(knockout,)))


async def test_however_much_has_happened_puzzle_and_board_are_told(world: World) -> None:
    running = await world.match()
    position = await world.services.matches.shown(running.id)
    anna, ben = (HumanPlayer(number) for number in (10**18 + 1, 10**18 + 2))
    place = Place(10**18 + 3, 10**18 + 4, "en")
    match = replace(running, outcome=Outcome((0,), "resignation"), players=(anna, ben), place=place)
    winner = replace(CUP.entrants[0], player=anna)
    cup = replace(CUP, entrants=(winner, *CUP.entrants[1:]), games=CUP.games[:1])
    cups = (replace(cup, setup=replace(cup.setup, name="W" * 60)),) * 5
    week = replace(QUIET, ended=(match,) * 20, over=cups, standing=cups, board=position)
    task = await world.services.puzzles.get(number_of(shipped_lines("conhex")[0]))
    letter = letter_message(week, LetterPuzzle(3, task, task), 1, Pictures(GALLERY), T)
    assert len(letter.body) > 2000
    said = letter.content
    assert len(said) <= 2000
    assert "**Puzzle of the week**" in said
    assert T("letter.longest", n=0, game="").splitlines()[0] in said


async def test_a_game_that_has_ended_is_linked_once(world: World) -> None:
    match = await world.match()
    over = replace(match, outcome=Outcome((0,), "resignation"))
    line = next(
        row for row in letter_words(replace(QUIET, ended=(over,))).splitlines() if f"#{match.id}" in row
    )
    assert line.startswith("[")
    assert f"#{match.id}](https://discord.com/channels/7/{match.home}): <@" in line
    assert line.count(str(match.home)) == 1
