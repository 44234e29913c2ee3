"""The messages one person sees: his view of a board, the guided panel, what else can be done with a game."""

import discord
from discord import ButtonStyle, ui

from bot.chat.messages import offer_messages, rematch_button
from bot.chat.panels import move_picker
from bot.chat.toolkit import custom_ids, layouts, phrases, position_token, time_text
from bot.chat.toolkit.app_context import AppContext, Picture
from bot.locale import Language
from bot.play.domain.matches import Match, Position
from bot.play.domain.offer_rules import OfferKind
from render import View
from rules.contract import Move
from rules.contract.capabilities import calls_of, draws_by_agreement, lets_retire, series_of

Page = tuple[ui.LayoutView, list[Picture]]


async def board_page(
    app: AppContext,
    position: Position,
    person: int,
    t: Language,
    *,
    in_words: bool = False,
    onward: bool = False,
) -> Page:
    """Return a game's board as one person sees it, or its words alone; `onward` leads to his next game."""
    match, state = position.match, position.state
    game = app.games[match.key]
    seat = match.seat_of(person)
    title = t("game.title", game=t(f"{match.key}.name"), number=match.id)
    outcome = state.outcome or match.outcome
    status = (
        phrases.next_up(match, game, state, t, called=match.mover == person)
        if outcome is None
        else phrases.result(match, game, outcome, t)
    )
    if outcome is None:
        status = "\n".join(part for part in (status, time_text.standing(position, t)) if part)
    view = View(seat=seat, trail=await app.trail(position))
    if in_words:
        return layouts.page(layouts.text(f"{title}\n{app.gallery.words(state, t, view)}\n{status}")), []
    drawn = await app.picture(state, t, view)
    blocks = [layouts.text(title), *layouts.pictured(match.key, drawn, t), layouts.text(status)]
    row = [layouts.button(t("button.more"), custom_ids.write("more", match.id))]
    if outcome is None and match.mover == person:
        row.insert(
            0,
            layouts.button(
                t("button.move"),
                custom_ids.write("move", match.id, position_token.mark(match)),
                ButtonStyle.primary,
            ),
        )
    if onward:
        row.append(layouts.button(t("button.next"), custom_ids.write("next", match.id)))
    return layouts.page(*blocks, layouts.buttons(*row), *time_row(match, person, t)), [drawn]


def old_board_page(match: Match, person: int, t: Language) -> ui.LayoutView:
    """Return what is said of a board that is no longer the newest one, with the ways to that."""
    board = match.board
    if board is None:
        said = t("board.old-unposted")
    else:
        server = "@me" if match.place.server is None else match.place.server
        said = t("board.old", url=f"https://discord.com/channels/{server}/{board.channel}/{board.message}")
    row = [layouts.button(t("button.board"), custom_ids.write("board", match.id))]
    if match.mover == person:
        row.append(
            layouts.button(
                t("button.move"),
                custom_ids.write("move", match.id, position_token.mark(match)),
                ButtonStyle.primary,
            )
        )
    return layouts.page(layouts.text(said), layouts.buttons(*row))


def time_row(match: Match, person: int, t: Language) -> list[layouts.Block]:
    """Return the buttons by which an opponent claims the win or gives time, where he can."""
    if match.deadline is None or match.seat_of(person) is None or match.mover in {None, person}:
        return []
    row = [layouts.button(t("button.more-time"), custom_ids.write("time", match.id))]
    if match.claimable:
        row.insert(
            0,
            layouts.button(
                time_text.claim_name(match, t), custom_ids.write("claim", match.id), ButtonStyle.danger
            ),
        )
    return [layouts.buttons(*row)]


async def guide_page(
    app: AppContext, position: Position, seat: int, step: move_picker.Step, t: Language
) -> Page:
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
    blocks += _menus(match, step, choice, t)
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
) -> Page:
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
    """Return whether a player can offer a draw with his move: not one that he has on offer already."""
    waits = any(offer.what is OfferKind.DRAW and offer.by == seat for offer in match.offers)
    return draws_by_agreement(app.games[match.key]) and not waits


async def more_page(app: AppContext, position: Position, person: int, t: Language) -> ui.LayoutView:
    """Return what is known of a game and what else can be done with it."""
    match = position.match
    game = app.games[match.key]
    seats = range(len(match.players))
    lines = [
        t("game.title", game=t(f"{match.key}.name"), number=match.id),
        t("more.players", players=t("list.and").join(phrases.player(match, game, s, t) for s in seats)),
        t(
            "more.plies" if match.plies else "more.unplayed",
            n=match.plies,
            since=discord.utils.format_dt(match.created, "D"),
        ),
        phrases.choices(match.key, game, match.options.items(), t, every=True),
        t("clock.line", clock=time_text.clock_name(match.clock, t)) if match.clock.runs else "",
        time_text.standing(position, t),
        t("more.hint", hint=phrases.hint(match.key, match.options, t)) if match.outcome is None else "",
    ]
    row = [layouts.button(t("button.rules"), custom_ids.write("rules", match.key))]
    if match.outcome is None and match.seat_of(person) is not None:
        row.append(
            layouts.button(t("button.resign"), custom_ids.write("resign", match.id), ButtonStyle.danger)
        )
    blocks = [layouts.text("\n".join(line for line in lines if line)), layouts.buttons(*row)]
    return layouts.page(*blocks, *await _agreements(app, match, person, t), *time_row(match, person, t))


async def _agreements(app: AppContext, match: Match, person: int, t: Language) -> list[layouts.Block]:
    """Return what a player can offer, plan or answer in a match, or that he can ask for a rematch."""
    seat = match.seat_of(person)
    if seat is None or seat in match.retired:
        return []
    if match.outcome is not None:
        again = rematch_button.is_possible(app, match)
        return [layouts.buttons(rematch_button.button(match.id, t))] if again else []
    row = await offer_messages.more_buttons(app, match, person, t)
    if is_plannable(match, seat):
        row.append(layouts.button(t("button.plan"), custom_ids.write("plan", match.id)))
    return [*([layouts.buttons(*row)] if row else []), *offer_messages.more_blocks(app, match, seat, t)]


def is_plannable(match: Match, seat: int | None) -> bool:
    """Return whether the player on `seat` can plan now: while another is to move, and without dice."""
    return seat is not None and match.turn not in {None, seat} and match.commitment is None


def resign_page(position: Position, t: Language) -> ui.LayoutView:
    """Return the question whether to give a game up, or to leave one that goes on."""
    match = position.match
    ask = "leave.ask" if lets_retire(position.state) else "resign.ask"
    return layouts.page(
        layouts.text(t(ask, game=t(f"{match.key}.name"), number=match.id)),
        layouts.buttons(
            layouts.button(t("button.confirm"), custom_ids.write("resign-yes", match.id), ButtonStyle.danger),
            layouts.button(t("button.back"), custom_ids.write("resign-no", match.id)),
        ),
    )


async def rules_page(app: AppContext, key: str, t: Language) -> Page:
    """Return a game's rules with a picture of its first position and what its variants mean."""
    game = app.games[key]
    drawn = await app.picture(game.new({}), t, View())
    variants = [
        t(
            "rules.option",
            title=t(f"{key}.option.{option.key}.title"),
            option=t(f"{key}.option.{option.key}"),
            text=t(f"{key}.option.{option.key}.rules"),
        )
        for option in game.options
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
    ), [drawn]


def _menus(
    match: Match, step: move_picker.Step, choice: move_picker.Choice, t: Language
) -> list[layouts.Block]:
    options = [
        discord.SelectOption(label=point, value=f"p{point}", description=t("panel.moves", n=number))
        for point, number in choice.points
    ]
    options += [discord.SelectOption(label=str(move)[:100], value=f"m{move}"[:100]) for move in choice.moves]
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
