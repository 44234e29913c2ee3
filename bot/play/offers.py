"""Offers between the players of a game: a draw, a take-back, an abort.

**How it is used.** Keep an `Offers` beside the game and change it in the transaction of the log: `after_ply` for
every ply of a player, `propose`, `accept`, `decline`, `withdraw` for what people press. Each of these gives a
`Step`: the offers as they are then, and what has been settled, if anything, to be carried out in the same
transaction. An offer that travels with a move is proposed right after its ply, in the same transaction.

**Take-backs.** Undone is everything from the asking player's last own ply on: that ply, all later plies of
others, and all plies of chance. The log stands again as it did before his ply, `Settled.keep` plies long, and
it is his turn. Dice are never rolled again: the result of chance at a ply follows from the seed of the game and
the number of the ply alone, so when the log grows over the same numbers the same results come again. Whoever
keeps undone plies for the record must number new plies by the standing log.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.play.model import Refusal

FREE: Final = timedelta(minutes=2)
"""How long a ply can be taken back without asking, as long as no other player has played."""
REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "no-draws": (),
    "offer-made": (),
    "offer-waits": (),
    "no-offer": (),
    "own-offer": (),
    "offer-accepted": (),
    "nothing-to-take-back": (),
    "too-late-to-abort": (),
    "you-left": (),
}
"""Every reason for which something is refused here, with the names of its details."""


class OfferKind(StrEnum):
    """What can be offered."""

    DRAW = "draw"
    TAKE_BACK = "take-back"
    ABORT = "abort"


_OUTLIVES_OWN_PLY: Final = frozenset({OfferKind.DRAW})


@dataclass(frozen=True, slots=True)
class LoggedPly:
    """A ply of the standing log: its seat (None for chance) and when it was played."""

    seat: int | None
    played: datetime


@dataclass(frozen=True, slots=True)
class Table:
    """The running game an offer is made in: who still plays, and the standing log from its first ply.

    `draws` says whether the game knows draws by agreement. Plies by which someone left are not in the log.
    """

    seats: frozenset[int]
    log: Sequence[LoggedPly]
    draws: bool = True

    @property
    def turns(self) -> int:
        """The number of plies players have played: offers are counted by it."""
        return sum(ply.seat is not None for ply in self.log)


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that waits for an answer; `agreed` are the seats that have accepted so far."""

    kind: OfferKind
    seat: int
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Made:
    """An offer that has been made, whatever became of it: by whom, and after how many plies of players."""

    kind: OfferKind
    seat: int
    turns: int


@dataclass(frozen=True, slots=True)
class Settled:
    """What has been agreed, or needs no agreement: the draw, the abort, or the take-back.

    For take-backs, `keep` is the number of plies that stand, and `undone` the seats of the players' plies that
    do not, in the order they were played.
    """

    kind: OfferKind
    seat: int
    keep: int | None = None
    undone: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Offers:
    """The open offers of a game, at most one of a kind, and those made so far. Begin with `Offers()`."""

    open: tuple[Offer, ...] = ()
    made: frozenset[Made] = frozenset()

    def find(self, kind: OfferKind) -> Offer | None:
        """Return the open offer of a kind."""
        return next((offer for offer in self.open if offer.kind is kind), None)

    def propose(self, kind: OfferKind, seat: int, table: Table, now: datetime) -> "Step":
        """Make an offer, or do at once what needs nobody's consent.

        Each seat has one offer of a kind per turn. What needs no consent: an abort before one's own first ply,
        a take-back within `FREE` of one's ply and before another player's. Raises Refusal: "you-left",
        "no-draws", "nothing-to-take-back", "too-late-to-abort", "offer-made", "offer-waits" (the same is on
        offer already: answer that).
        """
        _check_seat(seat, table)
        _POSSIBLE[kind](seat, table)
        made = Made(kind, seat, table.turns)
        if made in self.made:
            raise Refusal("offer-made")
        noted = replace(self, made=self.made | {made})
        if _ALONE[kind](seat, table, now):
            return noted._settle(kind, seat, table)
        if self.find(kind) is not None:
            raise Refusal("offer-waits")
        return Step(replace(noted, open=(*self.open, Offer(kind, seat))))

    def accept(self, kind: OfferKind, seat: int, table: Table) -> "Step":
        """Agree to an offer; it is settled when everyone else who still plays has.

        Raises Refusal: "you-left", "no-offer", "own-offer", "offer-accepted" (by this seat, earlier).
        """
        _check_seat(seat, table)
        offer = self._of_another(kind, seat)
        if seat in offer.agreed:
            raise Refusal("offer-accepted")
        return self._agree(replace(offer, agreed=offer.agreed | {seat}), table)

    def decline(self, kind: OfferKind, seat: int, table: Table) -> "Step":
        """Refuse an offer; one who does is enough. Raises Refusal: "you-left", "no-offer", "own-offer"."""
        _check_seat(seat, table)
        return Step(self._without(self._of_another(kind, seat)))

    def withdraw(self, kind: OfferKind, seat: int) -> "Step":
        """Take one's own offer back. Raises Refusal: "no-offer"."""
        offer = self.find(kind)
        if offer is None or offer.seat != seat:
            raise Refusal("no-offer")
        return Step(self._without(offer))

    def after_ply(self, seat: int) -> "Offers":
        """Return what is still on offer after a ply: a draw the player offered himself, nothing else."""
        kept = (offer for offer in self.open if offer.kind in _OUTLIVES_OWN_PLY and offer.seat == seat)
        return replace(self, open=tuple(kept))

    def after_leaving(self, seat: int, table: Table) -> tuple["Step", ...]:
        """Return a step per offer after `seat` has left; `table` is without it. Use the last step's offers.

        His own offers are gone; those that only he had not accepted are settled.
        """
        stand = replace(self, open=tuple(offer for offer in self.open if offer.seat != seat))
        steps = [Step(stand)]
        for offer in stand.open:
            steps.append(steps[-1].offers._agree(offer, table))
            if steps[-1].settled is not None:
                break
        return tuple(steps)

    def _of_another(self, kind: OfferKind, seat: int) -> Offer:
        offer = self.find(kind)
        if offer is None:
            raise Refusal("no-offer")
        if offer.seat == seat:
            raise Refusal("own-offer")
        return offer

    def _agree(self, offer: Offer, table: Table) -> "Step":
        if table.seats <= offer.agreed | {offer.seat}:
            return self._settle(offer.kind, offer.seat, table)
        stand = tuple(offer if other.kind is offer.kind else other for other in self.open)
        return Step(replace(self, open=stand))

    def _settle(self, kind: OfferKind, seat: int, table: Table) -> "Step":
        settled = Settled(kind, seat)
        if kind is OfferKind.TAKE_BACK:
            keep = _last_own(seat, table)
            undone = tuple(ply.seat for ply in table.log[keep:] if ply.seat is not None)
            settled = replace(settled, keep=keep, undone=undone)
        # Each of the three changes the position or ends the game: what else was on offer was for the old one.
        return Step(replace(self, open=()), settled)

    def _without(self, offer: Offer) -> "Offers":
        return replace(self, open=tuple(other for other in self.open if other.kind is not offer.kind))


@dataclass(frozen=True, slots=True)
class Step:
    """The offers after something was done with them, and what is to be carried out now."""

    offers: Offers
    settled: Settled | None = None
