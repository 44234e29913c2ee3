"""The presentation of an offered seat: its card, its buttons, its outcome, and past changes of seats."""

from collections.abc import Mapping
from typing import Final

from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.messages import headlines, layouts
from bot.chat.core.messages.public_message import PublicMessage, plain_name
from bot.chat.core.ports import PeoplePort
from bot.chat.core.words import phrases, time_text
from bot.chat.core.words.audit_notes import AuditNote
from bot.features.challenges.service.seats.substitutions import SEAT_CHANGE, SEAT_OFFER, can_pass_to_engine
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition
from bot.model.match.substitutions import Substitution, SubstitutionStatus
from bot.model.servers.server_rules import AuditEntry
from bot.model.tournament_references import MAX_NAME_LENGTH, TournamentRef
from rules.contract import Game


async def seat_card(
    people: PeoplePort,
    position: MatchPosition,
    offer: Substitution,
    t: Language,
    played: TournamentRef | None = None,
    *,
    engines: bool = False,
) -> PublicMessage:
    """Return the card of an offered seat; `played` is the tournament of the match, if any.

    `engines`: engines may take the seat.
    """
    match = position.match
    names = await people.names({offer.leaver, offer.offered_by, *match.people})
    paragraphs = (
        offer_sentence(position.state.game, match, offer, t),
        t("seat.terms"),
        "" if played is None else t("seat.tournament", name=plain_name(played.name, MAX_NAME_LENGTH)),
        t("seat.rated") if match.rated else "",
        phrases.exploring(match, t),
        time_text.standing(position, t),
    )
    if offer.wanted is None:
        asked = t("seat.anyone")
    else:
        asked = t("seat.wanted", player=phrases.mention(offer.wanted))
    fits = engines and offer.wanted is None and can_pass_to_engine(match, offer)
    by_engine = layouts.button(t("button.seat-engine"), custom_ids.write("seat-engine", offer.id))
    return PublicMessage(
        headline=headlines.seat(match, offer, names, t),
        body="\n".join(part for part in paragraphs if part),
        closing=asked,
        rows=(buttons(offer, t), *([(by_engine,)] if fits else [])),
    )


def offer_sentence(game: Game, match: Match, offer: Substitution, t: Language) -> str:
    role = phrases.role(match, game, offer.seat, t)
    leaver = t("game.player", player=phrases.mention(offer.leaver), role=role)
    if offer.by_admin:
        return t("seat.by-admin", player=leaver, admin=phrases.mention(offer.offered_by))
    return t("seat.offered", player=leaver)


def buttons(offer: Substitution, t: Language) -> tuple[layouts.Button, ...]:
    """Return the buttons that answer an offer of a seat."""
    row = [layouts.button(t("button.accept"), card_mark(offer.id), ButtonStyle.success)]
    if offer.wanted is not None:
        row.append(
            layouts.button(
                t("button.decline"), custom_ids.write("seat-decline", offer.id), ButtonStyle.danger
            )
        )
    return (*row, withdraw_button(offer, t))


def withdraw_button(offer: Substitution, t: Language) -> layouts.Button:
    """Return the button that withdraws the offer of a seat."""
    return layouts.button(t("button.withdraw"), custom_ids.write("seat-withdraw", offer.id))


def card_mark(number: int) -> str:
    """Return the custom_id that identifies the card of a seat."""
    return custom_ids.write("seat-accept", number)


def remark(offer: Substitution, t: Language) -> str:
    """Return the outcome of an offer, as a remark for its card; empty while it is open."""
    if offer.status is SubstitutionStatus.OPEN:
        return ""
    by = {
        SubstitutionStatus.ACCEPTED: offer.substitute,
        SubstitutionStatus.DECLINED: offer.wanted,
        SubstitutionStatus.WITHDRAWN: offer.offered_by,
    }.get(offer.status)
    return t(f"seat.{offer.status}", player="" if by is None else phrases.mention(by))


def history(accepted: tuple[Substitution, ...], t: Language) -> list[str]:
    """Return a line for each change of a seat: leaver, substitute, and the ply."""
    return [
        t(
            "seat.since" if substitution.plies else "seat.from-start",
            n=substitution.plies,
            player=phrases.mention(substitution.substitute),
            leaver=phrases.mention(substitution.leaver),
        )
        for substitution in accepted
        if substitution.substitute is not None
    ]


def _audit_note(entry: AuditEntry, t: Language) -> str:
    people = [phrases.mention(int(person)) for person in entry.note.split()]
    return t("audit.in-private") if entry.private else " → ".join(people)


AUDIT_NOTES: Final[Mapping[str, AuditNote]] = {SEAT_OFFER: _audit_note, SEAT_CHANGE: _audit_note}
