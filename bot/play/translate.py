"""From what the store keeps to what the club speaks of."""

from collections.abc import Mapping
from typing import Any, Final

from bot.play.model import (
    Challenge,
    ChallengeStatus,
    Match,
    MatchStatus,
    MessageRef,
    Notice,
    NoticeKind,
    Place,
)
from data.records import ChallengeRecord, GameRecord, NoticeRecord
from data.schema import PUBLIC
from rules.game import Outcome

_ABOUT_CHALLENGES: Final = {
    NoticeKind.CHALLENGE,
    NoticeKind.CHALLENGE_CHANGED,
    NoticeKind.CHALLENGE_CLOSED,
}


def challenge_from(record: ChallengeRecord) -> Challenge:
    """Return a challenge."""
    return Challenge(
        id=record.id,
        key=record.key,
        options=record.options,
        challenger=record.challenger,
        opponent=record.opponent,
        role=record.role,
        place=Place(record.server, record.channel, record.locale),
        status=ChallengeStatus(record.status),
        reason=record.reason,
        accepted_by=record.accepted_by,
        game=record.game,
        message=record.message,
        created=record.created,
    )


def match_from(record: GameRecord) -> Match:
    """Return a match."""
    return Match(
        id=record.id,
        key=record.key,
        options=record.options,
        players=record.players,
        place=Place(record.server, record.channel, record.locale),
        thread=record.thread,
        status=MatchStatus(record.status),
        plies=record.plies,
        turn=record.turn,
        outcome=None if record.outcome is None else _read_outcome(record.outcome),
        resigned=record.resigned,
        board=None if record.board is None else MessageRef(*record.board),
        created=record.created,
        updated=record.updated,
        challenge=record.challenge,
    )


def notice_from(record: NoticeRecord) -> Notice:
    """Return a notice."""
    kind = NoticeKind(record.kind)
    return Notice(
        id=record.id,
        kind=kind,
        challenge=record.stream if kind in _ABOUT_CHALLENGES else None,
        game=record.game,
        ply=record.ply,
        recipient=None if record.audience == PUBLIC else record.audience,
        attempts=record.attempts,
        uncertain=record.uncertain,
        data=record.data,
    )


def store_outcome(outcome: Outcome) -> dict[str, object]:
    """Return an outcome as the store keeps it."""
    return {"winners": list(outcome.winners), "reason": outcome.reason}


def _read_outcome(stored: Mapping[str, Any]) -> Outcome:
    return Outcome(tuple(stored["winners"]), stored["reason"])
