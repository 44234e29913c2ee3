"""What everything the club does has in common: its means, and that each request is done once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.play.acquaintances import Acquaintances
from bot.play.model import Limits, Refusal, Request
from bot.play.ports import Chance, Clock
from bot.play.positions import Positions
from data.records import RequestRecord
from data.store import Store, Tables
from rules.game import Game

_LARGEST_ID: Final = 2**63 - 1


class Action(StrEnum):
    """What a request did."""

    CHALLENGE = "challenge"
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    TURN = "turn"
    RESIGN = "resign"


class AlreadyDone(Exception):
    """The request's id is taken: leave the transaction and answer from what it did."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The club's means. `wake` is called after a commit that wrote notices."""

    store: Store
    games: Mapping[str, Game]
    clock: Clock
    chance: Chance
    limits: Limits
    wake: Callable[[], None]
    positions: Positions
    people: Acquaintances

    async def claim(
        self,
        tables: Tables,
        request: Request,
        action: Action,
        subject: int,
        *,
        now: datetime,
        number: int | None = None,
    ) -> None:
        """Store within a transaction what a request does. Raises AlreadyDone."""
        record = RequestRecord(request.id, request.person.id, action, subject, number)
        if not await tables.requests.claim(record, now):
            raise AlreadyDone

    async def effect(
        self, tables: Tables, request: Request, action: Action, subject: int | None = None
    ) -> RequestRecord:
        """Return what a request did before. Raises Refusal when it was another person's or another wish."""
        record = await tables.requests.get(request.id)
        same = record is not None and (record.player, record.action) == (request.person.id, action)
        if record is None or not same or subject not in {None, record.subject}:
            raise Refusal("request-taken")
        return record


def is_id(number: int) -> bool:
    """Return whether a number can be an id at all; people make up ids by hand."""
    return 0 < number <= _LARGEST_ID
