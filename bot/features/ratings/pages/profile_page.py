"""A profile: a picture with the name, recent results, a rating over time, wins by game and rival."""

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
    match_visibility_at,
    place_absence,
    place_visibility,
    place_visibility_at,
)
from bot.chat.core.lookup.whereabouts import is_public_answer
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import shorten
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
from render import CurvePoint, ProfileChart, ResultInk, SheetBoard, WinLossRecord, records_drawn
from rules.contract.capabilities import one_sided

_MAX_RECORDS: Final = 8
_MAX_POINTS: Final = 400
_MIN_POINTS: Final = 5
"""The minimum number of results for a meaningful curve of a rating."""
_WORDS: Final = 1000
_TOLD: Final = 6


async def profile_page(
    services: RatingServices, context: InteractionContext, person: int, chosen_key: int | None = None
) -> layouts.Page:
    """Return a person's profile with the curve of the `chosen_key` rating, else of the latest changed one.

    Recent results, rivals and running games come from games that the viewer may see. Results by game and
    ratings count all games, and name none. People can show their own profile to everyone.
    """
    t = context.t
    profile = await _profile(services, person, chosen_key, context.person.id, context.may_see)
    title = t("profile.title", player=mention(person))
    ladder = await services.statistics.ladder_of(person, context.person.id)
    sees, is_own = place_visibility(context.interaction), person == context.person.id
    view = ProfileView(person, lambda place: is_own or _is_public(place, context, sees), t)
    notes = await _notes(services, view)
    lines = (*(note.line for note in notes), _levels_line(ladder, t))
    below = [layouts.text(line) for line in lines if line]
    if profile.is_empty:
        none = layouts.text(t("profile.none", player=mention(person)))
        return layouts.page(layouts.text(title), *(below or [none])), []
    picture = await _draw_profile(services, context.pictures, profile, _cups(notes), t)
    numbers = layouts.small(shorten("\n".join(_numbers(services, profile, t)), _WORDS))
    blocks = [
        layouts.text(title),
        layouts.picture(picture.words),
        *([layouts.text(numbers)] if numbers else []),
    ]
    if len(profile.histories) > 1 and profile.shown is not None:
        blocks.append(_menu(services, person, profile.histories, profile.shown, t))
    if person == context.person.id and is_public_answer(context.interaction):
        number = [] if chosen_key is None else [chosen_key]
        show = layouts.button(t("button.profile-show"), custom_ids.write("profile-show", *number))
        blocks.append(layouts.buttons(show))
    return layouts.page(*blocks, *below), [picture]


async def shown_profile(
    services: RatingServices, context: InteractionContext, number: int | None
) -> tuple[str, Picture] | None:
    """Return a person's own profile as text and picture for everyone; None if it is empty.

    It includes only games and cups that everybody in the place of the press can see.
    """
    person = context.person.id
    t = services.interactions.texts.language(await services.people.locale_at(context.place))
    everybody_sees = match_visibility_at(context.place, context.interaction.guild)
    profile = await _profile(services, person, number, person, everybody_sees)
    if profile.is_empty:
        return None
    sees = place_visibility_at(context.place, channels_of(context.interaction.guild))
    notes = await _notes(services, ProfileView(person, lambda place: _is_public(place, context, sees), t))
    picture = await _draw_profile(
        services, context.pictures.with_theme(PUBLIC_THEME), profile, _cups(notes), t
    )
    lines = (t("profile.title", player=plain_name(profile.name)), *(note.line for note in notes))
    return "\n".join(line for line in lines if line), picture


@dataclass(frozen=True, slots=True)
class _Profile:
    """The content of a person's profile for its viewer."""

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
    services: RatingServices, person: int, number: int | None, reader: int, may_see: Callable[[Match], bool]
) -> _Profile:
    histories = await services.ratings.histories(person)
    recent = await services.statistics.recent(person, may_see, reader)
    names = await services.people.names({person, *(rival.other for rival in recent.rivals)})
    return _Profile(
        names.get(person, "?"),
        histories,
        _select_history(histories, number),
        await services.statistics.of_player(person),
        [match for match in await services.matches.of(person) if may_see(match)],
        recent,
        names,
    )


async def _notes(services: RatingServices, view: ProfileView) -> list[ProfileNote]:
    return [await line.make(view) for line in services.profile_lines]


def _cups(notes: Sequence[ProfileNote]) -> int:
    return sum(note.cups for note in notes)


def _is_public(place: Place, context: InteractionContext, sees: Sees) -> bool:
    """Return whether a place of this server is visible, or was deleted."""
    is_gone = place_absence(context.interaction.client)
    return place.server == context.place.server and (sees(place) or is_gone(place))


async def _draw_profile(
    services: RatingServices, pictures: Pictures, profile: _Profile, cups: int, t: Language
) -> Picture:
    """Draw a profile; the alt text has all results and the running games."""
    chart, board = _chart(services, profile, t), profile.recent.favourite
    words = _words(chart, profile.shown, _running(profile.running, t), t)
    favourite = (
        None
        if board is None
        else SheetBoard(board.key, tuple(board.options.items()), board_name(board.key, board.options, t))
    )
    # With cups, only the board's picture shows its name.
    new_chart = replace(chart, cups=cups, favourite=favourite.name if cups and favourite else chart.favourite)
    return await pictures.profile(new_chart, words, favourite)


def _numbers(services: RatingServices, profile: _Profile, t: Language) -> list[str]:
    """Return the lines below the picture: results that do not fit into it, and running games."""
    chart = _chart(services, profile, t)
    drawn, lines = set(records_drawn(chart)), list[str]()
    for heading, records in ((chart.legend, chart.records), (chart.rivals_heading, chart.rivals)):
        others = [record for record in records if record not in drawn]
        if others:
            lines += [
                heading,
                *(t("profile.game", game=record.title, number=record.label) for record in others),
            ]
    return [*lines, *_running(profile.running, t)]


def _running(running: Sequence[Match], t: Language) -> list[str]:
    if not running:
        return []
    by_game = Counter(match.key for match in running)
    games = [t("profile.game", game=t(f"{key}.name"), number=number) for key, number in by_game.items()]
    return [t("profile.running", n=len(running)), *games]


def _levels_line(ladder: Sequence[BeatenLevel], t: Language) -> str:
    """Return the computer's levels that a person has beaten; empty without any."""
    if not ladder:
        return ""
    lines = [
        t(
            "profile.beaten-level",
            level=level.level,
            game=board_name(level.key, level.options, t),
            role=""
            if level.role is None
            else t("profile.beaten-as", role=t(f"{level.key}.role.{level.role}")),
        )
        for level in ladder
    ]
    return shorten(t("profile.beaten", listed="; ".join(lines)), _WORDS)


def _select_history(histories: Sequence[RatingHistory], number: int | None) -> RatingHistory | None:
    if number is not None and number < len(histories):
        return histories[number]
    return max(histories, key=lambda history: history.points[-1].at, default=None)


def _chart(services: RatingServices, profile: _Profile, t: Language) -> ProfileChart:
    records, recent, history = profile.records, profile.recent, profile.shown
    most = sorted(records, key=lambda record: -(record.won + record.drawn + record.lost))[:_MAX_RECORDS]
    rows = tuple(_record(record, t) for record in records if record in most)
    board = recent.favourite
    chart = ProfileChart(
        name=profile.name,
        favourite=(
            "" if board is None else t("profile.favourite", board=board_name(board.key, board.options, t))
        ),
        last_heading=t("profile.last"),
        last=[ResultInk(result.value) for result in recent.last],
        title="" if history is None else _history_name(services, history, t),
        legend=t("profile.legend"),
        records=rows,
        rivals_heading=t("profile.rivals"),
        rivals=[_against(rival, profile.names) for rival in recent.rivals],
    )
    if history is None or len(history.points) < _MIN_POINTS:
        return chart
    points = list(history.points[-_MAX_POINTS:])
    today = services.clock().replace(hour=0, minute=0, second=0, microsecond=0)
    if points[-1].at < today:
        # The band grows until today, as uncertainty grows.
        points.append(RatingPoint(today, history.now.rating))
    return replace(
        chart,
        moments=tuple(
            CurvePoint(point.at.timestamp(), point.rating.value, *point.rating.band) for point in points
        ),
        since=_day(points[0].at, t),
        until=_day(points[-1].at, t),
    )


def _against(rival: HeadToHead, names: Mapping[int, str]) -> WinLossRecord:
    name = names.get(rival.other, "?")
    return WinLossRecord(
        name, f"{rival.won} / {rival.drawn} / {rival.lost}", rival.won, rival.drawn, rival.lost
    )


def _record(record: RoleRecord, t: Language) -> WinLossRecord:
    title = t("rating.game-as", game=t(f"{record.key}.name"), role=t(f"{record.key}.role.{record.role}"))
    return WinLossRecord(
        title, f"{record.won} / {record.drawn} / {record.lost}", record.won, record.drawn, record.lost
    )


def _history_name(services: RatingServices, history: RatingHistory, t: Language) -> str:
    now = history.now
    return t(
        "profile.rating",
        pool=rating_text.pool(history.key, history.role, t, by_role=one_sided(services.games[history.key])),
        value=rating_text.number(now, t),
        deviation=rating_text.spread(now),
    )


def _words(chart: ProfileChart, history: RatingHistory | None, running: Sequence[str], t: Language) -> str:
    """Return the picture's text: the course of the rating, results, and running games."""
    lines = [chart.name] + ([chart.favourite] if chart.favourite else [])
    if chart.last:
        listed = ", ".join(t(f"profile.result.{result}") for result in chart.last)
        lines.append(t("profile.last-listed", heading=chart.last_heading, listed=listed))
    if history is not None and not chart.moments:
        lines.append(chart.title)
    elif history is not None:
        points = history.points
        steps = max(1, len(points) // _TOLD)
        values = [str(round(point.rating.value)) for point in (*points[:-1:steps], points[-1])]
        lines.append(
            t(
                "profile.curve",
                pool=chart.title,
                since=chart.since,
                until=chart.until or chart.since,
                values=", ".join(values),
            )
        )
    return shorten("\n".join([*lines, *_results(chart, t), *running]), _WORDS)


def _results(chart: ProfileChart, t: Language) -> list[str]:
    """Return a line for each game and role, and for each rival."""
    own = [
        t("profile.results", title=record.title, told=record.label, legend=chart.legend)
        for record in chart.records
    ]
    rivals = [
        t("profile.against", name=rival.title, told=rival.label, legend=chart.legend)
        for rival in chart.rivals
    ]
    return own + rivals


def _menu(
    services: RatingServices,
    person: int,
    histories: Sequence[RatingHistory],
    current: RatingHistory,
    t: Language,
) -> layouts.Block:
    options = [
        discord.SelectOption(
            label=_history_name(services, history, t)[:100], value=str(number), default=history is current
        )
        for number, history in enumerate(histories[: layouts.SELECT_LIMIT])
    ]
    return layouts.select(custom_ids.write("profile-of", person), t("profile.choose"), options)


def _day(moment: datetime, t: Language) -> str:
    return format_date(moment, "medium", locale=t.code)
