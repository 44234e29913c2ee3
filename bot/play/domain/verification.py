"""Verifications: dice of a finished match beside what its seed says."""

from dataclasses import dataclass

from bot.play.domain.matches import Match


@dataclass(frozen=True, slots=True)
class Roll:
    """A ply of chance by its number: as the log has it and as the seed has it."""

    ply: int
    logged: str
    computed: str


@dataclass(frozen=True, slots=True)
class Verification:
    """A finished match's dice, computed again from the seed (hexadecimal).

    `correct` says that every roll is the one the seed gives, and the seed the one that was committed to.
    """

    match: Match
    seed: str
    commitment: str
    rolls: tuple[Roll, ...]
    correct: bool
