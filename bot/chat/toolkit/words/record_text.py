"""Tell in words what a record holds: who played what, and how it ended. Nobody is mentioned."""

from collections.abc import Iterable

from bot.chat.toolkit.public_message import plain_name
from bot.chat.toolkit.words import error_text
from bot.locale import Language
from bot.play.domain.matches import (
    ABORTED,
    ADJUDICATION,
    AGREEMENT,
    ANNULLED,
    RESIGNATION,
    TIMEOUT,
    WITHOUT_RESULT,
)
from bot.play.domain.records.record import Record, RecordedResult
from bot.play.domain.records.replaying import ImpossibleRecord
from render import PlayerLine, Scoreboard
from rules.contract.capabilities import RETIREMENT


def players(record: Record, t: Language) -> str:
    """Return the players with their roles."""
    named = (
        t("game.player", player=plain_name(player.name), role=t(f"{record.game}.role.{player.role}"))
        for player in record.players
    )
    return t("list.and").join(named)


def ending(record: Record, t: Language) -> str:
    """Return how the game has ended, or how far it is."""
    if record.result is None:
        return t("record.running", n=len(record.plies))
    outcome, losers = record.result, _losers(record, record.result)
    said = {"winner": _named(record, outcome.winners, t), "loser": _named(record, losers, t)}
    beside = _beside_the_rules(outcome, len(losers))
    if beside:
        return t(beside, **said)
    retired = {ply.seat for ply in record.plies if ply.text.startswith(RETIREMENT)}
    if outcome.winners and losers and set(losers) <= retired:
        return t("game.others-left", **said)
    text_id = f"{record.game}.outcome.{outcome.reason}"
    if not outcome.winners and f"{text_id}.draw" in t:
        text_id = f"{text_id}.draw"
    return t("game.over" if outcome.winners else "game.draw", how=t(text_id, **said))


def scoreboard(record: Record, plies: int, t: Language) -> Scoreboard:
    """Return what stands around the board of a record after some of its plies."""
    lines = tuple(
        PlayerLine(player.name, t(f"{record.game}.role.{player.role}")) for player in record.players
    )
    over = plies == len(record.plies)
    return Scoreboard(lines, f"{plies}/{len(record.plies)}", _result_lines(record, t) if over else ())


def _result_lines(record: Record, t: Language) -> tuple[str, ...]:
    if record.result is None:
        return ()
    winners = record.result.winners
    if winners:
        return (t("headline.won", n=len(winners), winner=_named(record, winners, t)),)
    return (t("headline.no-result" if record.result.reason in WITHOUT_RESULT else "headline.draw"),)


def impossible(error: ImpossibleRecord, t: Language) -> str:
    """Return why the rules refuse a record, and which ply of it."""
    # What a player may type instead is of no use here.
    why = error_text.explain(error.error, error.game, error.options, t).partition("\n")[0]
    if not error.ply:
        return t("record.impossible-start", why=why)
    return t("record.impossible", ply=error.ply, text=error_text.quoted(error.text), why=why)


def _beside_the_rules(outcome: RecordedResult, losers: int) -> str:
    """Return the id of the sentence for what is no ending by the rules; empty for one that is."""
    return {
        RESIGNATION: "game.resigned" if losers == 1 else "game.others-left",
        TIMEOUT: "game.timeout" if losers == 1 else "game.timeout-left",
        AGREEMENT: "game.ended.agreement",
        ABORTED: "game.ended.abort",
        ANNULLED: "game.annulled",
        ADJUDICATION: "game.adjudicated" if outcome.winners else "game.adjudicated-draw",
    }.get(outcome.reason, "")


def _losers(record: Record, outcome: RecordedResult) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(record.players)) if seat not in outcome.winners)


def _named(record: Record, seats: Iterable[int], t: Language) -> str:
    return t("list.and").join(plain_name(record.players[seat].name) for seat in seats)
