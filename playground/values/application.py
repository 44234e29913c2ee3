"""The app itself: its owner's switches in the developer portal."""

from dataclasses import dataclass, fields, replace

from playground.values.errors import ClientError
from playground.values.people import Json

SERVER, PERSON = 0, 1
"""The types of installations."""


@dataclass(frozen=True, slots=True)
class Application:
    """The portal's switches, with a new app's defaults.

    Both installations are enabled by default (discord-api-docs issue 7396; resources/application still says
    servers only), and so is "Public Bot" (issue 5292).
    """

    guild_installs: bool = True
    """Servers may install the app."""
    user_installs: bool = True
    """People may install it for themselves."""
    public: bool = True
    """Anyone may add it."""
    code_grant: bool = False
    """The bot joins only after a complete OAuth2 code grant, which a link alone does not start."""
    add_app_brings_bot: bool = True
    """The portal's Default Install Settings for servers have the scope `bot`."""
    activities: bool = False
    """Activities are enabled (activities/how-activities-work)."""
    activity_target: str = ""
    """Host, port and path of `/` in the URL mapping, without a scheme."""
    client_secret: str = ""
    """The OAuth2 secret; empty if none was created."""
    interactions_endpoint_url: str = ""
    """Where Discord sends interactions instead of the gateway."""
    privacy_policy_url: str = ""
    flags: int = 0
    """Granted and limited capabilities, such as enabled intents."""
    servers_without_bot: int = 0
    """The number of servers that have added the app and its commands without the bot."""

    @property
    def installs(self) -> frozenset[int]:
        """The enabled installations."""
        return frozenset(
            kind for kind, on in ((SERVER, self.guild_installs), (PERSON, self.user_installs)) if on
        )

    def integration_types_config(self) -> Json:
        """Return the settings of each enabled installation.

        Without install settings it is empty (discord-api-docs pull request 6778).
        """
        bare: Json = {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}}
        of_servers: Json = {} if self.add_app_brings_bot else bare
        return {str(kind): of_servers if kind == SERVER else {} for kind in sorted(self.installs)}

    def apply(self, changes: Json) -> "Application":
        """Return a copy with some switches replaced; raise ClientError for an invalid value."""
        for name, value in changes.items():
            kind = next((item.type for item in fields(self) if item.name == name), None)
            if kind is None or type(value) is not kind:
                raise ClientError(f"{name}: no such switch, or not a value for it")
        return replace(self, **changes)
