"""The drawings to a game's rules: captures and special moves, each by the game's own painter."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Picture, Pictures
from bot.features.help.services import HelpServices
from bot.features.lessons.service import RuleDrawing
from bot.locale import Language
from render import View

_WIDTH: Final = 480
"""Pixels: as broad as a phone shows a board, as there are many on one page."""


async def drawings_page(
    pictures: Pictures, key: str, drawings: Sequence[RuleDrawing], t: Language
) -> layouts.Page:
    """Return the page of drawings, each below the words that it goes with."""
    blocks: list[layouts.Block] = [layouts.text(t("rules.drawings", game=t(f"{key}.name")))]
    drawn: list[Picture] = []
    for number, one in enumerate(drawings, start=1):
        view = View(width=_WIDTH, over=one.state.outcome is not None)
        made = replace(await pictures.picture(one.state, t, view), name=f"drawing-{number}.png")
        lesson = f"{key}.lesson.{one.lesson}"
        caption = t("rules.drawing", title=t(f"{lesson}.title"), text=t(f"{lesson}.text"))
        blocks += [layouts.text(caption), layouts.picture(made.words, made.name)]
        drawn.append(made)
    learn = layouts.button(t("button.lessons"), custom_ids.write("lessons-of", key))
    return layouts.page(*blocks, layouts.buttons(learn)), drawn


async def show_drawings(services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the drawings to the rules of a game."""
    drawings = services.lessons.drawings(press.rest)
    await context.show(*await drawings_page(context.pictures, press.rest, drawings, context.t))
