"""Trees of dice, and the place of a game's dice in the tree of its tournament."""

from dataclasses import replace

from bot.features.tournaments.domain.dice_seals import drawing_order
from bot.features.tournaments.store.dice_trees import DiceTreeRepository
from bot.features.tournaments.store.tournaments import TournamentRepository
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.dice_tree import ShownTree
from data.session import Session


async def find_tree(session: Session, root: str) -> ShownTree | None:
    """Return the tree with a root and its message, None if it was deleted."""
    return await session.of(DiceTreeRepository).shown_tree(root)


async def is_in_place(session: Session, challenge: int, leaf: DiceLeaf) -> bool:
    """Return whether a match has the leaf for its place in the drawing order.

    Always true on a ladder, where this cannot be checked: the rows of games without a result are deleted at
    its end.
    """
    entry = await session.of(TournamentRepository).game_of(challenge)
    tournament = None if entry is None else await session.of(TournamentRepository).get(entry.tournament)
    if entry is None or tournament is None or tournament.is_ladder:
        return True
    below = [game for game in tournament.games if game.leaf is not None and game.leaf.root == leaf.root]
    numbered = {replace(game.pairing, points=None, played=True): game for game in below}
    order = drawing_order(tuple(numbered))
    places = {numbered[pairing].id: place for place, pairing in enumerate(order)}
    return places.get(entry.game) == leaf.number
