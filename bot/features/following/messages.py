"""The direct message to a follower about a game."""

from bot.chat.core import custom_ids
from bot.chat.core.messages import headlines, layouts
from bot.chat.core.messages.public_message import PublicMessage, Scene
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases, results, scoreboards
from bot.chat.core.words.game_names import game_name
from bot.chat.parts.matches.match_buttons import board_link
from bot.features.matches.service.match_queries import BoardView
from bot.kernel.outbox.notices import Notice
from bot.locale import Language
from bot.model.events.instructions import TellFollower
from bot.model.match.match import Match, MatchPosition
from render import View


def followed_mark(notice: Notice, instruction: TellFollower) -> str:
    """Return the custom_id that identifies the message of a notice."""
    return custom_ids.write("followed" if instruction.over else "unfollow", instruction.match, notice.id)


def followed_message(
    pictures: Pictures, notice: Notice, instruction: TellFollower, board_view: BoardView, t: Language
) -> PublicMessage:
    """Return the message to a follower about plies or the end, with the board.

    Its button unfollows the match, or after the end shows the followed matches.
    """
    position, match = board_view.position, board_view.position.match
    game, state = position.state.game, position.state
    outcome = position.outcome if instruction.over else None
    trail = next((ply.move.path for ply in reversed(board_view.plies) if ply.move and ply.move.path), ())
    around = scoreboards.scoreboard(position, instruction.plies, t, outcome)
    view = View(trail=trail, over=outcome is not None, scoreboard=around)
    lines = phrases.ply_sentences(match, game, board_view.plies, t)
    if outcome is not None:
        lines.append(results.result(match, game, outcome, t))
    label = t("button.followed" if instruction.over else "button.unfollow")
    return PublicMessage(
        headlines.board(notice, position, board_view.plies, outcome, t),
        "\n".join(line for line in (*lines, phrases.stop_reason(position, t)) if line),
        t(_ending(position) if instruction.over else "follow.where", place=board_link(match)),
        rows=((layouts.button(label, followed_mark(notice, instruction)),),),
        scene=Scene(state, pictures.view_for(view), t),
    )


def closed_mark(notice: Notice, match: Match) -> str:
    """Return the custom_id that identifies the message about the end of the following."""
    return custom_ids.write("followed", match.id, notice.id)


def closed_message(notice: Notice, match: Match, t: Language) -> PublicMessage:
    """Return the last message to a follower of a match that they may no longer see."""
    return PublicMessage(
        t("headline.game", game=game_name(match, t), number=match.id),
        t("follow.closed"),
        rows=((layouts.button(t("button.followed"), closed_mark(notice, match)),),),
    )


def _ending(position: MatchPosition) -> str:
    """Return the id of the text below an ending; followers of a series also follow its next game."""
    series = position.series
    goes_on = series is not None and position.match.id != series.games[-1]
    return "follow.next" if goes_on else "follow.was"
