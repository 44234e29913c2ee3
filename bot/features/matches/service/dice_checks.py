"""Checks of seals: whether the seed of a finished match matches its commitment, and where that was shown."""

from bot.features.matches.ports import IsInPlace
from bot.model.match.dice import FirstShown, SealCheck, Seed
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.match import Match
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.dice_trees import DiceTreeRepository
from data.session import Session


async def leaf_of(session: Session, match: Match) -> DiceLeaf | None:
    """Return the leaf of a finished match with its path, None without a leaf or if its tree is gone."""
    tree = None if match.leaf is None else await session.of(DiceTreeRepository).below(match.leaf.root)
    if match.leaf is None or tree is None or not 0 <= match.leaf.number < len(tree.seeds):
        return None
    return tree.leaf(match.leaf.number)


async def seal_of(session: Session, match: Match, seed: Seed, is_in_place: IsInPlace) -> SealCheck:
    """Check the seed of a finished match with dice against its commitment as it was first shown."""
    fits = match.commitment is not None and seed.fits(match.commitment)
    if match.is_practice:
        return SealCheck(FirstShown.NOWHERE, fits)
    if match.leaf is not None:
        return await _in_tree(session, match, match.leaf, is_in_place, fits=fits)
    challenge = await session.of(ChallengeRepository).get(match.challenge)
    if challenge is None or challenge.commitment is None or match.number > 1:
        # Drawn when the match began: as a further one of a series, or before tournaments were sealed.
        return SealCheck(FirstShown.OPENING, fits)
    return SealCheck(FirstShown.CARD, fits and challenge.commitment == match.commitment)


async def _in_tree(
    session: Session, match: Match, given: DiceLeaf, is_in_place: IsInPlace, *, fits: bool
) -> SealCheck:
    leaf, message = await leaf_of(session, match), await session.of(DiceTreeRepository).message(given.root)
    opening = None if match.beacon is None else match.beacon.message
    in_time = message is not None and (opening is None or message < opening.message)
    fits = (
        fits
        and in_time
        # Nobody agreed to such a match with a word.
        and not match.words
        and leaf is not None
        and leaf.root == given.root
        and leaf.holds(match.commitment or "")
        and await is_in_place(session, match.challenge, given)
    )
    return SealCheck(FirstShown.TREE, fits, leaf or given, message)
