"""The message that reports the end of a series."""

from collections.abc import Mapping, Sequence

from bot.chat.core import custom_ids
from bot.chat.core.messages import headlines, layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.words import phrases, rating_text
from bot.chat.parts.matches import match_buttons
from bot.locale import Language
from bot.model.match.match import SeriesRecord
from bot.model.ratings.rating_views import RatingChange


def series_mark(record: SeriesRecord) -> str:
    """Return the custom_id that identifies the message of a series' end, which is that of its rules button.

    It names the last game: no other message has a rules button for a game, and the game determines the board.
    """
    return custom_ids.write("rules", record.key, record.games[-1])


def series_end(
    record: SeriesRecord,
    game: str,
    names: Mapping[int, str],
    t: Language,
    ratings: Sequence[RatingChange] = (),
    uncounted: Sequence[str] = (),
) -> PublicMessage:
    """Return the message that reports the end of a series, with its rating changes or the reasons for none.

    `game` is the name of its game or board.
    """
    lines = [
        t(
            "series.result",
            number=number,
            winner=t("list.and").join(map(phrases.mention, sorted(result.winners))) or t("series.nobody"),
            n=result.plies,
        )
        for number, result in zip(record.games, record.results, strict=False)
    ]
    # A game that was aborted or annulled has no result and ends its series.
    lines += [t("series.no-result", number=number) for number in record.games[len(record.results) :]]
    if record.winner is not None:
        verdict = t("series.won", winner=phrases.mention(record.winner))
    else:
        broken_off = len(record.results) < len(record.games)
        verdict = t("series.broken-off" if broken_off else "series.undecided")
    rules = layouts.button(t("button.rules"), series_mark(record))
    return PublicMessage(
        headline=headlines.series(record, game, names, t),
        body="\n".join(lines),
        closing="\n".join((verdict, *rating_text.result(record.key, ratings, t), *uncounted)),
        rows=((match_buttons.rematch_button(record.games[-1], t), rules),),
    )
