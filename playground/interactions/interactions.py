"""Interactions from a person's action until their tokens expire."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

from playground.values.clock import Clock
from playground.values.errors import (
    ALREADY_ACKNOWLEDGED,
    INVALID_WEBHOOK_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_WEBHOOK,
    ApiError,
)
from playground.values.people import Json
from playground.values.snowflakes import Snowflakes

ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 900.0
FORGET_SECONDS = 3600.0


class Act(IntEnum):
    """The kind of a person's action."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


@dataclass(frozen=True, slots=True)
class Answer:
    """The bot's first answer, as the person's client needs it."""

    callback_type: int
    message_id: str | None = None
    choices: tuple[Json, ...] | None = None
    modal: Json | None = None


@dataclass(slots=True)
class Interaction:
    """A person's action and its state. `message_id` is the message acted on.

    `owners` are the installs of the app behind it, by type of installation.
    """

    id: str
    token: str
    type: Act
    user_id: str
    channel_id: str
    guild_id: str | None
    data: Json
    created: float
    command: str | None = None
    message_id: str | None = None
    trigger: Json | None = None
    owners: Json = field(default_factory=dict)
    follow_ups: int = 0
    answered: int | None = None
    original_id: str | None = None
    answer: "asyncio.Future[Answer]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def metadata(self) -> Json:
        """Return the origin of its answers, as stored in messages (the person by id)."""
        shape: Json = {
            "id": self.id,
            "type": int(self.type),
            "user_id": self.user_id,
            "authorizing_integration_owners": self.owners,
        }
        if self.type is Act.COMPONENT:
            shape["interacted_message_id"] = self.message_id
        if self.type is Act.MODAL:
            shape["triggering_interaction_metadata"] = self.trigger
        return shape


class InteractionBook:
    """The interactions of the last hour, some with expired tokens, and the modals that they opened."""

    def __init__(
        self,
        *,
        clock: Clock,
        snowflakes: Snowflakes,
        token: Callable[[], str] = lambda: secrets.token_urlsafe(96),
    ) -> None:
        self._clock = clock
        self._snowflakes = snowflakes
        self._new_token = token
        self._by_token: dict[str, Interaction] = {}
        self._modals: dict[tuple[str, str], tuple[Json, Interaction]] = {}

    def open(
        self,
        act: Act,
        *,
        user_id: str,
        channel_id: str,
        guild_id: str | None,
        data: Json,
        owners: Json,
        command: str | None = None,
        message_id: str | None = None,
        trigger: Json | None = None,
    ) -> Interaction:
        """Record a new interaction."""
        interaction = Interaction(
            id=self._snowflakes.mint(),
            token=self._new_token(),
            type=act,
            user_id=user_id,
            channel_id=channel_id,
            guild_id=guild_id,
            data=data,
            owners=owners,
            created=self._clock.now(),
            command=command,
            message_id=message_id,
            trigger=trigger,
        )
        self._by_token[interaction.token] = interaction
        return interaction

    async def answer_in_time(self, interaction: Interaction) -> Answer | None:
        """Wait for the first answer; return None if it does not come in time."""
        while not interaction.answer.done():
            remaining = interaction.created + ANSWER_SECONDS - self._clock.now()
            if remaining <= 0:
                return None
            await asyncio.wait([interaction.answer], timeout=remaining)
        return interaction.answer.result()

    def take_unanswered(self, interaction_id: str, token: str) -> Interaction:
        """Return an interaction that may be answered now; raise 404/10062 or 400/40060."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise ApiError(UNKNOWN_INTERACTION)
        if interaction.answered is not None:
            raise ApiError(ALREADY_ACKNOWLEDGED)
        if self._clock.now() - interaction.created > ANSWER_SECONDS:
            raise ApiError(UNKNOWN_INTERACTION)
        return interaction

    def by_token(self, token: str) -> Interaction:
        """Return an interaction by its webhook token; raise 404/10015, or 401/50027 for an expired token."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.answered is None:
            raise ApiError(UNKNOWN_WEBHOOK)
        if self._clock.now() - interaction.created > TOKEN_SECONDS:
            raise ApiError(INVALID_WEBHOOK_TOKEN)
        return interaction

    def settle(self, interaction: Interaction, answer: Answer) -> None:
        """Record the first answer and wake the waiting client."""
        interaction.answered = answer.callback_type
        interaction.original_id = answer.message_id
        if answer.modal is not None:
            self._modals[interaction.user_id, answer.modal["custom_id"]] = (answer.modal, interaction)
        if not interaction.answer.done():
            interaction.answer.set_result(answer)

    def find_shown_modal(self, user_id: str, custom_id: object) -> tuple[Json, Interaction] | None:
        """Return the modal last shown to a person under this custom_id, and its interaction."""
        return self._modals.get((user_id, str(custom_id)))

    def prune(self) -> None:
        """Forget interactions older than an hour, with their modals."""
        now = self._clock.now()
        for token, interaction in list(self._by_token.items()):
            if now - interaction.created > FORGET_SECONDS:
                del self._by_token[token]
                self._modals = {k: v for k, v in self._modals.items() if v[1] is not interaction}
