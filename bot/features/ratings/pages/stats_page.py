"""The statistics of a game: wins by role and variant, length, most frequent endings."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.words.game_names import board_name, has_own_name
from bot.chat.core.words.list_text import fit_lines
from bot.chat.core.words.phrases import value_name
from bot.features.ratings.domain.statistics import (
    OTHERS_LEFT,
    Balance,
    Ending,
    GameStatistics,
    VariantBalance,
)
from bot.features.ratings.services import RatingServices
from bot.locale import Language
from bot.model.match.match import AGREEMENT, RESIGNATION, TIMEOUT
from engines.balance import SelfPlay, strongest
from rules.contract import Game

_ROOM: Final = 1500
_ENGINES_ROOM: Final = 1300
_MAX_ENDINGS: Final = 6
_EXTERNAL_ENDINGS: Final = {
    RESIGNATION: "stats.ending.resignation",
    TIMEOUT: "stats.ending.timeout",
    AGREEMENT: "stats.ending.agreement",
    OTHERS_LEFT: "ending.others-left",
}


async def stats_page(services: RatingServices, key: str, t: Language) -> ui.LayoutView:
    """Return the statistics of a game, with a button to its leaders. Raises Refusal."""
    statistics = await services.statistics.of_game(key)
    leaders = layouts.button(t("button.leaders"), custom_ids.write("leaders", key, "here"))
    self_plays = services.statistics.between_engines(key)
    text = "\n".join([stats_text(statistics, t), *balance_lines(services.games[key], self_plays, t)])
    return layouts.page(layouts.text(text), layouts.buttons(leaders))


def balance_lines(game: Game, self_plays: Sequence[SelfPlay], t: Language) -> list[str]:
    """Return each variant's results between equal engines, at the highest level that has results."""
    if not self_plays:
        return []
    lines = [t("stats.engines")]
    for spec, runs in groupby(sorted(strongest(game, self_plays), key=_spec, reverse=True), key=_spec):
        level, limit, _ = spec.partition("/")
        entries = [_engines_line(game.key, run, t) for run in runs]
        how = t("stats.engines-how" if limit else "stats.engines-how-full", level=level)
        lines += [how, fit_lines(entries, _ENGINES_ROOM, t)]
    return lines


def _spec(run: SelfPlay) -> str:
    return run.spec


def stats_text(statistics: GameStatistics, t: Language) -> str:
    name = t(f"{statistics.key}.name")
    if not statistics.total.games:
        return t("stats.none", game=name)
    total = t(
        "stats.total-dice" if statistics.rolls else "stats.total",
        n=statistics.total.games,
        length=statistics.total.length,
    )
    lines = [t("stats.title", game=name), f"{total} · {_wins_text(statistics.key, statistics.total, t)}"]
    if statistics.variants:
        variants = [_variant_line(statistics.key, variant, t) for variant in statistics.variants]
        lines += [t("stats.variants"), fit_lines(variants, _ROOM, t)]
    endings = [
        _ending_line(statistics.key, ending, statistics.total.games, t)
        for ending in statistics.endings[:_MAX_ENDINGS]
    ]
    return "\n".join([*lines, t("stats.endings"), *endings])


def _wins_text(key: str, balance: Balance, t: Language) -> str:
    parts = [
        t("stats.wins", role=t(f"{key}.role.{role}"), share=_percent_text(count, balance.games, t))
        for role, count in balance.wins.items()
    ]
    if balance.draws:
        parts.append(t("stats.drawn", share=_percent_text(balance.draws, balance.games, t)))
    return ", ".join(parts)


def _variant_line(key: str, variant: VariantBalance, t: Language) -> str:
    return t(
        "stats.variant",
        n=variant.balance.games,
        title=t(f"{key}.option.{variant.option}.title"),
        value=value_name(key, variant.option, variant.value, t),
        wins=_wins_text(key, variant.balance, t),
    )


def _engines_line(key: str, self_play: SelfPlay, t: Language) -> str:
    shares = [
        t(
            "stats.engines-share",
            role=t(f"{key}.role.{role}"),
            share=_percent_text(count, self_play.games, t),
            low=round(100 * low),
            high=round(100 * high),
        )
        for role, count in self_play.wins.items()
        for low, high in (self_play.likely_share(role),)
    ]
    if self_play.draws:
        shares.append(t("stats.engines-drawn", share=_percent_text(self_play.draws, self_play.games, t)))
    return t(
        "stats.engines-line",
        variant=_variant_name(key, self_play, t),
        n=self_play.games,
        wins=", ".join(shares),
    )


def _variant_name(key: str, self_play: SelfPlay, t: Language) -> str:
    """Return the name of a variant: its board, and its unusual options."""
    board = board_name(key, self_play.options, t)
    others = [
        t(
            "stats.engines-option",
            title=t(f"{key}.option.{name}.title"),
            value=value_name(key, name, value, t),
        )
        for name, value in self_play.options.items()
        if not has_own_name(key, name, value, t)
    ]
    names = [board] if board != t(f"{key}.name") else []
    return ", ".join([*names, *others]) or t("stats.engines-usual")


def _ending_line(key: str, ending: Ending, games: int, t: Language) -> str:
    """Return the line with an ending's frequency; "the winner" and "the loser" stand for names."""
    if ending.reason in _EXTERNAL_ENDINGS:
        how = t(_EXTERNAL_ENDINGS[ending.reason])
    else:
        text_id = f"{key}.outcome.{ending.reason}"
        draw_id = f"{text_id}.draw"
        ending_id = draw_id if ending.drawn and draw_id in t else text_id
        how = t(ending_id, winner=t("stats.winner"), loser=t("stats.loser"))
    return t("stats.ending", share=_percent_text(ending.games, games, t), how=how[:1].upper() + how[1:])


def _percent_text(part: int, whole: int, t: Language) -> str:
    return t("stats.share", percent=round(100 * part / whole))
