"""The live overview of a channel: its running matches and its server's open challenges, line by line."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.words import list_text, phrases
from bot.chat.core.words.game_names import game_name
from bot.features.challenges.service import open_lines
from bot.locale import Language
from bot.model.agenda import Overview
from bot.model.challenges.challenge import Challenge
from rules.contract import Game

OVERVIEW_ROOM = 1800
"""The most characters of the lines in an overview."""
OPEN_ROOM = 900
"""The most of these characters for open challenges."""
MAX_OPEN = 10
IN_ROW = 4


def overview_mark(channel: int) -> str:
    """Return the custom_id that identifies the overview of a channel."""
    return custom_ids.write("games", channel)


def overview_message(
    games: Mapping[str, Game], overview: Overview, channel: int, t: Language
) -> PublicMessage:
    """Return the public post with a channel's running games and the open challenges."""
    lines = [
        t(
            "overview.line",
            number=match.id,
            game=game_name(match, t),
            players=list_text.players(match, t),
            mover="" if match.mover is None else phrases.mention(match.mover),
            where=f"<#{match.home}>",
            since=list_text.time_left(match, t),
        )
        for match in overview.matches
    ]
    entries = _fitting_lines(games, overview.challenges, t)
    parts = []
    if entries:
        more = len(overview.challenges) - len(entries)
        listed = [
            t("overview.open-line", number=n, line=line) for n, (_, line) in enumerate(entries, start=1)
        ]
        parts = ["", t("overview.open"), *listed, *([t("games.and-more", n=more)] if more else [])]
    room = OVERVIEW_ROOM - sum(len(part) + 1 for part in parts)
    body = "\n".join([list_text.fit_lines(lines, room, t) or t("overview.none"), *parts])
    accept_buttons = [
        open_lines.accept_button(challenge, t, number)
        for number, (challenge, _) in enumerate(entries, start=1)
    ]
    own = layouts.button(t("button.own-games"), overview_mark(channel))
    partners = layouts.button(t("button.partners"), custom_ids.write("partners", 0))
    rows = [tuple(accept_buttons[start : start + IN_ROW]) for start in range(0, len(accept_buttons), IN_ROW)]
    return PublicMessage(
        headline=t("overview.title"),
        body=body,
        rows=(*rows, (own, *([partners] if overview.challenges else []))),
    )


def _fitting_lines(
    games: Mapping[str, Game], challenges: tuple[Challenge, ...], t: Language
) -> list[tuple[Challenge, str]]:
    """Return the newest challenges that fit, each with its line."""
    fitting, room = [], OPEN_ROOM
    for challenge in challenges[:MAX_OPEN]:
        line = open_lines.line(games, challenge, t)
        room -= len(line) + 8
        if room < 0:
            break
        fitting.append((challenge, line))
    return fitting
