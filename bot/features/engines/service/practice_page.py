"""The private page of a match against an engine: the last plies, and the next move or the end."""

from collections.abc import Sequence
from dataclasses import dataclass

from discord import ButtonStyle

from bot.chat.core import custom_ids, position_token
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases, results, scoreboards
from bot.chat.core.words.game_names import game_name
from bot.chat.parts.matches.history_page import explore_buttons, step_row
from bot.chat.parts.matches.match_buttons import practice_again_button, review_button
from bot.chat.parts.moves import move_picker
from bot.chat.parts.moves.guide_page import guide_page
from bot.chat.parts.moves.happened import Before, happened_blocks
from bot.chat.parts.moves.step_marks import StepMarks, move_marks
from bot.features.engines.service import hint_text
from bot.features.engines.service.hints import Hint
from bot.features.engines.service.practice import Practice
from bot.features.engines.service.practice_levels import level_of
from bot.features.matches.service.match_queries import MatchQueries
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition, PlayedPly, Turn
from bot.model.people.players import ENGINE_NAMES, EnginePlayer
from render import View
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class ShownHint:
    """A hint as a page shows it: only its piece or its first reason, or the whole move."""

    hint: Hint
    text: str
    is_whole: bool

    @classmethod
    def of(cls, hint: Hint, t: Language, *, whole: bool) -> "ShownHint":
        """Return a hint to show: its first part, or the whole move if it has none."""
        part = None if whole else hint_text.first_part(hint, t)
        return cls(hint, hint_text.whole(hint, t) if part is None else part, is_whole=part is None)

    @property
    def marks(self) -> StepMarks:
        """The marks on the board."""
        return move_marks(self.hint.move, whole=self.is_whole)


REPLY_TIMEOUT = 6.0
"""The seconds that a page waits for an engine's reply; after that it shows that the engine thinks."""


@dataclass(frozen=True, slots=True)
class PracticePages:
    """Shows matches against engines, after the engine's move if it is due."""

    practice: Practice
    matches: MatchQueries

    async def after_move(
        self, context: InteractionContext, turn: Turn, also: Sequence[str] = ()
    ) -> layouts.Page:
        """Return the page after a move against an engine, with the engine's answer to it."""
        t = context.t
        move = phrases.move_name(turn.state.game, turn.move, t)
        return await self.page(context, turn.match.id, (t("practice.played", move=move), *also))

    async def page(
        self,
        context: InteractionContext,
        match_id: int,
        lines: Sequence[str] = (),
        shown: ShownHint | None = None,
        intro: Sequence[str] = (),
    ) -> layouts.Page:
        """Play the engine's move if it is due, and return the page of the match.

        `lines` go above the engine's reply, between picture and buttons; `intro` goes above the picture.
        """
        return await _page(self, context, match_id, lines, shown, intro)


async def _page(
    services: PracticePages,
    context: InteractionContext,
    match_id: int,
    lines: Sequence[str],
    hint: ShownHint | None,
    intro: Sequence[str],
) -> layouts.Page:
    t, person = context.t, context.person.id
    replies = await services.practice.play_replies(match_id, REPLY_TIMEOUT)
    position = await services.matches.position(match_id)
    match, game = position.match, position.state.game
    texts = (*lines, *(_reply_sentence(match, game, reply, t) for reply in replies))
    if position.outcome is not None:
        return await _over_page(services, context, position, texts)
    seat = match.seat_of(person)
    if match.mover != person or seat is None:
        again = layouts.button(
            t("button.board"), custom_ids.write("practice-on", match.id), ButtonStyle.primary
        )
        thinking = t("practice.thinking" if services.practice.is_offered else "refusal.no-engines")
        title = t("game.title", game=game_name(match, t), number=match.id)
        waits = layouts.text("\n".join([title, _mark(match, t), *texts, thinking]))
        return layouts.page(waits, layouts.buttons(again)), []
    mark = position_token.mark(match)
    undo = None
    if await services.practice.can_take_back(match, seat):
        undo = layouts.button(t("button.practice-back"), custom_ids.write("practice-back", match.id, mark))
    more = layouts.button(t("button.more"), custom_ids.write("more", match.id))
    before = Before(
        (*texts, *([hint.text] if hint else [])),
        undo,
        (_mark(match, t), *intro),
        (_hint_button(match.id, mark, hint, t), more, *context.doors.below_board(match.id, t)),
        hint.marks if hint else None,
    )
    return await guide_page(
        context.pictures,
        position,
        seat,
        move_picker.START,
        t,
        before=before,
    )


def _reply_sentence(match: Match, game: Game, reply: PlayedPly, t: Language) -> str:
    """Return the sentence for a ply after the person's own."""
    player = None if reply.seat is None else match.players[reply.seat]
    if reply.move is None or not isinstance(player, EnginePlayer) or reply.automatic is not None:
        return phrases.ply_sentences(match, game, [reply], t)[0]
    move, deeds = phrases.move_name(game, reply.move, t), phrases.deeds(match, game, reply.state.events, t)
    text_id = "practice.reply-with-deeds" if deeds else "practice.reply"
    return t(text_id, name=ENGINE_NAMES[player.level], move=move, deeds=deeds)


def _hint_button(match: int, mark: int, hint: ShownHint | None, t: Language) -> layouts.Button:
    """Return the button for the next step of a hint: request one, show the whole move, or play it."""
    if hint is None:
        return layouts.button(t("button.hint"), custom_ids.write("hint", match, mark))
    if not hint.is_whole:
        whole = custom_ids.write("hint", match, mark, hint.hint.number)
        return layouts.button(t("button.hint-whole"), whole)
    play = custom_ids.write("play", match, mark, str(hint.hint.move))
    return layouts.button(t("button.hint-play"), play, ButtonStyle.success)


async def _over_page(
    services: PracticePages, context: InteractionContext, position: MatchPosition, lines: Sequence[str]
) -> layouts.Page:
    """Return the result of a match against an engine, and the buttons after it."""
    t, match, state = context.t, position.match, position.state
    outcome = position.outcome
    around = scoreboards.scoreboard(position, match.plies, t, outcome)
    view = View(seat=match.seat_of(context.person.id), over=True, scoreboard=around)
    picture = await context.pictures.picture(state, t, view)
    result = "" if outcome is None else results.result(match, state.game, outcome, t)
    again = await services.practice.is_offered_in(context.place)
    row = [practice_again_button(match.id, t)] if again else []
    level = await services.practice.propose_level(context.person.id, match) if again else None
    if level is not None:
        row.append(
            layouts.button(
                t("button.practice-level", number=level),
                custom_ids.write("practice-again", match.id, level),
                ButtonStyle.primary,
            )
        )
    row += [review_button(match.id, t), *explore_buttons(match, match.plies, t)]
    title = t("game.title", game=game_name(match, t), number=match.id)
    happened = happened_blocks([*lines, result])
    return layouts.page(
        layouts.text("\n".join([title, _mark(match, t), *happened.earlier])),
        *layouts.picture_blocks(match.key, picture, t),
        *happened.blocks,
        layouts.buttons(*row),
        *step_row(match, match.plies, t, is_last=True),
    ), [picture]


def _mark(match: Match, t: Language) -> str:
    return t("practice.private", engine=phrases.engine(level_of(match), t))
