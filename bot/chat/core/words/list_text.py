"""Lines that identify matches, limited to the available room."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import discord

from bot.chat.core.lookup.visibility import IsGone
from bot.chat.core.words import phrases
from bot.chat.core.words.game_names import game_name
from bot.locale import Language
from bot.model.agenda import Agenda, Limits
from bot.model.challenges.challenge import Challenge
from bot.model.match.match import EndedBy, Match
from bot.model.people.players import HumanPlayer, person_of
from render import sharing_brackets

NEAR: Final = 0.8
"""The share of a limit from which the list warns about it."""


def fitting(heading: str, lines: Sequence[str], room: int, t: Language) -> str:
    """Return a heading with as many lines as fit, and the number of the others; empty without lines."""
    return f"{heading}\n{fit_lines(lines, room, t)}" if lines else ""


def fit_lines(lines: Sequence[str], room: int, t: Language) -> str:
    """Return as many lines as fit, and the number of the others."""
    shortened: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0 and shortened:
            break
        shortened.append(line)
    more = len(lines) - len(shortened)
    return "\n".join([*shortened, *([t("games.and-more", n=more)] if more else [])])


def match_line(match: Match, t: Language, is_gone: IsGone) -> str:
    """Return one line for a running match: number, game, players, place, turn, remaining time."""
    return _line_of(match, time_left(match, t), t, is_gone)


def ended_line(match: Match, t: Language, is_gone: IsGone) -> str:
    """Return one line for a finished match: number, game, players, place, ending."""
    return _line_of(match, _ending_words(match, t), t, is_gone)


def _line_of(match: Match, standing: str, t: Language, is_gone: IsGone) -> str:
    home = match.place if match.thread is None else replace(match.place, channel=match.thread, parent=None)
    # A forum post outlives its challenge's channel, the only known place of an archived thread.
    nowhere = is_gone(match.place) and is_gone(home)
    return t(
        "games.line",
        number=match.id,
        game=game_name(match, t),
        players=players(match, t),
        where=t("games.channel-gone") if nowhere else f"<#{match.home}>",
        since=standing,
    )


def _ending_words(match: Match, t: Language) -> str:
    """Return a match's ending in a word or two."""
    judged = match.ended_by is EndedBy.ADJUDICATION
    if match.first_outcome is not None:
        return _correction_words(match, t)
    if match.is_aborted:
        return t("games.annulled" if judged else "games.aborted")
    seats = match.outcome.winners if match.outcome is not None else ()
    if not seats:
        return t("games.drawn-adjudicated" if judged else "games.drawn")
    winners = t("list.and").join(phrases.seat_name(match, seat, t) for seat in seats)
    return sharing_brackets(t, "games.won-adjudicated" if judged else "games.won", "winner", winners)


def _correction_words(match: Match, t: Language) -> str:
    seats = match.outcome.winners if match.outcome is not None else ()
    if match.is_aborted:
        return t("games.voided")
    winners = t("list.and").join(phrases.seat_name(match, seat, t) for seat in seats)
    if not seats:
        return t("games.drawn-corrected")
    return sharing_brackets(t, "games.won-corrected", "winner", winners)


def players(match: Match, t: Language) -> str:
    """Return the players of a match."""
    return t("list.versus").join(phrases.seat_name(match, seat, t) for seat in range(len(match.players)))


def time_left(match: Match, t: Language) -> str:
    """Return a match's remaining time in words; without a deadline, when it last changed."""
    if match.deadline is None:
        return discord.utils.format_dt(match.updated, "R")
    when = discord.utils.format_dt(match.deadline, "R")
    return t("games.time-up" if match.claimable else "games.time-left", left=when)


def near_limits(agenda: Agenda, person: int, limits: Limits, t: Language) -> str:
    """Return a warning about nearly reached limits; empty if there is none."""
    running = (*agenda.mine, *agenda.theirs)
    offers = sum(person_of(match.players[offer.by]) == person for match in running for offer in match.offers)
    had = (
        ("games.limit-games", len(running), limits.games_per_person),
        ("games.limit-challenges", len(agenda.challenges_sent), limits.challenges_per_person),
        ("games.limit-offers", offers, limits.offers_per_person),
    )
    near = [t(text_id, used=used, most=most) for text_id, used, most in had if used >= NEAR * most]
    return f"-# {t('list.beside').join(near)}" if near else ""


def title(match: Match, person: int, names: Mapping[int, str], t: Language) -> str:
    """Return one line that identifies a match: number, game, opponents, turn."""
    return t(
        "games.title",
        number=match.id,
        game=game_name(match, t),
        others=_others(match, person, names, t),
        status=status(match, person, names, t),
    )


def opponents(match: Match, person: int, names: Mapping[int, str], t: Language) -> str:
    """Return a match's number and opponents, for lines that already name its game."""
    return t("games.opponents", number=match.id, others=_others(match, person, names, t))


def status(match: Match, person: int, names: Mapping[int, str], t: Language) -> str:
    """Return whose turn it is, or that the match is over."""
    if match.turn is None:
        return t("games.over" if match.outcome is not None else "games.dice-awaited")
    if match.mover == person:
        return t("games.your-turn")
    return t("games.their-turn", name=phrases.plain(match.players[match.turn], names, t))


def _others(match: Match, person: int, names: Mapping[int, str], t: Language) -> str:
    others = [phrases.plain(player, names, t) for player in match.players if player != HumanPlayer(person)]
    return t("list.and").join(others)


def challenge_link(challenge: Challenge, t: Language, is_gone: IsGone = lambda _: False) -> str:
    """Return a link to a challenge's card, or its channel until the card is posted.

    If the channel `is_gone`, the text says so.
    """
    place = challenge.place
    if is_gone(place):
        return t("games.channel-gone")
    if challenge.message is None:
        return f"<#{place.channel}>"
    server = "@me" if place.server is None else place.server
    return t("games.card", url=f"https://discord.com/channels/{server}/{place.channel}/{challenge.message}")
