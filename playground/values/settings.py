"""How strictly the playground interprets doubtful points of Discord's documentation."""

from dataclasses import dataclass, fields, replace

from playground.values.errors import ClientError
from playground.values.people import Json


@dataclass(frozen=True, slots=True)
class Strictness:
    """A switch for each doubtful point: true is the reading that is harder for bots, false the easier one.

    Documented behaviour, and behaviour tested by many, has no switch. Sources are pages of Discord's
    documentation and issues of its repository discord-api-docs, unless stated otherwise.
    """

    references_need_attachments: bool = True
    """An edit without `attachments` cannot refer to existing files as `attachment://`.

    Inferred from issues 5170 and 7529; one bot relies on the opposite.
    """
    uploads_need_attachments: bool = True
    """New files in an edit without `attachments` replace the old ones and cannot be referred to.

    Tested by others (issues 5170, 7529); resources/message "Edit Message" says they are appended.
    """
    uploads_need_names: bool = True
    """New files of an edit that `attachments` does not list are dropped.

    resources/message "Edit Message" (retained and new attachments must be listed); in a library an empty list
    was enough (DSharpPlus pull request 2320).
    """
    attachment_links_refused: bool = True
    """A media item must not use an attachment's CDN address, which is signed and expires.

    reference "Signed Attachment CDN URLs" promises nothing for components.
    """
    every_edit_remakes_mentions: bool = True
    """Every edit recomputes `mentions`, even if neither content nor components change.

    resources/message "Edit Message" says so only for edits of the content.
    """
    only_allowed_join: bool = True
    """A mention in a thread that `allowed_mentions` does not allow adds nobody.

    Inferred; the first half was observed with discord-needle (issue 107).
    """
    ephemeral_edits_mark_all: bool = True
    """Edits of ephemeral messages ignore `allowed_mentions`: every named person is marked (issue 5373)."""
    old_edits_limited: bool = True
    """Messages older than an hour accept 3 edits in 6 s per channel, else 429/30046.

    Unofficial numbers (userdoccers, starboard-4 issue 118, issue 4413); Discord publishes none.
    """
    answers_count_as_old_edits: bool = True
    """That limit also counts edits by interactions. Undocumented."""
    deletion_needs_active_thread: bool = True
    """Messages in archived threads cannot be deleted: 400/50083.

    Users' reports (undiscord issue 406); topics/threads allows it.
    """
    unarchiving_needs_membership: bool = True
    """Only members can un-archive a thread by PATCH.

    topics/threads "Editing & Deleting Threads"; resources/channel requires only the right to send.
    """
    every_thread_announced: bool = True
    """A thread at a message always posts a THREAD_CREATED message (type 18), whatever the message's age.

    topics/threads: only at an "older" message, where the age is "still TBD"; false: never.
    """
    deferral_flags_refused: bool = True
    """A deferral (5) with a flag other than EPHEMERAL is 400/50035 (false: the flag is ignored).

    interactions/receiving-and-responding calls EPHEMERAL the only valid one.
    """
    deferred_answers_fail_archived: bool = True
    """The message after a deferral (5) in a thread archived meanwhile is 500 after 20 s (false: 400/50083).

    Observed: issue 3197, "after ~ 20-30 seconds".
    """
    public_answers_refused: bool = True
    """An app in a user install cannot answer publicly where the user may not write: 403/50013.

    resources/application "User Context" gives no code; false: the answer is private.
    """
    shared_refusals_count: bool = True
    """A 429 of scope `shared` on a message by an interaction token counts as an invalid request.

    topics/rate-limits says that none of that scope counts; issue 7243 reports an address banned by them.
    """
    gone_defaults_refused: bool = True
    """A select whose default value no longer exists is 400/50035. Undocumented."""
    leaving_ends_membership: bool = True
    """A bot removed from a server is no longer in its threads when it returns. Inferred."""
    thread_titles_filtered: bool = True
    """The title of a thread at a message is filtered like a channel's or a post's.

    Observed for channels and posts in servers of Server Discovery (discord-tickets issue 262, modmailbot pull
    request 694, python-discord/bot issue 2282); inferred for threads at messages.
    """
    outer_pictures_refused: bool = True
    """A media item with an address outside Discord is 400/50035.

    Discord accepts it, but the picture may never appear (issues 8072, 4782, 6508).
    """
    forms_keep_values: bool = True
    """A form shows the values with which its custom_id was first shown to the person.

    Observed on mobile (issue 7554).
    """
    empty_choices_need_zero: bool = True
    """A select in a form can stay empty only with `min_values` 0, whatever `required` says.

    Observed on mobile (issue 8272).
    """
    filled_people_selects_close: bool = True
    """A form that has a user select with a default closes immediately. Observed on desktop (issue 7862)."""
    activities_need_channel: bool = True
    """No Activity can be launched in a thread or a post (false: as in a channel).

    Discord's documentation of Activities names only channels and direct messages.
    """
    commands_need_parent: bool = True
    """A thread offers no slash commands to a person without SEND_MESSAGES in its parent.

    Observed (issue 6916, pull requests 4626 and 3801); buttons work there.
    """

    def apply(self, changes: Json) -> "Strictness":
        """Return a copy with some switches replaced; raise ClientError for an invalid value."""
        names = {item.name for item in fields(self)}
        for name, value in changes.items():
            if name not in names or not isinstance(value, bool):
                raise ClientError(f"{name}: no such switch, or neither true nor false")
        return replace(self, **changes)

    def json_view(self) -> Json:
        """Return the switches by name."""
        return {item.name: getattr(self, item.name) for item in fields(self)}


STRICT = Strictness()


def lenient() -> Strictness:
    """Return the opposite interpretation of every doubtful point."""
    return STRICT.apply({item.name: False for item in fields(Strictness)})
