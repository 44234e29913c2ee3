"""Ratings in words: numbers with their certainty, and the effect of a result."""

from collections.abc import Mapping, Sequence

from bot.chat.core.words.phrases import mention
from bot.locale import Language
from bot.model.match.match import Counting, Match
from bot.model.ratings.counting import MAX_COUNTED, WITHIN
from bot.model.ratings.rating_views import RatingChange, ShownRating
from bot.model.ratings.results import required_plies
from rules.contract import Game
from rules.contract.capabilities import leaves_to_chance


def number(rating: ShownRating, t: Language) -> str:
    """Return a rating as a number, marked while it is not settled."""
    return str(rating.as_integer) if rating.settled else t("rating.unsure", value=rating.as_integer)


def spread(rating: ShownRating) -> int:
    """Return the half width of a rating's 95 % interval."""
    return round(2 * rating.rating.deviation)


def result(key: str, changes: Sequence[RatingChange], t: Language) -> list[str]:
    """Return the line with a result's rating changes, gains first; none if there are no changes."""
    if not changes:
        return []
    return [
        t(
            "rating.result",
            changes=" · ".join(_change_text(key, change, t) for change in _gains_first(changes)),
        )
    ]


def not_counted_lines(match: Match, game: Game, t: Language) -> list[str]:
    """Return the reason why the result of a match or series does not count, as a line; none if it may."""
    if match.counting is Counting.TOO_SHORT:
        if match.series is not None:
            return [t("rating.too-short-series")]
        text_id = "rating.too-short-dice" if leaves_to_chance(game) else "rating.too-short"
        return [t(text_id, plies=required_plies(game, match))]
    if match.counting is Counting.TOO_OFTEN:
        return [t("rating.too-often", n=MAX_COUNTED, days=WITHIN.days)]
    return []


def new_formula(t: Language) -> str:
    """Return the notice about the new rating formula."""
    return t("rating.new-formula", n=MAX_COUNTED, days=WITHIN.days)


def on_card(changes: Sequence[RatingChange], names: Mapping[int, str], t: Language) -> tuple[str, ...]:
    """Return a line per rating change for a picture, with plain names and without roles."""
    return tuple(
        t(
            "rating.change",
            player=names.get(change.person, "?"),
            before=number(change.before, t),
            after=number(change.after, t),
        )
        for change in _gains_first(changes)
    )


def _gains_first(changes: Sequence[RatingChange]) -> list[RatingChange]:
    return sorted(changes, key=lambda change: change.before.as_integer - change.after.as_integer)


def pool(key: str, role: str, t: Language, *, by_role: bool) -> str:
    """Return the name of a rating pool: a game, or one of its roles or its series."""
    game = t(f"{key}.name")
    if role:
        return t("rating.game-as", game=game, role=t(f"{key}.role.{role}"))
    return t("rating.game-series", game=game) if by_role else game


def _change_text(key: str, change: RatingChange, t: Language) -> str:
    return t(
        "rating.change-as" if change.role else "rating.change",
        player=mention(change.person),
        role=t(f"{key}.role.{change.role}") if change.role else "",
        before=number(change.before, t),
        after=number(change.after, t),
    )
