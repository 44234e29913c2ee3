"""Messages about a challenge to its challenger or addressees.

They report that it was declined or expired, that its terms changed, or that nobody else can join a lobby.
"""

from collections.abc import Mapping
from typing import Final

from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.messages import headlines, layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.words import phrases
from bot.chat.core.words.game_names import game_name
from bot.features.challenges.services import Cards
from bot.kernel.outbox.notices import Notice
from bot.locale import Language
from bot.model.challenges.challenge import OTHER_OPTIONS, Challenge, ChallengeStatus
from bot.model.challenges.seat_assignment import Readiness, playable, readiness
from bot.model.event import DomainEvent
from bot.model.events.events import ChallengeDeclined, ChallengeExpired, LobbyReady, TermsChanged
from rules.contract import Game

WordsToChallengers = ChallengeDeclined | ChallengeExpired | LobbyReady | TermsChanged
"""The events of these messages."""
KINDS: Final[Mapping[type[DomainEvent], str]] = {
    ChallengeDeclined: "challenge-declined",
    ChallengeExpired: "challenge-expired",
    LobbyReady: "lobby-ready",
    TermsChanged: "terms-changed",
}
"""The keys of these events in texts."""
READY = {
    Readiness.FULL: "lobby.ready-full",
    Readiness.ANSWERED: "lobby.ready-answered",
    Readiness.SHORT: "lobby.ready-short",
}


def mark_of(notice: Notice) -> str:
    """Return the custom_id that identifies a notice's message."""
    return custom_ids.write("games", notice.id)


def notice_sentence(games: Mapping[str, Game], notice: Notice, challenge: Challenge, t: Language) -> str:
    """Return the sentence for a notice; empty for an outdated one."""
    host = phrases.mention(challenge.challenger)
    if isinstance(notice.event, ChallengeDeclined):
        by, why = phrases.mention(notice.event.by), t(f"decline.{notice.event.reason}")
        return t(_declined_text(challenge), host=host, player=by, reason=why)
    if isinstance(notice.event, ChallengeExpired):
        return t("challenge.expired-told", host=host)
    if isinstance(notice.event, TermsChanged):
        return _terms_sentence(notice, challenge, t)
    ready = _ready(games, challenge)
    return "" if ready is None else t(READY[ready], host=host)


async def message(cards: Cards, notice: Notice, challenge: Challenge, t: Language) -> PublicMessage | None:
    """Return the message for a notice, None for an outdated one."""
    text = notice_sentence(cards.games, notice, challenge, t)
    if not text:
        return None
    row = [layouts.button(t("button.games"), mark_of(notice))]
    if _asks_for_other_terms(notice, challenge):
        verb = "change" if challenge.lobby else "anew"
        row.insert(0, layouts.button(t("button.change"), custom_ids.write(verb, challenge.id)))
    if isinstance(notice.event, LobbyReady):
        row = [*_host_row(cards.games, challenge, t), *row]
    answered = notice.event.by if isinstance(notice.event, ChallengeDeclined) else None
    if isinstance(notice.event, TermsChanged):
        row.insert(0, layouts.button(t("button.look"), custom_ids.write("look", challenge.id)))
        answered = challenge.challenger
    names = {} if answered is None else await cards.people.names({answered})
    # A direct message does not show the challenge's place.
    where = "" if notice.recipient is None else f"<#{challenge.place.channel}>"
    return PublicMessage(
        headline=headlines.to_challenger(KINDS[notice.kind], challenge, names, answered, t),
        body=where,
        closing=text,
        rows=(tuple(row),),
    )


def _terms_sentence(notice: Notice, challenge: Challenge, t: Language) -> str:
    """Return the sentence about changed terms; empty for a closed challenge."""
    if challenge.status is not ChallengeStatus.OPEN:
        return ""
    host, game = phrases.mention(challenge.challenger), game_name(challenge.terms, t)
    recipients = notice.calls if notice.recipient is None else (notice.recipient,)
    people = t("list.and").join(phrases.mention(person) for person in recipients)
    again = t(
        "challenge.terms-told-table" if challenge.lobby else "challenge.terms-told", host=host, game=game
    )
    return f"{people}: {again}" if people else again


def _asks_for_other_terms(notice: Notice, challenge: Challenge) -> bool:
    declined = isinstance(notice.event, ChallengeDeclined) and notice.event.reason == OTHER_OPTIONS
    return declined and (not challenge.lobby or challenge.status is ChallengeStatus.OPEN)


def _declined_text(challenge: Challenge) -> str:
    if not challenge.lobby:
        return "challenge.declined-told"
    return "lobby.all-declined" if challenge.status is ChallengeStatus.DECLINED else "lobby.declined-told"


def _ready(games: Mapping[str, Game], challenge: Challenge) -> Readiness | None:
    if challenge.status is not ChallengeStatus.OPEN or not challenge.lobby:
        return None
    numbers = playable(games[challenge.terms.key], challenge.terms.options, challenge.terms.players)
    return readiness(challenge, numbers)


def _host_row(games: Mapping[str, Game], challenge: Challenge, t: Language) -> list[layouts.Button]:
    """Return the buttons of a host: start the game, or withdraw a lobby that cannot be played by so many."""
    if _ready(games, challenge) is Readiness.SHORT:
        return [layouts.button(t("button.withdraw"), custom_ids.write("withdraw", challenge.id))]
    return [layouts.button(t("button.start"), custom_ids.write("start", challenge.id), ButtonStyle.primary)]
