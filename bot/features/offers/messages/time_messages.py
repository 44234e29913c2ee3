"""The short messages about time: still your turn, time is up, no reaction, more time given."""

from collections.abc import Mapping
from typing import Final

from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.messages import headlines, layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.ports import PeoplePort
from bot.chat.core.words import phrases, time_text
from bot.features.matches.service.notices.shown_boards import is_passing
from bot.kernel.outbox.notices import Notice
from bot.locale import Language
from bot.model.event import DomainEvent
from bot.model.events.events import DeadlineNear, DeadlinePassed, MatchStalled, MoreTimeGiven
from bot.model.match.match import Match, MatchPosition

KINDS: Final[Mapping[type[DomainEvent], str]] = {
    DeadlineNear: "reminder",
    DeadlinePassed: "time-up",
    MatchStalled: "stalled",
    MoreTimeGiven: "more-time",
}
"""The events of these messages, by their names in custom_ids and texts."""


def is_outdated(notice: Notice, match: Match) -> bool:
    """Return whether the message is outdated because the game has continued."""
    if match.turn is None:
        return True
    if isinstance(notice.event, DeadlinePassed) and not match.claimable:
        return True
    return is_passing(notice.kind) and match.plies != notice.ply


def mark_of(notice: Notice, match: Match) -> str:
    """Return the custom_id that identifies the message."""
    verb = "silence" if isinstance(notice.event, DeadlineNear) else "more"
    return custom_ids.write(verb, match.id, KINDS[notice.kind], notice.id)


def mentioned_players(notice: Notice, match: Match) -> tuple[int, ...]:
    """Return the mentioned players: the reminded player, or the possible claimants."""
    if isinstance(notice.event, DeadlineNear):
        return () if match.mover is None else (match.mover,)
    return notice.calls


async def message(people: PeoplePort, notice: Notice, position: MatchPosition, t: Language) -> PublicMessage:
    """Return the message for a notice about time in a running match."""
    match = position.match
    lines = [part for part in _time_lines(notice, position, t) if part]
    more = layouts.button(t("button.more"), mark_of(notice, match))
    board = layouts.button(t("button.board"), custom_ids.write("board", match.id))
    if isinstance(notice.event, DeadlineNear):
        row = [
            layouts.button(
                t("button.move"), custom_ids.write("move", match.id, notice.ply or 0), ButtonStyle.primary
            ),
            layouts.button(t("button.silence"), mark_of(notice, match)),
        ]
    elif isinstance(notice.event, DeadlinePassed):
        claim = layouts.button(
            time_text.claim_name(match, t), custom_ids.write("claim", match.id), ButtonStyle.danger
        )
        row = [claim, layouts.button(t("button.more-time"), custom_ids.write("time", match.id)), more]
    else:
        row = [board, more]
    names = await people.names(set(match.people))
    return PublicMessage(
        headline=headlines.reminder(KINDS[notice.kind], match, _seat(notice, match), names, t),
        closing="\n".join(lines),
        rows=(tuple(row),),
    )


def _time_lines(notice: Notice, position: MatchPosition, t: Language) -> list[str]:
    match, event = position.match, notice.event
    game, turn = position.state.game, _seat(notice, match)
    player = phrases.player(match, game, turn, t)
    if isinstance(event, DeadlineNear):
        # This message also reports vacation days that were taken automatically.
        text_id = "remind.turn" if event.nth == 0 else "remind.still"
        return [t(text_id, player=player), time_text.standing(position, t)]
    if isinstance(event, MoreTimeGiven):
        giver, time = phrases.seat_name(match, event.by, t), t("time.days", n=event.days)
        # After a ply, the deadline would be the next player's.
        deadline = time_text.deadline(match, t) if match.plies == event.plies else ""
        return [t("remind.more-time", giver=giver, player=player, time=time), deadline]
    if isinstance(event, MatchStalled):
        return [t("remind.stalled", player=player)]
    if len(match.players) != 2:
        return [t("remind.time-up", player=player)]
    # A ping needs a mention in the message.
    opponent = phrases.seat_name(match, 1 - turn, t)
    return [t("remind.time-up-claim", player=player, opponent=opponent)]


def _seat(notice: Notice, match: Match) -> int:
    event = notice.event
    if isinstance(event, DeadlinePassed | MatchStalled | MoreTimeGiven):
        return event.seat
    return match.turn or 0
