"""Lessons: short courses in each game."""

from bot.chat.core.chat import Chat
from bot.chat.core.commands.declared_commands import bound_commands
from bot.chat.core.interactions.handler import bind_handlers
from bot.chat.surface import Surface
from bot.features.engines.service.facade import EnginesFacade
from bot.features.lessons import buttons as lesson_buttons
from bot.features.lessons import store
from bot.features.lessons.domain import lessons
from bot.features.lessons.service import Lessons
from bot.features.lessons.services import LessonServices
from bot.kernel.feature import Feature
from bot.kernel.kernel import Kernel


class LessonsFeature:
    """The service of lessons, and `/learn`."""

    def __init__(self, kernel: Kernel, engines: EnginesFacade) -> None:
        self._kernel = kernel
        self._engines = engines
        self.lessons = Lessons(kernel.work)
        kernel.register(Feature(name="lessons", refusals=lessons.REASONS, tables=store.TABLES))

    def surface(self, chat: Chat) -> Surface:
        own = LessonServices(
            interactions=chat.interactions,
            games=self._kernel.games,
            lessons=self.lessons,
            moves=chat.moves,
            practice=self._engines.practice,
            practice_pages=self._engines.pages,
        )
        return Surface(
            name="lessons",
            commands=bound_commands(own, lesson_buttons.COMMANDS),
            buttons=bind_handlers(lesson_buttons.HANDLERS, own),
        )
