"""The store of all that is kept: it hands out tables that read and transactions that write."""

from contextlib import AbstractAsyncContextManager
from functools import cached_property
from typing import TypeAlias

from sqlalchemy.exc import IntegrityError

from bot.play.repositories.challenges import ChallengeRepository
from bot.play.repositories.dice_trees import DiceTreeRepository
from bot.play.repositories.followers import FollowerRepository
from bot.play.repositories.imports import ImportRepository
from bot.play.repositories.learning.daily_puzzles import DailyPuzzleRepository
from bot.play.repositories.learning.kept_lines import KeptLineRepository
from bot.play.repositories.learning.lesson_results import LessonResultRepository
from bot.play.repositories.learning.puzzle_results import PuzzleResultRepository
from bot.play.repositories.learning.reviews import ReviewRepository
from bot.play.repositories.match_log import MatchLogRepository
from bot.play.repositories.matches import MatchRepository
from bot.play.repositories.person_settings import PersonSettingsRepository
from bot.play.repositories.servers.limitations import LimitationRepository
from bot.play.repositories.servers.server_rules import ServerRulesRepository
from bot.play.repositories.servers.servers import ServerRepository
from bot.play.repositories.servers.weekly_letters import WeeklyLetterRepository
from bot.play.repositories.statistics import StatisticsRepository
from bot.play.repositories.substitutions import SubstitutionRepository
from bot.play.repositories.tournaments import TournamentRepository
from data.store import BaseStore, Session
from data.tables.cluster.alarms import AlarmRepository
from data.tables.cluster.backups import BackupRepository
from data.tables.cluster.claims import ClaimRepository
from data.tables.cluster.processes import ProcessRepository
from data.tables.cluster.request_limits import RequestLimitRepository
from data.tables.cluster.restores import RestoreRepository
from data.tables.cluster.shards import ShardRepository
from data.tables.cluster.signals import SignalRepository
from data.tables.conditional_moves import ConditionalMoveRepository
from data.tables.figures import FigureRepository
from data.tables.notices import NoticeRepository
from data.tables.people import PersonRepository
from data.tables.privacy.blocks import BlockRepository
from data.tables.privacy.deletions import DeletionRepository
from data.tables.privacy.personal_data import PersonalDataRepository
from data.tables.privacy.retention import RetentionRepository
from data.tables.privacy.server_data import ServerDataRepository
from data.tables.ratings import RatingRepository
from data.tables.requests import RequestRepository
from data.tables.welcomes import WelcomeRepository

Conflict: TypeAlias = IntegrityError
"""What the database has against a change: something else is there, or is not there."""


class Tables(Session):
    """All tables within one connection."""

    @cached_property
    def alarms(self) -> AlarmRepository:
        """Alarms that last."""
        return AlarmRepository(self.connection)

    @cached_property
    def backups(self) -> BackupRepository:
        """Backups made by a timer."""
        return BackupRepository(self.connection)

    @cached_property
    def people(self) -> PersonRepository:
        """People, and the languages of servers."""
        return PersonRepository(self.connection)

    @cached_property
    def lesson_results(self) -> LessonResultRepository:
        """How people have fared with lessons."""
        return LessonResultRepository(self.connection)

    @cached_property
    def puzzle_results(self) -> PuzzleResultRepository:
        """How people have fared with puzzles."""
        return PuzzleResultRepository(self.connection)

    @cached_property
    def daily_puzzles(self) -> DailyPuzzleRepository:
        """The puzzles that servers have every day."""
        return DailyPuzzleRepository(self.connection, self._expect)

    @cached_property
    def weekly_letters(self) -> WeeklyLetterRepository:
        """The letters that servers have every week."""
        return WeeklyLetterRepository(self.connection, self._expect)

    @cached_property
    def reviews(self) -> ReviewRepository:
        """What was said of the plies of finished matches."""
        return ReviewRepository(self.connection)

    @cached_property
    def kept_lines(self) -> KeptLineRepository:
        """Lines that people have explored and keep."""
        return KeptLineRepository(self.connection)

    @cached_property
    def requests(self) -> RequestRepository:
        """What was asked for, so that it is done once."""
        return RequestRepository(self.connection)

    @cached_property
    def challenges(self) -> ChallengeRepository:
        """Challenges and their guests."""
        return ChallengeRepository(self.connection, self._expect)

    @cached_property
    def matches(self) -> MatchRepository:
        """Matches and their seats."""
        return MatchRepository(self.connection, self._expect)

    @cached_property
    def notices(self) -> NoticeRepository:
        """What is to be told."""
        return NoticeRepository(self.connection)

    @cached_property
    def person_settings(self) -> PersonSettingsRepository:
        """What people have chosen."""
        return PersonSettingsRepository(self.connection)

    @cached_property
    def server_rules(self) -> ServerRulesRepository:
        """What servers have chosen."""
        return ServerRulesRepository(self.connection)

    @cached_property
    def servers(self) -> ServerRepository:
        """In which servers the bot is, their overviews, and what their admins have done."""
        return ServerRepository(self.connection)

    @cached_property
    def welcomes(self) -> WelcomeRepository:
        """Which servers the bot has introduced itself to."""
        return WelcomeRepository(self.connection)

    @cached_property
    def limitations(self) -> LimitationRepository:
        """What servers do not let the bot do."""
        return LimitationRepository(self.connection)

    @cached_property
    def log(self) -> MatchLogRepository:
        """The plies of matches, and those that were taken back."""
        return MatchLogRepository(self.connection)

    @cached_property
    def followers(self) -> FollowerRepository:
        """Who follows games that they do not play."""
        return FollowerRepository(self.connection)

    @cached_property
    def substitutions(self) -> SubstitutionRepository:
        """Seats on offer, and those that have changed hands."""
        return SubstitutionRepository(self.connection, self._expect)

    @cached_property
    def tournaments(self) -> TournamentRepository:
        """Tournaments, who has entered them, and their games."""
        return TournamentRepository(self.connection, self._expect)

    @cached_property
    def dice_trees(self) -> DiceTreeRepository:
        """The seeds of tournaments, below the roots that commit to them."""
        return DiceTreeRepository(self.connection)

    @cached_property
    def imports(self) -> ImportRepository:
        """The records of games that people have brought along."""
        return ImportRepository(self.connection, self._expect)

    @cached_property
    def ratings(self) -> RatingRepository:
        """How strong players are, and how they became so."""
        return RatingRepository(self.connection)

    @cached_property
    def statistics(self) -> StatisticsRepository:
        """How games have ended."""
        return StatisticsRepository(self.connection)

    @cached_property
    def conditional_moves(self) -> ConditionalMoveRepository:
        """The replies that players have planned."""
        return ConditionalMoveRepository(self.connection)

    @cached_property
    def blocks(self) -> BlockRepository:
        """Who wants to have nothing to do with whom."""
        return BlockRepository(self.connection)

    @cached_property
    def deletions(self) -> DeletionRepository:
        """Who has asked to be deleted."""
        return DeletionRepository(self.connection, self._expect)

    @cached_property
    def personal_data(self) -> PersonalDataRepository:
        """All that is kept of a person."""
        return PersonalDataRepository(self.connection)

    @cached_property
    def retention(self) -> RetentionRepository:
        """What is deleted by its age."""
        return RetentionRepository(self.connection)

    @cached_property
    def server_data(self) -> ServerDataRepository:
        """All that is kept of a server."""
        return ServerDataRepository(self.connection)

    @cached_property
    def restores(self) -> RestoreRepository:
        """The epochs that restores have begun."""
        return RestoreRepository(self.connection)

    @cached_property
    def processes(self) -> ProcessRepository:
        """Which processes serve the bot."""
        return ProcessRepository(self.connection)

    @cached_property
    def request_limits(self) -> RequestLimitRepository:
        """What the processes have heard of Discord's limits on requests."""
        return RequestLimitRepository(self.connection)

    @cached_property
    def shards(self) -> ShardRepository:
        """Which process holds which shard."""
        return ShardRepository(self.connection)

    @cached_property
    def claims(self) -> ClaimRepository:
        """What those have in hand."""
        return ClaimRepository(self.connection)

    @cached_property
    def signals(self) -> SignalRepository:
        """What the others are told."""
        return SignalRepository(self.connection)

    @cached_property
    def figures(self) -> FigureRepository:
        """How much there is of what an owner watches."""
        return FigureRepository(self.connection)


class Store(BaseStore):
    """What is kept, in one database."""

    def read(self) -> AbstractAsyncContextManager[Tables]:
        """Read without holding up anyone who writes; each statement sees what is committed by then."""
        return self.reading(Tables)

    def write(self) -> AbstractAsyncContextManager[Tables]:
        """Read and write as one, as `transaction` does."""
        return self.transaction(Tables)
