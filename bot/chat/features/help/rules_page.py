"""The rules of a game."""

from collections.abc import Mapping, Sequence

from bot.chat.core.app_context import AppContext
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.locale import Language
from render import View
from rules.contract import options_in_effect
from rules.contract.capabilities import series_of


async def rules_page(
    app: AppContext,
    key: str,
    t: Language,
    chosen: Mapping[str, str] | None = None,
    below: Sequence[layouts.Block] = (),
) -> layouts.Page:
    """Return a game's rules with a picture of its first position and what its variants mean.

    For a match these are the ones that have an effect with the options `chosen` there. The blocks `below` end
    the page.
    """
    game = app.games[key]
    options = game.options if chosen is None else options_in_effect(game.options, chosen)
    drawn = await app.pictures.picture(game.new({}), t, View())
    variants = [
        t(
            "rules.option",
            title=t(f"{key}.option.{option.key}.title"),
            option=t(f"{key}.option.{option.key}"),
            text=t(f"{key}.option.{option.key}.rules"),
        )
        for option in options
    ]
    series = series_of(game)
    if series is not None:
        told = phrases.series_rule(series, t)
        name = t("option.series")
        variants.append(t("rules.option", title=t("series.name"), option=name, text=told))
    return layouts.page(
        layouts.text(f"## {t(f'{key}.name')}"),
        layouts.picture(drawn.words),
        layouts.text(t(f"{key}.rules")),
        layouts.text("\n".join([t(f"{key}.rules.variants"), *variants])),
        *below,
    ), [drawn]
