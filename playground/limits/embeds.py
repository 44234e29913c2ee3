"""The limits on classic embeds."""

from playground.limits.forms import Form, Path
from playground.values.people import Json

MAX_EMBEDS = 10
MAX_CHARACTERS = 6000
LIMITS: tuple[tuple[tuple[str, ...], int], ...] = (
    (("title",), 256),
    (("description",), 4096),
    (("footer", "text"), 2048),
    (("author", "name"), 256),
)


def _inner(embed: Json, steps: tuple[str, ...]) -> object:
    value: object = embed
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def check_embeds(form: Form, embeds: object) -> list[Json]:
    """Check a message's embeds and return them: at most ten, with limits on each text and in total."""
    objects = form.objects(("embeds",), embeds, 0, MAX_EMBEDS)
    total = 0
    for path, embed in objects:
        for steps, limit in LIMITS:
            total += len(form.text((*path, *steps), _inner(embed, steps), 0, limit, required=False) or "")
        total += _check_fields(form, path, embed)
    if total > MAX_CHARACTERS:
        form.add_error(
            ("embeds",),
            "MAX_EMBED_SIZE_EXCEEDED",
            f"Embed size exceeds maximum size of {MAX_CHARACTERS}",
        )
    return [embed for _, embed in objects]


def _check_fields(form: Form, path: Path, embed: Json) -> int:
    size = 0
    for place, item in form.objects((*path, "fields"), embed.get("fields"), 0, 25):
        size += len(form.text((*place, "name"), item.get("name"), 1, 256) or "")
        size += len(form.text((*place, "value"), item.get("value"), 1, 1024) or "")
    return size
