"""Checks of seals: whether the seed of a finished match matches its commitment, and where that was shown."""

from dataclasses import replace

from bot.features.tournaments.domain.dice_seals import drawing_order
from bot.features.tournaments.store.tournaments import TournamentRepository
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


async def seal_of(session: Session, match: Match, seed: Seed) -> SealCheck:
    """Check the seed of a finished match with dice against its commitment as it was first shown."""
    fits = match.commitment is not None and seed.fits(match.commitment)
    if match.is_practice:
        return SealCheck(FirstShown.NOWHERE, fits)
    if match.leaf is not None:
        return await _in_tree(session, match, match.leaf, fits=fits)
    challenge = await session.of(ChallengeRepository).get(match.challenge)
    if challenge is None or challenge.commitment is None or match.number > 1:
        # Drawn when the match began: as a further one of a series, or before tournaments were sealed.
        return SealCheck(FirstShown.OPENING, fits)
    return SealCheck(FirstShown.CARD, fits and challenge.commitment == match.commitment)


async def _in_tree(session: Session, match: Match, given: DiceLeaf, *, fits: bool) -> SealCheck:
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
        and await _is_in_its_place(session, match.challenge, given)
    )
    return SealCheck(FirstShown.TREE, fits, leaf or given, message)


async def _is_in_its_place(session: Session, challenge: int, given: DiceLeaf) -> bool:
    """Return whether a match has the leaf that its place in the order of drawing gives it.

    On a ladder this cannot be counted: the rows of games without a result are deleted at its end.
    """
    played = await session.of(TournamentRepository).of_challenge(challenge)
    tournament = None if played is None else await session.of(TournamentRepository).get(played.tournament)
    if played is None or tournament is None or tournament.is_ladder:
        return True
    below = [game for game in tournament.games if game.leaf is not None and game.leaf.root == given.root]
    numbered = {replace(game.pairing, points=None, played=True): game for game in below}
    order = drawing_order(tuple(numbered))
    places = {numbered[pairing].id: place for place, pairing in enumerate(order)}
    return places.get(played.game) == given.number
