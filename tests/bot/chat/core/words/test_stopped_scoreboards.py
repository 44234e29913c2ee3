"""The scoreboard of a match whose log the rules in force cannot follow to its end."""

from dataclasses import replace

import rules
from bot.chat.core.words import scoreboards
from bot.locale import Texts
from bot.model.match.match import CORRECTION
from bot.model.match.match_log import Stop
from rules.contract import Outcome
from tests.bot.support.positions import NOW, position

EN = Texts.load().language("en")
GAME = rules.GAMES["hnefatafl"]


def test_a_stopped_board_shows_the_reached_ply_and_the_match_result() -> None:
    here = position(GAME.new())
    stopped = replace(here, match=replace(here.match, plies=9), stop=Stop(4, 1, 2))
    assert scoreboards.scoreboard(here, 9, EN).heading == EN("scoreboard.move", number=9)
    assert scoreboards.scoreboard(stopped, 9, EN).heading == EN("scoreboard.move", number=4)
    assert scoreboards.scoreboard(replace(stopped, stop=Stop(0, 1, 2)), 9, EN).heading == EN(
        "scoreboard.start"
    )
    drawn = Outcome((), "no-moves")
    ended = replace(stopped, match=stopped.match.end(drawn, NOW))
    assert scoreboards.scoreboard(ended, 9, EN, drawn).winners == ()
    won = GAME.from_position("3k3/7/7/7/7/7/3a3 d", {"board": "brandubh-7"})
    won = won.play(won.parse("d7-a7"))
    assert won.outcome is not None
    over = replace(here, state=won)
    assert scoreboards.scoreboard(over, 9, EN).winners == won.outcome.winners
    loser = 1 - won.outcome.winners[0]
    corrected = here.match.end(won.outcome, NOW).correct(Outcome((loser,), CORRECTION))
    shown = scoreboards.scoreboard(replace(over, match=corrected), 9, EN, corrected.outcome)
    assert (shown.winners, shown.result[1]) == ((loser,), EN("ending.corrected"))
    assert scoreboards.scoreboard(replace(over, stop=Stop(4, 1, 2)), 9, EN).result == ()
