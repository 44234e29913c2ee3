"""Tournaments after a restore from a backup."""

from bot.features.tournaments.store.dice_trees import DiceTreeRepository
from bot.features.tournaments.store.tournaments import TournamentRepository
from bot.kernel.transactions.unit_of_work import Transaction
from bot.model.events.events import TournamentChanged


async def show_restored(tx: Transaction) -> None:
    """Update the cards of all live tournaments, and close their dice trees."""
    live = await tx.of(TournamentRepository).live()
    tx.record(*(TournamentChanged(*tournament) for tournament in live))
    for number, _ in live:
        # Games missing from the backup may have revealed seeds.
        await tx.of(DiceTreeRepository).close(number)
