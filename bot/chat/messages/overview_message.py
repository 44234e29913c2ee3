"""The live overview of a channel: its running matches, line by line."""

from bot.chat.toolkit import custom_ids, layouts, list_text, phrases
from bot.chat.toolkit.public_message import PublicMessage
from bot.locale import Language
from bot.play.domain.agenda import Overview

OVERVIEW_ROOM = 1800
"""How many characters an overview may list games in."""


def overview_mark(channel: int) -> str:
    """Return the custom_id by which the overview of a channel can be found again."""
    return custom_ids.write("games", channel)


def overview_message(overview: Overview, channel: int, t: Language) -> PublicMessage:
    """Return the post that shows a channel's running games to everybody."""
    lines = [
        t(
            "overview.line",
            number=match.id,
            game=t(f"{match.key}.name"),
            players=list_text.players(match, t),
            mover="" if match.mover is None else phrases.mention(match.mover),
            where=f"<#{match.home}>",
            since=list_text.time_left(match, t),
        )
        for match in overview.matches
    ]
    own = layouts.button(t("button.own-games"), overview_mark(channel))
    return PublicMessage(
        headline=t("overview.title"),
        body=list_text.listed(lines, OVERVIEW_ROOM, t) or t("overview.none"),
        rows=((own,),),
    )
