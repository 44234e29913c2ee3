"""What becomes of notices that cannot be delivered: told in person, kept for a command, or left."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.play.domain.events import OfferFate, WelcomeDue
from bot.play.domain.matches import Match
from bot.play.domain.notices import Fate, NoticeKind, OfferOver, ReminderOfTurn, SeatOffer
from bot.play.domain.servers.welcomes import WelcomeStatus
from bot.play.domain.texts import storable
from bot.play.projections.notice_codec import content_of, read_routing, write_notice
from bot.play.repositories.store import Tables
from data.records import NewNotice, NoticeRecord
from data.schema import FIRST, PUBLIC

_FOR_CHALLENGERS: Final = {
    NoticeKind.CHALLENGE_DECLINED,
    NoticeKind.CHALLENGE_EXPIRED,
    NoticeKind.LOBBY_READY,
}
_WORTH_REPEATING: Final = {OfferFate.DECLINED, OfferFate.AGREED}
"""Answers to offers that nothing else tells of."""
_IN_LINE: Final = {NoticeKind.BOARD_OVER, NoticeKind.BOARD_CHANGED}
"""What changes a standing message, in its turn among the notices of a match."""
_CORRECTIONS: Final = _IN_LINE | {NoticeKind.CHALLENGE_CHANGED, NoticeKind.SEAT_CLOSED}
_TELLS_NOBODY: Final = _IN_LINE | {
    NoticeKind.BUTTONS_OFF,
    NoticeKind.MESSAGE_OVER,
    NoticeKind.OVERVIEW,
    NoticeKind.RESULT,
    NoticeKind.THREAD_OVER,
}
"""What is of no use to anybody once it cannot be delivered."""
_LONGEST_ERROR: Final = 500


async def drop(tables: Tables, notice: NoticeRecord, error: str) -> Fate:
    """Close a notice that nobody misses."""
    await tables.notices.close(notice.id, Fate.DROPPED, shortened(error))
    return Fate.DROPPED


async def miss(tables: Tables, notice: NoticeRecord, error: str, now: datetime) -> Fate:
    """Keep a notice for the next command of those concerned; a public one as one to each."""
    if notice.kind == NoticeKind.NAME_GONE:
        # It names somebody itself.
        await tables.notices.forget(notice.id)
        return Fate.DROPPED
    if notice.audience != PUBLIC:
        await tables.notices.close(notice.id, Fate.MISSED, shortened(error))
        return Fate.MISSED
    await tables.notices.close(notice.id, Fate.REROUTED, shortened(error))
    await tables.notices.add(await in_person(tables, notice), now, status=Fate.MISSED)
    return Fate.MISSED


async def in_person(tables: Tables, notice: NoticeRecord) -> list[NewNotice]:
    """Return what each of those concerned is told instead of a public notice."""
    if notice.kind == NoticeKind.WELCOME:
        # It is for whoever comes first: nobody can be named yet.
        await settle_welcome(tables, notice, WelcomeStatus.PRIVATE)
        return []
    content, routing = content_of(notice), read_routing(notice.data)
    data = write_notice(content, replace(routing, rerouted=True))
    return [
        NewNotice(
            notice.kind,
            notice.stream,
            person,
            notice.game,
            notice.ply,
            data,
            request=notice.request,
            background=notice.priority > FIRST,
        )
        for person in await _concerned(tables, notice)
        if person not in routing.direct
    ]


def corrects_in_line(notice: NoticeRecord) -> bool:
    """Return whether a notice only corrects a standing message while others wait behind it.

    What it would say is said by what comes next, or by the message itself.
    """
    content = content_of(notice)
    if isinstance(content, OfferOver):
        return content.fate not in _WORTH_REPEATING
    return notice.kind in _CORRECTIONS


def shortened(error: str) -> str:
    """Return why something failed, as much of it as is kept."""
    return storable(error, _LONGEST_ERROR)


async def settle_welcome(tables: Tables, notice: NoticeRecord, status: WelcomeStatus) -> None:
    """Write how a server's welcome stands, if a notice was one."""
    content = content_of(notice) if notice.kind == NoticeKind.WELCOME else None
    if isinstance(content, WelcomeDue):
        await tables.welcomes.settle(content.server, WelcomeStatus.DUE, status)


async def _concerned(tables: Tables, notice: NoticeRecord) -> tuple[int, ...]:
    if corrects_in_line(notice) or notice.kind in _TELLS_NOBODY:
        return ()
    content = content_of(notice)
    if isinstance(content, ReminderOfTurn | SeatOffer):
        return await _meant(tables, content)
    if notice.game is not None:
        game = await tables.matches.get(notice.game)
        return () if game is None else _still_playing(game)
    challenge = await tables.challenges.get(notice.stream)
    if challenge is None:
        return ()
    if notice.kind in _FOR_CHALLENGERS:
        return (challenge.challenger,)
    guests = (guest.person for guest in challenge.guests)
    people = dict.fromkeys((challenge.challenger, challenge.opponent, *guests))
    knows = challenge.challenger if notice.kind == NoticeKind.TERMS_CHANGED else None
    return tuple(person for person in people if person not in {None, knows})


async def _meant(tables: Tables, content: ReminderOfTurn | SeatOffer) -> tuple[int, ...]:
    """Return who is reminded; of a seat that is offered to anyone, who waits for somebody to take it."""
    if isinstance(content, ReminderOfTurn):
        return (content.person,)
    offer = await tables.substitutions.get(content.substitution)
    return () if offer is None else (offer.wanted or offer.offered_by,)


def _still_playing(game: Match) -> tuple[int, ...]:
    people = (game.person_at(seat) for seat in range(len(game.players)) if seat not in game.retired)
    return tuple(dict.fromkeys(person for person in people if person is not None))
