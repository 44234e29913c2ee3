"""Offers between the players of a game: a draw, a take-back, an abort.

**Usage.** Store an `Offers` with the game and change it in the log's transaction: `after_ply` for every ply
of a player (`after_automatic_ply` for automatic plies), `propose`, `accept`, `decline`, `withdraw` for
people's actions. The latter return an `OfferStep`: the new offers, and a settled offer, if any, to be carried
out in the same transaction; a settled offer clears all others, which were for another position. Propose an
offer that comes with a move right after its ply, in the same transaction.

**Take-backs.** A take-back undoes everything from the proposer's last own ply on: that ply and all later
plies of others and of chance. The log is again `AgreedOffer.keep` plies long, and it is their turn. Dice are
never rolled again: a roll follows only from the game's seed and the ply's number, so the same numbers give
the same rolls. To archive undone plies, number new plies by the current log.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from bot.model.refusal import Refusal

FREE: Final = timedelta(minutes=2)
"""How long a ply can be taken back without consent, until another ply follows."""
REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "no-draws": (),
    "offer-made": (),
    "offer-waits": (),
    "no-offer": (),
    "own-offer": (),
    "offer-accepted": (),
    "nothing-to-take-back": (),
    "someone-left-since": (),
    "too-late-to-abort": (),
    "you-left": (),
}
"""This module's refusal reasons, with the names of their details."""


class OfferKind(StrEnum):
    """The kinds of offers: a draw, the take-back of one's last ply, an end without a result."""

    DRAW = "draw"
    TAKE_BACK = "take-back"
    ABORT = "abort"


_OUTLIVES_OWN_PLY: Final = frozenset({OfferKind.DRAW})
_OUTLIVES_LEAVING: Final = frozenset({OfferKind.DRAW, OfferKind.ABORT})


@dataclass(frozen=True, slots=True)
class LoggedPly:
    """A ply of the current log: its seat (None for chance) and its time.

    `leaving` marks a departure by the player on `seat`, in logs that store departures as plies; `automatic`
    marks a ply that the player did not make.
    """

    seat: int | None
    played: datetime
    leaving: bool = False
    automatic: bool = False

    @property
    def is_played(self) -> bool:
        """Whether a player played it."""
        return self.seat is not None and not self.leaving


@dataclass(frozen=True, slots=True)
class OfferContext:
    """The game in which an offer is made: the seats that still play, and the whole current log.

    `draws`: the game allows draws by agreement. `playable`: moves can be made at all. `follows`: it is not
    the first game of its series.
    """

    seats: frozenset[int]
    log: Sequence[LoggedPly]
    draws: bool = True
    playable: bool = True
    follows: bool = False

    @property
    def turns(self) -> int:
        """The number of players' plies so far; offers are identified by it."""
        return sum(ply.is_played for ply in self.log)


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer; `agreed` are the seats that have accepted so far."""

    kind: OfferKind
    seat: int
    agreed: frozenset[int] = frozenset()


class PastOffer(NamedTuple):
    """A past offer of any outcome: its seat, and the number of players' plies before it."""

    kind: OfferKind
    seat: int
    turns: int


@dataclass(frozen=True, slots=True)
class AgreedOffer:
    """A settled offer, agreed or without need of consent: a draw, an abort, or a take-back.

    For take-backs, `keep` is the number of plies that remain, and `undone` the seats of the undone players'
    plies, in order of play.
    """

    kind: OfferKind
    seat: int
    keep: int | None = None
    undone: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Offers:
    """A game's open offers, at most one of each kind, and its past offers. Begin with `Offers()`."""

    open: tuple[Offer, ...] = ()
    made: frozenset[PastOffer] = frozenset()

    def find(self, kind: OfferKind) -> Offer | None:
        """Return the open offer of a kind, if any."""
        return next((offer for offer in self.open if offer.kind is kind), None)

    def propose(self, kind: OfferKind, seat: int, table: OfferContext, now: datetime) -> "OfferStep":
        """Make an offer, or settle it immediately if it needs no consent.

        Each seat has one offer of a kind per turn. An abort needs no consent before the player's own first
        ply in a game or its series, nor does a take-back within `FREE` of their ply and before the next ply.
        Raises Refusal: "you-left", "no-draws", "nothing-to-take-back", "someone-left-since" (a departure
        cannot be undone), "too-late-to-abort", "offer-made", "offer-waits" (an offer of this kind is open).
        """
        _check_seat(seat, table)
        _POSSIBLE[kind](seat, table)
        offer = PastOffer(kind, seat, table.turns)
        if offer in self.made:
            raise Refusal("offer-made")
        noted = replace(self, made=self.made | {offer})
        if _ALONE[kind](seat, table, now):
            return OfferStep(replace(noted, open=()), _settlement(kind, seat, table))
        if self.find(kind) is not None:
            raise Refusal("offer-waits")
        return OfferStep(replace(noted, open=(*self.open, Offer(kind, seat))))

    def allows(self, kind: OfferKind, seat: int, table: OfferContext, now: datetime) -> bool:
        """Return whether `propose` would succeed."""
        try:
            self.propose(kind, seat, table, now)
        except Refusal:
            return False
        return True

    def accept(self, kind: OfferKind, seat: int, table: OfferContext) -> "OfferStep":
        """Accept an offer; it is settled once all others who still play have accepted.

        Raises Refusal: "you-left", "no-offer", "own-offer", "offer-accepted" (by this seat, earlier).
        """
        _check_seat(seat, table)
        offer = self._of_another(kind, seat)
        if seat in offer.agreed:
            raise Refusal("offer-accepted")
        agreed = replace(offer, agreed=offer.agreed | {seat})
        if _is_agreed(agreed, table):
            return OfferStep(replace(self, open=()), _settlement(kind, offer.seat, table))
        return OfferStep(
            replace(self, open=tuple(agreed if other is offer else other for other in self.open))
        )

    def decline(self, kind: OfferKind, seat: int, table: OfferContext) -> "OfferStep":
        """Decline an offer, which closes it. Raises Refusal: "you-left", "no-offer", "own-offer"."""
        _check_seat(seat, table)
        return OfferStep(self._without(self._of_another(kind, seat)))

    def withdraw(self, kind: OfferKind, seat: int) -> "OfferStep":
        """Withdraw the seat's own offer. Raises Refusal: "no-offer"."""
        offer = self.find(kind)
        if offer is None or offer.seat != seat:
            raise Refusal("no-offer")
        return OfferStep(self._without(offer))

    def after_ply(self, seat: int) -> "Offers":
        """Return the offers after a ply: only the player's own draw offer stays open."""
        offers = (offer for offer in self.open if offer.kind in _OUTLIVES_OWN_PLY and offer.seat == seat)
        return replace(self, open=tuple(offers))

    def after_automatic_ply(self) -> "Offers":
        """Return the offers after an automatic ply: only draw offers stay open."""
        return replace(self, open=tuple(offer for offer in self.open if offer.kind in _OUTLIVES_OWN_PLY))

    def after_leaving(self, seat: int, table: OfferContext) -> "OfferStep":
        """Return the offers after `seat` left; `table` no longer contains it.

        Their own offers and all take-backs lapse, since a departure cannot be undone; an offer that lacked
        only their consent is settled.
        """
        others = tuple(offer for offer in self.open if offer.seat != seat and offer.kind in _OUTLIVES_LEAVING)
        for offer in others:
            if _is_agreed(offer, table):
                return OfferStep(replace(self, open=()), _settlement(offer.kind, offer.seat, table))
        return OfferStep(replace(self, open=others))

    def after_substitution(self, seat: int) -> "Offers":
        """Return the offers after `seat` changed hands: the leaver's offers lapse."""
        offers = (offer for offer in self.open if offer.seat != seat)
        return replace(self, open=tuple(replace(offer, agreed=offer.agreed - {seat}) for offer in offers))

    def others_acted_since(self, before: frozenset[tuple[OfferKind, int]], seat: int) -> bool:
        """Return whether others made or accepted an offer since a ply of `seat`; `before` were open then."""
        new = (offer for offer in self.open if (offer.kind, offer.seat) not in before)
        return any(offer.agreed or offer.seat != seat for offer in new)

    def after_undo(self, before: frozenset[tuple[OfferKind, int]], turns: int) -> "Offers":
        """Return the offers after a take-back to `turns` players' plies, when the offers `before` were open.

        Later offers lapse. Offers that the undone ply ended were reported as ended; they may be made again.
        """
        offers = tuple(offer for offer in self.open if (offer.kind, offer.seat) in before)
        lapsed = before - {(offer.kind, offer.seat) for offer in offers}
        offers_made = (offer for offer in self.made if offer.turns <= turns)
        return Offers(
            offers,
            frozenset(command for command in offers_made if (command.kind, command.seat) not in lapsed),
        )

    def _of_another(self, kind: OfferKind, seat: int) -> Offer:
        offer = self.find(kind)
        if offer is None:
            raise Refusal("no-offer")
        if offer.seat == seat:
            raise Refusal("own-offer")
        return offer

    def _without(self, offer: Offer) -> "Offers":
        return replace(self, open=tuple(other for other in self.open if other is not offer))


@dataclass(frozen=True, slots=True)
class OfferStep:
    """The offers after an action, and the effect to carry out now."""

    offers: Offers
    settled: AgreedOffer | None = None


def _check_seat(seat: int, table: OfferContext) -> None:
    if seat not in table.seats:
        raise Refusal("you-left")


def _is_agreed(offer: Offer, table: OfferContext) -> bool:
    return table.seats <= offer.agreed | {offer.seat}


def _settlement(kind: OfferKind, seat: int, table: OfferContext) -> AgreedOffer:
    if kind is not OfferKind.TAKE_BACK:
        return AgreedOffer(kind, seat)
    keep = _last_own(seat, table)
    undone = tuple(ply.seat for ply in table.log[keep:] if ply.seat is not None)
    return AgreedOffer(kind, seat, keep, undone)


def _last_own(seat: int, table: OfferContext) -> int | None:
    """Return the index of the seat's last ply in the log, None if there is none."""
    falling = (index for index in reversed(range(len(table.log))) if _is_own(table.log[index], seat))
    return next(falling, None)


def _is_own(ply: LoggedPly, seat: int) -> bool:
    return ply.seat == seat and ply.is_played


def _check_draw(_seat: int, table: OfferContext) -> None:
    if not table.draws:
        raise Refusal("no-draws")


def _check_take_back(seat: int, table: OfferContext) -> None:
    index = _last_own(seat, table)
    if index is None:
        raise Refusal("nothing-to-take-back")
    if any(ply.leaving for ply in table.log[index:]):
        raise Refusal("someone-left-since")


def _check_abort(_seat: int, table: OfferContext) -> None:
    if table.playable and all(_last_own(seat, table) is not None for seat in table.seats):
        raise Refusal("too-late-to-abort")


def _never(_seat: int, _table: OfferContext, _now: datetime) -> bool:
    return False


def _is_free(seat: int, table: OfferContext, now: datetime) -> bool:
    index = _last_own(seat, table)
    # No ply may follow, not even a roll: a free take-back must not reveal the next dice.
    return index == len(table.log) - 1 and now - table.log[index].played <= FREE


def _has_not_begun(seat: int, table: OfferContext, _now: datetime) -> bool:
    # An abort also ends the series: it could undo an earlier loss.
    return not table.follows and _last_own(seat, table) is None


_POSSIBLE: Final[Mapping[OfferKind, Callable[[int, OfferContext], None]]] = {
    OfferKind.DRAW: _check_draw,
    OfferKind.TAKE_BACK: _check_take_back,
    OfferKind.ABORT: _check_abort,
}
_ALONE: Final[Mapping[OfferKind, Callable[[int, OfferContext, datetime], bool]]] = {
    OfferKind.DRAW: _never,
    OfferKind.TAKE_BACK: _is_free,
    OfferKind.ABORT: _has_not_begun,
}
