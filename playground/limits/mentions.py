"""Mentions of people and roles, and the people they ping."""

import re
from collections.abc import Iterable

from playground.limits.forms import Form
from playground.limits.parts import Part, walk
from playground.values.people import Json
from playground.values.places import Role

USER_MENTION = re.compile(r"<@!?(\d{1,19})>")
ROLE_MENTION = re.compile(r"<@&(\d{1,19})>")


def readable_text(content: str, components: Iterable[Json]) -> str:
    """Return all text of a message that can contain mentions."""
    texts = [content]
    texts.extend(
        str(part["content"]) for part in walk(tuple(components)) if part["type"] == Part.TEXT_DISPLAY
    )
    return "\n".join(texts)


def check_allowed_mentions(form: Form, allowed: object) -> None:
    """Check an allowed_mentions object."""
    if allowed is None:
        return
    path = ("allowed_mentions",)
    if not isinstance(allowed, dict):
        form.not_an_object(path)
        return
    parse = form.items((*path, "parse"), allowed.get("parse"), 0, 3)
    for index, kind in enumerate(parse):
        if not isinstance(kind, str) or kind not in {"users", "roles", "everyone"}:
            form.add_error(
                (*path, "parse", index),
                "BASE_TYPE_CHOICES",
                "Value must be one of ('users', 'roles', 'everyone').",
            )
    for kind in ("users", "roles"):
        ids = form.items((*path, kind), allowed.get(kind), 0, 100)
        for index, item in enumerate(ids):
            form.snowflake((*path, kind, index), item)
        if ids and kind in parse:
            form.add_error(
                path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )


def pings(text: str, allowed: Json | None, names: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of the people pinged by a text, in order, as far as allowed_mentions permits."""
    people = set(names)
    users = [user for user in dict.fromkeys(USER_MENTION.findall(text)) if user in people]
    if allowed is None or "users" in (allowed.get("parse") or ()):
        return tuple(users)
    listed_ids = {str(user) for user in allowed.get("users") or ()}
    return tuple(user for user in users if user in listed_ids)


def pinged_roles(
    text: str, allowed: Json | None, roles: Iterable[Role], *, any_role: bool
) -> tuple[str, ...]:
    """Return the ids of the roles pinged by a text, in order, as far as allowed_mentions permits.

    A role must be mentionable, or the author may mention `any_role` (resources/message "Allowed Mentions").
    """
    open_to_mentions = {role.id for role in roles if any_role or role.mentionable}
    mentionable = [role for role in dict.fromkeys(ROLE_MENTION.findall(text)) if role in open_to_mentions]
    if allowed is None or "roles" in (allowed.get("parse") or ()):
        return tuple(mentionable)
    listed_ids = {str(role) for role in allowed.get("roles") or ()}
    return tuple(role for role in mentionable if role in listed_ids)
