"""What happens when a button or a select is used: one handler per verb of the custom_ids."""

from collections.abc import Mapping
from typing import Any, Self

import discord
from discord import ui

from bot.chat import (
    answers,
    card_answers,
    challenge_page,
    countering,
    governing,
    guide,
    ids,
    layouts,
    lists,
    narration,
    offering,
    planning,
    preferences,
    private,
    rematches,
    standing,
    timekeeping,
)
from bot.chat.frontdoor import guarded, rules_of
from bot.chat.house import Caller, House
from bot.chat.verbs import Handler, chosen
from bot.chat.which import visible
from bot.locale import Language
from bot.play.model import DECLINE_REASONS, Position, Refusal, Turn
from bot.play.seats import seat_in, seat_to_move
from rules.contract.capabilities import calls_of, lets_retire


async def accept(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Accept the challenge on a card."""
    (challenge_id,) = press.numbers(1)
    challenge = await house.club.accept(caller.request, challenge_id)
    await card_answers.begin(house, interaction, caller, challenge)


async def join(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Join a lobby, in the party of the button where there are parties."""
    (challenge_id,) = press.numbers(1)
    party = press.numbers(2)[1] if press.after(1) else None
    challenge = await house.club.join(caller.request, challenge_id, party)
    said = caller.t("lobby.joined-private")
    await card_answers.bring_up_to_date(house, interaction, caller, challenge, said)


async def leave(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Leave a lobby."""
    (challenge_id,) = press.numbers(1)
    challenge = await house.club.leave(caller.request, challenge_id)
    said = caller.t("lobby.left-private")
    await card_answers.bring_up_to_date(house, interaction, caller, challenge, said)


async def door(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Open or close a lobby to those who were not invited."""
    challenge_id, closed = press.numbers(2)
    challenge = await house.club.close(caller.request, challenge_id, closed=bool(closed))
    said = caller.t("lobby.closed" if closed else "lobby.open")
    await card_answers.bring_up_to_date(house, interaction, caller, challenge, said)


async def start(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Start the game of a lobby."""
    (challenge_id,) = press.numbers(1)
    challenge = await house.club.challenge_by_id(challenge_id)
    with rules_of(challenge.key):
        challenge = await house.club.start(caller.request, challenge_id)
    await card_answers.begin(house, interaction, caller, challenge)


async def decline(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Ask the challenged person why not."""
    (challenge_id,) = press.numbers(1)
    challenge = await house.club.challenge_by_id(challenge_id)
    if caller.person.id == challenge.challenger:
        raise Refusal("own-challenge")
    if caller.person.id not in {challenge.opponent, *challenge.invited}:
        raise Refusal("not-your-challenge")
    t = caller.t
    options = [discord.SelectOption(label=t(f"decline.{reason}"), value=reason) for reason in DECLINE_REASONS]
    menu = layouts.select(ids.write("decline-because", challenge_id), t("decline.choose"), options)
    await answers.go_on(interaction, layouts.page(layouts.text(t("decline.ask")), menu))


async def decline_because(
    house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press
) -> None:
    """Decline a challenge for the chosen reason; the notice closes the card."""
    (challenge_id,) = press.numbers(1)
    await house.club.decline(caller.request, challenge_id, chosen(interaction))
    await answers.turn_page(interaction, layouts.note(caller.t("decline.done")))


async def withdraw(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Take a challenge back."""
    (challenge_id,) = press.numbers(1)
    challenge = await house.club.withdraw(caller.request, challenge_id)
    if answers.is_private(interaction):
        await answers.turn_page(interaction, layouts.note(caller.t("challenge.withdrawn-private")))
    else:
        await card_answers.close_card(house, interaction, challenge)


async def move(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Open the guided panel; from a board that is no longer the newest one, say so instead."""
    (match_id,) = press.numbers(1)
    if press.after(1) and interaction.message is not None and not interaction.message.flags.ephemeral:
        match = await visible(house, caller, match_id)
        plies, _ = standing.split(press.numbers(2)[1])
        if plies != match.plies:
            await answers.show(interaction, private.old_board_page(match, caller.person.id, caller.t))
            return
    await open_panel(house, interaction, caller, match_id)


async def open_panel(house: House, interaction: discord.Interaction, caller: Caller, match_id: int) -> None:
    """Answer with the guided panel of a match. Raises Refusal when it is not the person's turn."""
    await visible(house, caller, match_id)
    position = await house.club.position(match_id)
    seat = seat_to_move(position.match, caller.person.id)
    await answers.show(interaction, *await private.guide_page(house, position, seat, guide.Step(), caller.t))


async def pick(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Go on in the panel with the chosen point, or with a whole move."""
    match_id, marked, _ = press.numbers(3)
    position = await house.club.position(match_id)
    expected = standing.expected(position.match, marked)
    seat = seat_to_move(position.match, caller.person.id, expected)
    step = guide.read_step(press.after(3))
    value = chosen(interaction)
    if value.startswith("m"):
        with rules_of(position.match.key, position.match.options):
            move = position.state.parse(value[1:])
        page = await private.preview_page(house, position, seat, move, step.on(""), caller.t)
    else:
        page = await private.guide_page(house, position, seat, step.on(value[1:]), caller.t)
    await answers.turn_page(interaction, *page)


async def choose(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Go to a step of the panel: a named action, or back."""
    match_id, marked = press.numbers(2)
    position = await house.club.position(match_id)
    expected = standing.expected(position.match, marked)
    seat = seat_to_move(position.match, caller.person.id, expected)
    step = guide.read_step(press.after(2))
    state = position.state
    if step.action in calls_of(state) and not guide.narrow(state.legal_moves(), step):
        with rules_of(position.match.key, position.match.options):
            state.parse(step.action)
    await answers.turn_page(interaction, *await private.guide_page(house, position, seat, step, caller.t))


async def confirm(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Play the move that was prepared, unless the game has gone on meanwhile."""
    await _confirm(house, interaction, caller, press, offer_draw=False)


async def confirm_draw(
    house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press
) -> None:
    """Play the move that was prepared and offer a draw with it."""
    await _confirm(house, interaction, caller, press, offer_draw=True)


async def _confirm(
    house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press, *, offer_draw: bool
) -> None:
    match_id, marked = press.numbers(2)
    plies, taken_back = standing.split(marked)
    match = await house.club.match(match_id)
    with rules_of(match.key, match.options):
        turn = await house.club.take_turn(
            caller.request, match_id, press.after(2), plies, offer_draw=offer_draw, taken_back=taken_back
        )
    followed = await replies_told(house, turn, caller.t)
    if turn.match.mover == caller.person.id and not turn.repeated and not followed:
        position = Position(turn.match, turn.state)
        seat = seat_to_move(turn.match, caller.person.id)
        page = await private.guide_page(house, position, seat, guide.Step(), caller.t)
        await answers.turn_page(interaction, *page)
    else:
        offered = [caller.t("offer.sent.draw", number=match_id)] if offer_draw and not turn.repeated else []
        said = "\n".join([move_told(turn, caller.t), *offered, *followed])
        await answers.turn_page(interaction, layouts.note(said))


async def replies_told(house: House, turn: Turn, t: Language) -> list[str]:
    """Return a sentence for each ply that others had planned and that followed a turn at once."""
    if turn.repeated or turn.match.plies == turn.number:
        return []
    played = await house.club.plies(turn.match.id, turn.number, turn.match.plies)
    if all(one.automatic is None for one in played):
        return []
    return narration.told(turn.match, house.games[turn.match.key], played, t)


def move_told(turn: Turn, t: Language) -> str:
    """Return what a player reads after his move: that it is played, or that it stood already."""
    move = narration.move_name(turn.match.key, turn.move, t)
    return t("move.stands" if turn.repeated else "move.done", move=move, number=turn.match.id)


async def board(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Show the newest board from the person's own side."""
    (match_id,) = press.numbers(1)
    await visible(house, caller, match_id)
    position = await house.club.position(match_id)
    await answers.show(interaction, *await private.board_page(house, position, caller.person.id, caller.t))


async def more(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Show what is known of a match and what else can be done."""
    (match_id,) = press.numbers(1)
    await visible(house, caller, match_id)
    position = await house.club.position(match_id)
    await answers.show(interaction, await private.more_page(house, position, caller.person.id, caller.t))


async def show_rules(
    house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press
) -> None:
    """Show the rules of a game."""
    if press.rest not in house.games:
        raise ids.MalformedId(press.rest)
    await answers.show(interaction, *await private.rules_page(house, press.rest, caller.t))


async def open_match(
    house: House, interaction: discord.Interaction, caller: Caller, _press: ids.Press
) -> None:
    """Show the match chosen in the list of games."""
    value = chosen(interaction)
    match_id = ids.Press("open", value).numbers(1)[0]
    await visible(house, caller, match_id)
    position = await house.club.position(match_id)
    await answers.show(interaction, *await private.board_page(house, position, caller.person.id, caller.t))


async def resign(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Ask whether to give up."""
    (match_id,) = press.numbers(1)
    await ask_to_resign(house, interaction, caller, match_id)


async def ask_to_resign(
    house: House, interaction: discord.Interaction, caller: Caller, match_id: int
) -> None:
    """Answer with the question whether to give up. Raises Refusal where there is nothing to give up."""
    position = await house.club.position(match_id)
    seat_in(position.match, caller.person.id)
    await answers.show(interaction, private.resign_page(position, caller.t))


async def resign_yes(
    house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press
) -> None:
    """Give the match up, or leave it where it goes on without the player."""
    (match_id,) = press.numbers(1)
    await house.club.resign(caller.request, match_id)
    left = lets_retire((await house.club.position(match_id)).state)
    done = caller.t("leave.done" if left else "resign.done", number=match_id)
    await answers.turn_page(interaction, layouts.note(done))


async def resign_no(
    _house: House, interaction: discord.Interaction, caller: Caller, _press: ids.Press
) -> None:
    """Leave the match as it is."""
    await answers.turn_page(interaction, layouts.note(caller.t("resign.not")))


async def games(house: House, interaction: discord.Interaction, caller: Caller, _press: ids.Press) -> None:
    """Show the person's own list of games."""
    await answers.show(interaction, await lists.own_page(house, caller))


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
    "claim": timekeeping.claim,
    "claim-yes": timekeeping.claim_yes,
    "claim-no": timekeeping.claim_no,
    "time": timekeeping.more_time,
    "time-give": timekeeping.give_time,
    "time-again": timekeeping.give_again,
    "silence": timekeeping.silence,
    "next": timekeeping.next_game,
    "games": games,
    "set": preferences.choose,
    "switch": preferences.switch,
    "quiet": preferences.ask_quiet,
    "quiet-set": preferences.set_quiet,
    "server-channels": governing.choose_channels,
    "server-games": governing.choose_games,
    **challenge_page.HANDLERS,
    **countering.HANDLERS,
    **offering.HANDLERS,
    **planning.HANDLERS,
    **rematches.HANDLERS,
}


async def answer_press(house: House, interaction: discord.Interaction, custom_id: str) -> None:
    """Do what a pressed component says; one that nobody wrote gets a clear answer."""

    async def act(caller: Caller) -> None:
        press = ids.read(custom_id)
        handler = HANDLERS.get(press.verb)
        if handler is None:
            raise ids.MalformedId(custom_id)
        await handler(house.seen_by(caller), interaction, caller, press)

    await guarded(house, interaction, act)


def pressable(house: House) -> type[ui.DynamicItem[Any]]:
    """Return the item class by which discord.py recognises this bot's components, also after a restart."""

    class Pressed(ui.DynamicItem[Any], template=ids.TEMPLATE):
        @classmethod
        async def from_custom_id(
            cls, _interaction: discord.Interaction, item: ui.Item[Any], _match: object, /
        ) -> Self:
            return cls(item)

        async def callback(self, interaction: discord.Interaction) -> None:
            await answer_press(house, interaction, self.custom_id)

    return Pressed
