"""A weekly letter put together: the week of a server, and the paragraphs of all features."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.chat.core.contributions.letter_parts import LetterParagraph, LetterView
from bot.chat.core.contributions.slot import Slot
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.pictures import Pictures
from bot.features.letters.events import LetterDue
from bot.features.letters.messages import LetterParts, has_news, letter_message
from bot.features.letters.service.letter_contents import LetterContents
from bot.locale import Language
from bot.model.people.person import Place


@dataclass(frozen=True, slots=True)
class LetterComposer:
    """Composes letters; changes nothing."""

    contents: LetterContents
    paragraphs: Slot[LetterParagraph]

    async def letter(
        self, due: LetterDue, sees: Callable[[Place], bool], notice: int, pictures: Pictures, t: Language
    ) -> PublicMessage | None:
        """Return a letter that tells of the places that `sees` allows, None where nothing has happened."""
        week = await self.contents.week(due.server, due.since, due.until, sees)
        view = LetterView(
            server=due.server,
            since=due.since,
            until=due.until,
            sees=sees,
            ended=week.ended,
            number=due.number,
            item=due.puzzle,
            item_before=due.puzzle_before,
            t=t,
        )
        parts = await LetterParts.gather(self.paragraphs, view)
        return letter_message(week, parts, notice, pictures, t) if has_news(week, parts) else None
