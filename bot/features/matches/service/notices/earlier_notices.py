"""Notices as the version before has written them: each kind of row with a form of its own.

What such a row does not say of an event, nobody asks of one that waits to be told.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from bot.kernel.outbox.message_routes import EarlierForms
from bot.kernel.outbox.notices import Routing
from bot.model.challenge import ChallengeStatus
from bot.model.event import DomainEvent
from bot.model.events.events import (
    ChallengeChanged,
    ChallengeClosed,
    ChallengeDeclined,
    ChallengeExpired,
    ChallengeMade,
    DeadlineMoved,
    DeadlineNear,
    DeadlinePassed,
    DiceRolled,
    EndCause,
    EndKind,
    LimitationMet,
    LobbyReady,
    MatchEnded,
    MatchRestored,
    MatchStalled,
    MatchStarted,
    MoreTimeGiven,
    OfferAnswered,
    OfferMade,
    OfferOutcome,
    PliesTakenBack,
    PlyPlayed,
    ResultCorrected,
    SeatChanged,
    SeatOfferClosed,
    SeatOffered,
    SeriesEnded,
    SeriesGame,
    TermsChanged,
    UndoneText,
    WelcomeDue,
)
from bot.model.events.instructions import (
    CloseThread,
    DeleteMessage,
    EndDirectBoard,
    RedrawOverview,
    RemoveButtons,
    TellResult,
)
from bot.model.limitations import Limitation, Limited
from bot.model.match.log_entry import Automatic
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from bot.model.people.preferences import Tell
from bot.model.people.privacy import NameErasure
from bot.repositories.records.outbox import NoticeRecord
from rules.contract import Outcome

_Stored = Mapping[str, Any]
_BY_ADMINS: Final = {"adjudicated_by": EndKind.ADJUDICATED, "corrected_by": EndKind.CORRECTED}
_ERASED: Final = ("person", "name", "channel", "reader", "server", "locale", "before")
TYPES: Final[Mapping[str, frozenset[type[DomainEvent]]]] = {
    "challenge": frozenset({ChallengeMade}),
    "challenge-changed": frozenset({ChallengeChanged}),
    "terms-changed": frozenset({TermsChanged}),
    "challenge-closed": frozenset({ChallengeClosed}),
    "start": frozenset({MatchStarted}),
    "ply": frozenset({PlyPlayed, DiceRolled}),
    "end": frozenset({MatchEnded, ResultCorrected}),
    "series-end": frozenset({SeriesEnded}),
    "reminder": frozenset({DeadlineNear}),
    "time-up": frozenset({DeadlinePassed}),
    "stalled": frozenset({MatchStalled}),
    "more-time": frozenset({MoreTimeGiven}),
    "overview": frozenset({RedrawOverview}),
    "offer": frozenset({OfferMade}),
    "offer-answered": frozenset({OfferAnswered}),
    "taken-back": frozenset({PliesTakenBack}),
    "challenge-declined": frozenset({ChallengeDeclined}),
    "challenge-expired": frozenset({ChallengeExpired}),
    "lobby-ready": frozenset({LobbyReady}),
    "board-changed": frozenset({DeadlineMoved}),
    "board-over": frozenset({EndDirectBoard}),
    "seat-offered": frozenset({SeatOffered}),
    "seat-closed": frozenset({SeatOfferClosed}),
    "seat-changed": frozenset({SeatChanged}),
    "restored": frozenset({MatchRestored}),
    "result": frozenset({TellResult}),
    "thread-over": frozenset({CloseThread}),
    "welcome": frozenset({WelcomeDue}),
    "limitation": frozenset({LimitationMet}),
    "name-gone": frozenset({NameErasure}),
    "buttons-off": frozenset({RemoveButtons}),
    "message-over": frozenset({DeleteMessage}),
}
"""By kind of row, what it can be read as."""


def kinds_of(types: frozenset[type[DomainEvent]]) -> frozenset[str]:
    """Return all the kinds of rows, also of the version before, that may hold events of these types."""
    earlier = (kind for kind, held in TYPES.items() if not types.isdisjoint(held))
    return frozenset({*(event_type.__name__ for event_type in types), *earlier})


def read(record: NoticeRecord) -> tuple[DomainEvent, Routing]:
    """Return what such a row holds, and its routing."""
    data = record.data
    of_match = _OF_MATCHES.get(record.kind)
    if of_match is not None:
        return of_match(data, record.game or 0, record.ply or 0), _routing(data)
    of_challenge = _OF_CHALLENGES.get(record.kind)
    if of_challenge is not None:
        return of_challenge(data, record.stream), _routing(data)
    return _OTHERS[record.kind](data, record.game), _routing(data)


def _routing(data: _Stored) -> Routing:
    calls = data.get("calls")
    return Routing(
        tell=_tell(data) if "tell" in data else None,
        calls=None if calls is None else tuple(calls),
        direct=tuple(data.get("direct", ())),
        timed="outlives" in data,
        rerouted=data.get("rerouted") is True,
    )


def _tell(data: _Stored) -> Tell:
    return Tell(data.get("tell", Tell.THREAD))


def _started(data: _Stored, match: int, plies: int) -> MatchStarted:
    series = SeriesGame(data["series"], data["number"]) if "series" in data else None
    return MatchStarted(match, plies, None, _tell(data), series)


def _played(data: _Stored, match: int, plies: int) -> PlyPlayed | DiceRolled:
    since, seat, pings = data.get("since", plies - 1), data.get("mover"), data.get("ping") is not False
    if seat is None:
        return DiceRolled(match, since, plies, None, _tell(data), pings=pings)
    return PlyPlayed(
        match,
        since,
        plies,
        seat,
        data.get("move", ""),
        # It only says whether the turn has passed on.
        before=seat if pings else None,
        turn=None,
        tell=_tell(data),
        by=None,
        automatic=next((automatic for automatic in Automatic if automatic in data), None),
        timed_out=data.get("timed_out") is True,
        claimed_by=data.get("claimed_by"),
    )


def _ended(data: _Stored, match: int, plies: int) -> MatchEnded | ResultCorrected:
    cause = _cause(data)
    if cause.kind is EndKind.CORRECTED:
        return ResultCorrected(match, plies, cause)
    return MatchEnded(match, plies, Outcome((), cause.kind), cause, None, frozenset(), None)


def _cause(data: _Stored) -> EndCause:
    if "resigned" in data:
        return EndCause(EndKind.RESIGNED, data["resigned"])
    if "timed_out" in data:
        return EndCause(EndKind.TIMED_OUT, data["timed_out"], data.get("claimed_by"))
    if "ended_by" in data:
        return EndCause(EndKind(data["ended_by"]), data.get("by"))
    for by, kind in _BY_ADMINS.items():
        if by in data:
            return EndCause(kind, admin=data[by], note=data.get("note") or "")
    return EndCause(EndKind.NOT_BEGUN)


def _taken_back(data: _Stored, match: int, plies: int) -> PliesTakenBack:
    undone = tuple(UndoneText(seat, text) for seat, text in data["undone"])
    said = data["since"], plies, data["by"], undone, data["free"]
    return PliesTakenBack(match, *said, before=None, turn=None, tell=_tell(data))


def _reminder(data: _Stored, match: int, plies: int) -> DeadlineNear:
    return DeadlineNear(match, plies, data["person"], data.get("nth", 1), data.get("hours_left"))


def _offered(data: _Stored, match: int, plies: int) -> OfferMade:
    return OfferMade(match, plies, OfferKind(data["what"]), data["by"], data.get("with_move") is True)


def _answered(data: _Stored, match: int, plies: int) -> OfferAnswered:
    told = _ref(data) if "message" in data else None
    outcome = OfferOutcome(data["how"])
    return OfferAnswered(match, plies, OfferKind(data["what"]), data["by"], outcome, data.get("who"), told)


def _seat_changed(data: _Stored, match: int, plies: int) -> SeatChanged:
    people = data["seat"], data["leaver"], data["substitute"]
    return SeatChanged(match, plies, None, *people, before=Tell.THREAD, tell=_tell(data))


def _ref(data: _Stored) -> MessageRef:
    return MessageRef(data["channel"], data["message"])


def _limitation(data: _Stored) -> LimitationMet:
    limited = Limited(data["server"], data["channel"], Limitation(data["what"]), data["code"])
    return LimitationMet(limited, data["told_in"])


def _remove_buttons(data: _Stored, match: int | None) -> RemoveButtons:
    return RemoveButtons(_ref(data), match, data.get("challenge"), data.get("undone_by"), data.get("reader"))


def _name_erasure(data: _Stored) -> NameErasure:
    return NameErasure(
        **{name: data[name] for name in _ERASED},
        since=datetime.fromisoformat(data["since"]),
        earlier=tuple(data.get("earlier", ())),
    )


_OF_MATCHES: Final[Mapping[str, Callable[[_Stored, int, int], DomainEvent]]] = {
    "start": _started,
    "ply": _played,
    "end": _ended,
    "taken-back": _taken_back,
    "series-end": lambda data, match, plies: SeriesEnded(match, plies, data["series"]),
    "reminder": _reminder,
    "time-up": lambda data, match, plies: DeadlinePassed(match, plies, data["seat"]),
    "stalled": lambda data, match, plies: MatchStalled(match, plies, data["seat"]),
    "more-time": lambda data, match, plies: MoreTimeGiven(
        match, plies, data["seat"], data["by"], data["days"]
    ),
    "offer": _offered,
    "offer-answered": _answered,
    "board-changed": lambda _, match, plies: DeadlineMoved(match, plies, None),
    "board-over": lambda data, match, _: EndDirectBoard(match, data.get("undone_by")),
    "seat-offered": lambda data, match, plies: SeatOffered(match, plies, data["substitution"]),
    "seat-closed": lambda data, match, plies: SeatOfferClosed(match, plies, data["substitution"]),
    "seat-changed": _seat_changed,
    "restored": lambda data, match, plies: MatchRestored(match, plies, None, _tell(data)),
    "result": lambda data, match, _: TellResult(match, data["channel"]),
    "thread-over": lambda _data, match, _plies: CloseThread(match),
}
_OF_CHALLENGES: Final[Mapping[str, Callable[[_Stored, int], DomainEvent]]] = {
    "challenge": lambda data, challenge: ChallengeMade(challenge, data.get("role")),
    "challenge-changed": lambda data, challenge: ChallengeChanged(
        challenge, data.get("declined"), data.get("reason")
    ),
    "terms-changed": lambda _, challenge: TermsChanged(challenge),
    "challenge-closed": lambda data, challenge: ChallengeClosed(challenge, ChallengeStatus(data["status"])),
    "challenge-declined": lambda data, challenge: ChallengeDeclined(challenge, data["by"], data["reason"]),
    "challenge-expired": lambda _, challenge: ChallengeExpired(challenge),
    "lobby-ready": lambda _, challenge: LobbyReady(challenge),
}
_OTHERS: Final[Mapping[str, Callable[[_Stored, int | None], DomainEvent]]] = {
    "overview": lambda data, _: RedrawOverview(data["channel"]),
    "welcome": lambda data, _: WelcomeDue(data["server"], tuple(data["channels"]), data["locale"]),
    "limitation": lambda data, _: _limitation(data),
    "name-gone": lambda data, _: _name_erasure(data),
    "buttons-off": _remove_buttons,
    "message-over": lambda data, _: DeleteMessage(_ref(data)),
}
EARLIER: Final = EarlierForms(TYPES, read)
