"""Tell of dice: how they are sealed, what they depend on, whether they were right."""

from collections.abc import Sequence
from typing import Final

from bot.locale import Language
from bot.play.domain.challenges import Challenge
from bot.play.domain.match.beacon import Beacon, Origin
from bot.play.domain.match.dice import Roll, Verification
from bot.play.domain.matches import Match
from bot.play.domain.people.person import MessageRef

SHOWN: Final = 200


def sealed(challenge: Challenge, t: Language) -> str:
    """Return on a card that the dice of its game are sealed; empty where there are none."""
    return "" if challenge.commitment is None else t("dice.sealed", commitment=challenge.commitment)


def opening(match: Match, t: Language, *, again: bool) -> list[str]:
    """Return what the message that opens a match says of its dice; `again` where an earlier one may stand."""
    if match.commitment is None:
        return []
    if match.words is None:
        return [t("dice.committed", commitment=match.commitment)]
    by_this = match.beacon is None or match.beacon.origin is Origin.OPENING
    lines = [t("dice.opening" if by_this else "dice.sealed", commitment=match.commitment)]
    if match.words:
        lines.append(t("dice.words", n=len(match.words), words=_digests(match.words)))
    return [*lines, t("dice.again")] if again else lines


def opened(match: Match, t: Language) -> str:
    """Return what the dice of a match depend on, now that it is known."""
    return "" if match.beacon is None else t(f"dice.opened.{match.beacon.origin}", **_linked(match))


def report(verification: Verification, t: Language) -> str:
    """Return what was rolled, and whether all of it follows from the seed and what it was mixed with."""
    match, rolls = verification.match, verification.rolls
    wrong = [roll for roll in rolls if roll.logged != roll.computed]
    lines = [
        t("dice.title", number=match.id),
        t("dice.seed", seed=verification.seed),
        # Of practice nobody was shown a seal: it has no card.
        *([] if match.is_practice else [t("dice.commitment", commitment=verification.commitment)]),
        *([] if match.beacon is None else _mixed_in(match, match.beacon, t)),
        t("dice.rolls", n=len(rolls), rolls=_listed(rolls)),
        t("dice.right-practice" if match.is_practice else "dice.right")
        if verification.correct
        else t("dice.wrong", plies=", ".join(str(roll.ply) for roll in wrong)),
    ]
    return "\n".join(lines)


def _mixed_in(match: Match, beacon: Beacon, t: Language) -> list[str]:
    lines = [t(f"dice.beacon.{beacon.origin}", text=beacon.text.partition(":")[0], **_linked(match))]
    if beacon.words:
        lines.append(t("dice.words", n=len(beacon.words), words=_digests(beacon.words)))
    return lines


def _linked(match: Match) -> dict[str, str]:
    message = None if match.beacon is None else match.beacon.message
    return {} if message is None else {"url": _url(match, message)}


def _url(match: Match, message: MessageRef) -> str:
    """Return the link to a message of a match, which may stand in somebody's direct messages."""
    public = message.channel in {match.place.channel, match.place.parent, match.thread}
    server = match.place.server if public and match.place.server is not None else "@me"
    return f"https://discord.com/channels/{server}/{message.channel}/{message.message}"


def _digests(words: Sequence[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _listed(rolls: Sequence[Roll]) -> str:
    """Return what was rolled, as much of it as fits a message."""
    shown = " ".join(_number(roll.computed) for roll in rolls[:SHOWN])
    return shown if len(rolls) <= SHOWN else f"{shown} …"


def _number(text: str) -> str:
    return text.rpartition(":")[2]
