"""Telling what is no turn: an end, an answer to a challenge; each once, where he wants to be told.

While someone wants quiet a public message calls him not, and a direct one waits for the end of his quiet
hours.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.play.domain.notices import NoticeKind
from bot.play.domain.preferences import Tell
from bot.play.storage.mappers import CALLS, DIRECT, OUTLIVES, people_in
from bot.play.storage.person_settings import PersonSettings, settings_at
from data.records import MatchRecord, NewNotice
from data.schema import PUBLIC

_IN_LINE: Final = frozenset({NoticeKind.BOARD_OVER, NoticeKind.BOARD_CHANGED})
"""What changes a standing message, in its turn among the notices of a game."""
_TELLS_NOBODY: Final = _IN_LINE | {NoticeKind.BUTTONS_OFF, NoticeKind.MESSAGE_OVER, NoticeKind.OVERVIEW}


def corrects_in_line(kind: str) -> bool:
    """Return whether a notice of a kind changes a standing message while others wait behind it."""
    return kind in _IN_LINE


def tells_nobody(kind: str) -> bool:
    """Return whether a notice of a kind is of no use to anybody once it cannot be delivered."""
    return kind in _TELLS_NOBODY


def also_to(notice: NewNotice, person: int | None, tell: Tell) -> list[NewNotice]:
    """Return a public notice, and the same to one person where he wants to be told in person."""
    if person is None or not tell.in_person:
        return [notice]
    return [replace(notice, data={**notice.data, DIRECT: [person]}), replace(notice, audience=person)]


def said_to(notice: NewNotice, people: Mapping[int, PersonSettings], now: datetime) -> list[NewNotice]:
    """Return a public notice that calls those of `people` who want that, and one to each who wants it so."""
    quiet = {person: _quiet_until(habits, now) for person, habits in people.items()}
    tell = {person: habits.preferences.tell for person, habits in people.items()}
    direct = [person for person in people if tell[person].in_person]
    calls = [person for person in people if tell[person].in_public and quiet[person] is None]
    known = people_in(notice.data, DIRECT)
    public = replace(notice, data={**notice.data, CALLS: calls, DIRECT: [*known, *direct]})
    return [public, *(replace(public, audience=person, due=quiet[person]) for person in direct)]


def called_now(people: Mapping[int, PersonSettings], now: datetime) -> list[int]:
    """Return which people a public message may call now."""
    return [
        person
        for person, habits in people.items()
        if habits.preferences.tell.in_public and _quiet_until(habits, now) is None
    ]


def said_also(
    notices: list[NewNotice], record: MatchRecord, seat: int | None, now: datetime
) -> list[NewNotice]:
    """Return notices of which the first, a public one, is said to the player on a seat, too."""
    if seat is None:
        return notices
    public, *direct = said_to(notices[0], {record.players[seat]: settings_at(record, seat)}, now)
    return [public, *notices[1:], *direct]


def word_to(notice: NewNotice, person: int, habits: PersonSettings, now: datetime) -> list[NewNotice]:
    """Return a notice that is for one person alone: public, direct, both or not at all, as he wants it."""
    public, *direct = said_to(notice, {person: habits}, now)
    return [public, *direct] if habits.preferences.tell.in_public else direct


def hearers(record: MatchRecord, before: int, but: set[int | None]) -> dict[int, PersonSettings]:
    """Return who is to hear of the end of a match, and what each wants.

    Those are the people who had not left it after `before` plies, without those on the seats `but`.
    """
    left = {seat for seat, number in record.retired if number <= before}
    return {
        person: settings_at(record, seat)
        for seat, person in enumerate(record.players)
        if seat not in left | but
    }


def board_over(record: MatchRecord, seat: int | None) -> list[NewNotice]:
    """Return the notice that the turn of a seat is over, where its player was told of it in person."""
    if seat is None or not settings_at(record, seat).preferences.tell.in_person:
        return []
    person, data = record.players[seat], outlives(record)
    return [NewNotice(NoticeKind.BOARD_OVER, record.challenge, person, record.id, None, data)]


def outlives(record: MatchRecord) -> dict[str, object]:
    """Return what a notice says besides that ends a turn or changes its time, where that was spoken of."""
    timing = record.timing
    spoken = timing.told is not None and timing.told > timing.since
    return {OUTLIVES: True} if spoken or timing.claimable else {}


def board_changed(record: MatchRecord, *, its_time: bool = True) -> list[NewNotice]:
    """Return the notices that boards of a match say of time what is true no more.

    Those are the public one, and the one its player to act has in person. Without `its_time` his own time is
    what it was.
    """
    data = outlives(record) if its_time else {}
    changed = NewNotice(NoticeKind.BOARD_CHANGED, record.challenge, PUBLIC, record.id, record.plies, data)
    if record.turn is None or not settings_at(record, record.turn).preferences.tell.in_person:
        return [changed]
    return [changed, replace(changed, audience=record.players[record.turn])]


def _quiet_until(habits: PersonSettings, now: datetime) -> datetime | None:
    if habits.preferences.tell is Tell.NONE:
        return None
    wishes = habits.preferences.wishes
    around = None if wishes.quiet is None else wishes.quiet.around(now, wishes.zone)
    return None if around is None else around[1]
