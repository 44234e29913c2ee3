"""Buttons from a match to other pages: rematch, review, replay, export, claims, more time."""

from collections.abc import Mapping

from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.words import time_text
from bot.locale import Language
from bot.model.match.match import Match
from rules.contract import Game
from rules.contract.capabilities import series_of


def rematch_button(match_id: int, t: Language) -> layouts.Button:
    return layouts.button(t("button.rematch"), custom_ids.write("rematch", match_id), ButtonStyle.success)


def practice_again_button(match_id: int, t: Language) -> layouts.Button:
    """Return the button that immediately starts another game against the engine, with roles swapped."""
    press_id = custom_ids.write("practice-again", match_id)
    return layouts.button(t("button.practice-again"), press_id, ButtonStyle.success)


def practice_next(match: Match, t: Language, *, again: bool) -> list[layouts.Block]:
    """Return the buttons after a finished practice game; `again` adds the next game."""
    if match.running:
        return []
    begin = [practice_again_button(match.id, t)] if again else []
    return [layouts.buttons(*begin, review_button(match.id, t))]


def review_button(match_id: int, t: Language) -> layouts.Button:
    return layouts.button(t("button.review"), custom_ids.write("review", match_id))


def can_be_played_again(games: Mapping[str, Game], match: Match) -> bool:
    """Return whether a finished match may get a rematch; not if its series continues by itself."""
    if match.series_number is None:
        return True
    series = series_of(games[match.key])
    return series is not None and match.series_number >= series.games


def record_row(match: Match, person: int | None, t: Language) -> tuple[layouts.Button, ...]:
    """Return the buttons about a match's record, for a person or for everyone."""
    review = () if match.outcome is None else (review_button(match.id, t),)
    return (*review, replay_button(match.id, t), *export_row(match, person, t))


def replay_button(match_id: int, t: Language) -> layouts.Button:
    """Return the button that shows a match's animation."""
    return layouts.button(t("button.replay"), custom_ids.write("replay", match_id))


def export_row(match: Match, person: int | None, t: Language) -> tuple[layouts.Button, ...]:
    """Return the export button if allowed: during the match, only for its players."""
    if match.outcome is None and (person is None or match.seat_of(person) is None):
        return ()
    return (layouts.button(t("button.export"), custom_ids.write("export", match.id)),)


def time_row(match: Match, person: int, t: Language) -> list[layouts.Block]:
    """Return an opponent's buttons to claim the win on time or give more time, if possible."""
    if match.deadline is None or match.seat_of(person) is None or match.mover in {None, person}:
        return []
    row = [layouts.button(t("button.more-time"), custom_ids.write("time", match.id))]
    if match.claimable:
        row.insert(
            0,
            layouts.button(
                time_text.claim_name(match, t), custom_ids.write("claim", match.id), ButtonStyle.danger
            ),
        )
    return [layouts.buttons(*row)]


def board_link(match: Match) -> str:
    """Return the link to the last board, or the mention of the match's channel."""
    board = match.board
    if board is None:
        return f"<#{match.home}>"
    return f"https://discord.com/channels/{match.place.server}/{board.channel}/{board.message}"
