"""How notices are stored: their content and their routing as JSON, versioned, read back whatever wrote it."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from bot.play.domain.challenges import ChallengeStatus
from bot.play.domain.events import (
    EndCause,
    EndKind,
    LimitationMet,
    OfferFate,
    SeriesGame,
    UndoneText,
    WelcomeDue,
)
from bot.play.domain.match.log_entry import Automatic
from bot.play.domain.match.offer_rules import OfferKind
from bot.play.domain.notices import (
    BoardOver,
    CardChanged,
    CardClosed,
    Content,
    Declined,
    End,
    LostTime,
    MoreTime,
    Nothing,
    Notice,
    NoticeKind,
    OfferOver,
    OfferTold,
    OfMessage,
    OverviewOf,
    Ply,
    ReminderOfTurn,
    ResultIn,
    SeatOffer,
    SeatTaken,
    SeriesEnd,
    Start,
    TakenBack,
    TimedSeat,
)
from bot.play.domain.people import MessageRef
from bot.play.domain.preferences import Tell
from bot.play.domain.privacy import NamePlace
from bot.play.domain.servers.limitations import Limitation, Limited
from data.records import NoticeRecord
from data.schema import FIRST, PUBLIC

VERSION: Final = 1
"""Of what is written; rows of before the number was written are of this version, too."""
READABLE: Final = frozenset(kind.value for kind in NoticeKind)
"""The kinds of notices that are understood here; a newer version may write others."""

_Stored = Mapping[str, Any]
_BY_ADMINS: Final = {"adjudicated_by": EndKind.ADJUDICATED, "corrected_by": EndKind.CORRECTED}
_ABOUT_CHALLENGES: Final = {
    NoticeKind.CHALLENGE,
    NoticeKind.CHALLENGE_CHANGED,
    NoticeKind.CHALLENGE_CLOSED,
    NoticeKind.TERMS_CHANGED,
    NoticeKind.CHALLENGE_DECLINED,
    NoticeKind.CHALLENGE_EXPIRED,
    NoticeKind.LOBBY_READY,
}


@dataclass(frozen=True, slots=True)
class Routing:
    """Whom a stored notice concerns besides its audience.

    `tell` is where the one to act wants to be told; `calls` are those whom it calls where it tells of no turn
    (None where it tells of one); `direct` are told the same in person anyway. `timed` says that with it what
    was said of a turn's time before is true no more, `rerouted` that it could not be told where it belongs.
    `role` is a role of the server that it calls in public.
    """

    tell: Tell | None = None
    calls: tuple[int, ...] | None = None
    direct: tuple[int, ...] = ()
    timed: bool = False
    rerouted: bool = False
    role: int | None = None


def write_notice(content: Content, routing: Routing) -> dict[str, object]:
    """Return what the store keeps of a notice."""
    data: dict[str, object] = {"v": VERSION, **_written(content)}
    if routing.tell is not None:
        data["tell"] = routing.tell.value
    if routing.calls is not None:
        data["calls"] = list(routing.calls)
    if routing.direct:
        data["direct"] = list(routing.direct)
    if routing.timed:
        data["outlives"] = True
    if routing.rerouted:
        data["rerouted"] = True
    if routing.role is not None:
        data["role"] = routing.role
    return data


def read_routing(data: _Stored) -> Routing:
    """Return the routing of a stored notice."""
    calls = data.get("calls")
    return Routing(
        tell=Tell(data["tell"]) if "tell" in data else None,
        calls=None if calls is None else tuple(calls),
        direct=tuple(data.get("direct", ())),
        timed="outlives" in data,
        rerouted=data.get("rerouted") is True,
        role=data.get("role"),
    )


def read_content(kind: NoticeKind, data: _Stored, ply: int | None = None) -> Content:
    """Return the content of a stored notice; `ply` is the number of plies it was written after."""
    read = _READERS.get(kind)
    return Nothing() if read is None else read(data, ply or 0)


def read_notice(record: NoticeRecord) -> Notice:
    """Return a stored notice."""
    kind, routing = NoticeKind(record.kind), read_routing(record.data)
    return Notice(
        id=record.id,
        kind=kind,
        challenge=record.stream if kind in _ABOUT_CHALLENGES else None,
        match=record.game,
        ply=record.ply,
        recipient=None if record.audience == PUBLIC else record.audience,
        attempts=record.attempts,
        uncertain=record.uncertain,
        content=read_content(kind, record.data, record.ply),
        tell=routing.tell or Tell.THREAD,
        calls=routing.calls or (),
        rerouted=routing.rerouted,
        role=routing.role,
        request=record.request,
        lost=None if record.epoch is None else LostTime(record.epoch, record.created),
        written=record.created,
        background=record.priority > FIRST,
    )


def _written(content: Content) -> Mapping[str, object]:  # noqa: C901, PLR0911, PLR0912  # one case for each content
    match content:
        case Nothing():
            return {}
        case Start(series):
            start = {"since": 0, "mover": None, "move": "", "ping": True}
            return start if series is None else {**start, "series": series.series, "number": series.number}
        case Ply():
            return _ply_written(content)
        case End(cause):
            return _cause_written(cause)
        case TakenBack(since, by, undone, free):
            texts = [[one.seat, one.text] for one in undone]
            return {"since": since, "by": by, "undone": texts, "free": free, "mover": None, "ping": not free}
        case SeriesEnd(series_id):
            return {"series": series_id}
        case ReminderOfTurn(person, nth, hours_left):
            return {"person": person, "nth": nth, "hours_left": hours_left}
        case TimedSeat(seat):
            return {"seat": seat}
        case MoreTime(seat, by, days):
            return {"seat": seat, "by": by, "days": days}
        case OverviewOf(channel) | ResultIn(channel):
            return {"channel": channel}
        case OfferTold(what, by, with_move):
            return {"what": what, "by": by, "with_move": with_move}
        case OfferOver(what, by, fate, who, message):
            told = {} if message is None else _ref_written(message)
            return {"what": what, "by": by, "how": fate, "who": who, **told}
        case CardChanged(declined, reason):
            return {} if declined is None else {"declined": declined, "reason": reason}
        case CardClosed(status):
            return {"status": status}
        case Declined(by, reason):
            return {"by": by, "reason": reason}
        case SeatOffer(substitution):
            return {"substitution": substitution}
        case SeatTaken(seat, leaver, substitute):
            return {"seat": seat, "leaver": leaver, "substitute": substitute}
        case BoardOver(undone_by):
            return {"undone_by": undone_by}
        case WelcomeDue(server, channels, locale):
            return {"server": server, "channels": list(channels), "locale": locale}
        case LimitationMet(limited, channel):
            return {**asdict(limited), "told_in": channel}
        case NamePlace():
            return {**asdict(content), "since": content.since.isoformat()}
        case OfMessage(ref, challenge, undone_by, reader):
            of = {} if challenge is None else {"challenge": challenge}
            why = {} if undone_by is None else {"undone_by": undone_by, "reader": reader}
            return {**_ref_written(ref), **of, **why}


def _ply_written(ply: Ply) -> dict[str, object]:
    data: dict[str, object] = {"since": ply.since, "mover": ply.seat, "move": ply.move, "ping": ply.pings}
    if ply.automatic is not None:
        data[ply.automatic] = True
    if ply.timed_out:
        data["timed_out"] = True
    if ply.claimed_by is not None:
        data["claimed_by"] = ply.claimed_by
    return data


def _cause_written(cause: EndCause) -> dict[str, object]:
    claim = {} if cause.claimed_by is None else {"claimed_by": cause.claimed_by}
    match cause.kind:
        case EndKind.RESIGNED:
            return {"resigned": cause.seat}
        case EndKind.TIMED_OUT:
            return {"timed_out": cause.seat, **claim}
        case EndKind.NOT_BEGUN:
            return {"aborted": True}
        case EndKind.AGREED | EndKind.AGREED_ABORT:
            return {"ended_by": cause.kind.value, "by": cause.seat}
        case EndKind.ADJUDICATED:
            return {"adjudicated_by": cause.admin, "note": cause.note}
        case EndKind.CORRECTED:
            return {"corrected_by": cause.admin, "note": cause.note}


def _ref_written(ref: MessageRef) -> dict[str, object]:
    return {"channel": ref.channel, "message": ref.message}


def _ref(data: _Stored) -> MessageRef:
    return MessageRef(data["channel"], data["message"])


def _start(data: _Stored, _ply: int) -> Start:
    return Start(SeriesGame(data["series"], data["number"]) if "series" in data else None)


def _ply(data: _Stored, number: int) -> Ply:
    return Ply(
        since=data.get("since", number - 1),
        seat=data.get("mover"),
        move=data.get("move", ""),
        pings=data.get("ping") is not False,
        automatic=next((one for one in Automatic if one in data), None),
        timed_out=data.get("timed_out") is True,
        claimed_by=data.get("claimed_by"),
    )


def _end(data: _Stored, _ply: int) -> End:
    claimed_by = data.get("claimed_by")
    if "resigned" in data:
        return End(EndCause(EndKind.RESIGNED, data["resigned"]))
    if "timed_out" in data:
        return End(EndCause(EndKind.TIMED_OUT, data["timed_out"], claimed_by))
    if "ended_by" in data:
        return End(EndCause(EndKind(data["ended_by"]), data.get("by")))
    for by, kind in _BY_ADMINS.items():
        if by in data:
            return End(EndCause(kind, admin=data[by], note=data.get("note") or ""))
    return End(EndCause(EndKind.NOT_BEGUN))


def _taken_back(data: _Stored, _ply: int) -> TakenBack:
    undone = tuple(UndoneText(seat, text) for seat, text in data["undone"])
    return TakenBack(data["since"], data["by"], undone, data["free"])


def _board_over(data: _Stored, _ply: int) -> Content:
    return BoardOver(data["undone_by"]) if "undone_by" in data else Nothing()


def _of_message(data: _Stored, _ply: int) -> OfMessage:
    return OfMessage(_ref(data), data.get("challenge"), data.get("undone_by"), data.get("reader"))


def _limitation(data: _Stored, _ply: int) -> LimitationMet:
    limited = Limited(data["server"], data["channel"], Limitation(data["what"]), data["code"])
    return LimitationMet(limited, data["told_in"])


def _offer_over(data: _Stored, _ply: int) -> OfferOver:
    told = _ref(data) if "message" in data else None
    return OfferOver(OfferKind(data["what"]), data["by"], OfferFate(data["how"]), data.get("who"), told)


_NAMING: Final = ("person", "name", "channel", "reader", "server", "locale", "before")
_READERS: Final[Mapping[NoticeKind, Callable[[_Stored, int], Content]]] = {
    NoticeKind.START: _start,
    NoticeKind.PLY: _ply,
    NoticeKind.END: _end,
    NoticeKind.TAKEN_BACK: _taken_back,
    NoticeKind.SERIES_END: lambda data, _: SeriesEnd(data["series"]),
    NoticeKind.REMINDER: lambda data, _: ReminderOfTurn(
        data["person"], data.get("nth", 1), data.get("hours_left")
    ),
    NoticeKind.TIME_UP: lambda data, _: TimedSeat(data["seat"]),
    NoticeKind.STALLED: lambda data, _: TimedSeat(data["seat"]),
    NoticeKind.MORE_TIME: lambda data, _: MoreTime(data["seat"], data["by"], data["days"]),
    NoticeKind.OVERVIEW: lambda data, _: OverviewOf(data["channel"]),
    NoticeKind.RESULT: lambda data, _: ResultIn(data["channel"]),
    NoticeKind.OFFER: lambda data, _: OfferTold(
        OfferKind(data["what"]), data["by"], data.get("with_move") is True
    ),
    NoticeKind.OFFER_ANSWERED: _offer_over,
    NoticeKind.CHALLENGE_CHANGED: lambda data, _: CardChanged(data.get("declined"), data.get("reason")),
    NoticeKind.CHALLENGE_CLOSED: lambda data, _: CardClosed(ChallengeStatus(data["status"])),
    NoticeKind.CHALLENGE_DECLINED: lambda data, _: Declined(data["by"], data["reason"]),
    NoticeKind.SEAT_OFFERED: lambda data, _: SeatOffer(data["substitution"]),
    NoticeKind.SEAT_CLOSED: lambda data, _: SeatOffer(data["substitution"]),
    NoticeKind.SEAT_CHANGED: lambda data, _: SeatTaken(data["seat"], data["leaver"], data["substitute"]),
    NoticeKind.WELCOME: lambda data, _: WelcomeDue(data["server"], tuple(data["channels"]), data["locale"]),
    NoticeKind.LIMITATION: _limitation,
    NoticeKind.NAME_GONE: lambda data, _: NamePlace(
        **{name: data[name] for name in _NAMING},
        since=datetime.fromisoformat(data["since"]),
        earlier=tuple(data.get("earlier", ())),
    ),
    NoticeKind.BOARD_OVER: _board_over,
    NoticeKind.BUTTONS_OFF: _of_message,
    NoticeKind.MESSAGE_OVER: _of_message,
}


def content_of(notice: NoticeRecord) -> Content:
    """Return what a stored notice says."""
    return read_content(NoticeKind(notice.kind), notice.data, notice.ply)
