"""Seals of tournaments: the number of seeds that a tournament needs, and their assignment to games.

Anybody can count the games of a tournament to find a game's seed, so their order leaves no choice: by round,
then by group, then by the entrants' numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.pairings import Pairing
from bot.model.match.dice_leaf import DiceLeaf

LADDER_SEEDS: Final = 64
"""The seeds of a ladder's seal, for its games against engines; after half of them the next seal is posted."""
_IN_A_TIE: Final = 4
_TWO: Final = 2


@dataclass(frozen=True, slots=True)
class DiceSeal:
    """A tree of `size` seeds of a tournament; `message` is the message with its root, once posted.

    A seal kept `ahead` is for the next season of a league; a `closed` seal serves no further games.
    """

    id: int
    root: str
    size: int
    message: int | None = None
    ahead: bool = False
    closed: bool = False

    @property
    def is_usable(self) -> bool:
        """Whether newly paired games may use its seeds: its root has been posted."""
        return self.message is not None and not (self.ahead or self.closed)


@dataclass(frozen=True, slots=True)
class NeededSeal:
    """A seal to draw, for at least `games` games."""

    games: int
    ahead: bool = False


def drawing_order(games: Sequence[Pairing]) -> tuple[Pairing, ...]:
    """Return games in the order in which they get their seeds; byes get none."""
    return tuple(sorted((game for game in games if not game.is_bye), key=_rank))


def needed_seals(
    rules: Rules, places: int, seals: Sequence[DiceSeal], used: Sequence[DiceLeaf], *, begun: bool
) -> tuple[NeededSeal, ...]:
    """Return the seals to draw now; `used` are the leaves that games already have.

    A tournament gets its first seal before it has `begun`, and another one when the rest may be too few for
    one more round. A league also prepares the seal of its next season, which is posted during the season
    before.
    """
    open_seals = [seal for seal in seals if not (seal.ahead or seal.closed)]
    remaining = sum(seal.size - _used_leaves(seal, used) for seal in open_seals)
    spare = _spare(rules, places)
    needed = []
    if remaining < spare or not (open_seals or begun):
        needed.append(NeededSeal(_seeds(rules, places)))
    if rules.format is Format.LEAGUE and not any(seal.ahead and not seal.closed for seal in seals):
        needed.append(NeededSeal(_seeds(rules, places), ahead=True))
    return tuple(needed)


def next_leaves(
    seals: Sequence[DiceSeal], used: Sequence[DiceLeaf], games: int
) -> tuple[DiceLeaf | None, ...]:
    """Return the leaves of the next games, None for games without a seal posted in time."""
    free = [
        DiceLeaf(seal.root, number)
        for seal in seals
        if seal.is_usable
        for number in range(_used_leaves(seal, used), seal.size)
    ]
    leaves: list[DiceLeaf | None] = [*free[:games]]
    return (*leaves, *[None] * (games - len(leaves)))


def _used_leaves(seal: DiceSeal, used: Sequence[DiceLeaf]) -> int:
    return max((leaf.number + 1 for leaf in used if leaf.root == seal.root), default=0)


def _seeds(rules: Rules, places: int) -> int:
    """Return the number of seeds in a seal: one for each possible game, and spare ones for another round."""
    return _most_games(rules, places) + _spare(rules, places)


def _most_games(rules: Rules, places: int) -> int:
    both = 2 if rules.pairs else 1
    match rules.format:
        case Format.ROUND_ROBIN:
            return both * places * (places - 1) // 2
        case Format.LEAGUE:
            # A group is never larger, however many people play.
            twice = 2 if rules.league.swapped else 1
            return twice * places * (rules.league.group_size - 1) // 2
        case Format.KNOCKOUT:
            return _IN_A_TIE * (places - 1)
        case Format.SWISS:
            return both * rules.rounds * (places // _TWO)
        case Format.TABLES:
            return rules.rounds * (places // rules.least)
        case Format.LADDER:
            return LADDER_SEEDS // 2


def _spare(rules: Rules, places: int) -> int:
    """Return the maximum number of games that are paired at once after the first round."""
    both = 2 if rules.pairs else 1
    match rules.format:
        case Format.ROUND_ROBIN | Format.LEAGUE:
            return 0
        case Format.KNOCKOUT:
            return places // _TWO * 2
        case Format.SWISS:
            return both * (places // _TWO)
        case Format.TABLES:
            return places // rules.least
        case Format.LADDER:
            return LADDER_SEEDS // 2


def _rank(game: Pairing) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    return game.round, game.group, tuple(sorted(game.seats)), game.seats
