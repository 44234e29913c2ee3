"""Terms in words, as the cards of challenges and tables show them."""

from bot.chat.core.words import phrases, time_text
from bot.chat.core.words.balance_text import balance_line
from bot.locale import Language
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.seat_assignment import playable
from bot.model.challenges.terms import Terms
from rules.contract import Game
from rules.contract.capabilities import series_of


def terms_lines(game: Game, challenge: Challenge, t: Language) -> list[str]:
    """Return a line for each unusual term and for the sides' shares; lines without content are empty."""
    terms = challenge.terms
    return [
        phrases.role_line(challenge, t),
        phrases.choices(terms.key, game, terms.options.items(), t),
        balance_line(game, terms.options, t),
        series_line(game, terms, t),
        _number(game, challenge, t),
        time_text.clock_line(terms, t),
        phrases.rated_line(terms, t),
        phrases.exploring(terms, t),
    ]


def series_line(game: Game, terms: Terms, t: Language) -> str:
    """Return the line about the series and its tie-break; empty for a single game."""
    return "" if terms.tie_break is None else t(f"challenge.{series_stem(game)}.{terms.tie_break}")


def series_stem(game: Game) -> str:
    """Return the stem of the texts for a game's series: sides are swapped in most."""
    series = series_of(game)
    return "match" if series is not None and series.swap else "series"


def _number(game: Game, challenge: Challenge, t: Language) -> str:
    """Return the line with a table's number of players; empty for other challenges."""
    terms = challenge.terms
    if not challenge.lobby:
        return ""
    if terms.players is not None:
        return t("lobby.number", n=terms.players)
    return t("lobby.any-number", numbers=", ".join(map(str, playable(game, terms.options, None))))
