"""What a server is told that belongs to no match: welcome, puzzles, letters, to admins what falls away."""

import logging

import discord

from bot.chat.core.app_context import AppContext
from bot.chat.core.lookup.visibility import seen_at
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import Edit, rewritten
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post, nonce
from bot.chat.delivery.places import Places
from bot.chat.features.help.welcome_message import welcome_mark, welcome_message
from bot.chat.features.letters.letter_buttons import puzzle_of
from bot.chat.features.letters.letter_message import letter_message
from bot.chat.features.puzzles.daily_message import daily_mark, daily_message
from bot.chat.features.servers.limitation_message import limitation_mark, limitation_message
from bot.chat.features.tournaments.dice_seal_message import seal_mark, seal_message
from bot.chat.features.tournaments.tournament_card import (
    podium,
    podium_mark,
    tournament_card,
    tournament_mark,
)
from bot.play.domain.outbox.events import (
    DiceSealed,
    LimitationMet,
    TournamentChanged,
    TournamentEnded,
    WelcomeDue,
)
from bot.play.domain.outbox.notices import Notice
from bot.play.domain.outbox.server_events import LetterDue, PuzzleOfDay
from bot.play.domain.people.person import MessageRef, Place
from bot.play.domain.refusal import Refusal
from bot.play.domain.servers.limitations import Limitation, Limited
from bot.play.domain.tournaments.tournament import Tournament, TournamentStatus
from bot.play.learning.puzzles import PuzzleTask
from data.outages import is_outage

log = logging.getLogger(__name__)


async def note_limitation(app: AppContext, place: Place, what: Limitation, code: int | None) -> None:
    """Write down what a place refuses; of private threads, and outside servers, nobody is told.

    What goes on meanwhile must not fail of it: while the database is away nothing is written.
    """
    if place.server is None or place.private:
        return
    channel = place.parent or place.channel
    try:
        await app.services.limitations.meet(Limited(place.server, channel, what, code))
    except Exception as error:
        if not is_outage(error):
            raise
        log.warning("not written down that channel %d refuses %s: %s", channel, what, error)


class LimitationPosts:
    """Posts what falls away to the admins of a server, each once and calling nobody."""

    def __init__(self, app: AppContext, sender: DiscordSender) -> None:
        self._app = app
        self._sender = sender

    async def post(self, notice: Notice, told: LimitationMet) -> MessageRef | None:
        """Post in the admins' channel; where that is closed they are told at their next command.

        Raises what passes of FAILURES.
        """
        server = told.limited.server
        t = self._app.texts.language(await self._app.services.limitations.locale(server))
        message = limitation_message(told.limited, notice.id, t)
        created = discord.utils.snowflake_time(server)
        known = nonce(notice, created, self._app.epochs.current)
        try:
            post = Post(message, (), limitation_mark(notice.id), known, self._app)
            return await self._sender.post(told.told_in, notice, post)
        except PlaceClosed as refused:
            log.info("server %d is not told what falls away: %s", server, refused)
            await self._app.services.limitations.not_told(told.limited)
            return None


class TournamentPosts:
    """Shows tournaments: each in one message that is changed as it goes on, and who has won in another."""

    def __init__(self, app: AppContext, sender: DiscordSender) -> None:
        self._app = app
        self._sender = sender

    async def show(self, notice: Notice, told: TournamentChanged) -> MessageRef | None:
        """Have the message of a tournament say how it stands, posting it where there is none.

        One that somebody has deleted is posted again while the tournament goes on: its buttons are needed.
        Raises what passes of FAILURES.
        """
        tournament = await self._app.services.tournaments.get(told.tournament)
        app, t = await self._app.everyone(tournament)
        message = tournament_card(tournament, app.games, t)
        if tournament.message is not None:
            stands = await self._change(MessageRef(told.channel, tournament.message), message, app)
            if stands or tournament.status not in {TournamentStatus.OPEN, TournamentStatus.RUNNING}:
                return None
        return await self._post(notice, tournament, message, tournament_mark(tournament), app)

    async def end(self, notice: Notice, told: TournamentEnded) -> MessageRef | None:
        """Post who has won. Raises what passes of FAILURES."""
        tournament = await self._app.services.tournaments.get(told.tournament)
        app, t = await self._app.everyone(tournament)
        return await self._post(notice, tournament, podium(tournament, t), podium_mark(tournament), app)

    async def seal(self, notice: Notice, told: DiceSealed) -> MessageRef | None:
        """Post the root above the seeds of a tournament, once. Raises unhandled FAILURES."""
        tournament = await self._app.services.tournaments.get(told.tournament)
        seal = next((candidate for candidate in tournament.seals if candidate.id == told.tree), None)
        if seal is None or seal.message is not None:
            return None
        app, t = await self._app.everyone(tournament)
        message = seal_message(tournament, seal, t)
        return await self._post(notice, tournament, message, seal_mark(tournament, seal), app)

    async def _post(
        self, notice: Notice, tournament: Tournament, message: PublicMessage, mark: str, app: AppContext
    ) -> MessageRef | None:
        known = nonce(notice, tournament.created, self._app.epochs.current)
        channel = tournament.place.channel
        try:
            return await self._sender.post(
                channel, notice, Post(message, (), mark, known, app, place=tournament.place)
            )
        except PlaceClosed as refused:
            log.info("tournament %d is not shown in channel %d: %s", tournament.id, channel, refused)
            await note_limitation(self._app, tournament.place, Limitation.MESSAGES, refused.code)
            return None

    async def _change(self, ref: MessageRef, said: PublicMessage, app: AppContext) -> bool:
        """Change a message; return False where it is there no more."""
        epoch = self._app.epochs.current
        wanted = None if said.scene is None else said.scene.words(app.pictures)

        async def edit(message: discord.Message) -> Edit | None:
            same = layouts.custom_ids(message) == said.custom_ids(epoch) and message.content == said.content
            seen = next((file.description for file in message.attachments), None)
            if same and seen == wanted:
                return None
            picture = None if said.scene is None else await said.scene.draw(app.pictures)
            return rewritten(message, said, epoch, picture)

        return await self._sender.change(ref, edit)


class WelcomeSender:
    """Posts welcomes, each once and calling nobody."""

    def __init__(self, app: AppContext, sender: DiscordSender) -> None:
        self._app = app
        self._sender = sender

    async def post(self, notice: Notice, welcome: WelcomeDue) -> MessageRef | None:
        """Post a welcome. Raises PlaceClosed where no channel takes it, and what passes of FAILURES."""
        locale = await self._app.services.welcomes.locale(welcome.server, welcome.locale)
        t = self._app.texts.language(locale)
        created = discord.utils.snowflake_time(welcome.server)
        known = nonce(notice, created, self._app.epochs.current)
        for channel in welcome.channels:
            place = Place(welcome.server, channel, locale)
            practises = await self._app.services.practice.is_offered_in(place)
            message = welcome_message(self._app.games, t, notice.id, practises=practises)
            post = Post(message, (), welcome_mark(notice.id), known, self._app)
            try:
                return await self._sender.post(channel, notice, post)
            except PlaceClosed as refused:
                log.info("server %d is not welcomed in channel %d: %s", welcome.server, channel, refused)
        raise PlaceClosed(f"no channel of server {welcome.server} takes its welcome")


class DailyPuzzlePosts:
    """Posts the daily puzzles of servers, each once and calling nobody."""

    def __init__(self, app: AppContext, sender: DiscordSender) -> None:
        self._app = app
        self._sender = sender

    async def post(self, notice: Notice, due: PuzzleOfDay) -> MessageRef | None:
        """Post a puzzle; where its channel is gone no more will come. Raises what passes of FAILURES."""
        services = self._app.services
        try:
            task = await services.puzzles.get(due.puzzle)
        except Refusal:
            # Another version has posted one that this one does not have.
            return None
        before = await self._before(due)
        rules = await services.servers.server(due.server)
        app = self._app.painted(rules.theme or self._app.pictures.theme)
        t = self._app.texts.language(await services.limitations.locale(due.server))
        message = daily_message(due.number, task, before, app.pictures.theme, t)
        known = nonce(notice, discord.utils.snowflake_time(due.server), self._app.epochs.current)
        try:
            post = Post(message, (), daily_mark(due.number, task), known, app)
            return await self._sender.post(due.channel, notice, post)
        except PlaceClosed as refused:
            log.info("server %d gets no daily puzzle in channel %d: %s", due.server, due.channel, refused)
            if refused.gone:
                await services.daily_puzzles.refused(due.server, due.channel)
            return None

    async def _before(self, due: PuzzleOfDay) -> PuzzleTask | None:
        try:
            return None if due.before is None else await self._app.services.puzzles.get(due.before)
        except Refusal:
            return None


class LetterPosts:
    """Posts the weekly letters of servers, each once and calling nobody."""

    def __init__(self, app: AppContext, sender: DiscordSender, places: Places) -> None:
        self._app = app
        self._sender = sender
        self._places = places

    async def post(self, notice: Notice, due: LetterDue) -> MessageRef | None:
        """Post a letter; where its channel is gone no more will come. Raises what passes of FAILURES.

        It tells of what everybody sees who can see its channel.
        """
        services = self._app.services
        locale = await services.limitations.locale(due.server)
        sees = seen_at(Place(due.server, due.channel, locale), await self._places.channels_of(due.server))
        week = await services.letter_contents.week(due.server, due.since, due.until, sees)
        if week is None:
            return None
        rules = await services.servers.server(due.server)
        app = self._app.painted(rules.theme or self._app.pictures.theme)
        puzzle = await puzzle_of(services.puzzles, due)
        message = letter_message(week, puzzle, notice.id, app.pictures, self._app.texts.language(locale))
        known = nonce(notice, discord.utils.snowflake_time(due.server), self._app.epochs.current)
        try:
            post = Post(message, (), welcome_mark(notice.id), known, app)
            return await self._sender.post(due.channel, notice, post)
        except PlaceClosed as refused:
            log.info("server %d gets no letter in channel %d: %s", due.server, due.channel, refused)
            if refused.gone:
                await services.weekly_letters.refused(due.server, due.channel)
            return None
