"""The message that seals the dice of a tournament. The bot never edits it, so it names no people."""

from collections.abc import Iterable

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage, headline
from bot.chat.core.words.game_names import board_name
from bot.features.tournaments.domain.dice_seals import DiceSeal
from bot.features.tournaments.domain.tournament import Tournament
from bot.locale import Language

_SEAL = "seal-"


def seal_mark(tournament: Tournament, seal: DiceSeal) -> str:
    """Return the custom_id that identifies the message of a seal."""
    return custom_ids.write("tournament", tournament.id, f"{_SEAL}{seal.id}")


def is_seal(pressed: Iterable[str]) -> bool:
    """Return whether a message with these custom_ids seals dice."""
    return any(_is_mark(custom_id) for custom_id in pressed)


def seal_message(tournament: Tournament, seal: DiceSeal, t: Language) -> PublicMessage:
    """Return the message with the root of a tournament's seeds."""
    terms, season = tournament.terms, tournament.setup.rules.season
    sealed = "dice.tree-ladder" if tournament.is_ladder else "dice.tree"
    following = t("dice.tree-ahead", number=season + 1) if seal.ahead and season is not None else ""
    lines = (following, t(sealed, n=seal.size, root=seal.root), t("dice.tree-stays"))
    return PublicMessage(
        headline=headline([t("dice.tree-headline"), board_name(terms.key, terms.options, t)]),
        body="\n".join(line for line in lines if line),
        rows=((layouts.button(t("button.standings"), seal_mark(tournament, seal)),),),
    )


def sealed_line(tournament: Tournament, t: Language) -> str:
    """Return a line with the root of the seeds of a tournament's next games; empty without dice."""
    seals = [seal for seal in tournament.seals if not (seal.ahead or seal.closed)]
    if not seals:
        return ""
    seal, place = seals[-1], tournament.place
    if seal.message is None:
        return t("dice.sealed-tree", root=seal.root)
    url = f"https://discord.com/channels/{place.server}/{place.channel}/{seal.message}"
    return t("dice.sealed-tree-linked", root=seal.root, url=url)


def _is_mark(custom_id: str) -> bool:
    try:
        press = custom_ids.read(custom_id)
    except custom_ids.MalformedId:
        return False
    return press.verb == "tournament" and press.after(1).startswith(_SEAL)
