"""What happens when a button or a select is used: one handler per verb of the custom_ids."""

from collections.abc import Mapping
from typing import Any, Self

import discord
from discord import ui

from bot.chat.components import (
    card_updates,
    conditional_move_buttons,
    offer_buttons,
    rematch_buttons,
    time_buttons,
)
from bot.chat.interactions import answers
from bot.chat.interactions.handler import Handler, chosen
from bot.chat.interactions.interaction_handler import guarded, rules_of, rules_of_match
from bot.chat.panels import (
    agenda_page,
    challenge_page,
    counter_offer_panel,
    match_panel,
    move_picker,
    server_panel,
    settings_panel,
)
from bot.chat.toolkit import custom_ids, layouts, phrases, position_token
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.chat.toolkit.match_lookup import visible
from bot.play.domain.challenges import DECLINE_REASONS
from bot.play.domain.matches import Position
from bot.play.domain.permissions import seat_in, seat_to_move
from bot.play.domain.refusal import Refusal
from rules.contract.capabilities import calls_of, lets_retire


async def accept(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Accept the challenge on a card."""
    (challenge_id,) = press.numbers(1)
    challenge = await app.services.invitations.accept(context.request, challenge_id)
    await card_updates.begin(app, interaction, context, challenge)


async def join(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Join a lobby, in the party of the button where there are parties."""
    (challenge_id,) = press.numbers(1)
    party = press.numbers(2)[1] if press.after(1) else None
    challenge = await app.services.lobbies.join(context.request, challenge_id, party)
    said = context.t("lobby.joined-private")
    await card_updates.bring_up_to_date(app, interaction, context, challenge, said)


async def leave(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Leave a lobby."""
    (challenge_id,) = press.numbers(1)
    challenge = await app.services.lobbies.leave(context.request, challenge_id)
    said = context.t("lobby.left-private")
    await card_updates.bring_up_to_date(app, interaction, context, challenge, said)


async def door(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Open or close a lobby to those who were not invited."""
    challenge_id, closed = press.numbers(2)
    challenge = await app.services.lobbies.close(context.request, challenge_id, closed=bool(closed))
    said = context.t("lobby.closed" if closed else "lobby.open")
    await card_updates.bring_up_to_date(app, interaction, context, challenge, said)


async def start(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Start the game of a lobby."""
    (challenge_id,) = press.numbers(1)
    challenge = await app.services.challenges.get(challenge_id)
    with rules_of(challenge.key):
        challenge = await app.services.lobbies.start(context.request, challenge_id)
    await card_updates.begin(app, interaction, context, challenge)


async def decline(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Ask the challenged person why not."""
    (challenge_id,) = press.numbers(1)
    challenge = await app.services.challenges.get(challenge_id)
    if context.person.id == challenge.challenger:
        raise Refusal("own-challenge")
    if context.person.id not in {challenge.opponent, *challenge.invited}:
        raise Refusal("not-your-challenge")
    t = context.t
    options = [discord.SelectOption(label=t(f"decline.{reason}"), value=reason) for reason in DECLINE_REASONS]
    menu = layouts.select(custom_ids.write("decline-because", challenge_id), t("decline.choose"), options)
    await answers.go_on(interaction, layouts.page(layouts.text(t("decline.ask")), menu))


async def decline_because(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Decline a challenge for the chosen reason; the notice closes the card."""
    (challenge_id,) = press.numbers(1)
    await app.services.invitations.decline(context.request, challenge_id, chosen(interaction))
    await answers.turn_page(interaction, layouts.note(context.t("decline.done")))


async def withdraw(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Take a challenge back."""
    (challenge_id,) = press.numbers(1)
    challenge = await app.services.invitations.withdraw(context.request, challenge_id)
    if answers.is_private(interaction):
        await answers.turn_page(interaction, layouts.note(context.t("challenge.withdrawn-private")))
    else:
        await card_updates.close_card(app, interaction, challenge)


async def move(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Open the guided panel; from a board that is no longer the newest one, say so instead."""
    (match_id,) = press.numbers(1)
    if press.after(1) and interaction.message is not None and not interaction.message.flags.ephemeral:
        match = await visible(app, context, match_id)
        plies, _ = position_token.split(press.numbers(2)[1])
        if plies != match.plies:
            await answers.show(interaction, match_panel.old_board_page(match, context.person.id, context.t))
            return
    await open_panel(app, interaction, context, match_id)


async def open_panel(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, match_id: int
) -> None:
    """Answer with the guided panel of a match. Raises Refusal when it is not the person's turn."""
    await visible(app, context, match_id)
    position = await app.services.matches.position(match_id)
    seat = seat_to_move(position.match, context.person.id)
    await answers.show(
        interaction, *await match_panel.guide_page(app, position, seat, move_picker.Step(), context.t)
    )


async def pick(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Go on in the panel with the chosen point, or with a whole move."""
    match_id, marked, _ = press.numbers(3)
    position = await app.services.matches.position(match_id)
    expected = position_token.expected(position.match, marked)
    seat = seat_to_move(position.match, context.person.id, expected)
    step = move_picker.read_step(press.after(3))
    value = chosen(interaction)
    if value.startswith("m"):
        with rules_of(position.match.key, position.match.options):
            move = position.state.parse(value[1:])
        page = await match_panel.preview_page(app, position, seat, move, step.on(""), context.t)
    else:
        page = await match_panel.guide_page(app, position, seat, step.on(value[1:]), context.t)
    await answers.turn_page(interaction, *page)


async def choose(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Go to a step of the panel: a named action, or back."""
    match_id, marked = press.numbers(2)
    position = await app.services.matches.position(match_id)
    expected = position_token.expected(position.match, marked)
    seat = seat_to_move(position.match, context.person.id, expected)
    step = move_picker.read_step(press.after(2))
    state = position.state
    if step.action in calls_of(state) and not move_picker.narrow(state.legal_moves(), step):
        with rules_of(position.match.key, position.match.options):
            state.parse(step.action)
    await answers.turn_page(interaction, *await match_panel.guide_page(app, position, seat, step, context.t))


async def confirm(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Play the move that was prepared, unless the game has gone on meanwhile."""
    await _confirm(app, interaction, context, press, offer_draw=False)


async def confirm_draw(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Play the move that was prepared and offer a draw with it."""
    await _confirm(app, interaction, context, press, offer_draw=True)


async def _confirm(
    app: AppContext,
    interaction: discord.Interaction,
    context: InteractionContext,
    press: custom_ids.Press,
    *,
    offer_draw: bool,
) -> None:
    match_id, marked = press.numbers(2)
    plies, taken_back = position_token.split(marked)
    async with rules_of_match(app, match_id):
        turn = await app.services.turns.take_turn(
            context.request, match_id, press.after(2), plies, offer_draw=offer_draw, taken_back=taken_back
        )
    game = app.games[turn.match.key]
    followed = phrases.followed_at_once(turn, game, context.t)
    if turn.match.mover == context.person.id and not turn.repeated and not followed:
        position = Position(turn.match, turn.state)
        seat = seat_to_move(turn.match, context.person.id)
        page = await match_panel.guide_page(app, position, seat, move_picker.Step(), context.t)
        await answers.turn_page(interaction, *page)
    else:
        offered = [context.t("offer.sent.draw", number=match_id)] if offer_draw and not turn.repeated else []
        said = "\n".join([phrases.move_told(turn, context.t), *offered, *followed])
        await answers.turn_page(interaction, layouts.note(said))


async def board(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show the newest board from the person's own side."""
    (match_id,) = press.numbers(1)
    await visible(app, context, match_id)
    position = await app.services.matches.position(match_id)
    await answers.show(
        interaction, *await match_panel.board_page(app, position, context.person.id, context.t)
    )


async def more(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show what is known of a match and what else can be done."""
    (match_id,) = press.numbers(1)
    await visible(app, context, match_id)
    position = await app.services.matches.position(match_id)
    await answers.show(interaction, await match_panel.more_page(app, position, context.person.id, context.t))


async def show_rules(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show the rules of a game."""
    if press.rest not in app.games:
        raise custom_ids.MalformedId(press.rest)
    await answers.show(interaction, *await match_panel.rules_page(app, press.rest, context.t))


async def open_match(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show the match chosen in the list of games."""
    value = chosen(interaction)
    match_id = custom_ids.Press("open", value).numbers(1)[0]
    await visible(app, context, match_id)
    position = await app.services.matches.position(match_id)
    await answers.show(
        interaction, *await match_panel.board_page(app, position, context.person.id, context.t)
    )


async def resign(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Ask whether to give up."""
    (match_id,) = press.numbers(1)
    await ask_to_resign(app, interaction, context, match_id)


async def ask_to_resign(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, match_id: int
) -> None:
    """Answer with the question whether to give up. Raises Refusal where there is nothing to give up."""
    position = await app.services.matches.position(match_id)
    seat_in(position.match, context.person.id)
    await answers.show(interaction, match_panel.resign_page(position, context.t))


async def resign_yes(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Give the match up, or leave it where it goes on without the player."""
    (match_id,) = press.numbers(1)
    await app.services.resignations.resign(context.request, match_id)
    left = lets_retire((await app.services.matches.position(match_id)).state)
    done = context.t("leave.done" if left else "resign.done", number=match_id)
    await answers.turn_page(interaction, layouts.note(done))


async def resign_no(
    _app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Leave the match as it is."""
    await answers.turn_page(interaction, layouts.note(context.t("resign.not")))


async def games(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show the person's own list of games."""
    await answers.show(interaction, await agenda_page.own_page(app, context))


HANDLERS: Mapping[str, Handler] = {
    "accept": accept,
    "join": join,
    "leave": leave,
    "door": door,
    "start": start,
    "decline": decline,
    "decline-because": decline_because,
    "withdraw": withdraw,
    "move": move,
    "pick": pick,
    "choose": choose,
    "confirm": confirm,
    "confirm-draw": confirm_draw,
    "board": board,
    "more": more,
    "rules": show_rules,
    "open": open_match,
    "resign": resign,
    "resign-yes": resign_yes,
    "resign-no": resign_no,
    "claim": time_buttons.claim,
    "claim-yes": time_buttons.claim_yes,
    "claim-no": time_buttons.claim_no,
    "time": time_buttons.more_time,
    "time-give": time_buttons.give_time,
    "time-again": time_buttons.give_again,
    "silence": time_buttons.silence,
    "next": time_buttons.next_game,
    "games": games,
    "set": settings_panel.choose,
    "switch": settings_panel.switch,
    "quiet": settings_panel.ask_quiet,
    "quiet-set": settings_panel.set_quiet,
    "server-channels": server_panel.choose_channels,
    "server-games": server_panel.choose_games,
    **challenge_page.HANDLERS,
    **counter_offer_panel.HANDLERS,
    **offer_buttons.HANDLERS,
    **conditional_move_buttons.HANDLERS,
    **rematch_buttons.HANDLERS,
}


async def answer_press(app: AppContext, interaction: discord.Interaction, custom_id: str) -> None:
    """Do what a pressed component says; one that nobody wrote gets a clear answer."""

    async def act(context: InteractionContext) -> None:
        press = custom_ids.read(custom_id)
        handler = HANDLERS.get(press.verb)
        if handler is None:
            raise custom_ids.MalformedId(custom_id)
        await handler(app.seen_by(context), interaction, context, press)

    await guarded(app, interaction, act)


def pressable(app: AppContext) -> type[ui.DynamicItem[Any]]:
    """Return the item class by which discord.py recognises this bot's components, also after a restart."""

    class Pressed(ui.DynamicItem[Any], template=custom_ids.TEMPLATE):
        @classmethod
        async def from_custom_id(
            cls, _interaction: discord.Interaction, item: ui.Item[Any], _match: object, /
        ) -> Self:
            return cls(item)

        async def callback(self, interaction: discord.Interaction) -> None:
            await answer_press(app, interaction, self.custom_id)

    return Pressed
