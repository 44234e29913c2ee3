"""Texts and pictures of a ladder's messages."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.features.tournaments.buttons.ladder_buttons import HANDLERS, opponent_page
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.pairings import Pairing
from bot.features.tournaments.domain.tournament import (
    Entrant,
    Tournament,
    TournamentGame,
    TournamentSetup,
    TournamentStatus,
)
from bot.features.tournaments.messages.ladder_text import history_lines
from bot.features.tournaments.messages.tournament_card import podium, tournament_card
from bot.features.tournaments.pages.standings_picture import standings_pages, standings_scene
from bot.features.tournaments.pages.tournament_page import standings_page
from bot.features.tournaments.service.ladders import challengeable
from bot.locale import Language, Texts
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.time.clocks import read_clock
from render import StandingsChart
from tests.bot.chat.page_text import message_text, page_text
from tests.bot.features.tournaments.test_standings_pages import context_of, text_of

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
LANGUAGES = (TEXTS.language("en"), TEXTS.language("de"))
T = LANGUAGES[0]
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
GAMES = (
    Pairing(1, (3, 1), (1.0, 0.0), challenger=3),
    Pairing(2, (2, 1), (0.5, 0.5), challenger=2),
    Pairing(3, (2, 1), (1.0, 0.0), played=False, challenger=2),
    Pairing(4, (1, 4), (0.0, 1.0), played=False),
    Pairing(0, (2, 3), challenger=2),
)
LADDER = Tournament(
    3,
    TournamentSetup(
        "Club ladder",
        Terms("conhex", {"swap": "on"}, clock=read_clock("3d")),
        Rules(Format.LADDER),
        5,
        at_once=1,
    ),
    Place(7, 70, "en"),
    1001,
    NOON,
    TournamentStatus.RUNNING,
    entrants=(
        Entrant(1, HumanPlayer(1001)),
        Entrant(2, HumanPlayer(1002)),
        Entrant(3, EnginePlayer("conhex", 1)),
        Entrant(4, HumanPlayer(1004)),
        Entrant(5, HumanPlayer(-5), withdrawn=True),
    ),
    games=tuple(
        TournamentGame(number, pairing, 10 + number) for number, pairing in enumerate(GAMES, start=1)
    ),
    names={1001: "Anna", 1002: "Ben", 1004: "Dora"},
)


def test_ladder_messages(approved: SnapshotAssertion) -> None:
    """Includes a challenge, an engine on top, a passed idle player and an unaccepted challenge."""
    with_idle_player = replace(LADDER, games=LADDER.games[:4])
    for t in LANGUAGES:
        assert message_text(tournament_card(LADDER, rules.GAMES, t)) == approved(name=f"card-{t.code}")
        history = "\n".join(history_lines(LADDER, t))
        assert history == approved(name=f"history-{t.code}")
        assert message_text(podium(with_idle_player, t)) == approved(name=f"podium-{t.code}")


def test_a_finished_ladder_shows_nothing_under_way() -> None:
    finished = replace(LADDER, status=TournamentStatus.FINISHED)
    assert history_lines(finished, T)[1] == "**Latest**"
    assert "…" not in standings_scene(finished, T).alt_text


async def test_the_private_page_shows_rungs_and_history(approved: SnapshotAssertion) -> None:
    for t in LANGUAGES:
        view, _ = await standings_page(rules.GAMES, replace(context_of(1001), t=t), LADDER)
        assert page_text(view) == approved(name=t.code)


async def test_every_entrant_is_on_one_page_of_a_long_ladder() -> None:
    entrants = tuple(Entrant(number, HumanPlayer(1000 + number)) for number in range(1, 25))
    ladder = replace(LADDER, entrants=entrants, games=())
    numbers = [number for page in standings_pages(ladder, T) for number in page.entrants]
    assert sorted(numbers) == list(range(1, 25))
    view, _ = await standings_page(rules.GAMES, context_of(1000 + ladder.rungs()[-1]), ladder)
    assert "Page 3 of 3" in text_of(view)
    assert "\n24. " in text_of(view)


def test_the_picture_shows_rungs_and_the_last_games() -> None:
    scene = standings_scene(LADDER, T)
    assert isinstance(scene.chart, StandingsChart)
    rows = [(row.rank, row.name, row.cells, row.points) for row in scene.chart.rows]
    assert rows == [
        ("1.", "Bo C", (None, None, None, "1", ""), "1:0"),
        ("2.", "Dora", (None,) * 5, "0:0"),
        ("3.", "Anna", (None, None, None, "0", "½"), "½:1½"),
        ("4.", "Ben", (None, None, None, "½", ""), "½:½"),
    ]


def test_the_picture_omits_earlier_games() -> None:
    points = ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0), (1.0, 0.0), (0.5, 0.5), (0.5, 0.5), (0.0, 1.0))
    pairings = [Pairing(n, (2, 1), scores, challenger=2) for n, scores in enumerate(points, start=1)]
    # Stored in a different order than they ended.
    order = (*pairings[3:], Pairing(0, (2, 4), challenger=2), *pairings[:3])
    games = tuple(TournamentGame(number, pairing, number) for number, pairing in enumerate(order, start=1))
    ladder = replace(LADDER, games=games)
    cells_by_status = {}
    for status in (TournamentStatus.RUNNING, TournamentStatus.FINISHED):
        chart = standings_scene(replace(ladder, status=status), T).chart
        assert isinstance(chart, StandingsChart)
        cells_by_status[status] = {row.name: row.cells for row in chart.rows}
    assert cells_by_status[TournamentStatus.RUNNING]["Ben"] == ("1", "½", "½", "0", "")
    assert cells_by_status[TournamentStatus.FINISHED]["Ben"] == ("0", "1", "½", "½", "0")
    assert cells_by_status[TournamentStatus.RUNNING]["Anna"] == ("1", "0", "½", "½", "1")


async def test_the_opponent_page(approved: SnapshotAssertion) -> None:
    opponents = challengeable(replace(LADDER, games=LADDER.games[:4]), 1002)
    assert [entrant.number for entrant in opponents] == [1, 4, 3]
    for t in LANGUAGES:
        assert page_text(opponent_page(LADDER, opponents, 1002, t)) == approved(name=f"all-{t.code}")
        assert page_text(opponent_page(LADDER, opponents[:2], 1002, t)) == approved(name=f"some-{t.code}")


@pytest.mark.parametrize(
    ("ladder", "labels"),
    [
        (LADDER, ["Challenge", "Join", "Standings", "Leave"]),
        (replace(LADDER, setup=replace(LADDER.setup, places=4)), ["Challenge", "Standings", "Leave"]),
        (
            replace(LADDER, setup=replace(LADDER.setup, places=4), games=()),
            ["Challenge", "Join", "Standings", "Leave"],
        ),
        (replace(LADDER, status=TournamentStatus.FINISHED), ["Standings"]),
    ],
)
def test_the_card_offers_the_possible_actions(ladder: Tournament, labels: list[str]) -> None:
    card = tournament_card(ladder, rules.GAMES, T)
    assert [button.label for row in card.rows for button in row] == labels
    assert card.scene is not None


def test_the_challenge_button_has_a_handler() -> None:
    button = tournament_card(LADDER, rules.GAMES, T).rows[0][0]
    press = custom_ids.read(button.custom_id or "")
    assert press.verb in HANDLERS
    assert press.numbers(1) == (LADDER.id,)


@pytest.mark.parametrize("t", LANGUAGES, ids=lambda t: t.code)
def test_a_full_ladder_card_fits_into_one_message(t: Language) -> None:
    long_ladder = replace(
        LADDER,
        setup=replace(LADDER.setup, places=64, at_once=20),
        entrants=tuple(Entrant(number, HumanPlayer(10**18 + number)) for number in range(1, 65)),
        games=tuple(
            TournamentGame(number, Pairing(0, (number, number + 1), challenger=number + 1), number)
            for number in range(1, 64)
        ),
    )
    card = tournament_card(long_ladder, rules.GAMES, t)
    assert len(card.content) <= 2000


def test_a_long_ladder_is_paged_from_its_top() -> None:
    names = {1000 + number: f"P{number}" for number in range(1, 14)}
    people = tuple(Entrant(number, HumanPlayer(1000 + number)) for number in range(1, 14))
    # The last entrant climbs to the top.
    games = (TournamentGame(1, Pairing(1, (13, 1), (1.0, 0.0), challenger=13), 11),)
    pages = standings_pages(replace(LADDER, entrants=people, games=games, names=names), T)
    charts = [page.scene.chart for page in pages if isinstance(page.scene.chart, StandingsChart)]
    rows = [[f"{row.rank} {row.name}" for row in chart.rows] for chart in charts]
    order = [13, *range(1, 13)]
    lines = [f"{rung}. P{number}" for rung, number in enumerate(order, start=1)]
    assert rows == [lines[:10], lines[10:]]
    assert [page.entrants for page in pages] == [frozenset(order[:10]), frozenset(order[10:])]
    first, last = charts
    assert first.closing[:-1] == ("… and 3 more",)
    assert len(last.closing) == 1
    assert first.rows[0].points == "1:0"
