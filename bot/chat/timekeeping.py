"""The buttons about time: claim a win, give an opponent more of it, be reminded no more in this turn."""

import discord
from discord import ButtonStyle

from bot.chat import answers, ids, layouts, narration, private, timing
from bot.chat.house import Caller, House
from bot.chat.which import visible
from bot.locale import Language
from bot.play.clocks import MOST_GIVEN
from bot.play.model import Match, Refusal
from bot.play.repeats import DoneBefore
from bot.play.seats import seat_in
from rules.contract.capabilities import lets_retire


async def claim(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Ask whether to claim the win over someone whose time is up."""
    (match_id,) = press.numbers(1)
    match = await house.club.match(match_id)
    seat = seat_in(match, caller.person.id)
    t = caller.t
    if match.claimable and seat == match.turn:
        raise Refusal("claim-own-time")
    if not match.claimable or match.turn is None:
        await answers.tell(interaction, t("claim.not-now"))
        return
    late = narration.player(match, house.games[match.key], match.turn, t)
    row = layouts.buttons(
        layouts.button(t("button.confirm"), ids.write("claim-yes", match_id), ButtonStyle.danger),
        layouts.button(t("button.back"), ids.write("claim-no", match_id)),
    )
    state = (await house.club.position(match_id)).state
    ask = "claim.ask-leave" if lets_retire(state) else "claim.ask"
    question = t(ask, game=t(f"{match.key}.name"), number=match_id, player=late)
    await answers.show(interaction, layouts.page(layouts.text(question), row))


async def claim_yes(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Claim the win, unless a move has come meanwhile."""
    (match_id,) = press.numbers(1)
    await house.club.claim_time(caller.request, match_id)
    await answers.turn_page(interaction, layouts.note(caller.t("claim.done", number=match_id)))


async def claim_no(
    _house: House, interaction: discord.Interaction, caller: Caller, _press: ids.Press
) -> None:
    """Let the game go on."""
    await answers.turn_page(interaction, layouts.note(caller.t("resign.not")))


async def more_time(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Ask how much time to give the player to move."""
    (match_id,) = press.numbers(1)
    match = await visible(house, caller, match_id)
    seat = seat_in(match, caller.person.id)
    if match.turn is not None and seat == match.turn:
        raise Refusal("more-time-own-turn")
    t = caller.t
    options = [discord.SelectOption(label=t("time.days", n=days), value=str(days)) for days in timing.GIFTS]
    menu = layouts.select(ids.write("time-give", match_id), t("more-time.choose"), options)
    question = t("more-time.ask", game=t(f"{match.key}.name"), number=match_id, most=MOST_GIVEN)
    await answers.show(interaction, layouts.page(layouts.text(question), menu))


async def give_time(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Give the days that were chosen."""
    (match_id,) = press.numbers(1)
    (days,) = ids.Press("days", answers.chosen(interaction)[0]).numbers(1)
    t = caller.t
    try:
        match = await house.club.more_time(caller.request, match_id, days, sure=False)
    except DoneBefore as before:
        again = layouts.button(t("button.again"), ids.write("time-again", match_id, days, before.number))
        question = t("more-time.again", number=match_id, time=t("time.days", n=days))
        await answers.turn_page(interaction, layouts.page(layouts.text(question), layouts.buttons(again)))
        return
    await _given(interaction, match, days, t)


async def give_again(
    house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press
) -> None:
    """Give as many days once more."""
    match_id, days, given = press.numbers(3)
    match = await house.club.more_time(caller.request, match_id, days, given=given)
    await _given(interaction, match, days, caller.t)


async def _given(interaction: discord.Interaction, match: Match, days: int, t: Language) -> None:
    told = t("more-time.done", number=match.id, time=t("time.days", n=days))
    now = timing.deadline(match, t)
    await answers.turn_page(interaction, layouts.note("\n".join(part for part in (told, now) if part)))


async def silence(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Send no more reminders in this turn."""
    (match_id,) = press.numbers(1)
    await house.club.silence(caller.request, match_id)
    await answers.tell(interaction, caller.t("silence.done", number=match_id))


async def next_game(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Show the next game in which it is the person's turn; from a board, in the board's place."""
    (after,) = press.numbers(1)
    match = await house.club.next_game(caller.person.id, after or None)
    if match is None:
        await answers.tell(interaction, caller.t("next.none"))
        return
    position = await house.club.position(match.id)
    page = await private.board_page(house, position, caller.person.id, caller.t, onward=True)
    if after:
        await answers.turn_page(interaction, *page)
    else:
        await answers.show(interaction, *page)
