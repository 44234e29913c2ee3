"""The endpoints that give roles to members and take them away."""

from playground.rest.call import NO_CONTENT, Call, Endpoint, Reply
from playground.values.errors import (
    MISSING_PERMISSIONS,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_ROLE,
    ApiError,
)
from playground.values.permissions import Permission, bot_may_in_all
from playground.values.places import Guild, Role
from playground.world.world import World

PATH = "/guilds/{guild}/members/{user}/roles/{role}"


class RoleRest:
    """The endpoints of members' roles."""

    def __init__(self, world: World) -> None:
        self._world = world

    def endpoints(self) -> list[Endpoint]:
        return [Endpoint("PUT", PATH, self.add), Endpoint("DELETE", PATH, self.remove)]

    def add(self, call: Call) -> Reply:
        return self._set(call, held=True)

    def remove(self, call: Call) -> Reply:
        return self._set(call, held=False)

    def _set(self, call: Call, *, held: bool) -> Reply:
        """Give or take a role; raise 404/10004, 10007, 10011, or 403/50013 by the role hierarchy.

        Discord requires MANAGE_ROLES and a role below the bot's own highest (topics/permissions "Permission
        Hierarchy"); @everyone and roles of apps cannot be given.
        """
        guild = self._guild(call)
        user = self._world.users.get(call.params["user"])
        if user is None:
            raise ApiError(UNKNOWN_MEMBER)
        role = self._role(guild, call.params["role"])
        assignable = role.position < guild.bot_position and not role.managed
        if not (bot_may_in_all(guild) & Permission.MANAGE_ROLES and assignable):
            raise ApiError(MISSING_PERMISSIONS)
        self._world.set_held(guild, user.id, role.id, held=held)
        return NO_CONTENT

    def _guild(self, call: Call) -> Guild:
        guild = self._world.guilds.get(call.params["guild"])
        if guild is None or guild.left:
            raise ApiError(UNKNOWN_GUILD)
        return guild

    @staticmethod
    def _role(guild: Guild, role_id: str) -> Role:
        if role_id in {guild.id, guild.bot_role_id}:
            raise ApiError(MISSING_PERMISSIONS)
        role = guild.role(role_id)
        if role is None:
            raise ApiError(UNKNOWN_ROLE)
        return role
