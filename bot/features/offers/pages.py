"""The page *More*, and the question before a resignation."""

from collections.abc import Iterable

import discord
from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.contributions.more_entries import MoreButtons, MoreRow, MoreView
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases, time_text
from bot.chat.core.words.game_names import game_name
from bot.chat.parts.matches.match_buttons import time_row
from bot.features.offers.messages import offer_messages
from bot.features.offers.services import OfferServices
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition
from rules.contract.capabilities import lets_retire


async def more_page(services: OfferServices, view: MoreView) -> ui.LayoutView:
    """Return a match's details and further actions."""
    match, position, t = view.match, view.position, view.t
    game = services.games[match.key]
    seats = range(len(match.players))
    teams = phrases.teams(match, game, position.state, t)
    players = [] if teams else [phrases.player(match, game, seat, t) for seat in seats]
    facts = (
        t(_length_text(match), n=match.plies, since=discord.utils.format_dt(match.created, "D")),
        t("clock.line", clock=time_text.clock_name(match.clock, t)) if match.clock.runs else "",
        phrases.rated_line(match, t),
        phrases.exploring(match, t),
    )
    head = (
        t("game.title", game=game_name(match, t), number=match.id),
        _one_line(teams, t) or t("more.players", players=t("list.and").join(players)),
        layouts.small(_one_line(time_text.standing(position, t).splitlines(), t)),
    )
    terms = (
        _one_line(facts, t),
        _one_line(phrases.choices(match.key, game, match.options.items(), t).splitlines(), t),
        *[await line.make(view) for line in services.more_lines],
        t("more.hint", hint=phrases.hint(match.key, match.options, t)) if match.outcome is None else "",
    )
    blocks = [
        layouts.text("\n".join(line for line in head if line)),
        layouts.separator(),
        layouts.text("\n".join(layouts.small(line) for line in terms if line)),
        *await _row(services.more_buttons, MoreRow.RECORD, view),
        *await _row(services.more_buttons, MoreRow.PLAYERS, view),
        *_open_offers(services, view),
        *time_row(match, view.person, t),
    ]
    return layouts.page(*blocks)


def _one_line(parts: Iterable[str], t: Language) -> str:
    return t("list.beside").join(part for part in parts if part)


def _length_text(match: Match) -> str:
    if not match.plies:
        return "more.unplayed"
    return "more.plies" if match.commitment is None else "more.plies-dice"


async def _row(entries: Iterable[MoreButtons], row: MoreRow, view: MoreView) -> list[layouts.Block]:
    """Return a row of the page *More* with the features' buttons; empty without any."""
    buttons = [button for entry in entries if entry.row is row for button in await entry.make(view)]
    return [layouts.buttons(*buttons)] if buttons else []


def _open_offers(services: OfferServices, view: MoreView) -> list[layouts.Block]:
    """Return the open offers with the player's buttons to answer or withdraw them."""
    if view.seat is None or view.match.outcome is not None:
        return []
    return offer_messages.more_blocks(services.games, view.match, view.seat, view.t)


def resign_page(position: MatchPosition, t: Language) -> ui.LayoutView:
    """Return the question whether to resign a game, or to leave a game that continues."""
    match = position.match
    # If only computers would be left, the game ends.
    goes_on = lets_retire(position.state) and len(match.remaining_people) > 1
    ask = "leave.ask" if goes_on else "resign.ask"
    return layouts.page(
        layouts.text(t(ask, game=game_name(match, t), number=match.id)),
        layouts.buttons(
            layouts.button(t("button.confirm"), custom_ids.write("resign-yes", match.id), ButtonStyle.danger),
            layouts.button(t("button.back"), custom_ids.write("resign-no", match.id)),
        ),
    )
