"""Random choices that are the same on every machine and under every version of Python.

Only `Random.random` is documented as stable.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

Chance = Random

T = TypeVar("T")


def pick(chance: Chance, things: Sequence[T]) -> T:
    """Return one of some things, each as likely as any other."""
    return things[int(chance.random() * len(things))]


def shuffle(chance: Chance, things: Iterable[T]) -> list[T]:
    """Return some things in a random order."""
    drawn = [(chance.random(), place, thing) for place, thing in enumerate(things)]
    return [thing for _, _, thing in sorted(drawn, key=lambda draw: draw[:2])]


def soft(chance: Chance, scored: Iterable[tuple[int, T]], margin: int) -> T:
    """Return one of the things whose score is less than `margin` below the best, good ones more likely.

    Half a margin behind is a quarter as likely as the best. Without a margin the first best is chosen.
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
