"""Registration of commands with Discord, only if they differ from the registered ones.

A refusal never stops the bot: it continues with the registered commands.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.chat.core.failures.discord_refusals import FAILURES, got, in_words
from bot.chat.core.failures.outages import through_discord_outages
from bot.chat.gateway.command_faults import TOO_MANY_CREATIONS, Payload, fault_lines, single_command_lines

log = logging.getLogger(__name__)

NAMED: Final = ("options", "choices")
IGNORED: Final = frozenset({"dm_permission"})
ENTRY_POINT: Final = 4
"""The type of the command that Discord creates for apps with Activities; not one of ours."""
CHAT_INPUT: Final = 1
MAX_REFUSED: Final = 5
"""After this many refused commands the rest is skipped: the fault is not in a single command."""
_ENTRY_POINT_FIELDS: Final = (
    "id",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "handler",
    "integration_types",
    "contexts",
    "default_member_permissions",
)
_GOING_ON: Final = (
    "the bot goes on with those that are registered (it tries again when it starts;"
    " `fernpartie doctor --register` tries now)"
)
_BAD_REQUEST: Final = 400
_SERVER_ERROR: Final = 500
_MAX_WAIT: Final = 60.0
"""Seconds a rate-limited request may wait; nothing depends on it."""
_FOR_SERVERS: Final = 0
_AMONG_PEOPLE: Final = 2


@dataclass(frozen=True, slots=True)
class Differences:
    """Differences between the registered commands and ours, by name: missing, changed, foreign."""

    missing: tuple[str, ...] = ()
    changed_commands: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.missing or self.changed_commands or self.foreign)


@dataclass(frozen=True, slots=True)
class RegistrationResult:
    """The result of a registration.

    `registered` is the number of commands that Discord accepted, 0 if all were registered already;
    `refused_commands` lists its refusals. `ids` are the registered slash commands' ids by name.
    `servers_only`: it accepted none for user installs; `is_exhausted`: its daily limit of new commands is
    reached.
    """

    registered: int = 0
    refused_commands: tuple[str, ...] = ()
    ids: Mapping[str, int] = field(default_factory=dict)
    servers_only: bool = False
    is_exhausted: bool = False


async def payloads(tree: app_commands.CommandTree[Any]) -> list[Payload]:
    """Return a tree's commands as registration payloads."""
    translator = tree.translator
    return [
        command.to_dict(tree)
        if translator is None
        else await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    ]


class CommandRegistry:
    """An application's commands at Discord."""

    def __init__(self, http: discord.http.HTTPClient, application: int) -> None:
        self._http = http
        self._application = application
        self._ids: dict[str, int] = {}

    async def registered_commands(self) -> list[Payload]:
        """Return all registered commands with translations. Raises the errors in FAILURES."""
        commands = list(await self._ask("GET", params={"with_localizations": "true"}))
        self._ids = _ids_of(commands)
        return commands

    async def register(self, ours: Sequence[Payload]) -> RegistrationResult:
        """Register commands; see `_register`."""
        return replace(await self._register(ours), ids=self._ids)

    async def _register(self, ours: Sequence[Payload]) -> RegistrationResult:
        """Register commands unless the same are registered.

        If Discord refuses all, they are tried without user installs, then one by one, so that a faulty
        command does not block the others. Raises the errors in FAILURES except refusals.
        """
        theirs = await self.registered_commands()
        if not differences(ours, theirs):
            return RegistrationResult()
        refusal = await self._overwrite(ours, theirs)
        if refusal is None:
            return RegistrationResult(len(ours))
        if refusal.status != _BAD_REQUEST:
            return RegistrationResult(refused_commands=fault_lines(refusal, ours))
        if refusal.code != TOO_MANY_CREATIONS and any(map(_is_for_people, ours)):
            fewer = [_for_servers(command) for command in ours]
            stands = not differences(fewer, theirs)
            if stands or await self._overwrite(fewer, theirs) is None:
                return RegistrationResult(
                    0 if stands else len(ours), fault_lines(refusal, ours), servers_only=True
                )
        return await self._one_by_one(ours, theirs)

    async def _overwrite(
        self, ours: Sequence[Payload], theirs: Sequence[Payload]
    ) -> discord.HTTPException | None:
        """Replace the registered set, keeping Discord's own commands; return the refusal."""
        carried = [
            {field: command[field] for field in _ENTRY_POINT_FIELDS if command.get(field) is not None}
            for command in theirs
            if command.get("type") == ENTRY_POINT
        ]
        return await self._attempt("PUT", [*ours, *carried])

    async def _one_by_one(self, ours: Sequence[Payload], theirs: Sequence[Payload]) -> RegistrationResult:
        """Register each command that differs; delete none. New commands stop at the daily limit."""
        by_key = {_key(command): command for command in theirs}
        registered, may_create = 0, True
        refused: list[str] = []
        for command in ours:
            existing = by_key.get(_key(command))
            if (existing is None and not may_create) or (existing is not None and _same(command, existing)):
                continue
            refusal = await self._attempt("POST", command)
            if refusal is not None and _is_form_error(refusal) and _is_for_people(command):
                refused += single_command_lines(refusal, command)
                refusal = await self._attempt("POST", _for_servers(command))
            elif refusal is not None:
                refused += single_command_lines(refusal, command)
            registered += refusal is None
            if refusal is not None and refusal.code == TOO_MANY_CREATIONS:
                may_create = False
            elif refusal is not None and (refusal.status != _BAD_REQUEST or len(refused) >= MAX_REFUSED):
                break
        return RegistrationResult(registered, tuple(refused), is_exhausted=not may_create)

    async def _attempt(self, method: str, body: object) -> discord.HTTPException | None:
        """Send commands; return Discord's refusal. Raises all other errors."""
        try:
            answer = await self._ask(method, body)
        except discord.HTTPException as error:
            if error.status >= _SERVER_ERROR:
                raise
            return error
        self._ids |= _ids_of(answer if isinstance(answer, list) else [answer])
        return None

    async def _ask(self, method: str, json: object = None, params: Mapping[str, str] | None = None) -> Any:  # noqa: ANN401  # as discord.py has it
        route = discord.http.Route(
            method, "/applications/{application_id}/commands", application_id=self._application
        )
        more: dict[str, Any] = {"json": json} if json is not None else {"params": params}
        try:
            return await got(self._http.request(route, **more))
        except discord.RateLimited as limited:
            if limited.retry_after > _MAX_WAIT:
                raise
            await asyncio.sleep(limited.retry_after)
            return await got(self._http.request(route, **more))


async def sync_commands(tree: app_commands.CommandTree[Any], application: int) -> Mapping[str, int]:
    """Register a tree's commands; a refusal is only logged.

    Returns the registered slash commands' ids by name; none if Discord does not answer.
    """
    registry, ours = CommandRegistry(tree.client.http, application), await payloads(tree)

    ids: dict[str, int] = {}

    async def register() -> None:
        outcome = await registry.register(ours)
        ids.update(outcome.ids)
        _log_result(outcome)

    try:
        await through_discord_outages(register)
    except FAILURES as error:
        log.error("the commands cannot be registered, %s: %s", _GOING_ON, in_words(error))  # noqa: TRY400  # it says all
    return ids


def _log_result(outcome: RegistrationResult) -> None:
    if outcome.registered:
        log.info("commands registered")
    if outcome.servers_only:
        log.error(
            "Discord refused commands for user installs, they work only in servers: %s",
            "; ".join(outcome.refused_commands),
        )
    elif outcome.refused_commands:
        log.error("Discord refuses commands, %s: %s", _GOING_ON, "; ".join(outcome.refused_commands))


def differences(ours: Sequence[Payload], theirs: Sequence[Payload]) -> Differences:
    """Return the differences between Discord's commands and ours, ignoring Discord's additions."""
    theirs_by_key = {_key(command): command for command in theirs if command.get("type") != ENTRY_POINT}
    ours_by_key = {_key(command): command for command in ours}
    return Differences(
        tuple(name for kind, name in ours_by_key if (kind, name) not in theirs_by_key),
        tuple(
            key[1]
            for key, command in ours_by_key.items()
            if key in theirs_by_key and not _same(command, theirs_by_key[key])
        ),
        tuple(name for kind, name in theirs_by_key if (kind, name) not in ours_by_key),
    )


def _key(command: Payload) -> tuple[int, str]:
    return int(command.get("type") or CHAT_INPUT), str(command.get("name"))


def _ids_of(commands: Sequence[Payload]) -> dict[str, int]:
    """Return the ids of slash commands by name."""
    slash = (command for command in commands if _key(command)[0] == CHAT_INPUT)
    return {str(command["name"]): int(command["id"]) for command in slash if command.get("id")}


def _is_form_error(refusal: discord.HTTPException) -> bool:
    return refusal.status == _BAD_REQUEST and refusal.code != TOO_MANY_CREATIONS


def _is_for_people(command: Payload) -> bool:
    return set(command.get("integration_types") or ()) > {_FOR_SERVERS}


def _for_servers(command: Payload) -> Payload:
    """Return a command for server installs only."""
    if not _is_for_people(command):
        return command
    contexts = [context for context in command.get("contexts") or () if context != _AMONG_PEOPLE]
    return {**command, "integration_types": [_FOR_SERVERS], "contexts": contexts or None}


def _same_list(ours: Sequence[Payload], theirs: Sequence[Payload]) -> bool:
    return len(ours) == len(theirs) and all(map(_same, ours, theirs))


def _same(ours: Payload, theirs: Payload) -> bool:
    """Return whether all our values are registered, without extra options or choices."""
    for key in NAMED:
        if not _same_list(ours.get(key) or [], theirs.get(key) or []):
            return False
    return all(
        _plain(value) == _plain(theirs.get(key))
        for key, value in ours.items()
        if key not in NAMED and key not in IGNORED
    )


def _plain(value: object) -> object:
    """Return a value normalised so that absent, empty and false compare equal."""
    if not value:
        return None
    if isinstance(value, list):
        return sorted(value, key=str)
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value
