"""The routes of tournaments: messages in their channels."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from bot.features.tournaments.store.dice_trees import DiceTreeRepository
from bot.features.tournaments.store.tournaments import TournamentRepository
from bot.kernel.outbox.message_routes import DeliveredNotice, MessageRoute, OutgoingMessage
from bot.kernel.outbox.recorded import Recipient
from bot.model.events.events import DiceSealed, RoundChanged, TournamentChanged, TournamentEnded


def _in_channel(
    event: TournamentChanged | TournamentEnded | DiceSealed | RoundChanged,
    _recipients: Sequence[Recipient],
    _now: datetime,
) -> Sequence[OutgoingMessage]:
    return [OutgoingMessage(event, event.channel)]


async def _store_announcement(event: TournamentChanged, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    if arrival.public_ref is not None:
        repository = arrival.session.of(TournamentRepository)
        await repository.set_message(event.tournament, arrival.public_ref.message)
    return []


async def _store_seal(event: DiceSealed, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    if arrival.public_ref is not None:
        await arrival.session.of(DiceTreeRepository).set_message(event.tree, arrival.public_ref.message)
    return []


TOURNAMENT_ROUTES: Final[tuple[MessageRoute[Any], ...]] = (
    MessageRoute(TournamentChanged, elsewhere=_in_channel, delivered=_store_announcement),
    MessageRoute(RoundChanged, elsewhere=_in_channel),
    MessageRoute(TournamentEnded, elsewhere=_in_channel),
    MessageRoute(DiceSealed, elsewhere=_in_channel, delivered=_store_seal),
)
