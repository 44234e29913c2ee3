"""Seal the dice of tournaments: draw trees of seeds before the games, and give each game its seed."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.features.tournaments.domain.dice_seals import drawing_order, needed_seals, next_leaves
from bot.features.tournaments.domain.pairings import Pairing
from bot.features.tournaments.domain.tournament import Tournament, TournamentStatus
from bot.features.tournaments.store.dice_trees import DiceTreeRepository
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.events.events import DiceSealed
from bot.model.match.dice import Seed
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.dice_tree import DiceTree
from rules.contract.capabilities import leaves_to_chance

_LIVE: Final = frozenset({TournamentStatus.OPEN, TournamentStatus.RUNNING})


class DiceSealing:
    """Prepares seeds for the games of locked tournaments.

    A game gets a seed only from a seal whose message was posted before the game was drawn.
    """

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work

    async def seal(self, tx: Transaction, tournament: Tournament) -> None:
        """Draw the missing seals of a tournament; each has its own message."""
        if tournament.status not in _LIVE or not self._has_dice(tournament):
            return
        needed = needed_seals(
            tournament.setup.rules,
            tournament.setup.places,
            tournament.seals,
            tournament.leaves,
            begun=bool(tournament.games),
        )
        for seal in needed:
            tree = DiceTree.draw(seal.games, self._unit_of_work.chance)
            number = await tx.of(DiceTreeRepository).add(tournament.id, tree, ahead=seal.ahead)
            tx.record(DiceSealed(tournament.id, number, tournament.place.channel))

    def leaves_for(self, tournament: Tournament, pairings: Sequence[Pairing]) -> Mapping[Pairing, DiceLeaf]:
        """Return the leaves of newly drawn games; games beyond the prepared seeds have none."""
        if not self._has_dice(tournament):
            return {}
        ordered = drawing_order(pairings)
        leaves = next_leaves(tournament.seals, tournament.leaves, len(ordered))
        return {game: leaf for game, leaf in zip(ordered, leaves, strict=True) if leaf is not None}

    async def seed_at(self, tx: Transaction, leaf: DiceLeaf | None) -> Seed | None:
        """Return the seed of a leaf, None for a game without one."""
        tree = None if leaf is None else await tx.of(DiceTreeRepository).below(leaf.root)
        return None if leaf is None or tree is None else tree.seeds[leaf.number]

    def _has_dice(self, tournament: Tournament) -> bool:
        """Return whether the games have dice and begin without an accepted card.

        On a ladder people accept cards; games against engines begin immediately.
        """
        terms = tournament.terms
        dice = leaves_to_chance(self._unit_of_work.games[terms.key])
        return dice and (
            not tournament.is_ladder or any(entrant.is_engine for entrant in tournament.entrants)
        )
