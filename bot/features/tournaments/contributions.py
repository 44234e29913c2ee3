"""Contributions of tournaments: cups in profiles, results and leaders in the weekly letter."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from bot.chat.core.contributions.letter_parts import LetterParagraph, LetterPart, LetterSection, LetterView
from bot.chat.core.contributions.profile_notes import ProfileLine, ProfileNote, ProfileView
from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.messages.public_message import plain_name
from bot.features.tournaments.domain.formats import Format
from bot.features.tournaments.domain.tournament import Tournament
from bot.features.tournaments.messages.standings_text import entrant_name, points_text, title
from bot.features.tournaments.service.tournaments import Tournaments
from bot.locale import Language
from bot.model.tournament_references import MAX_NAME_LENGTH, Cup

_MAX_NAMES: Final = 3
_MAX_LISTED: Final = 5
_MAX_CUPS_LENGTH: Final = 1000


def profile_lines(tournaments: Tournaments) -> Sequence[ProfileLine]:
    return (ProfileLine(10, partial(_cups, tournaments)),)


def letter_paragraphs(tournaments: Tournaments) -> Sequence[LetterParagraph]:
    """Return the paragraphs about ended and running tournaments."""
    return (
        LetterParagraph(LetterSection.ENDED, 10, partial(_ended_part, tournaments)),
        LetterParagraph(LetterSection.AHEAD, 20, partial(_running, tournaments)),
    )


async def _cups(tournaments: Tournaments, view: ProfileView) -> ProfileNote:
    cups = [cup for cup in await tournaments.cups(view.person) if view.shows(cup.place)]
    return ProfileNote(_cups_text(cups, view.t), len(cups))


def _cups_text(cups: Sequence[Cup], t: Language) -> str:
    """Return the line about the tournaments that a person has won; empty without any."""
    lines = []
    for cup in cups:
        name = plain_name(cup.name, MAX_NAME_LENGTH)
        season = name if cup.season is None else t("tournament.season", name=name, n=cup.season)
        lines.append(t("profile.cup", name=season, game=t(f"{cup.key}.name")))
    return shorten(t("profile.cups", listed="; ".join(lines)), _MAX_CUPS_LENGTH) if lines else ""


async def _ended_part(tournaments: Tournaments, view: LetterView) -> LetterPart:
    results = await tournaments.list_ended(view.server, view.since, view.until, _MAX_LISTED)
    return LetterPart([_result(tournament, view.t) for tournament in results if view.sees(tournament.place)])


def _result(tournament: Tournament, t: Language) -> str:
    winners = tournament.winners()
    best = [entrant_name(entrant, t) for entrant in winners or tournament.best_people()]
    fields = {"tournament": title(tournament, t), "winners": t("list.and").join(best)}
    if not best:
        return t("letter.tournament-over", **fields)
    return t("letter.cup" if winners else "letter.best", n=len(best), **fields)


async def _running(tournaments: Tournaments, view: LetterView) -> LetterPart:
    running = await tournaments.running(view.server, _MAX_LISTED)
    return LetterPart(
        [
            line
            for tournament in running
            if view.sees(tournament.place)
            for line in _leading(tournament, view.t)
        ]
    )


def _leading(tournament: Tournament, t: Language) -> Iterator[str]:
    """Yield the line about the leaders, if they are few and have scored; on a ladder, about its top.

    A knockout has no leaders.
    """
    if tournament.setup.rules.format is Format.KNOCKOUT:
        return
    leaders = [standing for group in tournament.standings()[:1] for standing in group if standing.rank == 1]
    people = t("list.and").join(entrant_name(tournament.entrant(standing.entrant), t) for standing in leaders)
    fields = {"tournament": title(tournament, t), "people": people}
    if tournament.is_ladder and tournament.was_played:
        yield t("letter.highest-rung", **fields)
    elif not tournament.is_ladder and leaders and leaders[0].points > 0 and len(leaders) <= _MAX_NAMES:
        yield t("letter.leads", n=len(leaders), points=points_text(leaders[0].points), **fields)
