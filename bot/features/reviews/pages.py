"""The private pages of a review: its progress, the curve, and its turning points."""

import asyncio
from collections.abc import Mapping
from typing import Final

from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases, results, scoreboards
from bot.chat.core.words.game_names import game_name
from bot.chat.parts.matches.history_page import explore_buttons
from bot.chat.parts.moves.step_marks import move_marks
from bot.features.engines.domain import MoveReasons, reasons_for
from bot.features.engines.service.hint_text import reasons_text
from bot.features.reviews.domain import Review, TurningPoint
from bot.locale import Language
from bot.model.match.match import MatchPosition
from bot.model.match.rounds import round_of
from render import ReviewChart, ReviewMark, View, sharing_brackets
from rules.contract import Game, Move

_BAR_LENGTH: Final = 10
_BUTTONS_PER_ROW: Final = 4
_MAX_BUTTONS: Final = 15
_MAX_LIST_LENGTH: Final = 1500
_MAX_DESCRIPTION_LENGTH: Final = 1000
_SAMPLES: Final = 8
_MAX_NAMED: Final = 4
"""The maximum number of result-keeping moves that are named."""
_DRAW_KEPT: Final = ("review.draw-kept-only", "review.draw-kept", "review.draw-kept-many")
_WIN_KEPT: Final = ("review.win-kept-only", "review.win-kept", "review.win-kept-many")


def progress_page(review: Review, t: Language) -> ui.LayoutView:
    """Return the progress of a review, with a button to continue it after an interruption."""
    done, count = len(review.plies), review.match.plies
    filled = _BAR_LENGTH * done // max(1, count)
    title = t("review.title", game=game_name(review.match, t), number=review.match.id)
    bar = "▰" * filled + "▱" * (_BAR_LENGTH - filled)
    text = t("review.progress", done=done, count=count) if done < count else t("review.second-look")
    resume = layouts.button(t("button.review-on"), custom_ids.write("review", review.match.id))
    return layouts.page(layouts.text(f"{title}\n{text}\n{bar}"), layouts.buttons(resume))


async def overview_page(
    pictures: Pictures, review: Review, games: Mapping[str, Game], person: int, t: Language
) -> layouts.Page:
    """Return the curve of a whole match, from the viewer's seat if they played, and its turning points."""
    match, points = review.match, review.turning_points
    game = games[match.key]
    seat = _seat_of_chart(review, person)
    title = t("review.title", game=game_name(match, t), number=match.id)
    result = "" if match.outcome is None else results.result(match, game, match.outcome, t)
    caption = t("review.curve", player=phrases.player(match, game, seat, t))
    entries = [
        t(
            f"review.listed-{point.kind}",
            number=number,
            where=_ply_name(review, point.number, t),
            player=phrases.seat_name(match, point.seat, t),
        )
        for number, point in enumerate(points, 1)
    ] or [t("review.even")]
    chart = _chart(review, game, seat, t)
    picture = await pictures.review(chart, _description(chart, review, t))
    buttons = [
        layouts.button(
            t("review.button", number=number, where=_ply_name(review, point.number, t)),
            custom_ids.write("review-at", match.id, number - 1),
        )
        for number, point in enumerate(points[:_MAX_BUTTONS], 1)
    ]
    return layouts.page(
        layouts.text("\n".join(line for line in (title, result, caption) if line)),
        layouts.picture(picture.words),
        layouts.text(shorten("\n".join(entries), _MAX_LIST_LENGTH)),
        *(
            layouts.buttons(*buttons[first : first + _BUTTONS_PER_ROW])
            for first in range(0, len(buttons), _BUTTONS_PER_ROW)
        ),
        layouts.text(t("review.private")),
    ), [picture]


async def turning_page(
    pictures: Pictures,
    review: Review,
    number: int,
    before: MatchPosition,
    person: int,
    t: Language,
    *,
    engines: bool,
) -> layouts.Page:
    """Return a turning point: the board before it, the ply played, the better one and its reasons.

    With `engines` there is a button to play on from there, unless somebody had already left.
    """
    match, state, points = review.match, before.state, review.turning_points
    point = points[number]
    best = state.parse(point.verdict.best)
    # On a large board this tries hundreds of moves.
    reasons = await asyncio.to_thread(reasons_for, state, best)
    heading = t(
        "review.point", number=number + 1, count=len(points), where=_ply_name(review, point.number, t)
    )
    lines = [heading, _cost_text(point, before, best, t), _reason_text(point, before, best, reasons, t)]
    lines.append(_keepers_text(point, before, best, t))
    picture = await pictures.picture(state, t, _view(before, point.number - 1, person, best, t))
    steps = [
        _step("button.review-back", match.id, number - 1, t, possible=number > 0),
        layouts.button(t("button.review-whole"), custom_ids.write("review", match.id)),
        _step("button.review-next", match.id, number + 1, t, possible=number + 1 < len(points)),
    ]
    actions = list(explore_buttons(match, point.number - 1, t))
    if engines and not any(ply <= point.number for _, ply in match.departures):
        play = custom_ids.write("practice-from", match.id, point.number - 1)
        actions.insert(0, layouts.button(t("button.play-on"), play, ButtonStyle.primary))
    return layouts.page(
        layouts.text("\n".join(line for line in lines if line)),
        *layouts.picture_blocks(match.key, picture, t),
        layouts.buttons(*actions),
        layouts.buttons(*steps),
    ), [picture]


def _step(label: str, match_id: int, number: int, t: Language, *, possible: bool) -> layouts.Button:
    button = layouts.button(t(label), custom_ids.write("review-at", match_id, max(number, 0)))
    return button if possible else layouts.disable(button, t)


def _cost_text(point: TurningPoint, before: MatchPosition, best: Move, t: Language) -> str:
    """Return the sentence about the cost of a move and the better move."""
    state, verdict = before.state, point.verdict
    return t(
        f"review.{point.kind}",
        player=phrases.player(before.match, state.game, point.seat, t),
        played=phrases.move_name(state.game, state.parse(point.text), t),
        best=phrases.move_name(state.game, best, t),
        before=_share(verdict.of_best.chance, t),
        after=_share(verdict.of_played.chance, t),
    )


def _reason_text(
    point: TurningPoint, before: MatchPosition, best: Move, reasons: MoveReasons, t: Language
) -> str:
    """Return the reasons for the better move; empty if there are none to name."""
    game = before.state.game
    name, reasoning = phrases.move_name(game, best, t), reasons_text(before.match, game, reasons, t)
    if point.verdict.of_best.wins and not reasons.wins:
        return t("review.why-forced", best=name)
    return t("review.why", best=name, reasons=reasoning) if reasoning else ""


def _keepers_text(point: TurningPoint, before: MatchPosition, best: Move, t: Language) -> str:
    """Return the sentence on the moves that keep a proved win or draw; empty without a proof."""
    keepers, game, of_best = point.verdict.keepers, before.state.game, point.verdict.of_best
    if not keepers or of_best.loses:
        return ""
    only, some, many = _DRAW_KEPT if of_best.draws else _WIN_KEPT
    name = phrases.move_name(game, best, t)
    if len(keepers) == 1:
        return t(only, best=name)
    if len(keepers) > _MAX_NAMED:
        return t(many, number=len(keepers), best=name)
    names = [f"**{phrases.move_name(game, before.state.parse(text), t)}**" for text in keepers]
    return t(some, moves=f"{', '.join(names[:-1])}{t('list.and')}{names[-1]}")


def _view(before: MatchPosition, plies: int, person: int, best: Move, t: Language) -> View:
    """Return the view of the board with the better move marked."""
    match = before.match
    scoreboard = scoreboards.scoreboard(before, plies, t, None)
    marks = move_marks(best)
    return View(seat=match.seat_of(person), chosen=marks.chosen, targets=marks.targets, scoreboard=scoreboard)


def _chart(review: Review, game: Game, seat: int, t: Language) -> ReviewChart:
    match = review.match
    name = phrases.plain(match.players[seat], match.names, t)
    marks = [
        ReviewMark(point.number - 1, str(number)) for number, point in enumerate(review.turning_points, 1)
    ]
    return ReviewChart(
        title=sharing_brackets(t, "review.chart", "player", name, role=phrases.role(match, game, seat, t)),
        chances=review.chances(seat),
        marks=marks[:_MAX_BUTTONS],
        since=t("review.start"),
        until=_ply_name(review, match.plies, t),
    )


def _description(chart: ReviewChart, review: Review, t: Language) -> str:
    """Return the curve's alternative text, with samples of its values."""
    step = max(1, len(chart.chances) // _SAMPLES)
    samples = [*chart.chances[:-1:step], chart.chances[-1]]
    values = ", ".join(
        t(
            "review.chart-value",
            where=_ply_name(review, int(at), t) if at else chart.since,
            share=_share(chance, t),
        )
        for at, chance in samples
    )
    return shorten(t("review.chart-words", title=chart.title, values=values), _MAX_DESCRIPTION_LENGTH)


def _seat_of_chart(review: Review, person: int) -> int:
    """Return the seat whose chances are shown: the viewer's, else the winner's, else the first."""
    own = review.match.seat_of(person)
    if own is not None:
        return own
    outcome = review.match.outcome
    return outcome.winners[0] if outcome is not None and outcome.winners else 0


def _ply_name(review: Review, number: int, t: Language) -> str:
    """Return the name of a ply's place in the game: its round if dice are rolled, else its number."""
    seats = [ply.seat for ply in review.plies[:number]]
    if None in (ply.seat for ply in review.plies):
        return t("scoreboard.round", number=round_of(seats, len(review.match.players)))
    return t("review.move", number=number)


def _share(chance: float, t: Language) -> str:
    """Return a chance in percent; 0 and 100 are shown for certain results only."""
    percent = round(100 * chance)
    return t("stats.share", percent=percent if chance in {0, 1} else min(max(percent, 1), 99))
