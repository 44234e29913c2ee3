"""Checks whether a finished match's seed fits its commitment, and where that was first shown."""

from bot.features.matches.ports import FindTree, IsInPlace, MatchPorts
from bot.model.match.dice import FirstShown, SealCheck, Seed
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.dice_tree import ShownTree
from bot.model.match.match import Match
from bot.repositories.challenges import ChallengeRepository
from data.session import Session


class DiceChecks:
    """Checks the dice of finished matches, within the caller's transaction."""

    def __init__(self, ports: MatchPorts) -> None:
        self._find_tree: FindTree = ports.find_tree
        self._is_in_place: IsInPlace = ports.is_in_place

    async def leaf_of(self, session: Session, match: Match) -> DiceLeaf | None:
        """Return the leaf of a match with its path, None without a leaf or if its tree is gone."""
        if match.leaf is None:
            return None
        return _leaf_in(await self._find_tree(session, match.leaf.root), match.leaf)

    async def seal_of(self, session: Session, match: Match, seed: Seed) -> SealCheck:
        """Check the seed of a match with dice against its commitment as it was first shown."""
        fits = match.commitment is not None and seed.fits(match.commitment)
        if match.is_practice:
            return SealCheck(FirstShown.NOWHERE, fits)
        if match.leaf is not None:
            return await self._in_tree(session, match, match.leaf, fits=fits)
        challenge = await session.of(ChallengeRepository).get(match.challenge)
        if challenge is None or challenge.commitment is None or match.number > 1:
            # The seed was drawn at the match's start: in a later game of a series, or in an old tournament.
            return SealCheck(FirstShown.OPENING, fits)
        return SealCheck(FirstShown.CARD, fits and challenge.commitment == match.commitment)

    async def _in_tree(self, session: Session, match: Match, given: DiceLeaf, *, fits: bool) -> SealCheck:
        shown = await self._find_tree(session, given.root)
        leaf, message = _leaf_in(shown, given), None if shown is None else shown.message
        opening = None if match.beacon is None else match.beacon.message
        in_time = message is not None and (opening is None or message < opening.message)
        fits = (
            fits
            and in_time
            # A match with a leaf never has words from players.
            and not match.words
            and leaf is not None
            and leaf.root == given.root
            and leaf.holds(match.commitment or "")
            and await self._is_in_place(session, match.challenge, given)
        )
        return SealCheck(FirstShown.TREE, fits, leaf or given, message)


def _leaf_in(shown: ShownTree | None, given: DiceLeaf) -> DiceLeaf | None:
    if shown is None or not 0 <= given.number < len(shown.tree.seeds):
        return None
    return shown.tree.leaf(given.number)
