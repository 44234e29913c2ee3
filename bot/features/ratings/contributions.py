"""Contributions of ratings: the leaders of a server in the weekly letter."""

from collections.abc import Iterator, Sequence
from functools import partial

from bot.chat.core.contributions.letter_parts import LetterParagraph, LetterPart, LetterSection, LetterView
from bot.chat.core.words import phrases, rating_text
from bot.features.ratings.service.rating_queries import RatingQueries
from bot.locale import Language
from bot.model.ratings.rating_views import Leaderboard


def letter_paragraphs(ratings: RatingQueries) -> Sequence[LetterParagraph]:
    """Return the paragraph about the leaders in the rated games."""
    return (LetterParagraph(LetterSection.AHEAD, 10, partial(_leaders, ratings)),)


async def _leaders(ratings: RatingQueries, view: LetterView) -> LetterPart:
    lines: list[str] = []
    for key in dict.fromkeys(match.key for match in view.ended if match.rated):
        for board in await ratings.leaders(key, view.server, 1):
            lines += _rating(board, view.t)
    return LetterPart(lines)


def _rating(board: Leaderboard, t: Language) -> Iterator[str]:
    """Yield the leader of a leaderboard, if their rating is settled."""
    for ranked in [ranked for ranked in board.ranked if ranked.shown.settled][:1]:
        game = t(f"{board.key}.name")
        if board.role:
            game = t("letter.rated-role", game=game, role=t(f"{board.key}.role.{board.role}"))
        yield t(
            "letter.rating",
            game=game,
            player=phrases.mention(ranked.person),
            value=rating_text.number(ranked.shown, t),
        )
