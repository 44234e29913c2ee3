"""Lines about open challenges and lobbies, for people in search of a game."""

from collections.abc import Mapping

from discord import ButtonStyle

from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases, time_text
from bot.chat.core.words.game_names import game_name
from bot.chat.core.words.list_text import challenge_link
from bot.features.challenges.commands.terms_text import series_stem
from bot.features.challenges.messages import card_ids
from bot.locale import Language
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.seat_assignment import playable
from rules.contract import Game


def line(games: Mapping[str, Game], challenge: Challenge, t: Language) -> str:
    """Return a line with a challenge's game, host, place and clock, and the taken seats of a table."""
    text = t(
        _text_id(games, challenge),
        game=game_name(challenge.terms, t),
        host=phrases.mention(challenge.challenger),
        where=challenge_link(challenge, t),
        came=len(challenge.members),
        most=max(_numbers(games, challenge)),
    )
    clock = challenge.terms.clock
    return f"{text} · {time_text.clock_name(clock, t)}" if clock.runs else text


def terms_line(games: Mapping[str, Game], challenge: Challenge, t: Language) -> str:
    """Return a line with the role, the options, the series, and whether it is rated or without exploring."""
    terms = challenge.terms
    game = games[terms.key]
    options = terms.options.items()
    series = "" if terms.tie_break is None else t(f"option.{series_stem(game)}.{terms.tie_break}")
    parts = (
        phrases.role_line(challenge, t),
        *phrases.choices(terms.key, game, options, t).splitlines(),
        series,
        t("open.rated") if terms.rated else "",
        "" if terms.exploring else t("open.unexplored"),
    )
    return " · ".join(part for part in parts if part)


def accept_button(challenge: Challenge, t: Language, number: int | None = None) -> layouts.Button:
    """Return the button that accepts a challenge or joins a lobby; with a number if there are several."""
    label = t("button.join" if challenge.lobby else "button.accept")
    text = label if number is None else f"{label} {number}"
    return layouts.button(text, card_ids.accept_id(challenge, "take"), ButtonStyle.success)


def _text_id(games: Mapping[str, Game], challenge: Challenge) -> str:
    if not challenge.lobby:
        return "open.challenge"
    return "open.table" if len(_numbers(games, challenge)) > 1 else "open.table-fixed"


def _numbers(games: Mapping[str, Game], challenge: Challenge) -> tuple[int, ...]:
    if not challenge.lobby:
        return (2,)
    return playable(games[challenge.terms.key], challenge.terms.options, challenge.terms.players)
