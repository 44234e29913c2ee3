"""Rematches: asked for by a button or a command, answered like any challenge."""

from collections.abc import Mapping

import discord

from bot.chat import answers, ids, layouts, narration
from bot.chat.frontdoor import rules_of
from bot.chat.house import Caller, House
from bot.chat.verbs import Handler
from bot.chat.which import visible, which_match
from bot.locale import Language
from bot.play.model import Challenge, ChallengeStatus, Match, MatchStatus, Refusal
from bot.play.seats import seat_held
from rules.contract.capabilities import series_of


def button(match_id: int, t: Language) -> layouts.Button:
    """Return the button that asks for a rematch."""
    return layouts.button(t("button.rematch"), ids.write("rematch", match_id))


def is_possible(house: House, match: Match) -> bool:
    """Return whether a finished match can be played again: not one that its series follows up by itself."""
    if match.series_number is None:
        return True
    series = series_of(house.games[match.key])
    return series is not None and match.series_number >= series.games


async def rematch(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Ask for a rematch, or agree to the one the other has asked for."""
    (match_id,) = press.numbers(1)
    await visible(house, caller, match_id)
    await ask(house, interaction, caller, match_id)


async def ask(house: House, interaction: discord.Interaction, caller: Caller, match_id: int) -> None:
    """Ask for a rematch of a match and say privately what came of it. Raises Refusal."""
    match = await house.club.match(match_id)
    with rules_of(match.key):
        challenge = await house.club.rematch(caller.request, match_id)
    row = []
    if challenge.status is ChallengeStatus.OPEN and challenge.challenger == caller.person.id:
        row.append(layouts.button(caller.t("button.withdraw"), ids.write("withdraw", challenge.id)))
    said = layouts.text(_said(challenge, caller))
    await answers.show(interaction, layouts.page(said, *([layouts.buttons(*row)] if row else [])))


async def finished_match(house: House, caller: Caller, named: str | None) -> Match:
    """Return the match to play again: the one named, played here, or his latest. Raises Refusal."""
    if named is not None and named.strip():
        return await which_match(house, caller, named)
    last = await house.club.latest_in(caller.place.channel)
    if (
        last is not None
        and last.status is MatchStatus.FINISHED
        and last.seat_of(caller.person.id) is not None
    ):
        return last
    finished = await house.club.matches_of(caller.person.id, running=False, limit=1)
    if not finished:
        raise Refusal("no-finished-game")
    seat_held(finished[0], caller.person.id)
    return finished[0]


def _said(challenge: Challenge, caller: Caller) -> str:
    t, game = caller.t, caller.t(f"{challenge.key}.name")
    if challenge.status is ChallengeStatus.ACCEPTED:
        return t("rematch.begins", game=game, number=challenge.game)
    if challenge.challenger != caller.person.id:
        return t("rematch.joined", host=narration.mention(challenge.challenger), game=game)
    return t("rematch.asked", game=game, where=f"<#{challenge.place.channel}>")


HANDLERS: Mapping[str, Handler] = {"rematch": rematch}
