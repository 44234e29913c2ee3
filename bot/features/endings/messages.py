"""The message to a server about the end of a match."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.messages import headlines, layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.words import results, time_text
from bot.chat.parts.matches.match_buttons import board_link, review_button
from bot.locale import Language
from bot.model.match.match import Match
from rules.contract import Outcome


def result_mark(match: Match) -> str:
    """Return the custom_id that identifies the result of a match."""
    return custom_ids.write("board", match.id, "result")


def result_message(match: Match, outcome: Outcome, names: Mapping[int, str], t: Language) -> PublicMessage:
    """Return the message of a result: winner, reason, length; it links to the last board."""
    board = layouts.button(t("button.board"), result_mark(match))
    return PublicMessage(
        headline=headlines.result(match, outcome, names, t),
        body=results.ending_rule(match, outcome, t),
        closing=f"{time_text.length(match, t)} · {board_link(match)}",
        rows=((board, review_button(match.id, t)),),
    )
