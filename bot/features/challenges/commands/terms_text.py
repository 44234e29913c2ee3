"""Terms in words, as the cards of challenges and tables show them."""

from bot.chat.core.words import phrases, time_text
from bot.chat.core.words.balance_text import balance_line
from bot.locale import Language
from bot.model.challenge import Challenge
from bot.model.seat_assignment import playable
from rules.contract import Game


def terms_lines(game: Game, challenge: Challenge, t: Language) -> list[str]:
    """Return a line for each unusual term and one for the share of each side; empty ones for the others."""
    terms = challenge.terms
    return [
        phrases.role_wish(challenge, t),
        phrases.choices(terms.key, game, terms.options.items(), t, every=False),
        balance_line(game, terms.options, t),
        "" if terms.tie_break is None else t(f"challenge.series.{terms.tie_break}"),
        _number(game, challenge, t),
        time_text.wish(terms, t),
        phrases.rated(terms, t),
        phrases.exploring(terms, t),
    ]


def _number(game: Game, challenge: Challenge, t: Language) -> str:
    """Return how many play, at a table."""
    terms = challenge.terms
    if not challenge.lobby:
        return ""
    if terms.players is not None:
        return t("lobby.number", n=terms.players)
    return t("lobby.any-number", numbers=", ".join(map(str, playable(game, terms.options, None))))
