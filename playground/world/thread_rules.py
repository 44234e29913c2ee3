"""Permissions in archived or locked threads.

Sources: topics/threads, resources/channel, discord-api-docs issues 5517, 5946, 7900 and 8474.
"""

from playground.limits.forms import Form
from playground.values.errors import THREAD_ARCHIVED, THREAD_LOCKED, TOO_MANY_THREADS, ApiError
from playground.values.permissions import Permission
from playground.values.places import Channel
from playground.world.world import World


class ThreadRules:
    """Refuses actions that a thread forbids; all other channels pass."""

    def __init__(self, world: World) -> None:
        self._world = world

    def is_closed(self, thread: Channel) -> bool:
        """Return whether a thread is locked and the bot may not manage it."""
        return thread.locked and not self._world.bot_may(thread) & Permission.MANAGE_THREADS

    def check_thread_cap(self, guild_id: str | None) -> None:
        """Raise 400/160006 if no further thread may be active, for creating or un-archiving one."""
        if guild_id is not None and not self._world.has_room(guild_id):
            raise ApiError(TOO_MANY_THREADS)

    def check_title(self, guild_id: str | None, title: object) -> None:
        """Raise 400/50035 if the title of a thread or post contains a word that the guild refuses.

        discord-tickets issue 262, sentinel-tickets issue 105, modmail-dev issue 2934: the code under `name`.
        """
        guild = self._world.guilds.get(guild_id or "")
        text = str(title).casefold()
        if guild is not None and any(word.casefold() in text for word in guild.refused_words):
            form = Form()
            form.add_error(
                ("name",),
                "INVALID_COMMUNITY_PROPERTY_NAME",
                "Contains words not allowed for servers in Server Discovery",
            )
            form.raise_errors()

    def check_sending(self, channel: Channel) -> None:
        """Check before a message is sent, which un-archives: raise 160005 if locked, 160006 at the cap."""
        if self.is_closed(channel):
            raise ApiError(THREAD_LOCKED)
        if channel.archived:
            self.check_thread_cap(channel.guild_id)

    def check_modifying(self, channel: Channel) -> None:
        """Check before any other action: raise 400/50083 in an archived or locked thread."""
        if channel.archived or self.is_closed(channel):
            raise ApiError(THREAD_ARCHIVED)

    def check_deleting(self, channel: Channel) -> None:
        """Check before a message is deleted: raise 400/50083 in an archived thread, if the switch is on."""
        if channel.archived and self._world.strictness.deletion_needs_active_thread:
            raise ApiError(THREAD_ARCHIVED)

    def check_answer(self, channel: Channel, *, sends: bool) -> None:
        """Check before an interaction is answered in a channel: raise 50083 if locked, also for managers.

        An answer that sends a message to an archived thread raises 160006 at the cap.
        """
        if channel.locked:
            raise ApiError(THREAD_ARCHIVED)
        if channel.archived and sends:
            self.check_thread_cap(channel.guild_id)

    def wake_for_person(self, thread: Channel, user_id: str) -> bool:
        """Un-archive a thread like a person's client before a press; return whether the press gets through.

        In a locked thread buttons are dead for everyone. Members may un-archive a thread; sources disagree
        about others who can write there (topics/threads, resources/channel).
        """
        if thread.locked:
            return False
        if thread.archived:
            may = self._world.people_may(user_id, thread)
            needs_membership = self._world.strictness.unarchiving_needs_membership
            if user_id not in thread.members and (
                needs_membership or not may & Permission.SEND_MESSAGES_IN_THREADS
            ):
                return False
            if thread.guild_id is not None and not self._world.has_room(thread.guild_id):
                return False
            self._world.archive_thread(thread, archived=False)
        return True
