"""Standings pages: long tables, league groups, brackets of all sizes."""

from dataclasses import replace
from typing import Any

import pytest
from discord import ui
from discord.utils import format_dt
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.pictures import Pictures
from bot.features.tournaments.buttons.tournament_buttons import HANDLERS
from bot.features.tournaments.domain.formats import Format, Rules, next_round
from bot.features.tournaments.domain.leagues import LeagueRules, Movement
from bot.features.tournaments.domain.pairings import Pairing
from bot.features.tournaments.domain.tournament import (
    Entrant,
    Tournament,
    TournamentGame,
    TournamentSetup,
    TournamentStatus,
)
from bot.features.tournaments.messages.standings_table import MAX_ROWS
from bot.features.tournaments.messages.standings_text import movements
from bot.features.tournaments.messages.tournament_card import podium, tournament_card
from bot.features.tournaments.pages.bracket_picture import bracket_pages, public_bracket_page
from bot.features.tournaments.pages.standings_picture import public_page, standings_pages, standings_scene
from bot.features.tournaments.pages.tournament_page import standings_page
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from bot.model.people.person import Person
from bot.model.people.players import HumanPlayer
from bot.model.time.clocks import read_clock
from bot.model.tournament_references import MAX_NAME_LENGTH
from render import BracketChart, StandingsChart
from tests.bot.chat.page_text import page_text
from tests.bot.features.tournaments.test_tournament_texts import CUP, NOON
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
T = TEXTS.language("en")
PICTURES = Pictures(GALLERY)


def tournament_of(entrants: int, rules: Rules) -> Tournament:
    """Return a tournament with its first round drawn."""
    cup = replace(
        CUP,
        setup=replace(CUP.setup, rules=rules, places=entrants),
        entrants=tuple(Entrant(number, HumanPlayer(1000 + number)) for number in range(1, entrants + 1)),
        games=(),
        names={1000 + number: f"P{number}" for number in range(1, entrants + 1)},
    )
    return replace(cup, games=games(next_round(rules, cup.crosstable)))


def games(pairings: tuple[Pairing, ...]) -> tuple[TournamentGame, ...]:
    return tuple(TournamentGame(number, pairing, number) for number, pairing in enumerate(pairings, start=1))


def play_round(cup: Tournament) -> Tournament:
    """Return a knockout one round later, each game won by the earlier entrant."""
    finished = tuple(
        replace(pairing, points=tuple(float(seat == min(pairing.seats)) for seat in pairing.seats))
        if pairing.open
        else pairing
        for pairing in cup.crosstable.pairings
    )
    pairings = next_round(cup.setup.rules, replace(cup.crosstable, pairings=finished))
    return replace(cup, games=games((*finished, *pairings)))


def brackets(cup: Tournament) -> list[BracketChart]:
    charts = [page.scene.chart for page in bracket_pages(cup, T)]
    assert not [chart for chart in charts if not isinstance(chart, BracketChart)]
    return [chart for chart in charts if isinstance(chart, BracketChart)]


def context_of(person: int) -> InteractionContext:
    nothing: Any = None
    return InteractionContext(nothing, Person(person, "P", "en"), nothing, nothing, T, PICTURES)


def text_of(view: ui.LayoutView) -> str:
    return "\n".join(block.content for block in view.walk_children() if isinstance(block, ui.TextDisplay))


def buttons(view: ui.LayoutView) -> dict[str, str]:
    children = [child for child in view.walk_children() if isinstance(child, ui.Button)]
    return {button.label or "": button.custom_id or "" for button in children}


@pytest.mark.parametrize(("entrants", "pages"), [(3, 1), (10, 1), (11, 2), (64, 7)])
def test_every_entrant_is_on_one_page_of_the_standings(entrants: int, pages: int) -> None:
    cup = tournament_of(entrants, Rules(Format.SWISS, 2))
    all_pages = standings_pages(cup, T)
    assert len(all_pages) == pages
    numbers = [number for page in all_pages for number in page.entrants]
    assert sorted(numbers) == list(range(1, entrants + 1))
    charts = [page.scene.chart for page in all_pages]
    assert not [
        chart for chart in charts if not (isinstance(chart, StandingsChart) and len(chart.rows) <= MAX_ROWS)
    ]
    closings = [chart.closing for chart in charts]
    assert closings == [*[(f"… and {entrants - 10 * n} more",) for n in range(1, pages)], ()]


def test_each_league_group_is_on_one_page() -> None:
    cup = tournament_of(21, Rules(Format.LEAGUE, league=LeagueRules(7)))
    pages = standings_pages(cup, T)
    assert [sorted(page.entrants) for page in pages] == [
        list(range(first, first + 7)) for first in (1, 8, 15)
    ]
    small_groups = standings_pages(tournament_of(16, Rules(Format.LEAGUE, league=LeagueRules(4))), T)
    assert [len(page.entrants) for page in small_groups] == [8, 8]


@pytest.mark.parametrize(
    ("entrants", "sizes", "heads"),
    [
        (3, [[4, 2]], ["Semifinals", "Final"]),
        (8, [[8, 4, 2]], ["Quarterfinals", "Semifinals", "Final"]),
        (9, [[8, 4, 2]] * 3, ["Last 16", "Last 8", "Last 4"]),
        (32, [[8, 4, 2]] * 5, ["Last 32", "Last 16", "Last 8"]),
        (64, [[8, 4, 2]] * 9, ["Last 64", "Last 32", "Last 16"]),
    ],
)
def test_a_bracket_is_shown_in_parts_ending_with_its_last_rounds(
    entrants: int, sizes: list[list[int]], heads: list[str]
) -> None:
    cup = tournament_of(entrants, Rules(Format.KNOCKOUT))
    charts = brackets(cup)
    assert [[len(places) for places in chart.rounds] for chart in charts] == sizes
    assert list(charts[0].columns) == heads
    assert charts[-1].columns[-1] == "Final"
    first = charts[:-1] or charts
    names = [place.name for chart in first for place in chart.rounds[0]]
    assert sorted(name for name in names if name != "bye") == sorted(f"P{n}" for n in range(1, entrants + 1))


def test_the_public_bracket_switches_to_the_last_rounds() -> None:
    cup = tournament_of(16, Rules(Format.KNOCKOUT))
    assert public_bracket_page(cup) == public_page(cup) == 0
    half_round = [*play_round(cup).crosstable.pairings[:8], *cup.crosstable.pairings[8:]]
    early = replace(cup, games=games(tuple(half_round)))
    assert public_page(early) == 0, "the next round is partly known, but not yet played"
    (upper, *_) = brackets(early)
    assert [(place.name, place.points) for place in upper.rounds[1][:2]] == [("P1", None), ("P8", None)]
    assert [place.points for place in upper.rounds[0][:2]] == ["2", "0"]
    second_round = play_round(cup)
    assert public_page(second_round) == 2
    chart = standings_scene(second_round, T).chart
    assert isinstance(chart, BracketChart)
    assert [place.name for place in chart.rounds[0]] == ["P1", "P8", "P4", "P5", "P2", "P7", "P3", "P6"]
    assert {place.points for place in chart.rounds[0]} == {""}
    finished = play_round(play_round(play_round(second_round)))
    chart = standings_scene(finished, T).chart
    assert isinstance(chart, BracketChart)
    assert [(slot.name, slot.points, slot.through) for slot in chart.rounds[2]] == [
        ("P1", "2", True),
        ("P2", "0", False),
    ]
    assert f"Final: P1 2{T('list.versus')}P2 0" in standings_scene(finished, T).alt_text
    standings_chart = standings_scene(replace(finished, entrants=finished.with_places()), T).chart
    assert isinstance(standings_chart, BracketChart)
    cups = [
        (number, place.name)
        for number, ties in enumerate(standings_chart.rounds)
        for place in ties
        if place.cup
    ]
    assert cups == [(2, "P1")], "only the final shows the cup"


def test_a_partial_card_links_to_the_whole() -> None:
    def labels(cup: Tournament) -> list[str | None]:
        return [button.label for row in tournament_card(cup, rules.GAMES, T).rows for button in row]

    assert "Standings" in labels(tournament_of(10, Rules(Format.SWISS, 2)))
    assert "Whole table" in labels(tournament_of(11, Rules(Format.SWISS, 2)))
    assert "Whole bracket" in labels(tournament_of(16, Rules(Format.KNOCKOUT)))


async def test_a_private_page_links_to_the_others() -> None:
    cup = tournament_of(64, Rules(Format.SWISS, 2))
    view, pictures = await standings_page(rules.GAMES, context_of(9), cup)
    assert len(pictures) == 1
    assert text_of(view).splitlines()[1] == "-# Page 1 of 7"
    assert buttons(view) == {"Page 2": "fp:tournament-page:3:1", "Page 7": "fp:tournament-page:3:6"}
    view, _ = await standings_page(rules.GAMES, context_of(9), cup, 4)
    assert list(buttons(view)) == ["Page 1", "Page 4", "Page 6", "Page 7"]
    assert {custom_ids.read(button).verb for button in buttons(view).values()} <= HANDLERS.keys()
    assert not [
        number
        for number in standings_pages(cup, T)[4].entrants
        if f"<@{1000 + number}> **" not in text_of(view)
    ]
    view, _ = await standings_page(rules.GAMES, context_of(9), cup, 99)
    assert list(buttons(view)) == ["Page 1", "Page 6"]


async def test_an_entrant_opens_the_standings_on_their_page() -> None:
    cup = tournament_of(64, Rules(Format.SWISS, 2))
    view, _ = await standings_page(rules.GAMES, context_of(1064), cup)
    assert "<@1064>" in text_of(view)
    knockout = tournament_of(32, Rules(Format.KNOCKOUT))
    view, _ = await standings_page(rules.GAMES, context_of(1003), knockout)
    page_number = next(n for n, page in enumerate(bracket_pages(knockout, T), start=1) if 3 in page.entrants)
    assert f"Page {page_number} of 5" in text_of(view)


async def test_the_private_page(approved: SnapshotAssertion) -> None:
    for code in ("en", "de"):
        context = replace(context_of(1001), t=TEXTS.language(code))
        view, pictures = await standings_page(rules.GAMES, context, CUP)
        assert len(pictures) == 1
        assert page_text(view) == approved(name=f"under-way-{code}")
        view, no_pictures = await standings_page(rules.GAMES, context, replace(CUP, games=()))
        assert no_pictures == []
        assert page_text(view) == approved(name=f"not-begun-{code}")


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("cup_rules", [Rules(Format.KNOCKOUT, 0), Rules(Format.TABLES, 5, most=6)])
async def test_the_card_of_a_large_tournament_shows_its_start(cup_rules: Rules, code: str) -> None:
    t = TEXTS.language(code)
    people = tuple(Entrant(number, HumanPlayer(10**18 + number)) for number in range(1, 65))
    setup = TournamentSetup(
        "W" * MAX_NAME_LENGTH,
        Terms("hnefatafl", {"board": "alea-evangelii-19"}, clock=read_clock("3d")),
        cup_rules,
        64,
        starts=NOON,
        engine_level=5,
        at_once=20,
        lost_on_time=20,
    )
    cup = replace(CUP, setup=setup, entrants=people, games=(), status=TournamentStatus.OPEN)
    text = tournament_card(cup, rules.GAMES, t).content
    assert "(64 of 64)" in text or "(64 von 64)" in text
    assert text.endswith(format_dt(NOON, "D"))
    assert f"<@{10**18 + 1}>" in text
    assert t("games.and-more", n=24) in text
    view, _ = await standings_page(rules.GAMES, replace(context_of(9), t=t), cup)
    assert not [number for number in range(1, 65) if f"<@{10**18 + number}>" not in text_of(view)]


def test_the_podium_of_many_groups_names_the_cup_winner() -> None:
    cup = tournament_of(64, Rules(Format.LEAGUE, 1, league=LeagueRules(3)))
    people = tuple(replace(entrant, player=HumanPlayer(10**18 + entrant.number)) for entrant in cup.entrants)
    finished = tuple(
        replace(pairing, points=tuple(float(seat == min(pairing.seats)) for seat in pairing.seats))
        for pairing in cup.crosstable.pairings
    )
    message = podium(
        replace(cup, entrants=people, games=games(finished), status=TournamentStatus.FINISHED), T
    )
    assert len(message.content) <= 2000
    assert message.content.endswith(f"The cup goes to <@{10**18 + 1}>.")


def test_a_groups_first_result_shows_its_movements() -> None:
    """Groups of four: the first game of the middle group is over, and no other."""
    cup = tournament_of(12, Rules(Format.LEAGUE, league=LeagueRules(4)))
    (first, *_) = [game for game in cup.games if game.pairing.group == 1]
    finished = replace(first, pairing=replace(first.pairing, points=(0.0, 1.0)))
    cup = replace(cup, games=tuple(finished if game is first else game for game in cup.games))
    assert finished.pairing.seats == (5, 8)
    assert movements(cup, cup.standings()) == {8: Movement.UP, 7: Movement.DOWN}
