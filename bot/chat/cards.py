"""The messages everybody sees: the card of a challenge and the board after each ply."""

from discord import ButtonStyle, ui

from bot.chat import ids, layouts, narration
from bot.chat.house import House, Picture
from bot.locale import Language
from bot.play.model import RANDOM_ROLE, Challenge, ChallengeStatus, Notice, NoticeKind, Position
from render import View
from rules.game import Outcome


async def challenge_card(house: House, challenge: Challenge, t: Language) -> tuple[ui.LayoutView, Picture]:
    """Return the card of a challenge with a picture of the first position."""
    game = house.games[challenge.key]
    state = game.new(challenge.options)
    drawn = await house.picture(state, t, View())
    who = narration.mention(challenge.challenger)
    name = t(f"{challenge.key}.name")
    if challenge.opponent is None:
        headline = t("challenge.open", challenger=who, game=name)
    else:
        headline = t(
            "challenge.to", challenger=who, opponent=narration.mention(challenge.opponent), game=name
        )
    role = (
        t("challenge.lot")
        if challenge.role == RANDOM_ROLE
        else t("challenge.role", challenger=who, role=t(f"{challenge.key}.role.{challenge.role}"))
    )
    options = narration.choices(
        challenge.key, game, [(o.key, challenge.options[o.key]) for o in game.options], t, every=False
    )
    blocks = [
        layouts.text("\n".join(part for part in (headline, role, options) if part)),
        layouts.picture(drawn),
    ]
    row = [layouts.button(t("button.accept"), card_mark(challenge.id), ButtonStyle.success)]
    if challenge.opponent is not None:
        row.append(
            layouts.button(t("button.decline"), ids.write("decline", challenge.id), ButtonStyle.danger)
        )
    row.append(layouts.button(t("button.withdraw"), ids.write("withdraw", challenge.id)))
    return layouts.page(*blocks, layouts.buttons(*row)), drawn


def challenge_end(challenge: Challenge, t: Language) -> str:
    """Return what became of a challenge, as a remark for its card."""
    if challenge.status is ChallengeStatus.ACCEPTED:
        by = challenge.accepted_by or challenge.opponent or challenge.challenger
        return t("challenge.accepted", player=narration.mention(by), number=challenge.game)
    if challenge.status is ChallengeStatus.DECLINED:
        by = challenge.opponent or challenge.challenger
        reason = t(f"decline.{challenge.reason}") if challenge.reason else ""
        return t("challenge.declined", player=narration.mention(by), reason=reason)
    if challenge.status is ChallengeStatus.WITHDRAWN:
        return t("challenge.withdrawn", player=narration.mention(challenge.challenger))
    return ""


async def board_message(
    house: House, notice: Notice, position: Position, t: Language, seat: int | None = None
) -> tuple[ui.LayoutView, Picture]:
    """Return the message for a start, a ply or an end: what happened, the board, whose turn, the buttons.

    `position` is that after the notice's ply. Private messages draw it from `seat`.
    """
    match, state = position.match, position.state
    game = house.games[match.key]
    ply = notice.ply or 0
    drawn = await house.picture(state, t, View(seat=seat))
    title = t("game.title", game=t(f"{match.key}.name"), number=match.id)
    top = [layouts.text(f"{title}\n{_tale(house, notice, position, t)}"), layouts.picture(drawn)]
    row = [
        layouts.button(t("button.board"), identity(match.id, ply)),
        layouts.button(t("button.more"), ids.write("more", match.id)),
    ]
    if _outcome(notice, position) is not None:
        return layouts.page(*top, layouts.buttons(*row), accent=layouts.DONE), drawn
    move = layouts.button(t("button.move"), ids.write("move", match.id, ply), ButtonStyle.primary)
    next_up = layouts.text(narration.next_up(match, game, state, t))
    return layouts.page(*top, next_up, layouts.buttons(move, *row)), drawn


def card_mark(challenge_id: int) -> str:
    """Return the custom_id by which the card of a challenge can be found again."""
    return ids.write("accept", challenge_id)


def identity(match_id: int, ply: int) -> str:
    """Return the custom_id by which the board message of one ply can be found again."""
    return ids.write("board", match_id, ply)


def _outcome(notice: Notice, position: Position) -> Outcome | None:
    """Return how the match had ended by the time of the notice, None while it went on."""
    ended = position.match.outcome if notice.kind is NoticeKind.END else None
    return position.state.outcome or ended


def _tale(house: House, notice: Notice, position: Position, t: Language) -> str:
    match, state = position.match, position.state
    game = house.games[match.key]
    mover = notice.data.get("mover")
    lines = []
    if notice.kind is NoticeKind.START:
        players = (narration.player(match, game, seat, t) for seat in range(len(match.players)))
        lines.append(t("game.begins", players=t("list.and").join(players)))
    elif notice.kind is NoticeKind.PLY and state.last is not None and isinstance(mover, int):
        lines.append(narration.ply(match, game, mover, state.last, state.events, t))
    outcome = _outcome(notice, position)
    if outcome is not None:
        lines.append(narration.result(match, game, outcome, t))
    return "\n".join(lines)
