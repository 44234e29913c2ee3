"""People in the playground, used through names, labels and visible messages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests import pocket
from tests.end_to_end.shown_message import Answer, Json, ShownMessage, answer
from tests.end_to_end.waiting import TIMEOUT, until

NEW, THINKING, DEFERRED_UPDATE, CHANGED = 4, 5, 6, 7
LOADING = 1 << 7


@dataclass(frozen=True, slots=True)
class Person:
    """A person with their own client; unless `patient`, they count a deferral as the answer."""

    client: pocket.Person
    name: str
    patient: bool = True

    @property
    def id(self) -> str:
        return self.client.id

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    async def slash(self, channel: str, command: str, **options: Any) -> Answer:
        """Run a command such as "challenge conhex"; options that are None are omitted."""
        options_set = {key: value for key, value in options.items() if value is not None}
        return await self.complete_answer(await self.client.command(channel, command, **options_set))

    async def complete(
        self, channel: str, command: str, option: str, typed: str, **others: Any
    ) -> Sequence[Json]:
        """Return the suggestions for an option in which `typed` was typed."""
        return await self.client.complete(channel, command, option, **others, **{option: typed})

    async def press(self, message: ShownMessage, button: str) -> Answer:
        """Press the button with this label."""
        return await self.complete_answer(await self.client.press(message.raw, message.buttons[button]))

    async def choose(self, message: ShownMessage, value: str, menu: str = "") -> Answer:
        """Choose a value in the menu that offers it; `menu` is the required title, if any."""
        menus = (select for select in message.menus if menu in {"", select.get("placeholder")})
        select_menu = next(
            select for select in menus if value in [option["value"] for option in select["options"]]
        )
        return await self.complete_answer(
            await self.client.choose(message.raw, select_menu["custom_id"], value)
        )

    async def fill_in(self, panel: ShownMessage, button: str, **values: Any) -> Answer:
        """Press a button that opens a form, fill it in and submit it."""
        answer = await self.press(panel, button)
        assert answer.form is not None, "the bot answered without a form"
        return await self.complete_answer(await self.client.submit(panel.channel, answer.form, **values))

    async def menu(self, channel: str, name: str, target: str) -> Answer:
        """Use a command in the context menu of a person or a message."""
        return await self.complete_answer(await self.client.menu(channel, name, target))

    async def submit(self, channel: str, form: Json, **values: Any) -> Answer:
        """Submit a form; selects without a value keep their first choice."""
        return await self.complete_answer(await self.client.submit(channel, form, **values))

    async def forge(self, page: ShownMessage, custom_id: str, *values: str) -> Answer:
        """Press a custom_id from a page as first shown, or choose `values` there.

        Values need not be offered. Ids that are not on the page are refused: discord.py drops such presses
        before any handler, so they prove nothing. `ShownMessage.with_control` returns a page with a
        hand-made id.
        """
        assert page.has_custom_id(custom_id), f"the page does not contain {custom_id!r}: {page.custom_ids}"
        return await self.complete_answer(await self.client.forge(page.raw, custom_id, *values))

    async def press_nothing(self, message: ShownMessage, custom_id: str, *values: str) -> Answer:
        """Press a custom_id that a message does not contain, or choose `values` for it."""
        assert not message.has_custom_id(custom_id), f"the message contains {custom_id!r}: use `forge`"
        if values:
            return await self.complete_answer(
                await self.client.choose(message.raw, custom_id, *values, forged=True)
            )
        return await self.complete_answer(await self.client.press(message.raw, custom_id, forged=True))

    async def complete_answer(self, raw: Json) -> Answer:
        """Return the complete answer to an action: on a busy machine a slow answer comes in two steps."""
        kind, first = raw["callback_type"], raw["message"]
        if not self.patient or kind not in {THINKING, DEFERRED_UPDATE} or first is None:
            return answer(raw)

        async def complete() -> Json | None:
            for message in reversed(await self.messages(first["channel_id"])):
                same = message.id == first["id"]
                if kind == THINKING and same and not message.raw["flags"] & LOADING:
                    return raw | {"callback_type": NEW, "message": message.raw}
                if (
                    kind == DEFERRED_UPDATE
                    and same
                    and message.raw["edited_timestamp"] != first["edited_timestamp"]
                ):
                    return raw | {"callback_type": CHANGED, "message": message.raw}
                if (
                    kind == DEFERRED_UPDATE
                    and message.raw["ephemeral_for"] == self.id
                    and int(message.id) > int(raw["id"])
                ):
                    return raw | {"callback_type": NEW, "message": message.raw}
            return None

        return answer(await until(complete, f"the rest of the answer to {raw['id']}", line=self.client.line))

    async def set_locale(self, locale: str) -> None:
        """Switch the client's language."""
        await self.client.line.ask("PATCH", f"/playground/users/{self.id}", {"locale": locale})

    async def open_dm(self) -> str:
        """Return the DM channel with the bot."""
        return await self.client.open_dm()

    async def messages(self, channel: str) -> list[ShownMessage]:
        """Return the messages of a channel, oldest first; empty if it does not exist."""
        try:
            return [ShownMessage(raw) for raw in await self.client.messages(channel, limit=200)]
        except pocket.Refused:
            return []

    async def wait_for_message(
        self, channel: str, fits: Callable[[ShownMessage], bool], description: str, *, within: float = TIMEOUT
    ) -> ShownMessage:
        """Wait for a message that fits; return the newest."""

        async def newest_match() -> ShownMessage | None:
            return next((m for m in reversed(await self.messages(channel)) if fits(m)), None)

        return await until(newest_match, f"{description} in {channel}", within=within, line=self.client.line)
