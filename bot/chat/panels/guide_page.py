"""The guided panel: one page for each step of choosing a move, and the result to be confirmed."""

import discord
from discord import ButtonStyle

from bot.chat.panels import move_picker
from bot.chat.toolkit import custom_ids, layouts, phrases, position_token
from bot.chat.toolkit.app_context import AppContext
from bot.locale import Language
from bot.play.domain.match.offer_rules import OfferKind
from bot.play.domain.matches import Match, Position
from render import View, point_named
from rules.contract import Move
from rules.contract.capabilities import calls_of, draws_by_agreement


async def guide_page(
    app: AppContext, position: Position, seat: int, step: move_picker.Step, t: Language
) -> layouts.Page:
    """Return the panel for one step of choosing a move; at its end the result with **Confirm**.

    Raises MalformedId for a step that leads to no legal move.
    """
    moves = position.state.legal_moves()
    calls = calls_of(position.state)
    first = move_picker.entered(moves, move_picker.Step(), calls)
    step = first if step.is_first else step
    choice = move_picker.choose(moves, step, calls)
    if not (choice.actions or choice.points or choice.moves):
        raise custom_ids.MalformedId(move_picker.write_step(step))
    move = move_picker.decided(choice)
    if move is not None:
        return await preview_page(app, position, seat, move, step, t)
    match, state = position.match, position.state
    view = View(
        seat=seat,
        trail=await app.trail(position) if step.is_first else (),
        chosen=step.path,
        targets=() if step.is_first else tuple(point for point, _ in choice.points),
    )
    drawn = await app.picture(state, t, view)
    title = t("game.title", game=t(f"{match.key}.name"), number=match.id)
    question = asked(match.key, step, choice, t)
    blocks = [layouts.text(f"{title}\n{question}"), *layouts.pictured(match.key, drawn, t)]
    blocks += _menus(position, step, choice, t)
    row = [
        layouts.button(
            action_name(match, action, t),
            custom_ids.write(
                "choose",
                match.id,
                position_token.mark(match),
                move_picker.write_step(move_picker.Step(action)),
            ),
            ButtonStyle.primary,
        )
        for action in choice.actions[:4]
    ]
    if step != first:
        back = move_picker.write_step(step.back())
        row.append(
            layouts.button(
                t("button.back"), custom_ids.write("choose", match.id, position_token.mark(match), back)
            )
        )
    if row:
        blocks.append(layouts.buttons(*row))
    return layouts.page(*blocks), [drawn]


async def preview_page(
    app: AppContext, position: Position, seat: int, move: Move, step: move_picker.Step, t: Language
) -> layouts.Page:
    """Return the panel that shows the result of a move and asks to confirm it."""
    match = position.match
    after = position.state.play(move)
    drawn = await app.picture(after, t, View(seat=seat))
    said = phrases.ply(match, app.games[match.key], seat, move, after.events, t)
    confirm = layouts.button(
        t("button.confirm"),
        custom_ids.write("confirm", match.id, position_token.mark(match), str(move)),
        ButtonStyle.success,
    )
    back = layouts.button(
        t("button.back"),
        custom_ids.write("choose", match.id, position_token.mark(match), move_picker.write_step(step.back())),
    )
    title = t("game.title", game=t(f"{match.key}.name"), number=match.id)
    row = [confirm, back]
    if _may_offer_draw(app, match, seat) and after.outcome is None:
        marked = position_token.mark(match)
        row.append(
            layouts.button(
                t("button.confirm-draw"), custom_ids.write("confirm-draw", match.id, marked, str(move))
            )
        )
    return layouts.page(
        layouts.text(f"{title}\n{said}\n{t('panel.confirm')}"),
        *layouts.pictured(match.key, drawn, t),
        layouts.buttons(*row),
    ), [drawn]


def _may_offer_draw(app: AppContext, match: Match, seat: int) -> bool:
    """Return whether a player can offer a draw with their move: not one that they have on offer already."""
    waits = any(offer.what is OfferKind.DRAW and offer.by == seat for offer in match.offers)
    return draws_by_agreement(app.games[match.key]) and not waits


def _menus(
    position: Position, step: move_picker.Step, choice: move_picker.Choice, t: Language
) -> list[layouts.Block]:
    match, state = position.match, position.state
    options = [
        discord.SelectOption(
            label=point_named(state.game, point, t), value=f"p{point}", description=t("panel.moves", n=number)
        )
        for point, number in choice.points
    ]
    options += [
        discord.SelectOption(label=phrases.offered_name(state, move, t)[:100], value=f"m{move}"[:100])
        for move in choice.moves
    ]
    menus = []
    for index, part in enumerate(layouts.in_menus(options)[:5]):
        custom_id = custom_ids.write(
            "pick", match.id, position_token.mark(match), index, move_picker.write_step(step)
        )
        hint = part[0].label if len(part) == 1 else f"{part[0].label} … {part[-1].label}"
        menus.append(layouts.select(custom_id, t("panel.choose", range=hint), part))
    return menus


def asked(key: str, step: move_picker.Step, choice: move_picker.Choice, t: Language) -> str:
    """Return what is asked at a step; where there are only actions to choose from, the buttons ask.

    A question of its own may stand for moves of so many points, where all that go on from here have them.
    """
    text_id = f"{key}.ask.{step.action or len(step.path)}"
    asked_here = (one for one in (f"{text_id}.of-{choice.length}", text_id) if one in t)
    return t(next(asked_here, "panel.ask") if choice.points or choice.moves else "panel.ask")


def action_name(match: Match, action: str, t: Language) -> str:
    """Return what a move's action is called."""
    text_id = f"{match.key}.action.{action}"
    return t(text_id) if text_id in t else action
