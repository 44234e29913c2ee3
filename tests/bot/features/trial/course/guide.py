"""A person who follows the pages of a trial and reads its report."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.chat.core import custom_ids
from bot.features.trial import script
from bot.features.trial.trial_state import VERB
from tests import pocket
from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import Answer, Json, ShownMessage
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

BELIEVED = "as believed"
UNTRIED = "not tried"
REPORT = "discord-trial.txt"
RENAMED = 4
FORM, TEXT_INPUT = 5, 4


def _is_action(custom_id: str, action: str) -> bool:
    """Return whether a custom_id belongs to an action of a trial."""
    press = custom_ids.read(custom_id)
    return press.verb == VERB and f"{press.rest.partition(':')[2]}:".startswith(f"{action}:")


def _page_text(page: ShownMessage) -> str:
    options = [option["label"] for menu in page.menus for option in menu["options"]]
    lines = [
        page.text,
        *(f"[picture] {words}" for _, words in page.pictures),
        *(f"[button] {label}" for label in page.buttons),
        *([f"[menu] {', '.join(options)}"] if options else []),
        *(f"[file] {name}" for name in page.files),
    ]
    return re.sub("[0-9]{10,}", "…", "\n".join(lines)) + "\n"


def without_day(report: str) -> str:
    """Return a report with its date fixed."""
    return re.sub("[0-9]{4}-[0-9]{2}-[0-9]{2}", "2026-11-20", report)


@dataclass(slots=True)
class Guide:
    """The server's owner during a trial. `pages` are the pages shown so far, newest last."""

    table: Table
    bot: InProcessBot
    pages: list[ShownMessage] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All pages as one readable text, without varying numbers."""
        return "\n".join(_page_text(page) for page in self.pages)

    @property
    def owner(self) -> Person:
        return Person(pocket.Person(self.table.line, pocket.BEN), "Ben")

    @property
    def page(self) -> ShownMessage:
        return self.pages[-1]

    def _turn_to(self, answer: Answer) -> ShownMessage:
        self.pages.append(answer.message)
        return answer.message

    async def open(self) -> ShownMessage:
        return self._turn_to(await self.owner.slash(self.table.channel, "server trial"))

    async def start(self) -> ShownMessage:
        await self.open()
        return await self.press_action("start")

    async def start_step(self, step: str, *, desktop: bool = False) -> ShownMessage:
        """Start a single step, on a phone or a computer."""
        page = await self.open()
        if desktop:
            page = await self.press_action("device")
        return await self.wait_until_settled(self._turn_to(await self.owner.choose(page, step)))

    async def press(self, label: str) -> ShownMessage:
        return await self.wait_until_settled(self._turn_to(await self.owner.press(self.page, label)))

    async def press_on(self, message: ShownMessage, label: str) -> ShownMessage:
        """Press a button of a public message."""
        return await self.wait_until_settled(self._turn_to(await self.owner.press(message, label)))

    async def wait_until_settled(self, page: ShownMessage) -> ShownMessage:
        """Wait until a page offers an action: some pages change while they are shown."""

        async def find_settled() -> ShownMessage | None:
            current = next(
                (message for message in await self.owner.messages(page.channel) if message.id == page.id),
                page,
            )
            return current if current.buttons or current.files or self._leads_back(current) else None

        self.pages[-1] = answer = await until(find_settled, f"a page after {page.text!r}")
        return answer

    def _leads_back(self, page: ShownMessage) -> bool:
        """Return whether a page only links back to the trial's channel."""
        return not page.buttons and not page.files and f"<#{self.table.channel}>" in page.text

    async def press_action(self, action: str, message: ShownMessage | None = None) -> ShownMessage:
        """Press the button of an action, on the page or on a public message, in any language."""
        shown = message or self.page
        (label,) = [label for label, custom_id in shown.buttons.items() if _is_action(custom_id, action)]
        return await self.press_on(shown, label)

    async def board(self, channel: str | None = None) -> ShownMessage:
        """Return the newest message in a channel with the trial's board."""
        return await self.owner.wait_for_message(
            channel or self.table.channel,
            lambda message: (
                not message.is_private
                and any(_is_action(custom_id, "move") for custom_id in message.custom_ids)
            ),
            "a board",
        )

    async def choose(self, value: str) -> ShownMessage:
        return await self.wait_until_settled(self._turn_to(await self.owner.choose(self.page, value)))

    async def _send(self, form: Json) -> Json:
        """Submit a form as shown, with its initial values."""
        parts = []
        for row in form["components"]:
            field = row["component"]
            choices = [str(value["id"]) for value in field.get("default_values") or ()]
            filled = {"value": field["value"]} if field["type"] == TEXT_INPUT else {"values": choices}
            part = {"type": field["type"], "custom_id": field["custom_id"], **filled}
            parts.append({"type": row["type"], "id": row["id"], "component": part})
        data = {"custom_id": form["custom_id"], "components": parts}
        return await self.owner.client._act(self.page.channel, FORM, data, message_id=self.page.id)

    async def _open_form(self) -> Answer:
        (label,) = [label for label, custom_id in self.page.buttons.items() if _is_action(custom_id, "form")]
        return await self.owner.press(self.page, label)

    async def fill_in(self) -> ShownMessage:
        """Open the form and submit it unchanged."""
        page = await self._open_form()
        form = page.form
        assert form is not None
        raw = await self._send(form)
        return await self.wait_until_settled(self._turn_to(await self.owner.complete_answer(raw)))

    async def choose_suggestion(self, move: str) -> ShownMessage:
        """Type the command and choose a move from its suggestions."""
        suggestions = await self.owner.complete(self.table.channel, "server trial", "move", "")
        assert move in [choice["value"] for choice in suggestions]
        answer = await self.owner.slash(self.table.channel, "server trial", move=move)
        return await self.wait_until_settled(self._turn_to(answer))

    def mentioned_channel(self) -> str:
        """Return the thread mentioned on the page."""
        return self.page.text.partition("<#")[2].partition(">")[0]

    async def report_text(self) -> str:
        async with self.table.line.session.get(self.page.files[REPORT]) as response:
            return await response.text()

    async def report(self) -> Mapping[str, str]:
        """Return the report's verdicts by row."""
        text = await self.report_text()
        lines = text.split("\n\n", 1)[1].strip().splitlines()
        return {row: verdict_text for row, _, verdict_text in (line.partition(": ") for line in lines)}

    async def stop(self) -> Mapping[str, str]:
        """Stop the trial and return its report."""
        if any(_is_action(custom_id, "stop") for custom_id in self.page.custom_ids):
            await self.press_action("stop")
        if self._leads_back(self.page):
            await self.come_back()
        return await self.report()

    async def wait_until_deleted(self, channel: str) -> None:
        """Wait until the trial has left only undeletable messages in a channel."""

        async def is_empty() -> bool:
            return not [
                message for message in await self.messages_in(channel) if message.raw["type"] != RENAMED
            ]

        await until(is_empty, f"channel {channel} to be empty")

    async def walk(self, *, until_report: bool = True) -> None:
        """Go through all steps, to the report or to the link back to it."""
        await self.start()
        await self.walk_board()
        await self.walk_page()
        await self.walk_form()
        await self.walk_suggestion()
        await self.walk_thread()
        await self.walk_direct()
        await self.walk_ring()
        await self.walk_forum()
        if until_report:
            await self.come_back()

    async def walk_board(self) -> None:
        await self.press_action("picture:yes")

    async def walk_page(self) -> None:
        move = script.MOVES[0]
        await self.press_action("move", await self.board())
        await self.choose(move)
        await self.press_action("confirm")

    async def walk_form(self) -> None:
        """Submit the forms that can be submitted; report the others as broken."""
        for _ in range(2):
            await self.fill_in()
        page = await self._open_form()
        if page.form is None:
            await self.press_action("unsent")
            return
        try:
            raw = await self._send(page.form)
        except pocket.Refused:
            await self.press_action("unsent")
        else:
            await self.wait_until_settled(self._turn_to(await self.owner.complete_answer(raw)))

    async def walk_suggestion(self, plies: int = 3) -> None:
        await self.choose_suggestion(script.MOVES[plies])

    async def walk_thread(self) -> None:
        await self.press_action("move", await self.board(self.mentioned_channel()))

    async def walk_direct(self) -> None:
        await self.press_action("came:yes")

    async def walk_ring(self) -> None:
        """Ring, and answer according to the pushes of the pocket Discord."""
        before = await self.table.control.pushes()
        await self.press_action("ring")
        pushed = (await self.table.control.pushes())[len(before) :]
        calls = [push["text"] for push in pushed if push["user_id"] == self.owner.id]
        await self.press_action("push:words" if calls else "push:nothing")
        await self.press_action("silent:rang" if len(calls) > 1 else "silent:quiet")

    async def walk_forum(self) -> None:
        await self.press_action("move", await self.board(self.mentioned_channel()))

    async def come_back(self) -> None:
        """Press the channel's board after the last page was shown elsewhere."""
        assert self._leads_back(self.page)
        await self.press_action("move", await self.board())

    async def messages_in(self, channel: str) -> list[ShownMessage]:
        """Return the bot's public messages in a channel."""
        messages = await self.owner.messages(channel)
        return [
            message
            for message in messages
            if message.raw["author"]["id"] == pocket.BOT and not message.is_private
        ]
