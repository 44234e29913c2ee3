"""Contributions of tournaments: cups in profiles, results and leaders in the weekly letter."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from bot.chat.core.contributions.letter_parts import LetterParagraph, LetterPart, LetterSection, LetterView
from bot.chat.core.contributions.profile_notes import ProfileLine, ProfileNote, ProfileView
from bot.chat.core.messages.message_budget import shortened
from bot.chat.core.messages.public_message import plain_name
from bot.features.tournaments.domain.formats import Format
from bot.features.tournaments.domain.tournament import Tournament
from bot.features.tournaments.messages.standings_text import named, points_text, title
from bot.features.tournaments.service.tournaments import Tournaments
from bot.locale import Language
from bot.model.tournament_references import LONGEST_NAME, Cup

_MOST_NAMES: Final = 3
_MOST_TOLD: Final = 5
_WORDS: Final = 1000


def profile_lines(tournaments: Tournaments) -> Sequence[ProfileLine]:
    """Return the line about cups."""
    return (ProfileLine(10, partial(_cups, tournaments)),)


def letter_paragraphs(tournaments: Tournaments) -> Sequence[LetterParagraph]:
    """Return the paragraphs about tournaments that have ended, and about those that go on."""
    return (
        LetterParagraph(LetterSection.ENDED, 10, partial(_ended, tournaments)),
        LetterParagraph(LetterSection.AHEAD, 20, partial(_running, tournaments)),
    )


async def _cups(tournaments: Tournaments, view: ProfileView) -> ProfileNote:
    cups = [cup for cup in await tournaments.cups(view.person) if view.shows(cup.place)]
    return ProfileNote(_cups_text(cups, view.t), len(cups))


def _cups_text(cups: Sequence[Cup], t: Language) -> str:
    """Return the tournaments that a person has won, empty if there are none."""
    told = []
    for one in cups:
        name = plain_name(one.name, LONGEST_NAME)
        season = name if one.season is None else t("tournament.season", name=name, n=one.season)
        told.append(t("profile.cup", name=season, game=t(f"{one.key}.name")))
    return shortened(t("profile.cups", listed="; ".join(told)), _WORDS) if told else ""


async def _ended(tournaments: Tournaments, view: LetterView) -> LetterPart:
    ended = await tournaments.ended(view.server, view.since, view.until, _MOST_TOLD)
    return LetterPart([_result(one, view.t) for one in ended if view.sees(one.place)])


def _result(tournament: Tournament, t: Language) -> str:
    winners = tournament.winners()
    best = [named(entrant, t) for entrant in winners or tournament.best_people()]
    said = {"tournament": title(tournament, t), "winners": t("list.and").join(best)}
    if not best:
        return t("letter.tournament-over", **said)
    return t("letter.cup" if winners else "letter.best", n=len(best), **said)


async def _running(tournaments: Tournaments, view: LetterView) -> LetterPart:
    running = await tournaments.running(view.server, _MOST_TOLD)
    return LetterPart([line for one in running if view.sees(one.place) for line in _leading(one, view.t)])


def _leading(tournament: Tournament, t: Language) -> Iterator[str]:
    """Yield who leads a tournament, as long as they are few and have scored; of a ladder its top.

    In a knockout nobody leads.
    """
    if tournament.setup.rules.format is Format.KNOCKOUT:
        return
    first = [one for group in tournament.standings()[:1] for one in group if one.rank == 1]
    people = t("list.and").join(named(tournament.entrant(one.entrant), t) for one in first)
    said = {"tournament": title(tournament, t), "people": people}
    if tournament.is_ladder and tournament.was_played:
        yield t("letter.highest-rung", **said)
    elif not tournament.is_ladder and first and first[0].points > 0 and len(first) <= _MOST_NAMES:
        yield t("letter.leads", n=len(first), points=points_text(first[0].points), **said)
