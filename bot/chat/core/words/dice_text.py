"""Dice in words: the seal, the inputs, the verification."""

from collections.abc import Sequence
from typing import Final

from bot.locale import Language
from bot.model.challenges.challenge import Challenge
from bot.model.match.beacon import Beacon, Origin
from bot.model.match.dice import FirstShown, Roll, Verification
from bot.model.match.match import Match
from bot.model.people.person import MessageRef

SHOWN: Final = 200
_RIGHT: Final = {FirstShown.NOWHERE: "dice.right-practice", FirstShown.TREE: "dice.right-tree"}


def commitment_line(challenge: Challenge, t: Language) -> str:
    """Return the challenge card's line about sealed dice; empty without dice."""
    return "" if challenge.commitment is None else t("dice.sealed", commitment=challenge.commitment)


def opening(match: Match, t: Language, *, again: bool) -> list[str]:
    """Return the dice lines of a match's first message; `again` if an earlier one may exist."""
    if match.commitment is None:
        return []
    if match.words is None:
        return [t("dice.committed", commitment=match.commitment)]
    by_this = match.beacon is None or match.beacon.origin is Origin.OPENING
    lines = [t("dice.opening" if by_this else "dice.sealed", commitment=match.commitment)]
    if match.leaf is not None:
        lines.append(t("dice.seed-number", number=match.leaf.number + 1, root=match.leaf.root))
    if match.words:
        lines.append(t("dice.words", n=len(match.words), words=_digests(match.words)))
    return [*lines, t("dice.again")] if again else lines


def source_line(match: Match, t: Language) -> str:
    """Return the line that names the source of a match's dice; empty if it has no beacon."""
    return "" if match.beacon is None else t(f"dice.opened.{match.beacon.origin}", **_link_values(match))


def report(verification: Verification, t: Language) -> str:
    """Return the rolls, and whether all of them follow from the seed and its inputs."""
    match, rolls = verification.match, verification.rolls
    lines = [
        t("dice.title", number=match.id),
        t("dice.seed", seed=verification.seed),
        # Practice has no card, so no seal was shown.
        *([] if match.is_practice else [t("dice.commitment", commitment=verification.commitment)]),
        *_first_shown_lines(verification, t),
        *([] if match.beacon is None else _beacon_lines(match, match.beacon, t)),
        t("dice.rolls", n=len(rolls), rolls=_list_text(rolls)),
        *_verdict(verification, t),
    ]
    return "\n".join(lines)


def _first_shown_lines(verification: Verification, t: Language) -> list[str]:
    """Return where the seal was first shown, unless that is the challenge's card."""
    seal = verification.seal
    if seal.shown is FirstShown.OPENING:
        return [t("dice.late")]
    if seal.leaf is None:
        return []
    number, root = seal.leaf.number + 1, seal.leaf.root
    place = verification.match.place
    url = None if seal.message is None else _url(verification.match, MessageRef(place.channel, seal.message))
    below = t("dice.leaf-unlinked", number=number, root=root)
    if url is not None:
        below = t("dice.leaf", number=number, root=root, url=url)
    path = " ".join(f"`{digest}`" for digest in seal.leaf.path)
    return [below, *([t("dice.path", path=path)] if path else [])]


def _verdict(verification: Verification, t: Language) -> list[str]:
    if verification.correct:
        return [t(_RIGHT.get(verification.seal.shown, "dice.right"))]
    wrong = verification.wrong
    return [
        *([] if verification.seal.fits else [t("dice.wrong-seal")]),
        *([t("dice.wrong", plies=", ".join(str(roll.ply) for roll in wrong))] if wrong else []),
    ]


def _beacon_lines(match: Match, beacon: Beacon, t: Language) -> list[str]:
    lines = [t(f"dice.beacon.{beacon.origin}", text=beacon.text.partition(":")[0], **_link_values(match))]
    if beacon.words:
        lines.append(t("dice.words", n=len(beacon.words), words=_digests(beacon.words)))
    return lines


def _link_values(match: Match) -> dict[str, str]:
    message = None if match.beacon is None else match.beacon.message
    return {} if message is None else {"url": _url(match, message)}


def _url(match: Match, message: MessageRef) -> str:
    """Return the link to a message of a match, possibly in direct messages."""
    public = message.channel in {match.place.channel, match.place.parent, match.thread}
    server = match.place.server if public and match.place.server is not None else "@me"
    return f"https://discord.com/channels/{server}/{message.channel}/{message.message}"


def _digests(words: Sequence[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _list_text(rolls: Sequence[Roll]) -> str:
    """Return as many rolls as a message has room for."""
    numbers = " ".join(_number(roll.computed) for roll in rolls[:SHOWN])
    return numbers if len(rolls) <= SHOWN else f"{numbers} …"


def _number(text: str) -> str:
    return text.rpartition(":")[2]
