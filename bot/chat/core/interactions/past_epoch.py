"""What a press means on a message of before a restore: nothing. Its numbers may be those of others by now."""

from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.play.domain.challenges import ChallengeStatus
from bot.play.domain.refusal import Refusal

LASTING: Final = frozenset({"games", "how-it-works", "new-game", "partners", "rules-list"})
"""The verbs that name nothing: they mean the same before and after, as on the welcome in a server."""
OF_MATCHES: Final = frozenset(
    {
        *(
            "abort-blocked",
            "board",
            "claim",
            "claim-no",
            "claim-yes",
            "more",
            "replay",
            "replay-post",
            "export",
        ),
        *("choose", "confirm", "confirm-draw", "move", "pick", "piece", "play", "play-draw", "undo"),
        *("explore", "plan", "plan-at", "plan-clear", "plan-delete", "plan-list", "plan-pick", "plan-save"),
        *("line-delete", "line-keep", "line-open", "lines"),
        *("offer", "offer-abort", "offer-back", "offer-no", "offer-yes", "rematch"),
        *("resign", "resign-no", "resign-yes", "seat-offer", "seat-offer-yes"),
        *("silence", "step", "time", "time-again", "time-give"),
    }
)
"""The verbs whose first number is that of a match."""
OF_CHALLENGES: Final = frozenset(
    {
        *(
            "accept",
            "decline",
            "decline-because",
            "door",
            "join",
            "leave",
            "look",
            "start",
            "take",
            "withdraw",
        ),
        *("anew", "anew-send", "anew-set", "change", "change-send", "change-set", "terms-send", "terms-set"),
    }
)
"""Those whose first number is that of a challenge."""


def is_past(app: AppContext, press: custom_ids.Press) -> bool:
    """Return whether a press is on a message of another epoch, and would mean something."""
    return press.epoch != app.epochs.current and press.verb not in LASTING


async def refuse(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Say that nothing happens, and show the way to what was meant where it is known still."""
    t = context.t
    if press.verb in OF_MATCHES:
        said, way = t("restored.board"), await _board(app, context, press)
    else:
        said, way = t("restored.message"), await _challenge(app, context, press)
    if way is None:
        await context.tell(f"{said} {t('restored.find')}")
        return
    await context.show(layouts.note(said, layouts.buttons(way)))


async def _board(
    app: AppContext, context: InteractionContext, press: custom_ids.Press
) -> layouts.Button | None:
    """Return what leads someone to the board of their own match, if it is the one that was pressed on."""
    (match_id,) = press.numbers(1)
    if not app.epochs.is_match(press.epoch, match_id):
        return None
    try:
        match = await app.services.matches.get(match_id)
    except Refusal:
        return None
    if match.seat_of(context.person.id) is None:
        return None
    return layouts.button(context.t("button.board"), custom_ids.write("board", match_id))


async def _challenge(
    app: AppContext, context: InteractionContext, press: custom_ids.Press
) -> layouts.Button | None:
    """Return what leads someone to the challenge that was pressed on, while it can be accepted."""
    if press.verb not in OF_CHALLENGES:
        return None
    (challenge_id,) = press.numbers(1)
    if not app.epochs.is_challenge(press.epoch, challenge_id):
        return None
    try:
        challenge = await app.services.challenges.get(challenge_id)
    except Refusal:
        return None
    if challenge.status is not ChallengeStatus.OPEN:
        return None
    return layouts.button(context.t("button.look"), custom_ids.write("look", challenge_id))
