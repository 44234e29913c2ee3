"""Tournaments in the weekly letter."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from syrupy.assertion import SnapshotAssertion

from bot.chat.core.contributions.letter_parts import LetterView
from bot.features.tournaments.contributions import letter_paragraphs
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.tournament import Tournament, TournamentStatus
from bot.locale import Language, Texts
from tests.bot.features.tournaments.test_ladder_texts import LADDER
from tests.bot.features.tournaments.test_tournament_texts import CUP

pytest_plugins = ("tests.bot.chat.approved",)

EN, DE = (Texts.load().language(code) for code in ("en", "de"))
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
    ended: Sequence[Tournament] = (),
    running: Sequence[Tournament] = (),
    *,
    seen: bool = True,
    t: Language = EN,
) -> str:
    """Return the lines about tournaments."""
    club: Any = Club(ended, running)
    view = LetterView(7, NOON, NOON, lambda _: seen, (), 1, None, None, t)
    parts = [await paragraph.make(view) for paragraph in letter_paragraphs(club)]
    return "\n".join(line for part in parts for line in part.lines)


async def test_the_lines_of_a_letter(approved: SnapshotAssertion) -> None:
    """An untouched ladder and a knockout, in which nobody leads, are left out."""
    rules = Rules(Format.LEAGUE, league=LeagueRules(4, season=2))
    one_game = replace(CUP, games=CUP.games[:1])
    league = replace(one_game, setup=replace(CUP.setup, rules=rules), status=TournamentStatus.FINISHED)
    knockout = replace(one_game, setup=replace(CUP.setup, rules=Rules(Format.KNOCKOUT, pairs=True)))
    for t in (EN, DE):
        lines = await letter_lines((league,), (LADDER, one_game), t=t)
        assert lines == approved(name=t.code)
        others = (replace(LADDER, games=()), knockout)
        assert await letter_lines((league,), (LADDER, one_game, *others), t=t) == lines


async def test_hidden_tournaments_are_left_out() -> None:
    assert await letter_lines((CUP,), (LADDER,), seen=False) == ""
