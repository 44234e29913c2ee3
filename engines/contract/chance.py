"""Random choices that are the same on every machine and in every version of Python.

Only `Random.random` is documented as stable across versions.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

Chance = Random

T = TypeVar("T")


def pick(chance: Chance, things: Sequence[T]) -> T:
    return things[int(chance.random() * len(things))]


def shuffle(chance: Chance, things: Iterable[T]) -> list[T]:
    drawn = [(chance.random(), place, thing) for place, thing in enumerate(things)]
    return [thing for _, _, thing in sorted(drawn, key=lambda draw: draw[:2])]


def soft(chance: Chance, scored: Iterable[tuple[int, T]], margin: int) -> T:
    """Return an item whose score is less than `margin` below the best, preferring better ones.

    An item half a margin behind is a quarter as likely as the best. Without a margin the first best is
    chosen.
    """
    ranked = list(scored)
    best = max(score for score, _ in ranked)
    if margin <= 0:
        return next(thing for score, thing in ranked if score == best)
    weighed = [(margin - (best - score), thing) for score, thing in ranked if best - score < margin]
    mark = int(chance.random() * sum(weight * weight for weight, _ in weighed))
    for weight, thing in weighed:
        mark -= weight * weight
        if mark < 0:
            return thing
    return weighed[0][1]
