"""The table of trees of dice seeds."""

from typing import Final

import sqlalchemy as sa

from bot.features.tournaments.store.tournament_tables import dice_trees
from bot.model.match.dice_tree import DiceTree, ShownTree
from data.session import Session

_ADD: Final = sa.insert(dice_trees).returning(dice_trees.c.id)
_UPDATE: Final = sa.update(dice_trees).where(dice_trees.c.id == sa.bindparam("_id"))
_HAND_ON: Final = sa.update(dice_trees).where(
    dice_trees.c.tournament == sa.bindparam("_before"),
    dice_trees.c.ahead == sa.true(),
    dice_trees.c.closed == sa.false(),
)
_CLOSE: Final = sa.update(dice_trees).where(dice_trees.c.tournament == sa.bindparam("_of"))
_BY_ROOT: Final = (
    sa.select(dice_trees.c.seeds, dice_trees.c.message)
    .where(dice_trees.c.root == sa.bindparam("root"))
    .order_by(dice_trees.c.id)
    .limit(1)
)


class DiceTreeRepository:
    """The table `dice_trees` within one connection. Its seeds are secret while games run."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def add(self, tournament: int, tree: DiceTree, *, ahead: bool) -> int:
        """Insert a new tree of a tournament and return its id."""
        values = {
            "tournament": tournament,
            "root": tree.root,
            "seeds": tree.hex,
            "size": len(tree.seeds),
            "ahead": ahead,
            "closed": False,
        }
        new: int = (await self._connection.execute(_ADD, values)).scalar_one()
        return new

    async def below(self, root: str) -> DiceTree | None:
        """Return the tree with a root, None if it was deleted."""
        entry = await self.shown_tree(root)
        return None if entry is None else entry.tree

    async def shown_tree(self, root: str) -> ShownTree | None:
        """Return the tree with a root and the message that shows it, None if it was deleted."""
        row = (await self._connection.execute(_BY_ROOT, {"root": root})).one_or_none()
        return None if row is None else ShownTree(DiceTree.from_hex(row.seeds), row.message)

    async def set_message(self, tree: int, message: int) -> None:
        """Store the message that shows the root of a tree."""
        await self._connection.execute(_UPDATE, {"_id": tree, "message": message})

    async def hand_on(self, season: int, following: int) -> None:
        """Transfer the tree reserved for a league's next season to that season."""
        values = {"_before": season, "tournament": following, "ahead": False}
        await self._connection.execute(_HAND_ON, values)

    async def close(self, tournament: int) -> None:
        """Close the trees of a tournament: further games get none of their seeds."""
        await self._connection.execute(_CLOSE, {"_of": tournament, "closed": True})
