"""The buttons that show a match again and hand it over as files."""

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.locale import Language
from bot.play.domain.matches import Match


def record_row(match: Match, person: int | None, t: Language) -> tuple[layouts.Button, ...]:
    """Return the buttons for a person, or for everybody: while a match runs, its players alone export it."""
    replay = layouts.button(t("button.replay"), custom_ids.write("replay", match.id))
    if match.outcome is None and (person is None or match.seat_of(person) is None):
        return (replay,)
    return replay, layouts.button(t("button.export"), custom_ids.write("export", match.id))
