"""A profile: a picture of a rating over time, results by game and role, games under way; levels beaten."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Final

import discord
from babel.dates import format_date

from bot.chat.core import custom_ids
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import shortened
from bot.chat.core.words import rating_text
from bot.chat.core.words.game_names import board_name
from bot.chat.core.words.phrases import mention
from bot.chat.features.ratings.services import RatingServices
from bot.locale import Language
from bot.play.domain.matches import Match
from bot.play.domain.ratings.engine_ladder import BeatenLevel
from bot.play.domain.ratings.rating_views import RatingHistory, RatingPoint
from bot.play.domain.ratings.statistics import RoleRecord
from render import ProfileChart, RatingMoment, WinsAndLosses
from rules.contract.capabilities import one_sided

_MOST_RECORDS: Final = 8
_MOST_POINTS: Final = 400
_WORDS: Final = 1000
_TOLD: Final = 6


async def profile_page(
    services: RatingServices, context: InteractionContext, person: int, chosen: int | None = None
) -> layouts.Page:
    """Return somebody's profile with the curve of one rating: the `chosen` one, else the latest changed.

    Of the games under way it shows those that whoever looks may see.
    """
    t = context.t
    histories = await services.ratings.histories(person)
    records = await services.statistics.of_player(person)
    running = [
        match
        for match in await services.matches.of(person)
        if match.seat_of(context.person.id) is not None or match.is_told_in(context.place)
    ]
    title = layouts.text(t("profile.title", player=mention(person)))
    ladder = await services.statistics.ladder_of(person)
    below = [layouts.text(_beaten(ladder, t))] if ladder else []
    if not (histories or records or running):
        none = layouts.text(t("profile.none", player=mention(person)))
        return layouts.page(title, *(below or [none])), []
    shown = _shown(histories, chosen)
    chart = _chart(services, shown, records, running, t)
    drawn = await context.pictures.profile(chart, _words(chart, shown, t))
    blocks = [title, layouts.picture(drawn.words)]
    if len(histories) > 1 and shown is not None:
        blocks.append(_menu(services, person, histories, shown, t))
    return layouts.page(*blocks, *below), [drawn]


def _beaten(ladder: Sequence[BeatenLevel], t: Language) -> str:
    """Return which levels of the computer somebody has beaten."""
    told = [
        t(
            "profile.beaten-level",
            level=one.level,
            game=board_name(one.key, one.options, t),
            role="" if one.role is None else t("profile.beaten-as", role=t(f"{one.key}.role.{one.role}")),
        )
        for one in ladder
    ]
    return shortened(t("profile.beaten", listed="; ".join(told)), _WORDS)


def _shown(histories: Sequence[RatingHistory], chosen: int | None) -> RatingHistory | None:
    if chosen is not None and chosen < len(histories):
        return histories[chosen]
    return max(histories, key=lambda one: one.points[-1].at, default=None)


def _chart(
    services: RatingServices,
    shown: RatingHistory | None,
    records: Sequence[RoleRecord],
    running: Sequence[Match],
    t: Language,
) -> ProfileChart:
    most = sorted(records, key=lambda one: -(one.won + one.drawn + one.lost))[:_MOST_RECORDS]
    told = tuple(_record(one, t) for one in records if one in most)
    by_game = Counter(match.key for match in running)
    closing = [t("profile.running", n=len(running))] if running else []
    closing += [t("profile.game", game=t(f"{key}.name"), number=number) for key, number in by_game.items()]
    if shown is None:
        return ProfileChart(legend=t("profile.legend"), records=told, closing=closing)
    points = list(shown.points[-_MOST_POINTS:])
    today = services.clock().replace(hour=0, minute=0, second=0, microsecond=0)
    if points[-1].at < today:
        # The band grows until today, as less is known by then.
        points.append(RatingPoint(today, shown.now.rating))
    return ProfileChart(
        title=_named(services, shown, t),
        moments=tuple(RatingMoment(one.at.timestamp(), one.rating.value, *one.rating.band) for one in points),
        since=_day(points[0].at, t),
        until=_day(points[-1].at, t) if len(points) > 1 else "",
        legend=t("profile.legend"),
        records=told,
        closing=closing,
    )


def _record(one: RoleRecord, t: Language) -> WinsAndLosses:
    title = t("rating.game-as", game=t(f"{one.key}.name"), role=t(f"{one.key}.role.{one.role}"))
    return WinsAndLosses(title, f"{one.won} / {one.drawn} / {one.lost}", one.won, one.drawn, one.lost)


def _named(services: RatingServices, history: RatingHistory, t: Language) -> str:
    now = history.now
    return t(
        "profile.rating",
        pool=rating_text.pool(history.key, history.role, t, by_role=one_sided(services.games[history.key])),
        value=rating_text.number(now, t),
        deviation=rating_text.spread(now),
    )


def _words(chart: ProfileChart, shown: RatingHistory | None, t: Language) -> str:
    """Return the picture in words: how the rating went, then each line below it."""
    lines = []
    if shown is not None:
        points = shown.points
        steps = max(1, len(points) // _TOLD)
        values = [str(round(one.rating.value)) for one in (*points[:-1:steps], points[-1])]
        lines.append(
            t(
                "profile.curve",
                pool=chart.title,
                since=chart.since,
                until=chart.until or chart.since,
                values=", ".join(values),
            )
        )
    lines += [
        t("profile.results", title=one.title, told=one.told, legend=chart.legend) for one in chart.records
    ]
    return shortened("\n".join([*lines, *chart.closing]), _WORDS)


def _menu(
    services: RatingServices,
    person: int,
    histories: Sequence[RatingHistory],
    shown: RatingHistory,
    t: Language,
) -> layouts.Block:
    options = [
        discord.SelectOption(label=_named(services, one, t)[:100], value=str(number), default=one is shown)
        for number, one in enumerate(histories[: layouts.SELECT_LIMIT])
    ]
    return layouts.select(custom_ids.write("profile-of", person), t("profile.choose"), options)


def _day(moment: datetime, t: Language) -> str:
    return format_date(moment, "medium", locale=t.code)
