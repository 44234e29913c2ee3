"""Tournaments in the weekly letter."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from bot.chat.core.contributions.letter_parts import LetterView
from bot.features.tournaments.contributions import letter_paragraphs
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.tournament import Tournament, TournamentStatus
from bot.locale import Texts
from tests.bot.features.tournaments.test_ladder_texts import LADDER
from tests.bot.features.tournaments.test_tournament_texts import CUP

T = Texts.load().language("en")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Club:
    """The tournaments of a server."""

    over: Sequence[Tournament]
    current: Sequence[Tournament]

    async def ended(self, *_: object) -> Sequence[Tournament]:
        return self.over

    async def running(self, *_: object) -> Sequence[Tournament]:
        return self.current


async def letter_lines(
    ended: Sequence[Tournament] = (), running: Sequence[Tournament] = (), *, seen: bool = True
) -> str:
    """Return the lines about tournaments."""
    club: Any = Club(ended, running)
    view = LetterView(7, NOON, NOON, lambda _: seen, (), 1, None, None, T)
    parts = [await paragraph.make(view) for paragraph in letter_paragraphs(club)]
    return "\n".join(line for part in parts for line in part.lines)


async def test_the_season_of_a_league_that_is_over_is_named() -> None:
    rules = Rules(Format.LEAGUE, league=LeagueRules(4, season=2))
    league = replace(
        CUP,
        setup=replace(CUP.setup, rules=rules),
        games=CUP.games[:1],
        status=TournamentStatus.FINISHED,
    )
    assert "🏆 **Autumn cup, season 2** is over: <@1001> has won it." in await letter_lines(ended=(league,))


async def test_on_a_ladder_whoever_is_at_the_top_is_ahead() -> None:
    assert "**Club ladder**: 🤖 Bo C is at the top" in await letter_lines(running=(LADDER,))
    untouched = replace(LADDER, games=())
    assert "Club ladder" not in await letter_lines(running=(untouched,))


async def test_in_a_knockout_nobody_leads() -> None:
    swiss = replace(CUP, games=CUP.games[:1])
    assert "**Autumn cup**: <@1001> leads (points: 1)" in await letter_lines(running=(swiss,))
    knockout = replace(swiss, setup=replace(CUP.setup, rules=Rules(Format.KNOCKOUT, pairs=True)))
    assert "Autumn cup" not in await letter_lines(running=(knockout,))


async def test_hidden_tournaments_are_left_out() -> None:
    assert await letter_lines((CUP,), (LADDER,), seen=False) == ""
