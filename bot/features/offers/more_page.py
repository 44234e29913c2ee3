"""What else is known of a match and can be done with it."""

from collections.abc import Iterable

import discord
from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases, time_text
from bot.chat.core.words.game_names import game_name
from bot.chat.parts.matches import match_buttons
from bot.chat.parts.matches.match_buttons import record_row, time_row
from bot.features.following.domain import can_follow
from bot.features.offers import offer_messages
from bot.features.offers.services import OfferServices
from bot.features.tables import messages as seat_card
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition
from bot.model.match.permissions import is_plannable
from rules.contract.capabilities import lets_retire


async def more_page(
    services: OfferServices, position: MatchPosition, person: int, t: Language
) -> ui.LayoutView:
    """Return what is known of a game and what else can be done with it."""
    match = position.match
    game = services.games[match.key]
    seats = range(len(match.players))
    teams = phrases.teams(match, game, position.state, t)
    players = [] if teams else [phrases.player(match, game, seat, t) for seat in seats]
    facts = (
        t(_played(match), n=match.plies, since=discord.utils.format_dt(match.created, "D")),
        t("clock.line", clock=time_text.clock_name(match.clock, t)) if match.clock.runs else "",
        phrases.rated(match, t),
        phrases.exploring(match, t),
    )
    head = (
        t("game.title", game=game_name(match, t), number=match.id),
        _one_line(teams, t) or t("more.players", players=t("list.and").join(players)),
        layouts.small(_one_line(time_text.standing(position, t).splitlines(), t)),
    )
    terms = (
        _one_line(facts, t),
        _one_line(phrases.choices(match.key, game, match.options.items(), t, every=True).splitlines(), t),
        _one_line(seat_card.history(await services.substitutions.accepted(match.id), t), t),
        t("more.hint", hint=phrases.hint(match.key, match.options, t)) if match.outcome is None else "",
    )
    row = [
        layouts.button(t("button.rules"), custom_ids.write("rules", match.key, match.id)),
        *record_row(match, person, t),
    ]
    if match.outcome is None and match.seat_of(person) is not None:
        row.append(
            layouts.button(t("button.resign"), custom_ids.write("resign", match.id), ButtonStyle.danger)
        )
        if not match.is_practice:
            row.append(layouts.button(t("button.seat-offer"), custom_ids.write("seat-offer", match.id)))
    if can_follow(match, person):
        row.append(layouts.button(t("button.follow"), custom_ids.write("follow", match.id)))
    blocks = [
        layouts.text("\n".join(line for line in head if line)),
        layouts.separator(),
        layouts.text("\n".join(layouts.small(line) for line in terms if line)),
        layouts.buttons(*row),
    ]
    return layouts.page(*blocks, *await _agreements(services, match, person, t), *time_row(match, person, t))


def _one_line(parts: Iterable[str], t: Language) -> str:
    return t("list.beside").join(part for part in parts if part)


def _played(match: Match) -> str:
    if not match.plies:
        return "more.unplayed"
    return "more.plies" if match.commitment is None else "more.plies-dice"


async def _agreements(services: OfferServices, match: Match, person: int, t: Language) -> list[layouts.Block]:
    """Return what a player can offer, plan or answer in a match, or that they can ask for a rematch."""
    seat = match.seat_of(person)
    if seat is None or seat in match.retired:
        return []
    if match.outcome is not None and match.is_practice:
        following = match_buttons.practice_again_button(match.id, t)
        return [layouts.buttons(following)] if services.practice.is_offered else []
    if match.outcome is not None:
        again = match_buttons.can_be_played_again(services.games, match)
        return [layouts.buttons(match_buttons.rematch_button(match.id, t))] if again else []
    row = await offer_messages.more_buttons(services.offers, match, person, t)
    if is_plannable(match, seat):
        row.append(layouts.button(t("button.plan"), custom_ids.write("plan", match.id)))
    return [
        *([layouts.buttons(*row)] if row else []),
        *offer_messages.more_blocks(services.games, match, seat, t),
    ]


def resign_page(position: MatchPosition, t: Language) -> ui.LayoutView:
    """Return the question whether to give a game up, or to leave one that goes on."""
    match = position.match
    # Where only computers would be left, the game is over.
    goes_on = lets_retire(position.state) and len(match.people_left) > 1
    ask = "leave.ask" if goes_on else "resign.ask"
    return layouts.page(
        layouts.text(t(ask, game=game_name(match, t), number=match.id)),
        layouts.buttons(
            layouts.button(t("button.confirm"), custom_ids.write("resign-yes", match.id), ButtonStyle.danger),
            layouts.button(t("button.back"), custom_ids.write("resign-no", match.id)),
        ),
    )
