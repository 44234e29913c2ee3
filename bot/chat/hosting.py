"""Words to someone about their challenge: it was declined, it expired, nobody more can come to a table."""

from discord import ButtonStyle, ui

from bot.chat import ids, layouts, narration
from bot.chat.house import House
from bot.locale import Language
from bot.play.model import Challenge, ChallengeStatus, Notice, NoticeKind
from bot.play.seating import Readiness, playable, readiness

KINDS = frozenset({NoticeKind.CHALLENGE_DECLINED, NoticeKind.CHALLENGE_EXPIRED, NoticeKind.LOBBY_READY})
"""What is told here."""
READY = {
    Readiness.FULL: "lobby.ready-full",
    Readiness.ANSWERED: "lobby.ready-answered",
    Readiness.SHORT: "lobby.ready-short",
}


def mark_of(notice: Notice) -> str:
    """Return the custom_id by which the message can be found again."""
    return ids.write("games", notice.id)


def said(house: House, notice: Notice, challenge: Challenge, t: Language) -> str:
    """Return the sentence for a notice; empty when there is nothing to tell any more."""
    host = narration.mention(challenge.challenger)
    if notice.kind is NoticeKind.CHALLENGE_DECLINED:
        text_id = "lobby.all-declined" if challenge.lobby else "challenge.declined-told"
        by = narration.mention(int(str(notice.data["by"])))
        return t(text_id, host=host, player=by, reason=t(f"decline.{notice.data['reason']}"))
    if notice.kind is NoticeKind.CHALLENGE_EXPIRED:
        return t("challenge.expired-told", host=host)
    ready = _ready(house, challenge)
    return "" if ready is None else t(READY[ready], host=host)


def message(house: House, notice: Notice, challenge: Challenge, t: Language) -> ui.LayoutView | None:
    """Return the message for a notice, None when there is nothing to tell any more."""
    told = said(house, notice, challenge, t)
    if not told:
        return None
    # In a direct message it is not seen where the challenge stands.
    where = "" if notice.recipient is None else f" · <#{challenge.place.channel}>"
    row = [layouts.button(t("button.games"), mark_of(notice))]
    if notice.kind is NoticeKind.LOBBY_READY:
        row = [*_host_row(house, challenge, t), *row]
    heading = f"### {t(f'{challenge.key}.name')}{where}"
    return layouts.page(layouts.text(f"{heading}\n{told}"), layouts.buttons(*row))


def _ready(house: House, challenge: Challenge) -> Readiness | None:
    if challenge.status is not ChallengeStatus.OPEN or not challenge.lobby:
        return None
    numbers = playable(house.games[challenge.key], challenge.options, challenge.players)
    return readiness(challenge, numbers)


def _host_row(house: House, challenge: Challenge, t: Language) -> list[layouts.Button]:
    """Return what the one who asked people to a table can do now."""
    if _ready(house, challenge) is Readiness.SHORT:
        return [layouts.button(t("button.withdraw"), ids.write("withdraw", challenge.id))]
    return [layouts.button(t("button.start"), ids.write("start", challenge.id), ButtonStyle.primary)]
