"""The trial in a channel: what games need, in the bot's own forms and without pings; all is deleted again."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

import discord

import rules
from bot.chat.core.failures.discord_refusals import FAILURES, got
from bot.chat.core.messages import layouts
from bot.chat.core.messages.files import Animation
from bot.chat.core.messages.message_edits import Edit, calling, kept_files
from bot.chat.core.messages.nonceless import send_without_nonce
from bot.chat.core.messages.public_message import classic_view
from bot.chat.core.pictures import Picture
from bot.chat.delivery.places import THREAD_REST
from bot.chat.delivery.refused_forms import RequestForm
from bot.kernel.probes import Finding, ok, warn
from bot.locale import Language
from bot.operations.doctor.explanations import failure_finding, refusal_finding
from render import Frame, Gallery, View

MARK: Final = "doctor:"
"""The prefix of the doctor's custom_ids; leftovers of earlier runs are found by it."""
_LOOK_BACK: Final = 50
_ENDING: Final = 10.0
"""Seconds to wait for unfinished steps before the clean-up."""
_UNKNOWN_MESSAGE: Final = 10008
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Samples:
    """Two positions of a game as pictures, and an animation of them."""

    first: Picture
    second: Picture
    moving: Animation

    @classmethod
    def draw(cls, gallery: Gallery, t: Language) -> "Samples":
        states = [game.new() for game in rules.GAMES.values()]
        first = next(state for state in states if state.legal_moves())
        second = first.play(first.legal_moves()[0])
        before, two = (Picture(gallery.picture(state), gallery.words(state, t)) for state in (first, second))
        gif = gallery.animation([Frame(first, View()), Frame(second, View())])
        return cls(before, two, Animation(gif, two.words))


@dataclass(frozen=True, slots=True)
class _TrialForm:
    """A form of a message, and the setting that selects it if Discord refuses the forms before it."""

    nonce: bool
    picture: bool
    avoid: str


_FORMS: Final = (
    _TrialForm(nonce=True, picture=True, avoid=""),
    _TrialForm(nonce=False, picture=True, avoid=RequestForm.NONCE),
    _TrialForm(nonce=True, picture=False, avoid=RequestForm.PICTURE),
    _TrialForm(nonce=False, picture=False, avoid=f"{RequestForm.NONCE},{RequestForm.PICTURE}"),
)
_WITHOUT: Final[Mapping[str, str]] = {
    RequestForm.NONCE: "a message whose fate is unknown may come twice",
    RequestForm.PICTURE: "boards come in words",
    f"{RequestForm.NONCE},{RequestForm.PICTURE}": "boards come in words",
}


@dataclass(slots=True)
class Trial:
    """Attempts in a channel and a forum of a server, and the messages to delete again.

    `owner` is the person mentioned in an edit; an edit notifies no one.
    """

    client: discord.Client
    server: int
    channel: discord.TextChannel | None
    samples: Samples
    t: Language
    owner: int
    message: discord.Message | None = None
    """The message with the button, once it is posted."""
    _run: str = field(default_factory=lambda: secrets.token_hex(4))
    _messages: list[discord.PartialMessage] = field(default_factory=list)
    _threads: dict[int, str] = field(default_factory=dict)
    _under_way: "set[asyncio.Task[Any]]" = field(default_factory=set)

    @property
    def button(self) -> str:
        """The custom_id of the button to be pressed first."""
        return f"{MARK}press:{self._run}"

    def link(self, message: discord.Message | discord.PartialMessage) -> str:
        """Return the link to a message; discord.py does not know its server."""
        return f"{self._address}/{message.channel.id}/{message.id}"

    @property
    def _address(self) -> str:
        return f"https://discord.com/channels/{self.server}"

    async def messages(self) -> AsyncIterator[Finding]:
        """Post and edit a message like a board in the channel, and post an animation."""
        if self.channel is None:
            return
        form, finding = await self._post(self.channel)
        yield finding
        message = self.message
        if form is None or message is None:
            return
        if form.nonce:
            yield await self._attempt("post again", self._again(self.channel, message), "it may come twice")
        for finding in await self._edits(message):
            yield finding
        yield await self._attempt(
            "animation", self._animate(self.channel), "/replay cannot be shown to everybody"
        )

    async def _edits(self, message: discord.Message) -> Sequence[Finding]:
        """Edit the message in three ways; if Discord refuses all of them, report a single finding."""
        findings, refusals = list[Finding](), list[Exception]()
        for check, trying, consequence, avoid in (
            (
                "edit the words",
                self._reword,
                "each edit brings the picture along anew",
                RequestForm.KEEPING_EDIT,
            ),
            ("edit with a file", self._redraw, "such messages stay as they were", ""),
            ("edit that names", self._name_owner, "the yellow mark of who is called goes", ""),
        ):
            try:
                findings.append(await trying(self.message or message))
            except FAILURES as error:
                refusals.append(error)
                findings.append(refusal_finding(check, error, consequence, avoid=avoid))
        if len(refusals) < len(findings):
            return findings
        consequence = "no edit is taken: boards keep their buttons, cards and tables stay as they were posted"
        return (refusal_finding("edits", refusals[0], consequence),)

    async def threads(self) -> AsyncIterator[Finding]:
        """Open a thread on the message; write in it, rename it, archive it, and reopen it."""
        if self.message is None or self.channel is None:
            return
        yield await self._attempt(
            "thread",
            self._open(self.channel, self.message),
            "games stay in the channel",
            avoid=RequestForm.THREAD,
        )
        for thread in list(self._threads):
            for check, trying, consequence in (
                ("thread: write", self._write_in, "games stay in the channel"),
                ("thread: rename", self._rename, "it keeps the name of a player who is deleted"),
                ("thread: archive", self._archive, "it rests after a week of silence instead"),
                ("thread: wake up", self._wake, "boards of a game that slept go to the channel"),
            ):
                yield await self._attempt(check, trying(thread), consequence)

    async def forum(self, forum: discord.ForumChannel) -> AsyncIterator[Finding]:
        """Open a post in a forum, with a tag if there is one that everyone may set."""
        yield await self._attempt(
            "forum post", self._open_post(forum), "games begin in a thread at their card"
        )

    async def _attempt(
        self, check: str, trying: Awaitable[Finding], consequence: str, *, avoid: str = ""
    ) -> Finding:
        try:
            return await trying
        except FAILURES as error:
            return refusal_finding(check, error, consequence, avoid=avoid)

    async def _surely(self, request: Coroutine[Any, Any, _Made]) -> _Made:
        """Make a request that is completed even if the doctor is interrupted."""
        task = asyncio.create_task(request)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    def _view(self) -> discord.ui.View:
        return classic_view(((layouts.button(self.t("doctor.button"), self.button),),))

    async def _post(self, channel: discord.TextChannel) -> tuple[_TrialForm | None, Finding]:
        """Post the message in the first form that Discord accepts."""
        first: Exception | None = None
        for form in _FORMS:
            try:
                self.message = await self._surely(self._send(channel, form))
            except discord.HTTPException as error:
                first = first or error
            except FAILURES as error:
                return None, failure_finding("post", error)
            else:
                return form, self._post_finding(form, self.message, first)
        return None, failure_finding("post", first or TimeoutError())

    async def _send(self, channel: discord.TextChannel, form: _TrialForm) -> discord.Message:
        place = self.client.get_partial_messageable(channel.id)
        words, view = self.t("doctor.test"), self._view()
        files = [self.samples.first.file()] if form.picture else []
        if form.nonce:
            sending = place.send(
                words, view=view, files=files, nonce=self._nonce, allowed_mentions=calling(())
            )
        else:
            sending = send_without_nonce(self.client, place, words, view, files, calling(()))
        message = await got(sending)
        self._remember(message)
        return message

    @property
    def _nonce(self) -> str:
        return f"doctor{self._run}"

    def _remember(self, message: discord.Message) -> None:
        # Messages with the same nonce are the same message.
        if message.id not in {message.id for message in self._messages}:
            place = self.client.get_partial_messageable(message.channel.id)
            self._messages.append(place.get_partial_message(message.id))

    def _post_finding(self, form: _TrialForm, message: discord.Message, refusal: Exception | None) -> Finding:
        if refusal is not None:
            return refusal_finding("post", refusal, _WITHOUT[form.avoid], avoid=form.avoid)
        words = message.attachments[0].description if message.attachments else None
        if not message.attachments:
            return warn("post", "it stands, but without its picture", "report this line to Fernpartie")
        if words != self.samples.first.words:
            return warn(
                "post", "it stands, but its picture has no alt text", "report this line to Fernpartie"
            )
        return ok("post", "a picture with alt text and a button stand in the channel")

    async def _again(self, channel: discord.TextChannel, message: discord.Message) -> Finding:
        again = await self._surely(self._send(channel, _FORMS[0]))
        if again.id == message.id:
            return ok("post again", "sent twice, it stands once")
        return warn(
            "post again",
            "it stands twice: one whose fate is unknown may come twice, where the bot may not look back",
            "allow the bot Read Message History in its channels",
        )

    async def _reword(self, message: discord.Message) -> Finding:
        files = kept_files(message)
        edit = Edit(self.t("doctor.changed"), self._view(), files, calling(()))
        self.message = await self._surely(self._edit(edit, message))
        if [attachment.id for attachment in self.message.attachments] == [
            attachment.id for attachment in message.attachments
        ]:
            return ok("edit the words", "the picture stays")
        return warn(
            "edit the words",
            "the picture goes",
            "have the bot bring it along anew",
            avoid=RequestForm.KEEPING_EDIT,
        )

    async def _redraw(self, message: discord.Message) -> Finding:
        edit = Edit(self.t("doctor.test"), self._view(), (self.samples.second.file(),), calling(()))
        self.message = await self._surely(self._edit(edit, message))
        before, after = (
            [attachment.id for attachment in target.attachments] for target in (message, self.message)
        )
        if len(after) == 1 and after != before:
            return ok("edit with a file", "the new picture takes the place of the old one")
        text = f"{len(after)} pictures stand there" if after != before else "the old picture stays"
        return warn("edit with a file", text, "report this line to Fernpartie")

    async def _name_owner(self, message: discord.Message) -> Finding:
        words = self.t("doctor.names", owner=f"<@{self.owner}>")
        edit = Edit(words, self._view(), kept_files(message), calling((self.owner,)))
        self.message = await self._surely(self._edit(edit, message))
        if self.owner in {user.id for user in self.message.mentions}:
            return ok("edit that names", "it marks the owner of the app, and calls nobody")
        return warn(
            "edit that names",
            "nobody is marked, players are not brought into their threads by it",
            "see that the owner of the app is in this server",
        )

    async def _edit(self, edit: Edit, message: discord.Message) -> discord.Message:
        return await got(edit.apply(message))

    async def _animate(self, channel: discord.TextChannel) -> Finding:
        async def send() -> discord.Message:
            message = await got(
                channel.send(
                    self.t("doctor.test"),
                    view=self._view(),
                    file=self.samples.moving.file(),
                    allowed_mentions=calling(()),
                )
            )
            self._remember(message)
            return message

        message = await self._surely(send())
        kind = message.attachments[0].content_type if message.attachments else None
        if kind == "image/gif":
            return ok("animation", "a GIF stands there as one")
        return warn("animation", f"the GIF stands there as {kind}", "report this line to Fernpartie")

    async def _open(self, channel: discord.TextChannel, message: discord.Message) -> Finding:
        async def start() -> None:
            thread = await got(
                self.client.http.start_thread_with_message(
                    channel.id,
                    message.id,
                    name=self.t("doctor.thread"),
                    auto_archive_duration=THREAD_REST,
                )
            )
            self._threads[int(thread["id"])] = channel.name

        await self._surely(start())
        return ok("thread", "a thread opens on a message")

    async def _write_in(self, thread: int) -> Finding:
        await self._say(thread)
        return ok("thread: write", "a message stands in it")

    async def _say(self, thread: int) -> None:
        async def send() -> None:
            place = self.client.get_partial_messageable(thread)
            words = self.t("doctor.in-thread")
            self._remember(await got(place.send(words, allowed_mentions=calling(()))))

        await self._surely(send())

    async def _rename(self, thread: int) -> Finding:
        await got(self.client.http.edit_channel(thread, name=self.t("doctor.renamed")))
        return ok("thread: rename", "the bot may rename it")

    async def _archive(self, thread: int) -> Finding:
        await got(self.client.http.edit_channel(thread, archived=True))
        return ok("thread: archive", "the bot may archive it")

    async def _wake(self, thread: int) -> Finding:
        await self._say(thread)
        now = await got(self.client.fetch_channel(thread))
        if isinstance(now, discord.Thread) and now.archived:
            return warn(
                "thread: wake up",
                "a message does not open it again",
                "in the channel's settings, Permissions, allow the bot's role Send Messages in Threads",
            )
        return ok("thread: wake up", "a message opens it again")

    async def _open_post(self, forum: discord.ForumChannel) -> Finding:
        tag = next((tag for tag in forum.available_tags if not tag.moderated), None)

        async def start() -> None:
            thread = await got(
                forum.create_thread(
                    name=self.t("doctor.thread"),
                    content=self.t("doctor.test"),
                    view=self._view(),
                    files=[self.samples.first.file()],
                    allowed_mentions=calling(()),
                    applied_tags=[] if tag is None else [tag],
                    auto_archive_duration=THREAD_REST,
                )
            )
            self._threads[thread.thread.id] = forum.name
            self._remember(thread.message)

        await self._surely(start())
        tagged = "without a tag: none may be set by everybody" if tag is None else f"with the tag {tag.name}"
        return ok("forum post", f"a post opens in #{forum.name}, {tagged}")

    async def clean_up(self) -> Finding:
        """Delete everything again; report leftovers."""
        if self._under_way:
            await asyncio.wait(set(self._under_way), timeout=_ENDING)
        for thread in self._threads:
            await self._best_effort(partial(self.client.http.edit_channel, thread, archived=False))
        stay = [message for message in reversed(self._messages) if not await self._delete(message)]
        known = {message.id for message in stay}
        strays = [message for message in await self._strays() if message.id not in known]
        stay += [message for message in strays if not await self._delete(message)]
        threads = [await self._delete_or_archive(thread) for thread in self._threads]
        remaining = [
            f"the thread in #{self._threads[thread]}, archived: {self._address}/{thread}"
            for thread in threads
            if thread
        ]
        if stay:
            links = ", ".join(map(self.link, stay))
            todo = "delete them by hand: their menu, Delete Message"
            return warn("clean-up", f"messages remain that could not be deleted: {links}", todo)
        if remaining:
            text = "; ".join(remaining)
            return ok("clean-up", f"all is deleted but what only moderators may delete: {text}")
        return ok("clean-up", "all is deleted again")

    async def _strays(self) -> list[discord.PartialMessage]:
        """Return the doctor's other messages in the channel: of interrupted attempts, or earlier runs."""
        if self.channel is None:
            return []
        place = self.client.get_partial_messageable(self.channel.id)
        try:
            messages = [message async for message in self.channel.history(limit=_LOOK_BACK)]
        except FAILURES:
            # Without access to the history no more can be found.
            return []
        return [place.get_partial_message(message.id) for message in messages if self._is_ours(message)]

    def _is_ours(self, message: discord.Message) -> bool:
        if self.client.user is None or message.author.id != self.client.user.id:
            return False
        if message.type is discord.MessageType.thread_created:
            return message.content in {self.t("doctor.thread"), self.t("doctor.renamed")}
        return any(custom_id.startswith(MARK) for custom_id in layouts.custom_ids(message))

    async def _delete(self, message: discord.PartialMessage) -> bool:
        try:
            await got(message.delete())
        except discord.HTTPException as error:
            return error.code == _UNKNOWN_MESSAGE
        except FAILURES:
            return False
        return True

    async def _delete_or_archive(self, thread: int) -> int | None:
        """Delete a thread, or archive it if only moderators may delete; return it if it remains."""
        if await self._best_effort(lambda: self.client.http.delete_channel(thread)):
            return None
        await self._best_effort(lambda: self.client.http.edit_channel(thread, archived=True))
        return thread

    @staticmethod
    async def _best_effort(request: Callable[[], Awaitable[object]]) -> bool:
        try:
            await got(request())
        except FAILURES:
            return False
        return True
