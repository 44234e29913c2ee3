"""Findings about the application and its account."""

from collections.abc import Mapping
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.core.failures.discord_refusals import UnreadableAnswer
from bot.chat.gateway.registration import RegistrationResult
from bot.kernel.probes import Finding, FindingStatus
from bot.operations.doctor import account
from bot.operations.doctor.account import Commands
from tests.bot.chat.delivery.refusing_discord import refusal

OK, WARN, FAIL = FindingStatus.OK, FindingStatus.WARN, FindingStatus.FAIL


@pytest.mark.parametrize(
    ("seconds", "status", "said"),
    [
        (5, OK, "right to within 5 s"),
        (-5, OK, "right to within 5 s"),
        (6, WARN, "6 s ahead of Discord's"),
        (-300, WARN, "300 s behind Discord's"),
        (301, FAIL, "301 s ahead of Discord's"),
        (-301, FAIL, "301 s behind Discord's"),
        (None, WARN, "did not say what time it is"),
    ],
)
def test_the_clock_is_compared_with_discord(seconds: int | None, status: FindingStatus, said: str) -> None:
    finding = account.clock(None if seconds is None else timedelta(seconds=seconds))
    assert finding.status is status
    assert said in finding.text


def app(**more: Any) -> Any:
    """Return a correctly configured application, changed by `more`."""
    servers = SimpleNamespace(oauth2_install_params=SimpleNamespace(scopes=["bot", "applications.commands"]))
    well = {
        "bot_require_code_grant": False,
        "guild_integration_config": servers,
        "user_integration_config": SimpleNamespace(),
        "bot_public": True,
        "interactions_endpoint_url": None,
        "privacy_policy_url": "https://example.org/privacy",
        "flags": discord.ApplicationFlags(),
    }
    return SimpleNamespace(**{**well, **more})


def findings(described: Any) -> Mapping[str, tuple[FindingStatus, str]]:
    return {finding.check: (finding.status, finding.text) for finding in account.application(described)}


def test_a_correct_application_passes() -> None:
    well = findings(app())
    assert {check: status for check, (status, _) in well.items()} == {
        "code grant": OK,
        "installs": OK,
        "public": OK,
    }
    assert well["installs"][1] == "servers and people can add the app"
    assert account.intents(app()).status is OK
    without_defaults = SimpleNamespace(oauth2_install_params=None)
    assert findings(app(guild_integration_config=without_defaults)) == well


@pytest.mark.parametrize(
    ("more", "check", "status", "said"),
    [
        ({"bot_require_code_grant": True}, "code grant", FAIL, "does not bring the bot"),
        ({"guild_integration_config": None}, "installs", FAIL, "servers cannot add the app"),
        ({"user_integration_config": None}, "installs", OK, "User Install is off"),
        (
            {
                "guild_integration_config": SimpleNamespace(
                    oauth2_install_params=SimpleNamespace(scopes=["applications.commands"])
                )
            },
            "add app",
            WARN,
            "gives a server the commands, but no bot",
        ),
        ({"bot_public": False}, "public", OK, "only you may add the bot"),
        (
            {"interactions_endpoint_url": "https://example.org/x"},
            "interactions",
            FAIL,
            "https://example.org/x",
        ),
        ({"privacy_policy_url": None}, "privacy policy", WARN, "none is named"),
    ],
)
def test_portal_misconfigurations_are_reported(
    more: dict[str, Any], check: str, status: FindingStatus, said: str
) -> None:
    found = findings(app(**more))
    assert found[check][0] is status
    assert said in found[check][1]


def test_only_privileged_intents_are_reported() -> None:
    flags = discord.ApplicationFlags(gateway_guild_members_limited=True, gateway_message_content=True)
    finding = account.intents(app(flags=flags))
    assert (finding.status, finding.text) == (
        WARN,
        "switched on and not needed: Server Members, Message Content",
    )


@pytest.mark.parametrize(("remaining", "status"), [(101, OK), (100, WARN), (1, WARN), (0, FAIL)])
def test_remaining_connections_are_reported(remaining: int, status: FindingStatus) -> None:
    limits: Any = SimpleNamespace(remaining=remaining, total=1000, reset_after=7_200_000)
    finding = account.session_starts(limits)
    assert finding.status is status
    assert finding.text.startswith(f"{remaining} of 1000 connections left for the next 2 hours")


@pytest.mark.parametrize(
    ("count", "present", "status", "said"),
    [
        (None, 0, FAIL, "the bot is in no server"),
        (5, 5, OK, "the bot is in 5 servers"),
        (None, 1, OK, "the bot is in 1 server"),
        (8, 5, WARN, "the bot is in 5 servers; about 3 more have added the app without the bot"),
    ],
)
def test_membership_of_servers_is_reported(
    count: int | None, present: int, status: FindingStatus, said: str
) -> None:
    finding = account.in_servers(count, present, 100)
    assert (finding.status, finding.text.startswith(said)) == (status, True)
    assert ("client_id=100" in finding.todo) is (status is not OK)


class Registry:
    """The registered commands, and the result of a registration."""

    def __init__(self, held: list[Any], outcome: RegistrationResult) -> None:
        self._held, self._outcome = held, outcome

    async def registered_commands(self) -> list[Any]:
        return self._held

    async def register(self, _: object) -> RegistrationResult:
        return self._outcome


def commands(
    *names: str,
    held: tuple[str, ...] = (),
    outcome: RegistrationResult = RegistrationResult(),  # noqa: B008  # an immutable value
) -> Commands:
    nothing: Any = SimpleNamespace(http=None, id=100)
    made = Commands(nothing, nothing, [{"name": name, "description": "x"} for name in names])
    registry: Any = Registry([{"name": name, "description": "x"} for name in held], outcome)
    made._registry = registry
    return made


@pytest.mark.parametrize(
    ("held", "status", "said"),
    [
        (("move", "games"), OK, "all 2 are registered as this version has them"),
        ((), WARN, "none is registered yet"),
        (("move",), WARN, "not registered: /games"),
        (("old",), WARN, "not registered: /move, /games; registered, but not this version's: /old"),
        (
            ("move", "games", *"abcdefgh"),
            WARN,
            "registered, but not this version's: /a, /b, /c, /d, /e, /f and 2 more",
        ),
    ],
)
async def test_registered_commands_are_compared(
    held: tuple[str, ...], status: FindingStatus, said: str
) -> None:
    finding = await commands("move", "games", held=held).compare()
    assert (finding.status, finding.text) == (status, said)


@pytest.mark.parametrize(
    ("outcome", "status", "said", "todo"),
    [
        (RegistrationResult(33), OK, "33 registered", ""),
        (RegistrationResult(), OK, "nothing was registered anew", ""),
        (
            RegistrationResult(33, ("is wrong",), servers_only=True),
            WARN,
            "33 registered, for servers only, as Discord refuses: is wrong",
            "User Install",
        ),
        (
            RegistrationResult(2, ("too many",), is_exhausted=True),
            WARN,
            "2 registered; too many",
            "wait until tomorrow",
        ),
        (RegistrationResult(2, ("a", "b")), FAIL, "2 registered; refused: a; b", "report this line"),
    ],
)
async def test_registration_outcomes_are_reported(
    outcome: RegistrationResult, status: FindingStatus, said: str, todo: str
) -> None:
    finding = await commands("move", outcome=outcome).register()
    assert (finding.status, finding.text) == (status, said)
    assert todo in finding.todo


class _Session:
    """A session whose client logs in, or fails with an error."""

    def __init__(self, error: Exception | None = None) -> None:
        self._error = error
        self.client = SimpleNamespace(
            login=self._login, user=SimpleNamespace(name="fern"), application_id=100
        )

    async def _login(self, token: str) -> None:
        assert token == "secret"
        if self._error is not None:
            raise self._error


def _no_token(cause: Exception | None = None) -> discord.LoginFailure:
    error = discord.LoginFailure("no")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "checks", "said"),
    [
        (None, [("network", OK), ("token", OK)], "it is that of fern, application 100"),
        (_no_token(), [("network", OK), ("token", FAIL)], "Discord does not know it"),
        (_no_token(UnreadableAnswer("a page")), [("network", FAIL)], "answers in Discord's place"),
        (TimeoutError(), [("network", FAIL)], "does not answer in time"),
    ],
)
async def test_login_failures_are_reported_by_check(
    error: Exception | None, checks: list[tuple[str, FindingStatus]], said: str
) -> None:
    session: Any = _Session(error)
    result = await account.log_in(session, "secret")
    assert [(finding.check, finding.status) for finding in result] == checks
    assert said in result[-1].text


@pytest.mark.parametrize("people", [True, False])
async def test_compared_commands_match_the_applications_installs(*, people: bool) -> None:
    client = discord.Client(intents=discord.Intents.none())
    of: Any = app(id=100, user_integration_config=SimpleNamespace() if people else None)
    ours = (await Commands.of(client, of))._ours
    names = {str(command["name"]) for command in ours}
    assert {"challenge", "move", "board", "games", "server"} <= names
    assert {1 in command["integration_types"] for command in ours} == ({True, False} if people else {False})
    assert "de" in {language for command in ours for language in command["name_localizations"] or ()}


async def test_an_impossible_check_fails() -> None:
    async def refuse() -> Finding:
        raise refusal(50001, 403)

    finding = await account.finding_or_failure("commands", refuse())
    assert (finding.check, finding.status) == ("commands", FAIL)
