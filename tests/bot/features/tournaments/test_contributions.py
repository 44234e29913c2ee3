"""Tournaments in the weekly letter and in profiles."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from syrupy.assertion import SnapshotAssertion

from bot.chat.core.contributions.letter_parts import LetterView
from bot.chat.core.contributions.profile_notes import ProfileNote, ProfileView
from bot.features.tournaments.contributions import letter_paragraphs, profile_lines
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.tournament import Tournament, TournamentStatus
from bot.locale import Language, Texts
from bot.model.people.person import Place
from bot.model.tournament_references import Cup
from tests.bot.features.tournaments.test_ladder_texts import LADDER
from tests.bot.features.tournaments.test_tournament_texts import CUP

pytest_plugins = ("tests.bot.chat.approved",)

EN, DE = (Texts.load().language(code) for code in ("en", "de"))
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=7)


@dataclass(frozen=True)
class TournamentSource:
    """A fake source of a server's tournaments."""

    ended: Sequence[Tournament]
    current: Sequence[Tournament]

    async def list_ended(self, *arguments: object) -> Sequence[Tournament]:
        assert arguments == (7, NOON, LATER, 5)
        return self.ended

    async def running(self, *arguments: object) -> Sequence[Tournament]:
        assert arguments == (7, 5)
        return self.current


async def letter_lines(
    ended: Sequence[Tournament] = (),
    running: Sequence[Tournament] = (),
    *,
    seen: bool = True,
    t: Language = EN,
) -> str:
    """Return the letter's lines about tournaments."""
    source: Any = TournamentSource(ended, running)
    view = LetterView(7, NOON, LATER, lambda _: seen, (), 1, None, None, t)
    parts = [await paragraph.make(view) for paragraph in letter_paragraphs(source)]
    return "\n".join(line for part in parts for line in part.lines)


async def test_letter_lines(approved: SnapshotAssertion) -> None:
    """A ladder without games and a knockout, which has no leader, are left out."""
    rules = Rules(Format.LEAGUE, league=LeagueRules(4, season=2))
    one_game = replace(CUP, games=CUP.games[:1])
    league = replace(one_game, setup=replace(CUP.setup, rules=rules), status=TournamentStatus.FINISHED)
    knockout = replace(one_game, setup=replace(CUP.setup, rules=Rules(Format.KNOCKOUT, pairs=True)))
    for t in (EN, DE):
        lines = await letter_lines((league,), (LADDER, one_game), t=t)
        assert lines == approved(name=t.code)
        left_out = (replace(LADDER, games=()), knockout)
        assert await letter_lines((league,), (LADDER, one_game, *left_out), t=t) == lines


async def test_hidden_tournaments_are_left_out() -> None:
    assert await letter_lines((CUP,), (LADDER,), seen=False) == ""


@dataclass(frozen=True)
class CupSource:
    """A fake source of a person's cups."""

    held_cups: Sequence[Cup]

    async def cups(self, person: int) -> Sequence[Cup]:
        return self.held_cups if person == 1001 else ()


async def test_the_cups_on_a_profile() -> None:
    cups = (
        Cup(3, "[Autumn](https://a.example)", "conhex", Place(7, 70, "en")),
        Cup(4, "League", "catch-the-hat", Place(7, 70, "en"), season=2),
        Cup(5, "Hidden", "hnefatafl", Place(7, 72, "en")),
    )
    source: Any = CupSource(cups)
    (line,) = profile_lines(source)

    async def note(person: int, t: Language) -> ProfileNote:
        return await line.make(ProfileView(person, lambda place: place.channel == 70, t))

    assert await note(1001, EN) == ProfileNote(
        "🏆 Cups: [Autumn](https a.example) (ConHex); League, season 2 (Catch the Hat)", 2
    )
    assert (await note(1001, DE)).line.startswith("🏆 Pokale: ")
    assert await note(1002, EN) == ProfileNote("", 0)


async def test_a_tournament_of_engines_names_nobody() -> None:
    engines = replace(CUP, entrants=(replace(CUP.entrants[3], number=1),), games=())
    lines = await letter_lines((engines,))
    assert "Autumn cup" in lines
    assert "<@" not in lines
