"""A profile: a picture of whose it is, their last results, a rating over time, wins by game and rival."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

import discord
from babel.dates import format_date

from bot.chat.core import custom_ids
from bot.chat.core.contributions.profile_notes import ProfileNote, ProfileView
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.visibility import (
    Sees,
    channels_of,
    gone_for,
    matches_seen_at,
    seen_at,
    seen_by,
)
from bot.chat.core.lookup.whereabouts import is_heard
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import shortened
from bot.chat.core.messages.public_message import plain_name
from bot.chat.core.pictures import PUBLIC_THEME, Picture, Pictures
from bot.chat.core.words import rating_text
from bot.chat.core.words.game_names import board_name
from bot.chat.core.words.phrases import mention
from bot.features.ratings.domain.engine_ladder import BeatenLevel
from bot.features.ratings.domain.recent_results import HeadToHead, RecentResults
from bot.features.ratings.domain.statistics import RoleRecord
from bot.features.ratings.services import RatingServices
from bot.locale import Language
from bot.model.match.match import Match
from bot.model.people.person import Place
from bot.model.ratings.rating_views import RatingHistory, RatingPoint
from render import ProfileChart, RatingMoment, ResultInk, SheetBoard, WinsAndLosses
from rules.contract.capabilities import one_sided

_MOST_RECORDS: Final = 8
_MOST_POINTS: Final = 400
_FEWEST_POINTS: Final = 5
"""So many results a rating needs before its curve says something."""
_WORDS: Final = 1000
_TOLD: Final = 6


async def profile_page(
    services: RatingServices, context: InteractionContext, person: int, chosen: int | None = None
) -> layouts.Page:
    """Return somebody's profile with the curve of one rating: the `chosen` one, else the latest changed.

    Last results, rivals and running games are of games that the person who asks may see. Results by game and
    ratings count all games, and name none. People can show their own profile to everyone.
    """
    t = context.t
    profile = await _profile(services, person, chosen, context.person.id, context.may_see)
    title = t("profile.title", player=mention(person))
    ladder = await services.statistics.ladder_of(person, context.person.id)
    sees, is_own = seen_by(context.interaction), person == context.person.id
    view = ProfileView(person, lambda place: is_own or _is_public(place, context, sees), t)
    notes = await _notes(services, view)
    lines = (*(note.line for note in notes), _beaten(ladder, t))
    below = [layouts.text(line) for line in lines if line]
    if profile.is_empty:
        none = layouts.text(t("profile.none", player=mention(person)))
        return layouts.page(layouts.text(title), *(below or [none])), []
    drawn = await _drawn(services, context.pictures, profile, _cups(notes), t)
    blocks = [layouts.text(title), layouts.picture(drawn.words)]
    if len(profile.histories) > 1 and profile.shown is not None:
        blocks.append(_menu(services, person, profile.histories, profile.shown, t))
    if person == context.person.id and is_heard(context.interaction):
        number = [] if chosen is None else [chosen]
        show = layouts.button(t("button.profile-show"), custom_ids.write("profile-show", *number))
        blocks.append(layouts.buttons(show))
    return layouts.page(*blocks, *below), [drawn]


async def shown_profile(
    services: RatingServices, context: InteractionContext, chosen: int | None
) -> tuple[str, Picture] | None:
    """Return somebody's own profile in words and as a picture for everyone; None where there is nothing.

    It includes only games and cups that everybody in the place of the press can see.
    """
    person = context.person.id
    t = services.interactions.texts.language(await services.people.locale_at(context.place))
    everybody_sees = matches_seen_at(context.place, context.interaction.guild)
    profile = await _profile(services, person, chosen, person, everybody_sees)
    if profile.is_empty:
        return None
    sees = seen_at(context.place, channels_of(context.interaction.guild))
    notes = await _notes(services, ProfileView(person, lambda place: _is_public(place, context, sees), t))
    drawn = await _drawn(services, context.pictures.painted(PUBLIC_THEME), profile, _cups(notes), t)
    lines = (t("profile.title", player=plain_name(profile.name)), *(note.line for note in notes))
    return "\n".join(line for line in lines if line), drawn


@dataclass(frozen=True, slots=True)
class _Profile:
    """What is known of somebody."""

    name: str
    histories: Sequence[RatingHistory]
    shown: RatingHistory | None
    records: Sequence[RoleRecord]
    running: Sequence[Match]
    recent: RecentResults
    names: Mapping[int, str]

    @property
    def is_empty(self) -> bool:
        return not (self.histories or self.records or self.running)


async def _profile(
    services: RatingServices, person: int, chosen: int | None, reader: int, seen: Callable[[Match], bool]
) -> _Profile:
    histories = await services.ratings.histories(person)
    recent = await services.statistics.recent(person, seen, reader)
    names = await services.people.names({person, *(one.other for one in recent.rivals)})
    return _Profile(
        names.get(person, "?"),
        histories,
        _shown(histories, chosen),
        await services.statistics.of_player(person),
        [match for match in await services.matches.of(person) if seen(match)],
        recent,
        names,
    )


async def _notes(services: RatingServices, view: ProfileView) -> list[ProfileNote]:
    return [await line.make(view) for line in services.profile_lines]


def _cups(notes: Sequence[ProfileNote]) -> int:
    return sum(note.cups for note in notes)


def _is_public(place: Place, context: InteractionContext, sees: Sees) -> bool:
    """Return whether a place of this server can be seen, or was deleted."""
    is_gone = gone_for(context.interaction.client)
    return place.server == context.place.server and (sees(place) or is_gone(place))


async def _drawn(
    services: RatingServices, pictures: Pictures, profile: _Profile, cups: int, t: Language
) -> Picture:
    chart, board = replace(_chart(services, profile, t), cups=cups), profile.recent.favourite
    favourite = (
        None
        if board is None
        else SheetBoard(board.key, tuple(board.options.items()), board_name(board.key, board.options, t))
    )
    return await pictures.profile(chart, _words(chart, profile.shown, t), favourite)


def _beaten(ladder: Sequence[BeatenLevel], t: Language) -> str:
    """Return which levels of the computer somebody has beaten; nothing for who has beaten none."""
    if not ladder:
        return ""
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


def _chart(services: RatingServices, profile: _Profile, t: Language) -> ProfileChart:
    records, running, recent, shown = profile.records, profile.running, profile.recent, profile.shown
    most = sorted(records, key=lambda one: -(one.won + one.drawn + one.lost))[:_MOST_RECORDS]
    told = tuple(_record(one, t) for one in records if one in most)
    by_game = Counter(match.key for match in running)
    closing = [t("profile.running", n=len(running))] if running else []
    closing += [t("profile.game", game=t(f"{key}.name"), number=number) for key, number in by_game.items()]
    board = recent.favourite
    chart = ProfileChart(
        name=profile.name,
        favourite=(
            "" if board is None else t("profile.favourite", board=board_name(board.key, board.options, t))
        ),
        last_heading=t("profile.last"),
        last=[ResultInk(one.value) for one in recent.last],
        title="" if shown is None else _named(services, shown, t),
        legend=t("profile.legend"),
        records=told,
        rivals_heading=t("profile.rivals"),
        rivals=[_against(one, profile.names) for one in recent.rivals],
        closing=closing,
    )
    if shown is None or len(shown.points) < _FEWEST_POINTS:
        return chart
    points = list(shown.points[-_MOST_POINTS:])
    today = services.clock().replace(hour=0, minute=0, second=0, microsecond=0)
    if points[-1].at < today:
        # The band grows until today, as less is known by then.
        points.append(RatingPoint(today, shown.now.rating))
    return replace(
        chart,
        moments=tuple(RatingMoment(one.at.timestamp(), one.rating.value, *one.rating.band) for one in points),
        since=_day(points[0].at, t),
        until=_day(points[-1].at, t),
    )


def _against(one: HeadToHead, names: Mapping[int, str]) -> WinsAndLosses:
    name = names.get(one.other, "?")
    return WinsAndLosses(name, f"{one.won} / {one.drawn} / {one.lost}", one.won, one.drawn, one.lost)


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
    lines = [chart.name] + ([chart.favourite] if chart.favourite else [])
    if chart.last:
        listed = ", ".join(t(f"profile.result.{one}") for one in chart.last)
        lines.append(t("profile.last-listed", heading=chart.last_heading, listed=listed))
    if shown is not None and not chart.moments:
        lines.append(chart.title)
    elif shown is not None:
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
    lines += [
        t("profile.against", name=one.title, told=one.told, legend=chart.legend) for one in chart.rivals
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
