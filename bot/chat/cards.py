"""The messages everybody sees: the card of a challenge and the board after each ply."""

from discord import ButtonStyle, ui

from bot.chat import ids, layouts, narration
from bot.chat.house import House, Picture
from bot.locale import Language
from bot.play.model import RANDOM_ROLE, Challenge, ChallengeStatus, Match, Notice, Position
from render import View
from rules.game import State


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
    drawn = await house.picture(state, t, View(seat=seat))
    return _board(house, match, state, _tale(house, notice, position, t), drawn, t), drawn


def card_mark(challenge_id: int) -> str:
    """Return the custom_id by which the card of a challenge can be found again."""
    return ids.write("accept", challenge_id)


def identity(match_id: int, ply: int) -> str:
    """Return the custom_id by which the board message of one ply can be found again."""
    return ids.write("board", match_id, ply)


def _board(house: House, match: Match, state: State, tale: str, drawn: Picture, t: Language) -> ui.LayoutView:
    game = house.games[match.key]
    title = t("game.title", game=t(f"{match.key}.name"), number=match.id)
    over = state.outcome is not None or match.resigned is not None
    plies = match.plies
    show = layouts.button(t("button.board"), identity(match.id, plies))
    more = layouts.button(t("button.more"), ids.write("more", match.id))
    if over:
        row = layouts.buttons(show, more)
        return layouts.page(
            layouts.text(f"{title}\n{tale}"), layouts.picture(drawn), row, accent=layouts.DONE
        )
    move = layouts.button(t("button.move"), ids.write("move", match.id, plies), ButtonStyle.primary)
    return layouts.page(
        layouts.text(f"{title}\n{tale}"),
        layouts.picture(drawn),
        layouts.text(narration.next_up(match, game, state, t)),
        layouts.buttons(move, show, more),
    )


def _tale(house: House, notice: Notice, position: Position, t: Language) -> str:
    match, state = position.match, position.state
    game = house.games[match.key]
    lines = []
    if notice.kind == "start":
        seats = range(len(match.players))
        lines.append(
            t("game.begins", players=t("list.and").join(narration.player(match, game, s, t) for s in seats))
        )
    elif state.last is not None and isinstance(notice.data.get("mover"), int):
        mover = int(str(notice.data["mover"]))
        lines.append(narration.ply(match, game, mover, str(state.last), state.events, t))
    outcome = state.outcome or match.outcome
    if outcome is not None:
        lines.append(narration.result(match, game, outcome, t))
    return "\n".join(lines)
